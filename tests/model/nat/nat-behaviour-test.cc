/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-behaviour-fixture.h"

#include <set>

// RFC 4787, 5382, 5508 and 7857, requirement by requirement, on packets as endpoints.

namespace bindstorm
{

namespace
{

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_F(NatBehaviour, Rfc4787Req1KeepsOneExternalEndpointForAllRemotes)
{
    const NatEndpoint external = Out({A, 5000}, Y1);
    EXPECT_EQ(Out({A, 5000}, Y1_OTHER_PORT), external);
    EXPECT_EQ(Out({A, 5000}, Y2), external);
    EXPECT_EQ(Nat().CountMappings(), 1);
    EXPECT_EQ(Nat().CountSessions(), 3);
}

TEST_F(NatBehaviour, AddressDependentMappingKeepsOneForEachRemoteAddress)
{
    config.udp.mapping = NatDependence::ADDRESS_DEPENDENT;
    const NatEndpoint external = Out({A, 5000}, Y1);
    EXPECT_EQ(Out({A, 5000}, Y1_OTHER_PORT), external);
    EXPECT_NE(Out({A, 5000}, Y2), external);
}

TEST_F(NatBehaviour, AddressAndPortDependentMappingHasOneForEachRemoteEndpoint)
{
    config.udp.mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    const std::set<NatEndpoint> all{Out({A, 5000}, Y1),
                                    Out({A, 5000}, Y1_OTHER_PORT),
                                    Out({A, 5000}, Y2)};
    EXPECT_EQ(all.size(), 3);
}

TEST_F(NatBehaviour, Rfc4787Req8FiltersAsConfigured)
{
    struct Case
    {
        NatDependence filtering;
        bool otherPort;
        bool otherAddress;
    };

    for (const Case& each : {Case{NatDependence::ENDPOINT_INDEPENDENT, true, true},
                             Case{NatDependence::ADDRESS_DEPENDENT, true, false},
                             Case{NatDependence::ADDRESS_AND_PORT_DEPENDENT, false, false}})
    {
        for (const NatDependence mapping : {NatDependence::ENDPOINT_INDEPENDENT,
                                            NatDependence::ADDRESS_DEPENDENT,
                                            NatDependence::ADDRESS_AND_PORT_DEPENDENT})
        {
            NatConfig each2 = config;
            each2.udp = {mapping, each.filtering};
            SimulatedNatTime time;
            const auto engine = CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "x", "y"});
            NatTable nat(each2, *engine, time);
            const NatEndpoint external = nat.Outbound({IP_UDP, {A, 5000}, Y1}).endpoint;
            EXPECT_EQ(nat.Inbound({IP_UDP, Y1, external}).verdict, NatVerdict::TRANSLATED);
            EXPECT_EQ(nat.Inbound({IP_UDP, Y1_OTHER_PORT, external}).verdict,
                      each.otherPort ? NatVerdict::TRANSLATED : NatVerdict::FILTERED);
            EXPECT_EQ(nat.Inbound({IP_UDP, Y2, external}).verdict,
                      each.otherAddress ? NatVerdict::TRANSLATED : NatVerdict::FILTERED);
            EXPECT_EQ(nat.Inbound({IP_UDP, Y1, {OWN, 9}}).verdict, NatVerdict::NO_MAPPING);
            EXPECT_EQ(nat.Size(), mapping == NatDependence::ADDRESS_AND_PORT_DEPENDENT ? 1 : 2)
                << "strangers leave nothing";
        }
    }
}

TEST_F(NatBehaviour, Rfc4787Req2PairsAHostWithOneAddressAcrossProtocols)
{
    config.external = {OWN, OWN_2};
    for (const uint32_t host : {A, B})
    {
        const uint32_t address = Out({host, 5000}, Y1).address;
        for (uint16_t port = 5001; port < 5050; ++port)
        {
            EXPECT_EQ(Out({host, port}, Y1).address, address);
            EXPECT_EQ(Out({host, port}, Y1, IP_TCP, {.syn = true}).address, address);
        }
        EXPECT_EQ(Out({host, 7}, {Y1.address, 0}, IP_ICMP).address, address);
    }
    EXPECT_NE(Out({A, 5000}, Y1).address, Out({B, 5000}, Y1).address);
}

TEST_F(NatBehaviour, Rfc7857PairedHostsAreRefusedSoftlyPairedOnesGetAnotherAddress)
{
    config.external = {OWN, OWN_2};
    config.range = PortRange(5000, 5001);
    for (const NatPooling pooling : {NatPooling::PAIRED, NatPooling::SOFT_PAIRED})
    {
        NatConfig each = config;
        each.pooling = pooling;
        SimulatedNatTime time;
        const auto engine = CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "x", "y"});
        NatTable nat(each, *engine, time);
        std::vector<NatVerdict> verdicts;
        for (uint16_t port = 1; port <= 5; ++port)
        {
            verdicts.push_back(nat.Outbound({IP_UDP, {A, port}, Y1}).verdict);
        }
        const auto granted = std::ranges::count(verdicts, NatVerdict::TRANSLATED);
        EXPECT_EQ(granted, pooling == NatPooling::PAIRED ? 2 : 4);
        EXPECT_EQ(verdicts.back(), NatVerdict::NO_PORT);
    }
}

