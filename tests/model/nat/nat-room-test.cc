/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-behaviour-fixture.h"

// Who gets a port or an entry when there are few, and what makes room: RFC 6888.

namespace bindstorm
{

namespace
{

using std::chrono::milliseconds;
using std::chrono::seconds;

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

TEST_F(NatBehaviour, AnAnsweredRedirectThatBecameDynamicIsNotEvicted)
{
    config.maxLinks = 3;
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    const NatEndpoint external{OWN, 8080};
    const LinkHandle rule =
        Nat().AddRedirect({.internal = {A, 80}, .remote = Y1, .external = external});
    EXPECT_EQ(In(Y1, external), NatVerdict::TRANSLATED);
    EXPECT_TRUE(Nat().MakeDynamic(rule));
    Out({B, 1}, Y2);
    Out({B, 2}, Y2);
    EXPECT_EQ(In(Y1, external), NatVerdict::TRANSLATED);
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

} // namespace

} // namespace bindstorm
