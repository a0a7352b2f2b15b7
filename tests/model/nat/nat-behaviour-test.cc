/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/random-engine.h"
#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-table.h"

#include <set>

// RFC 4787, 5382, 5508, 6888 and 7857, requirement by requirement, on packets as endpoints.

namespace bindstorm
{

namespace
{

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr uint32_t OWN = 0xCB007101;   // 203.0.113.1
constexpr uint32_t OWN_2 = 0xCB007102; // 203.0.113.2
constexpr uint32_t A = 0x0A000001;     // 10.0.0.1
constexpr uint32_t B = 0x0A000002;     // 10.0.0.2
constexpr NatEndpoint Y1{0xC6336401, 80};
constexpr NatEndpoint Y1_OTHER_PORT{0xC6336401, 81};
constexpr NatEndpoint Y2{0xC6336402, 80};

class NatBehaviour : public testing::Test
{
  protected:
    NatBehaviour()
    {
        config.external = {OWN};
    }

    NatTable&
    Nat()
    {
        if (!m_nat)
        {
            m_nat = std::make_unique<NatTable>(config, *m_engine, m_time);
        }
        return *m_nat;
    }

    void
    At(NatTime now)
    {
        m_time.Set(now);
    }

    NatEndpoint
    Out(const NatEndpoint& internal,
        const NatEndpoint& remote,
        uint8_t protocol = IP_UDP,
        TcpFlags flags = {})
    {
        const NatAnswer answer = Nat().Outbound({protocol, internal, remote}, flags);
        EXPECT_EQ(answer.verdict, NatVerdict::TRANSLATED);
        return answer.endpoint;
    }

    NatVerdict
    TryOut(const NatEndpoint& internal, const NatEndpoint& remote, uint8_t protocol = IP_UDP)
    {
        return Nat().Outbound({protocol, internal, remote}).verdict;
    }

    NatVerdict
    In(const NatEndpoint& remote,
       const NatEndpoint& external,
       uint8_t protocol = IP_UDP,
       TcpFlags flags = {})
    {
        return Nat().Inbound({protocol, remote, external}, flags).verdict;
    }

    NatConfig config;

  private:
    SimulatedNatTime m_time;
    std::unique_ptr<RandomEngine> m_engine{
        CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "behaviour", "ports"})};
    std::unique_ptr<NatTable> m_nat;
};

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

TEST_F(NatBehaviour, Rfc6888Req4LimitsOneSubscriberNotTheOthers)
{
    config.maxPortsPerHost = 3;
    for (uint16_t port = 1; port <= 3; ++port)
    {
        Out({A, port}, Y1);
    }
    EXPECT_EQ(TryOut({A, 4}, Y1), NatVerdict::HOST_LIMIT);
    Out({A, 3}, Y2);
    Out({B, 4}, Y1);
    At(seconds{300});
    Out({A, 4}, Y1);
}

TEST_F(NatBehaviour, Rfc6888Req8HoldsAPortThatBecameFree)
{
    config.range = PortRange(5000, 5000);
    config.portHold = seconds{120};
    Out({A, 1}, Y1);
    At(seconds{300});
    EXPECT_EQ(TryOut({B, 1}, Y1), NatVerdict::NO_PORT);
    At(seconds{419});
    EXPECT_EQ(TryOut({B, 1}, Y1), NatVerdict::NO_PORT);
    At(seconds{421});
    EXPECT_EQ(TryOut({B, 1}, Y1), NatVerdict::TRANSLATED);
}

TEST_F(NatBehaviour, Rfc6888Req11AFullTableRefusesAndKeepsWhatItHas)
{
    config.maxLinks = 4; // two mappings with a session each
    const NatEndpoint first = Out({A, 1}, Y1);
    Out({A, 2}, Y1);
    EXPECT_EQ(TryOut({A, 3}, Y1), NatVerdict::TABLE_FULL);
    EXPECT_EQ(In(Y1, first), NatVerdict::TRANSLATED);
}

TEST_F(NatBehaviour, AFullTableMayEvictWhatNeverSawAnAnswer)
{
    config.maxLinks = 4;
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    const NatEndpoint answered = Out({A, 1}, Y1);
    In(Y1, answered);
    const NatEndpoint unanswered = Out({A, 2}, Y1);
    const NatEndpoint third = Out({A, 3}, Y1);
    EXPECT_EQ(In(Y1, answered), NatVerdict::TRANSLATED);
    EXPECT_NE(In(Y1, unanswered), NatVerdict::TRANSLATED);
    In(Y1, third);
    EXPECT_EQ(TryOut({A, 4}, Y1), NatVerdict::TABLE_FULL) << "all have been answered";
}

