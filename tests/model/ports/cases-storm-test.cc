/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chi-square.h"
#include "test-host.h"

#include <gtest/gtest.h>

#include <set>

namespace bindstorm
{

namespace
{

/// A planted allocator: a 16-bit number folded by remainder, blind for what is taken.
class Folding : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        const uint32_t number = draws.Draw() >> 16;
        return static_cast<uint16_t>(view.Range().Low() + number % view.Range().Size());
    }
};

TEST(StormCase, E01CatchesAFoldByRemainderAndPassesTheShippedAllocators)
{
    // 63 bins of 1024 ports, 10,000 draws, rejected below 1e-6: the planted one is missed with
    // probability 2.5e-4 a seed (at most 2 of 200), a uniform one rejected with 1e-6 a seed.
    constexpr uint64_t SEEDS = 200;
    constexpr int DRAWS = 10000;
    const PortRange range(1024, 65535);
    int misses = 0;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed)
    {
        const auto engine =
            CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(seed, 0, "host", "planted"));
        WorkCounters work;
        DrawSource draws(*engine, work);
        SocketTable table({.range = range});
        Folding folding;
        std::array<uint64_t, 63> planted{};
        std::array<uint64_t, 63> shipped{};
        TestHost host(seed % 2 == 0 ? "uniform" : "linux-2.6.29", seed, {.range = range});
        for (int i = 0; i < DRAWS; ++i)
        {
            const BindResult result = table.BindAny({}, folding, draws, work);
            ++planted[(result.port - 1024U) / 1024];
            table.Close(result.socket, work);
            ++shipped[(host.Draw() - 1024U) / 1024];
        }
        misses += ChiSquarePValue(planted) < 1e-6 ? 0 : 1;
        EXPECT_GT(ChiSquarePValue(shipped), 1e-6) << "seed " << seed;
    }
    EXPECT_LE(misses, 2);
}

TEST(StormCase, E08ShowsADuplicateAsAnErrorAndNeverAsTwoSocketsOnOnePort)
{
    // P(duplicate within 151 of 16384) = 0.50010; bounds 1e-6 a side.
    const PortRange range(49152, 65535);
    const auto engine =
        CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(1, 0, "host", "planted"));
    WorkCounters work;
    DrawSource draws(*engine, work);
    SocketTable table({.range = range});
    Folding blind; // 65536 is a multiple of 16384: no bias here
    int runsWithDuplicate = 0;
    for (int run = 0; run < 2000; ++run)
    {
        std::vector<SocketHandle> live;
        std::set<uint16_t> ports;
        bool isSeen = false;
        for (int i = 0; i < 151; ++i)
        {
            const BindResult result = table.BindAny({}, blind, draws, work);
            if (result.error == BindError::NONE)
            {
                ASSERT_TRUE(ports.insert(result.port).second);
                live.push_back(result.socket);
                continue;
            }
            ASSERT_EQ(result.error, BindError::ADDRESS_IN_USE);
            isSeen = true;
        }
        runsWithDuplicate += isSeen ? 1 : 0;
        for (const SocketHandle socket : live)
        {
            table.Close(socket, work);
        }
    }
    EXPECT_GE(runsWithDuplicate, 894);
    EXPECT_LE(runsWithDuplicate, 1106);
}

TEST(StormCase, E08NeverGivesALivePortAgain)
{
    for (const std::string& allocator : AllAllocatorNames())
    {
        TestHost host(allocator, 1, {.range = PortRange(49152, 65535)});
        for (int run = 0; run < 200; ++run)
        {
            std::vector<SocketHandle> live;
            std::set<uint16_t> ports;
            for (int i = 0; i < 151; ++i)
            {
                const BindResult result = host.Bind();
                ASSERT_EQ(result.error, BindError::NONE) << allocator;
                ASSERT_TRUE(ports.insert(result.port).second) << allocator;
                live.push_back(result.socket);
            }
            for (const SocketHandle socket : live)
            {
                host.Close(socket);
            }
        }
    }
}

TEST(StormCase, E09BindsEachKindOfSocketOnceWhateverAsksForItsPort)
{
    for (const std::string& allocator : AllAllocatorNames())
    {
        TestHost host(allocator);
        HostSockets& sockets = host.Sockets();
        std::vector<std::pair<Protocol, SocketHandle>> live;
        const auto open = [&](Protocol protocol, const PortRequest& request)
        {
            const BindResult result = sockets.Bind(protocol, request);
            ASSERT_EQ(result.error, BindError::NONE) << allocator;
            ASSERT_TRUE(PortRange().Contains(result.port));
            ASSERT_EQ(sockets.Table(protocol).GetPort(result.socket), result.port);
            live.emplace_back(protocol, result.socket);
        };
        for (uint16_t i = 0; i < 1000; ++i)
        {
            open(Protocol::TCP, {}); // listen without bind
            open(Protocol::TCP,
                 {.remote = RemoteEndpoint{.address = IpAddress::Parse("198.51.100.1"),
                                           .port = static_cast<uint16_t>(1 + i)}});
            open(Protocol::TCP, {}); // bind(0), then listen
            open(Protocol::UDP, {}); // sendto without bind
        }
        EXPECT_EQ(sockets.Table(Protocol::TCP).Size(), 3000U);
        EXPECT_EQ(sockets.Table(Protocol::UDP).Size(), 1000U);
        for (const auto& [protocol, socket] : live)
        {
            ASSERT_EQ(sockets.Close(protocol, socket), BindError::NONE);
        }
        EXPECT_EQ(sockets.Table(Protocol::TCP).Size() + sockets.Table(Protocol::UDP).Size(), 0U);
    }
}

} // namespace

} // namespace bindstorm