TEST_F(NatBehaviour, Rfc4787Req3NeverOverloadsAPortAndUsesThemAll)
{
    config.range = PortRange(40000, 40099);
    std::set<NatEndpoint> given;
    for (uint32_t i = 0; i < 100; ++i)
    {
        EXPECT_TRUE(given.insert(Out({A + i, 5000}, i % 2 == 0 ? Y1 : Y2)).second);
    }
    EXPECT_EQ(TryOut({A + 100, 5000}, Y1), NatVerdict::NO_PORT);
    EXPECT_EQ(Nat().CountSessions(), 100) << "a refused flow leaves nothing";
}

TEST_F(NatBehaviour, Rfc4787Req3aAnd4KeepClassAndParity)
{
    config.keepClass = true;
    config.keepParity = true;
    for (uint16_t port = 1; port < 2047; ++port)
    {
        const uint16_t external = Out({A, port}, Y1).port;
        // Of each parity, 512 or 511 ports lie below 1024.
        EXPECT_EQ(external < 1024, port < 1024);
        EXPECT_EQ(external % 2, port % 2);
        EXPECT_NE(external, 0);
    }
}

/// The tie rule of all of this: at the deadline a mapping is gone.
TEST_F(NatBehaviour, Rfc4787Req5And6TimersRunFromTheLastOutboundPacket)
{
    const NatEndpoint external = Out({A, 5000}, Y1);
    At(seconds{200});
    EXPECT_EQ(In(Y1, external), NatVerdict::TRANSLATED);
    At(seconds{300} - NatTime{1});
    EXPECT_EQ(In(Y1, external), NatVerdict::TRANSLATED);
    At(seconds{300});
    EXPECT_EQ(In(Y1, external), NatVerdict::NO_MAPPING);
    EXPECT_EQ(Nat().Size(), 0);
}

TEST_F(NatBehaviour, Rfc4787Req6InboundMayRenewToo)
{
    config.inboundRefresh = true;
    const NatEndpoint external = Out({A, 5000}, Y1);
    At(seconds{200});
    EXPECT_EQ(In(Y1, external), NatVerdict::TRANSLATED);
    At(seconds{500} - NatTime{1});
    EXPECT_EQ(In(Y1, external), NatVerdict::TRANSLATED);
}

TEST_F(NatBehaviour, Rfc7857Section7RefusedStrangersRenewNothing)
{
    config.inboundRefresh = true;
    const NatEndpoint external = Out({A, 5000}, Y1);
    for (int i = 1; i <= 4; ++i)
    {
        At(seconds{70} * i);
        EXPECT_EQ(In(Y2, external), NatVerdict::FILTERED);
    }
    At(seconds{300});
    EXPECT_EQ(In(Y1, external), NatVerdict::NO_MAPPING);
}

TEST_F(NatBehaviour, Rfc4787Req9HairpinsWithTheExternalSource)
{
    const NatEndpoint a = Out({A, 5000}, Y1);
    config.udp.filtering = NatDependence::ENDPOINT_INDEPENDENT;
    Nat().SetConfig(config);
    const NatEndpoint b = Out({B, 6000}, Y1);
    const NatAnswer there = Nat().Outbound({IP_UDP, {A, 5000}, b});
    EXPECT_EQ(there.verdict, NatVerdict::HAIRPINNED);
    EXPECT_EQ(there.endpoint, a);
    EXPECT_EQ(there.hairpin, (NatEndpoint{B, 6000}));
    const NatAnswer back = Nat().Outbound({IP_UDP, {B, 6000}, a});
    EXPECT_EQ(back.verdict, NatVerdict::HAIRPINNED);
    EXPECT_EQ(back.endpoint, b);
    EXPECT_EQ(back.hairpin, (NatEndpoint{A, 5000}));
}

TEST_F(NatBehaviour, Rfc5382Req4AnswersAnUnsolicitedSynAfterSixSecondsUnlessCrossed)
{
    const TcpFlags syn{.syn = true};
    const NatEndpoint external = Out({A, 5000}, Y2, IP_TCP, syn);
    EXPECT_EQ(In(Y1, external, IP_TCP, syn), NatVerdict::FILTERED);
    EXPECT_EQ(In(Y1, {OWN, 9}, IP_TCP, syn), NatVerdict::NO_MAPPING);
    At(milliseconds{5900});
    EXPECT_TRUE(Nat().TakeUnansweredSyns().empty());
    EXPECT_EQ(Out({A, 5000}, Y1, IP_TCP, syn), external);
    At(seconds{6});
    const std::vector<NatArrival> due = Nat().TakeUnansweredSyns();
    ASSERT_EQ(due.size(), 1) << "the one that was crossed is silently forgotten";
    EXPECT_EQ(due[0].external, (NatEndpoint{OWN, 9}));
    EXPECT_EQ(In(Y1, external, IP_TCP, syn), NatVerdict::TRANSLATED) << "simultaneous open";
}

