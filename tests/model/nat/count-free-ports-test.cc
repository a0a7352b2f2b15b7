/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/random-engine.h"
#include "model/nat/nat-table.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

constexpr uint32_t FREE_OWN = 203U << 24 | 113U << 8 | 1;
constexpr NatEndpoint FREE_REMOTE{198U << 24 | 51U << 16 | 100U << 8 | 1, 80};

/// A range of 100 ports, and flows to ports of one remote address.
class CountFreePorts : public testing::Test
{
  protected:
    CountFreePorts()
    {
        config.external = {FREE_OWN};
        config.range = PortRange::Parse("5000-5099");
        config.countFreePorts = true;
    }

    static NatFlow
    Flow(uint16_t port, uint16_t remotePort = 80, uint32_t host = 1)
    {
        return {IP_UDP, {10U << 24 | host, port}, {FREE_REMOTE.address, remotePort}};
    }

    NatConfig config;
    std::unique_ptr<RandomEngine> engine{
        CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "ports"})};
    SimulatedNatTime time;
};

} // namespace

TEST_F(CountFreePorts, SaysWhatIsLeftForAFlow)
{
    for (const char* ports : {"uniform", "libalias", "linux", "pf"})
    {
        config.ports = ComponentSpec::Parse(ports);
        NatTable nat(config, *engine, time);
        for (uint16_t i = 0; i < 40; ++i)
        {
            EXPECT_EQ(nat.CountFreePorts(Flow(1)), 100U - i) << ports;
            ASSERT_EQ(nat.Outbound(Flow(static_cast<uint16_t>(2 + i))).verdict,
                      NatVerdict::TRANSLATED);
        }
        EXPECT_EQ(nat.CountFreePorts({.protocol = 47, .internal = {1, 0}, .remote = {2, 0}}), 0U);
    }
}

TEST_F(CountFreePorts, CountsByRemoteWherePortsAreShared)
{
    config.overload = true;
    config.udp.mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    config.ports = ComponentSpec("libalias");
    NatTable nat(config, *engine, time);
    for (uint16_t i = 0; i < 30; ++i)
    {
        ASSERT_EQ(nat.Outbound(Flow(static_cast<uint16_t>(2 + i))).verdict, NatVerdict::TRANSLATED);
    }
    EXPECT_EQ(nat.CountFreePorts(Flow(1)), 70U);
    EXPECT_EQ(nat.CountFreePorts(Flow(1, 81)), 100U) << "no flow goes there yet";
}

TEST_F(CountFreePorts, GetsBackWhatEnded)
{
    config.ports = ComponentSpec("libalias");
    config.timers.udp = std::chrono::seconds{10};
    NatTable nat(config, *engine, time);
    ASSERT_EQ(nat.Outbound(Flow(2)).verdict, NatVerdict::TRANSLATED);
    EXPECT_EQ(nat.CountFreePorts(Flow(1)), 99U);
    time.Set(std::chrono::seconds{20});
    nat.Inbound({IP_UDP, FREE_REMOTE, {FREE_OWN, 1}});
    EXPECT_EQ(nat.CountFreePorts(Flow(1)), 100U);
}

TEST_F(CountFreePorts, KnowsTheAddressesThatAHostMayHave)
{
    config.external = {FREE_OWN, FREE_OWN + 1};
    config.pooling = NatPooling::PAIRED;
    NatTable nat(config, *engine, time);
    EXPECT_EQ(nat.CountFreePorts(Flow(1)), 200U) << "not paired yet";
    ASSERT_EQ(nat.Outbound(Flow(2)).verdict, NatVerdict::TRANSLATED);
    EXPECT_EQ(nat.CountFreePorts(Flow(1)), 99U) << "the host has its address";
    EXPECT_EQ(nat.CountFreePorts(Flow(1, 80, 2)), 199U) << "another host may have either";
}

TEST_F(CountFreePorts, SaysNothingWhereNobodyCounts)
{
    config.countFreePorts = false;
    config.ports = ComponentSpec("libalias");
    NatTable nat(config, *engine, time);
    EXPECT_EQ(nat.CountFreePorts(Flow(1)), std::nullopt);
    config.ports = ComponentSpec("uniform");
    NatTable counting(config, *engine, time);
    EXPECT_EQ(counting.CountFreePorts(Flow(1)), 100U) << "uniform has to know them";
}

TEST_F(CountFreePorts, TellsWhoGaveUpFromWhoHadNothing)
{
    for (const bool knows : {false, true})
    {
        config.ports = ComponentSpec(knows ? "uniform" : "libalias");
        NatTable nat(config, *engine, time);
        uint32_t refused = 0;
        uint32_t falsely = 0;
        for (uint16_t i = 0; i < 400; ++i)
        {
            if (nat.Outbound(Flow(static_cast<uint16_t>(1000 + i))).verdict == NatVerdict::NO_PORT)
            {
                ++refused;
                falsely += nat.CountFreePorts(Flow(static_cast<uint16_t>(1000 + i))) > 0U ? 1 : 0;
            }
        }
        EXPECT_EQ(nat.CountSessions() + refused, 400U);
        if (knows)
        {
            EXPECT_EQ(refused, 300U);
            EXPECT_EQ(falsely, 0U);
        }
        else
        {
            // With one port in 100 free, 20 tries find none 4 times in 5; the seed is fixed.
            EXPECT_GT(falsely, 0U);
        }
    }
}

TEST_F(CountFreePorts, ChangesNoAnswerAndNoWork)
{
    for (const char* ports : {"libalias", "linux", "uniform"})
    {
        config.ports = ComponentSpec::Parse(ports);
        config.countFreePorts = true;
        const auto one = CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "ports"});
        const auto other = CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "ports"});
        NatTable counts(config, *one, time);
        config.countFreePorts = false;
        NatTable plain(config, *other, time);
        for (uint16_t i = 0; i < 150; ++i)
        {
            const NatFlow flow = Flow(static_cast<uint16_t>(1 + i));
            const NatAnswer answer = counts.Outbound(flow);
            const PacketWork work = counts.LastWork();
            counts.CountFreePorts(flow);
            EXPECT_EQ(answer.endpoint, plain.Outbound(flow).endpoint);
            EXPECT_EQ(work, plain.LastWork());
        }
    }
}

TEST_F(CountFreePorts, GivesNoHostANumber)
{
    config.range.reset();
    config.ports = ComponentSpec::Parse("deterministic(inside=2)");
    NatTable nat(config, *engine, time);
    for (uint32_t host = 10; host < 20; ++host)
    {
        EXPECT_TRUE(nat.CountFreePorts(Flow(1, 80, host)).has_value());
    }
    EXPECT_EQ(nat.Outbound(Flow(1)).verdict, NatVerdict::TRANSLATED)
        << "the first host that sends is the first of two";
}

} // namespace bindstorm
