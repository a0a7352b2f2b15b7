/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-fixture.h"

// The tests of FreeBSD's tests/sys/netinet/libalias, 3_natin, in their order, on every index.

namespace bindstorm
{

namespace
{

class LibaliasNatin : public LibaliasTest
{
};

INSTANTIATE_TEST_SUITE_P(Every, LibaliasNatin, testing::ValuesIn(EveryLibalias()), NameOfParts);

constexpr NatEndpoint ALIAS{MASQ, 43981};
constexpr LibaliasModes KEEP_RULES{.denyIncoming = true, .resetOnAddressChange = true};

TEST_P(LibaliasNatin, PortForwardingTakesFourPatternsOfRemotes)
{
    struct Part
    {
        uint32_t internal;
        NatEndpoint remote;
        bool passesOtherAddress;
        bool passesOtherPort;
    };

    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes(KEEP_RULES);
    for (const Part& part : {Part{PRV1, {EXT, 22136}, false, false},
                             Part{PRV2, {EXT, 0}, false, true},
                             Part{PRV3, {0, 22136}, true, false},
                             Part{CGN, {0, 0}, true, true}})
    {
        const NatEndpoint internal{part.internal, 4660};
        const LinkHandle rule = nat.Redirect(internal, part.remote, ALIAS);
        EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, ALIAS, internal));
        EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, ALIAS, internal));
        EXPECT_TRUE(part.passesOtherAddress ? nat.UdpUnnat({PUB, 22136}, ALIAS, internal)
                                            : nat.UdpUnnatFails({PUB, 22136}, ALIAS));
        EXPECT_TRUE(part.passesOtherPort ? nat.UdpUnnat({EXT, 57005}, ALIAS, internal)
                                         : nat.UdpUnnatFails({EXT, 57005}, ALIAS));
        nat.Bounce();
        EXPECT_TRUE(nat.Table().Delete(rule));
        EXPECT_TRUE(nat.UdpUnnatFails({EXT, 22136}, ALIAS));
    }
}

TEST_P(LibaliasNatin, TheMostSpecificThenTheNewestRedirectWins)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes(KEEP_RULES);
    const auto goesTo = [&](const NatEndpoint& remote, uint32_t host) {
        return nat.UdpUnnat(remote, ALIAS, {host, 4660});
    };

    nat.Redirect({PRV2, 4660}, {EXT, 22136}, ALIAS);
    EXPECT_TRUE(goesTo({EXT, 22136}, PRV2));
    nat.Bounce();
    nat.Redirect({PRV1, 4660}, {EXT, 22136}, ALIAS);
    EXPECT_TRUE(goesTo({EXT, 22136}, PRV1));
    nat.Bounce();
    nat.Redirect({PRV2, 4660}, {EXT, 0}, ALIAS);
    EXPECT_TRUE(goesTo({EXT, 22137}, PRV2));
    EXPECT_TRUE(goesTo({EXT, 22136}, PRV1));
    nat.Bounce();
    nat.Redirect({PRV3, 4660}, {0, 22136}, ALIAS);
    EXPECT_TRUE(goesTo({PUB, 22136}, PRV3));
    EXPECT_TRUE(goesTo({EXT, 22137}, PRV2));
    EXPECT_TRUE(goesTo({EXT, 22136}, PRV1));
    nat.Bounce();
    nat.Redirect({CGN, 4660}, {0, 0}, ALIAS);
    EXPECT_TRUE(goesTo({PRV1, 22137}, CGN));
    EXPECT_TRUE(goesTo({PUB, 22136}, PRV3));
    EXPECT_TRUE(goesTo({EXT, 22137}, PRV2));
    EXPECT_TRUE(goesTo({EXT, 22136}, PRV1));
}

TEST_P(LibaliasNatin, ARedirectOfAnyAddressFollowsTheNats)
{
    Libalias nat = Make();
    nat.SetModes({.denyIncoming = true});
    nat.Redirect({PRV1, 4660}, {0, 0}, {0, 43981});
    nat.SetAddress(MASQ);
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, {MASQ, 43981}, {PRV1, 4660}));
    EXPECT_TRUE(nat.UdpUnnatFails({PUB, 22136}, {PUB, 43981}));
    nat.SetAddress(PUB);
    EXPECT_TRUE(nat.UdpUnnat({PUB, 22137}, {PUB, 43981}, {PRV1, 4660}));
    EXPECT_TRUE(nat.UdpUnnatFails({EXT, 22137}, {MASQ, 43981}));
}