TEST_F(NatBehaviour, ReverseSwapsInsideAndOutside)
{
    config.reverse = true;
    const NatAnswer in = Nat().Inbound({IP_UDP, {A, 5000}, Y1});
    EXPECT_EQ(in.verdict, NatVerdict::TRANSLATED);
    EXPECT_EQ(in.endpoint.address, OWN);
    const NatAnswer out = Nat().Outbound({IP_UDP, Y1, in.endpoint});
    EXPECT_EQ(out.endpoint, (NatEndpoint{A, 5000}));
}

TEST_F(NatBehaviour, TheTargetGetsWhatNobodyAskedFor)
{
    config.unsolicited = NatUnsolicited::ACCEPT;
    config.target = B;
    EXPECT_EQ(Nat().Inbound({IP_UDP, Y1, {OWN, 80}}).endpoint, (NatEndpoint{B, 80}));
}

TEST_F(NatBehaviour, ProtocolRedirectsTakeWholeProtocols)
{
    const LinkHandle rule = Nat().AddProtocolRedirect({47, {A, 0}, {}, {OWN, 0}});
    EXPECT_EQ(Nat().Inbound({47, {Y1.address, 0}, {OWN, 0}}).endpoint.address, A);
    EXPECT_EQ(In({Y1.address, 0}, {OWN, 0}, 50), NatVerdict::NO_MAPPING);
    EXPECT_TRUE(Nat().Delete(rule, true));
    EXPECT_EQ(In({Y1.address, 0}, {OWN, 0}, 47), NatVerdict::NO_MAPPING);
}

TEST_F(NatBehaviour, APoolMayChangeWhileADynamicRedirectOfAnyAddressLives)
{
    const LinkHandle rule = Nat().AddRedirect({IP_UDP, {A, 80}, Y1, {0, 80}});
    EXPECT_TRUE(Nat().MakeDynamic(rule));
    for (const uint32_t address : {OWN_2, OWN})
    {
        Nat().SetExternal({address});
    }
    EXPECT_EQ(Nat().Size(), 0);
    Out({A, 1}, Y1);
}

TEST_F(NatBehaviour, ABlockMayEndWhileItsHostAsksForAPort)
{
    config.ports = ComponentSpec::Parse("port-block(size=64)");
    config.housekeeping = ComponentSpec("on-use");
    config.udp.mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    config.preservePort = true;
    Out({A, 5000}, Y1);
    Nat().AddRedirect({IP_UDP, {B, 1}, {}, {0, 5000}});
    At(seconds{400});
    Out({A, 5000}, Y2);
}

