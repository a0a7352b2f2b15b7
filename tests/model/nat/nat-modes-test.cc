/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-behaviour-fixture.h"

#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"

#include <set>

// Rules, modes, and values that are refused.

namespace bindstorm
{

namespace
{

using std::chrono::seconds;

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

TEST_F(NatBehaviour, ARedirectThatWasResetHasATimerWhenItBecomesDynamic)
{
    const NatEndpoint external{OWN, 8080};
    const LinkHandle rule = Nat().AddRedirect(
        {.protocol = IP_TCP, .internal = {A, 80}, .remote = Y1, .external = external});
    EXPECT_EQ(In(Y1, external, IP_TCP, {.rst = true}), NatVerdict::TRANSLATED);
    // From now on a reset is as a FIN, of which the redirect saw none.
    config.timers.tcpReset = NatTime{0};
    Nat().SetConfig(config);
    EXPECT_TRUE(Nat().MakeDynamic(rule));
    EXPECT_GT(Nat().Links().front().link.lifetime, NatTime{0});
    At(std::chrono::hours{24});
    EXPECT_NE(In(Y1, external, IP_TCP), NatVerdict::TRANSLATED);
    EXPECT_EQ(Nat().Size(), 0U);
}

TEST_F(NatBehaviour, ARedirectToNobodyIsToTheNatItself)
{
    Nat().AddRedirect({IP_UDP, {0, 8080}, {}, {OWN, 80}});
    EXPECT_EQ(Nat().Inbound({IP_UDP, Y1, {OWN, 80}}).endpoint, (NatEndpoint{OWN, 8080}));
    EXPECT_THROW(Nat().AddAddressRedirect(0, OWN), ConfigError);
    const LinkHandle rule = Nat().AddRedirect({IP_UDP, {A, 1}, {}, {OWN, 81}});
    EXPECT_THROW(static_cast<void>(Nat().AddServer(rule, {0, 80})), ConfigError);
}

TEST_F(NatBehaviour, ValuesThatAPartRefusesAreRefusedWhereTheyAreWritten)
{
    EXPECT_THROW(ResolveNatIndex(ComponentSpec::Parse("mixed-chains(buckets=0)")), ConfigError);
    EXPECT_THROW(ResolveNatHousekeeping(ComponentSpec::Parse("sweep(fraction=0)")), ConfigError);
    EXPECT_THROW(ResolveNatClock(ComponentSpec::Parse("every-n(n=0)")), ConfigError);
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
    refuses([](NatConfig& c) { c.maxLinks = NatLinkPool::MOST + 1; });
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