TEST_P(LibaliasNatin, AddressRedirectsMapBothWaysTheNewestFirst)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes({.samePorts = true, .resetOnAddressChange = true});
    nat.Table().AddAddressRedirect(PRV1, PUB);
    EXPECT_TRUE(nat.Unnat(254, EXT, PUB, PRV1));
    EXPECT_TRUE(nat.Unnat(254, EXT, MASQ, MASQ));

    const LinkHandle second = nat.Table().AddAddressRedirect(PRV2, PUB);
    EXPECT_TRUE(nat.Unnat(254, EXT, PUB, PRV1)) << "a flow that exists stays";
    EXPECT_TRUE(nat.Unnat(253, EXT, PUB, PRV2));
    EXPECT_TRUE(nat.Unnat(253, EXT, MASQ, MASQ));
    EXPECT_TRUE(nat.Nat(252, PRV1, EXT, PUB));
    EXPECT_TRUE(nat.Nat(252, PRV2, EXT, PUB));
    EXPECT_TRUE(nat.Nat(252, PRV3, EXT, MASQ));

    nat.SetModes({.denyIncoming = true});
    EXPECT_TRUE(nat.UnnatFail(251, EXT, PUB));
    EXPECT_TRUE(nat.UnnatFail(251, EXT, MASQ));

    EXPECT_TRUE(nat.Table().Delete(second));
    nat.SetModes({});
    EXPECT_TRUE(nat.Unnat(250, EXT, PUB, PRV1));
    EXPECT_TRUE(nat.Nat(249, PRV1, EXT, PUB));
    EXPECT_TRUE(nat.Nat(249, PRV2, EXT, MASQ));
    EXPECT_TRUE(nat.Nat(249, PRV3, EXT, MASQ));
}

TEST_P(LibaliasNatin, ServersTakeTurns)
{
    Libalias nat = Make();
    nat.SetModes({});
    const LinkHandle rule = nat.Redirect({CGN, 57005}, {0, 0}, ALIAS);
    EXPECT_TRUE(nat.Table().AddServer(rule, {PRV1, 4660}));
    EXPECT_TRUE(nat.Table().AddServer(rule, {PRV2, 9029}));
    EXPECT_TRUE(nat.Table().AddServer(rule, {PRV3, 13398}));
    const std::array<NatEndpoint, 3> turns{NatEndpoint{PRV3, 13398},
                                           NatEndpoint{PRV2, 9029},
                                           NatEndpoint{PRV1, 4660}};
    for (uint16_t i = 0; i < 6; ++i)
    {
        const NatEndpoint remote{EXT, static_cast<uint16_t>(22136 + i)};
        EXPECT_TRUE(nat.UdpUnnat(remote, ALIAS, turns[i % 3]));
    }
}

TEST_P(LibaliasNatin, ADynamicRedirectIsForOnce)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes(KEEP_RULES);
    const LinkHandle any = nat.Redirect({PRV1, 4660}, {0, 0}, ALIAS);
    EXPECT_FALSE(nat.Table().MakeDynamic(any)) << "leaves the remote open";
    EXPECT_TRUE(nat.Table().Delete(any));
    const LinkHandle full = nat.Redirect({PRV1, 4660}, {EXT, 22136}, ALIAS);
    EXPECT_TRUE(nat.Table().MakeDynamic(full));
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, ALIAS, {PRV1, 4660}));
    nat.Bounce();
    EXPECT_TRUE(nat.UdpUnnatFails({EXT, 22136}, ALIAS));
}

/// A stale pointer corrupted memory in the original.
TEST_P(LibaliasNatin, AStaleHandleIsAnErrorAlsoWhenItsPlaceIsTakenAgain)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes(KEEP_RULES);
    const LinkHandle old = nat.Redirect({PRV1, 4660}, {0, 0}, ALIAS);
    EXPECT_TRUE(nat.Table().Delete(old));
    EXPECT_FALSE(nat.Table().Delete(old));
    const LinkHandle other = nat.Redirect({PRV2, 4660}, {0, 0}, ALIAS);
    EXPECT_FALSE(nat.Table().Delete(old));
    EXPECT_FALSE(nat.Table().AddServer(old, {PRV3, 1}));
    EXPECT_FALSE(nat.Table().MakeDynamic(old));
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, ALIAS, {PRV2, 4660}));
    EXPECT_TRUE(nat.Table().Delete(other));
}

} // namespace

} // namespace bindstorm