TEST_F(NatBehaviour, Rfc7422AHostHasTheSamePortsWheneverItComesBack)
{
    config.ports = ComponentSpec("deterministic");
    std::set<uint16_t> blocks;
    for (int i = 0; i < 70; ++i)
    {
        At(seconds{400} * i);
        // Packets without ports do not use numbers up.
        TryOut({A + 7, 0}, {Y1.address + static_cast<uint32_t>(i), 0}, 47);
        blocks.insert(static_cast<uint16_t>((Out({A, 5000}, Y1).port - 1024) / 1008));
    }
    EXPECT_EQ(blocks.size(), 1);
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

TEST_F(NatBehaviour, Rfc6888Req8HoldsAPortThatTheSearchItselfFoundOver)
{
    config.range = PortRange(40000, 40000);
    config.portHold = seconds{120};
    config.housekeeping = ComponentSpec("on-use");
    config.ports = ComponentSpec("pf");
    Out({A, 1}, Y1);
    At(seconds{300});
    EXPECT_EQ(TryOut({B, 1}, Y1), NatVerdict::NO_PORT);
}

TEST_F(NatBehaviour, AFlowThatGetsNoPortEvictsNobody)
{
    config.maxLinks = 4;
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    config.maxPortsPerHost = 1;
    const NatEndpoint first = Out({A, 1}, Y1);
    Out({B, 1}, Y1);
    EXPECT_EQ(TryOut({B, 2}, Y1), NatVerdict::HOST_LIMIT);
    EXPECT_EQ(In(Y1, first), NatVerdict::TRANSLATED);
}

TEST_F(NatBehaviour, AHairpinnedPacketDoesNotEvictItsSender)
{
    config.maxLinks = 2;
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    config.udp.mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    Nat().AddRedirect({IP_UDP, {B, 80}, {}, {OWN, 80}});
    EXPECT_EQ(TryOut({A, 5}, {OWN, 80}), NatVerdict::TABLE_FULL);
    EXPECT_EQ(Nat().CountSessions(), 1);
}

TEST_F(NatBehaviour, AHostIsPairedOnlyWithAnAddressOfThePool)
{
    config.resetOnAddressChange = false;
    Out({A, 1}, Y1);
    Nat().SetExternal({OWN_2});
    EXPECT_EQ(Out({A, 2}, Y1).address, OWN_2);
}

TEST_F(NatBehaviour, AnAddressRedirectKeepsThePort)
{
    Nat().AddAddressRedirect(A, OWN_2);
    EXPECT_EQ(Out({A, 80}, Y1), (NatEndpoint{OWN_2, 80}));
}

TEST_F(NatBehaviour, ARedirectBecomesDynamicFromNowOn)
{
    const LinkHandle rule = Nat().AddRedirect({IP_UDP, {A, 80}, Y1, {OWN, 80}});
    At(seconds{1000});
    EXPECT_TRUE(Nat().MakeDynamic(rule));
    At(seconds{1300} - NatTime{1});
    EXPECT_EQ(In(Y1, {OWN, 80}), NatVerdict::TRANSLATED);
    At(seconds{1300});
    EXPECT_EQ(In(Y1, {OWN, 80}), NatVerdict::NO_MAPPING);
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

TEST_F(NatBehaviour, ARedirectToNobodyIsToTheNatItself)
{
    Nat().AddRedirect({IP_UDP, {0, 8080}, {}, {OWN, 80}});
    EXPECT_EQ(Nat().Inbound({IP_UDP, Y1, {OWN, 80}}).endpoint, (NatEndpoint{OWN, 8080}));
    EXPECT_THROW(Nat().AddAddressRedirect(0, OWN), ConfigError);
    const LinkHandle rule = Nat().AddRedirect({IP_UDP, {A, 1}, {}, {OWN, 81}});
    EXPECT_THROW(static_cast<void>(Nat().AddServer(rule, {0, 80})), ConfigError);
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

TEST_F(NatBehaviour, ValuesThatAPartRefusesAreRefusedWhereTheyAreWritten)
{
    EXPECT_THROW(ResolveNatIndex(ComponentSpec::Parse("mixed-chains(buckets=0)")), ConfigError);
    EXPECT_THROW(ResolveNatHousekeeping(ComponentSpec::Parse("sweep(fraction=0)")), ConfigError);
    EXPECT_THROW(ResolveNatClock(ComponentSpec::Parse("every-n(n=0)")), ConfigError);
}

TEST_F(NatBehaviour, MakingRoomLooksAtWhatIsOverAndNotAtTheRest)
{
    constexpr uint32_t PORTS = 1000;
    config.range = PortRange(40000, 40000 + PORTS - 1);
    // A tree pays for what it put off, so single packets say little there.
    config.index = ComponentSpec("mixed-chains");
    config.housekeeping = ComponentSpec("on-use");
    for (uint32_t i = 0; i < PORTS; ++i)
    {
        At(milliseconds{100} * i);
        Out({A + i, 1}, Y1);
    }
    for (uint32_t i = 0; i < PORTS; ++i)
    {
        At(seconds{300} + milliseconds{100} * i);
        Out({B + PORTS + i, 1}, Y1);
        EXPECT_LE(Nat().LastWork().nodeVisits, i == 0 ? 2 * PORTS + 200 : 200) << i;
    }
}

TEST_F(NatBehaviour, WhatContradictsItselfIsRefused)
{
    const auto refuses = [this](auto change)
    {
        NatConfig wrong = config;
        change(wrong);
        EXPECT_THROW(CheckNatConfig(wrong), ConfigError);
    };
    refuses([](NatConfig& c) { c.external = {OWN, OWN}; });
    refuses([](NatConfig& c) { c.external = {0}; });
    refuses([](NatConfig& c) { c.timers.udp = NatTime{0}; });
    refuses(
        [](NatConfig& c)
        {
            c.overload = true;
            c.udp = {NatDependence::ADDRESS_AND_PORT_DEPENDENT,
                     NatDependence::ENDPOINT_INDEPENDENT};
        });
}

} // namespace

} // namespace bindstorm