TEST_F(NatBehaviour, Rfc5382Req5TimersFollowTheTcpState)
{
    const TcpFlags syn{.syn = true};
    const TcpFlags synAck{.syn = true, .ack = true};
    const TcpFlags ack{.ack = true};
    const TcpFlags finAck{.ack = true, .fin = true};
    const auto lifetime = [this]
    {
        for (const NatMappingRow& row : Nat().Links())
        {
            if (row.link.origin == LinkOrigin::SESSION)
            {
                return std::chrono::duration_cast<seconds>(row.link.lifetime).count();
            }
        }
        return int64_t{-1};
    };
    const NatEndpoint external = Out({A, 5000}, Y1, IP_TCP, syn);
    EXPECT_EQ(lifetime(), 240);
    In(Y1, external, IP_TCP, synAck);
    EXPECT_EQ(lifetime(), 7440);
    Out({A, 5000}, Y1, IP_TCP, {.rst = true});
    EXPECT_EQ(lifetime(), 240);
    Out({A, 5000}, Y1, IP_TCP, ack);
    EXPECT_EQ(lifetime(), 7440) << "data after a RST: RFC 7857, section 2";
    Out({A, 5000}, Y1, IP_TCP, finAck);
    EXPECT_EQ(lifetime(), 7440);
    In(Y1, external, IP_TCP, finAck);
    EXPECT_EQ(lifetime(), 240);
    Out({A, 5000}, Y1, IP_TCP, syn);
    EXPECT_EQ(lifetime(), 240) << "the same ports, another connection";
    In(Y1, external, IP_TCP, synAck);
    EXPECT_EQ(lifetime(), 7440);
}

TEST_F(NatBehaviour, Rfc5508Req2QueriesLiveSixtySecondsAndShareAnIdentifier)
{
    const NatEndpoint external = Out({A, 7}, {Y1.address, 0}, IP_ICMP);
    EXPECT_EQ(Out({A, 7}, {Y2.address, 0}, IP_ICMP), external);
    At(seconds{60} - NatTime{1});
    EXPECT_EQ(In({Y1.address, 0}, external, IP_ICMP), NatVerdict::TRANSLATED);
    At(seconds{60});
    EXPECT_EQ(In({Y1.address, 0}, external, IP_ICMP), NatVerdict::NO_MAPPING);
}

TEST_F(NatBehaviour, PacketsWithoutPortsOfTwoHostsDoNotMeetAtOneRemote)
{
    config.external = {OWN, OWN_2};
    const NatEndpoint remote{Y1.address, 0};
    const uint32_t first = Out({A, 0}, remote, 47).address;
    const uint32_t second = Out({B, 0}, remote, 47).address;
    EXPECT_NE(first, second);
    EXPECT_EQ(TryOut({B + 1, 0}, remote, 47), NatVerdict::NO_PORT);
    EXPECT_EQ(Nat().Inbound({47, remote, {first, 0}}).endpoint.address, A);
    EXPECT_EQ(Nat().Inbound({47, remote, {second, 0}}).endpoint.address, B);
    EXPECT_EQ(Out({A, 5000}, Y1).address, first) << "paired across protocols";
}

TEST_F(NatBehaviour, Rfc7857Section7LoneResetsKeepNoTcpMappingAlive)
{
    config.tcp.filtering = NatDependence::ENDPOINT_INDEPENDENT;
    const NatEndpoint external = Out({A, 5000}, Y1, IP_TCP, {.syn = true});
    At(seconds{200});
    EXPECT_EQ(In(Y2, external, IP_TCP, {.rst = true}), NatVerdict::TRANSLATED);
    EXPECT_EQ(In(Y2, external, IP_TCP, {.ack = true}), NatVerdict::TRANSLATED);
    EXPECT_EQ(Nat().CountSessions(), 1);
    At(seconds{240});
    EXPECT_EQ(In(Y1, external, IP_TCP, {.ack = true}), NatVerdict::NO_MAPPING);
}

TEST_F(NatBehaviour, ASynThatIsSentAgainIsAnsweredOnce)
{
    for (int i = 0; i < 3; ++i)
    {
        At(seconds{1} * i);
        In(Y1, {OWN, 9}, IP_TCP, {.syn = true});
    }
    At(seconds{10});
    EXPECT_EQ(Nat().TakeUnansweredSyns().size(), 1);
}

} // namespace

} // namespace bindstorm
