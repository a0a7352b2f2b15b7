/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-choice-bench.h"

#include "tests/model/ports/chi-square.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

namespace bindstorm
{

namespace
{

NatPortRequest
RequestOfHost(uint32_t host)
{
    NatPortRequest request = RequestOf(80);
    request.flow.internal.address = host;
    return request;
}

TEST(PortBlocks, GiveAHostFourBlocksOf256PortsAndNoMore)
{
    PortChoiceBench bench("port-block");
    std::set<uint32_t> blocks;
    for (uint32_t i = 0; i < 1024; ++i)
    {
        const std::optional<uint16_t> port = bench.Take(RequestOfHost(1));
        ASSERT_TRUE(port) << i;
        blocks.insert(*port / 256U);
        ASSERT_EQ(blocks.size(), 1 + i / 256) << "a block is used up before the next one";
    }
    EXPECT_EQ(bench.Used().Size(), 1024U);
    EXPECT_EQ(bench.Take(RequestOfHost(1)), std::nullopt);
    EXPECT_TRUE(bench.Take(RequestOfHost(2)));
}

TEST(PortBlocks, BelongToOneHostEachUntilNoneIsLeft)
{
    PortChoiceBench bench("port-block");
    std::map<uint32_t, uint32_t> owners;
    for (uint32_t host = 0; host < 252; ++host)
    {
        for (int flow = 0; flow < 3; ++flow)
        {
            const uint32_t block = bench.Take(RequestOfHost(host)).value() / 256U;
            ASSERT_EQ(owners.try_emplace(block, host).first->second, host);
        }
    }
    EXPECT_EQ(owners.size(), 252U) << "64512 / 256";
    EXPECT_EQ(bench.Take(RequestOfHost(252)), std::nullopt);
}

TEST(PortBlocks, AreGivenBackWithTheirLastPort)
{
    PortChoiceBench bench("port-block(size=64512, blocks=1)", {.range = PortRange(64512, 65535)});
    const uint16_t first = bench.Take(RequestOfHost(1)).value();
    const uint16_t second = bench.Take(RequestOfHost(1)).value();
    bench.Release(first);
    EXPECT_EQ(bench.Take(RequestOfHost(2)), std::nullopt) << "host 1 has one port left";
    bench.Release(second);
    EXPECT_TRUE(bench.Take(RequestOfHost(2)));
    EXPECT_EQ(bench.Take(RequestOfHost(1)), std::nullopt);
}

TEST(PortBlocks, StayWhileAnotherProtocolUsesThePort)
{
    PortChoiceBench bench("port-block(size=1024)", {.range = PortRange(64512, 65535)});
    NatPortRequest tcp = RequestOfHost(1);
    tcp.flow.protocol = IP_TCP;
    bench.Choice().OnTake(tcp, 65000);
    bench.Choice().OnTake(RequestOfHost(1), 65000);
    bench.Choice().OnTake(RequestOfHost(1), 65000); // towards another remote endpoint
    bench.Choice().OnRelease(IP_UDP, 0, 65000, NatTime{0});
    EXPECT_EQ(bench.Ask(RequestOfHost(2)), std::nullopt);
    bench.Choice().OnRelease(IP_UDP, 0, 65000, NatTime{0}); // of nothing any more
    EXPECT_EQ(bench.Ask(RequestOfHost(2)), std::nullopt);
    bench.Choice().OnRelease(IP_TCP, 0, 65000, NatTime{0});
    EXPECT_TRUE(bench.Ask(RequestOfHost(2)));
}

TEST(PortBlocks, AreApartOnEachExternalAddressAndCountedTogether)
{
    PortChoiceBench bench("port-block(size=32, blocks=2)", {.range = PortRange(64512, 64543)});
    NatPortRequest there = RequestOfHost(1);
    there.externalAddress = 1;
    bench.Choice().OnTake(there, 64512);
    EXPECT_TRUE(bench.Take(RequestOfHost(1))) << "the second block of the host";
    there.externalAddress = 2;
    EXPECT_EQ(bench.Ask(there), std::nullopt) << "a third one";
    there.flow.internal.address = 2;
    EXPECT_TRUE(bench.Ask(there));
    there.externalAddress = 1;
    EXPECT_EQ(bench.Ask(there), std::nullopt) << "host 1 has the block on that address";
}

TEST(PortBlocks, AreUsedFromTheLowestPortWhereTheOrderSaysSo)
{
    PortChoiceBench bench("port-block(order=sequential)");
    const uint16_t first = bench.Take(RequestOfHost(1)).value();
    EXPECT_EQ(first % 256, 0);
    EXPECT_EQ(bench.Take(RequestOfHost(1)), first + 1);
    EXPECT_EQ(bench.Take(RequestOfHost(1)), first + 2);
    bench.Release(static_cast<uint16_t>(first + 1));
    EXPECT_EQ(bench.Take(RequestOfHost(1)), first + 1);
}

TEST(PortBlocks, AreUniformWithinAndAmongThoseThatNobodyHas)
{
    // False alarms 1e-7 a test, 4 tests.
    PortChoiceBench bench("port-block");
    std::vector<uint64_t> blocks(252);
    for (int i = 0; i < 25200; ++i)
    {
        ++blocks[bench.Ask(RequestOfHost(1)).value() / 256U - 4];
    }
    EXPECT_GT(ChiSquarePValue(blocks), 1e-7);
    for (const uint32_t busy : {0U, 128U, 250U})
    {
        bench.Choice().OnTake(RequestOfHost(1), 5120);
        for (uint32_t i = 0; bench.Used().Size() < busy; ++i)
        {
            bench.Used().Add(static_cast<uint16_t>(5120 + i * 77 % 256));
        }
        std::vector<uint64_t> counts(256);
        std::vector<double> shares(256);
        for (uint32_t i = 0; i < 256; ++i)
        {
            shares[i] = bench.Used().IsUsed(static_cast<uint16_t>(5120 + i)) ? 0 : 1;
        }
        for (uint32_t i = 0; i < 50 * (256 - busy); ++i)
        {
            ++counts[bench.Ask(RequestOfHost(1)).value() - 5120U];
        }
        EXPECT_GT(ChiSquarePValue(counts, shares), 1e-7) << busy << " busy";
    }
}

TEST(PortBlocks, KeepAPortOfTheHostsBlocksOrOneThatOpensANewOne)
{
    PortChoiceBench bench("port-block");
    NatPortRequest request = RequestOfHost(1);
    request.preserve = true;
    request.flow.internal.port = 5000;
    EXPECT_EQ(bench.Take(request), 5000) << "opens block 4864-5119";
    request.flow.internal.port = 5001;
    EXPECT_EQ(bench.Take(request), 5001);
    request.flow.internal.port = 6000;
    EXPECT_EQ(bench.Ask(request).value() / 256U, 5000U / 256U) << "no new block for that alone";
    request.flow.internal = {.address = 2, .port = 5002};
    EXPECT_NE(bench.Ask(request).value() / 256U, 5000U / 256U) << "a block of another host";
}

} // namespace

} // namespace bindstorm
