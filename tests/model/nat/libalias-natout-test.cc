/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-fixture.h"

#include "model/base/draw-source.h"

#include <set>

// The tests of FreeBSD's tests/sys/netinet/libalias, 1_instance and 2_natout, in their order and
// with their names, on every index. Two have no equal here: a reference cannot be null, so
// 2_destroynull is the destruction of a table that never saw a packet, and a table is made whole by
// its constructor, so 3_multiinit empties one again and again.

namespace bindstorm
{

namespace
{

constexpr uint8_t UNUSED = 254; ///< a protocol without ports

class LibaliasInstance : public LibaliasTest
{
};

class LibaliasNatout : public LibaliasTest
{
};

INSTANTIATE_TEST_SUITE_P(Every, LibaliasInstance, testing::ValuesIn(EveryLibalias()), NameOfParts);
INSTANTIATE_TEST_SUITE_P(Every, LibaliasNatout, testing::ValuesIn(EveryLibalias()), NameOfParts);

TEST_P(LibaliasInstance, OneIsMadeAndDestroyed)
{
    Libalias nat = Make();
    EXPECT_EQ(nat.Table().Size(), 0);
}

TEST_P(LibaliasInstance, OneThatSawNoPacketIsDestroyed)
{
    const auto unused = std::make_unique<Libalias>(Make());
}

TEST_P(LibaliasInstance, OneIsEmptiedAgainAndAgain)
{
    Libalias nat = Make();
    nat.SetModes({.resetOnAddressChange = true});
    for (int i = 0; i < 30; ++i)
    {
        nat.SetAddress(MASQ);
        nat.UdpNat({PRV1, 4660}, {EXT, 22136});
        EXPECT_EQ(nat.Table().Size(), 1);
        nat.SetAddress(EXT);
        EXPECT_EQ(nat.Table().Size(), 0);
    }
}

TEST_P(LibaliasInstance, ThreeHundredLiveBesideEachOther)
{
    std::vector<std::unique_ptr<Libalias>> all;
    for (int i = 0; i < 300; ++i)
    {
        all.push_back(std::make_unique<Libalias>(Make()));
        all.back()->SetAddress(MASQ);
        all.back()->UdpNat({PRV1, 4660}, {EXT, 22136});
    }
    // In an order that is not that of making.
    for (std::size_t step = 0; !all.empty(); ++step)
    {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(step * 7919 % all.size()));
    }
}

TEST_P(LibaliasNatout, SimpleMasqueradingChangesEverySource)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes({});
    for (const uint32_t source : {PRV1, PRV2, PRV3, CGN, PUB})
    {
        EXPECT_TRUE(nat.Nat(UNUSED, source, EXT, MASQ));
    }
}

TEST_P(LibaliasNatout, UnregisteredOnlyLeavesOtherSourcesAndLaterModesLeaveFlows)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes({.sources = NatSources::UNREGISTERED});
    for (const NatSources sources : {NatSources::UNREGISTERED, NatSources::ALL})
    {
        nat.SetModes({.sources = sources});
        EXPECT_TRUE(nat.Nat(UNUSED, PRV1, EXT, MASQ));
        EXPECT_TRUE(nat.Nat(UNUSED, PRV2, EXT, MASQ));
        EXPECT_TRUE(nat.Nat(UNUSED, PRV3, EXT, MASQ));
        EXPECT_TRUE(nat.Nat(UNUSED, CGN, EXT, CGN));
        EXPECT_TRUE(nat.Nat(UNUSED, PUB, EXT, PUB));
    }
}

TEST_P(LibaliasNatout, UnregisteredCgnTakesSharedAddressSpaceToo)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    for (const NatSources sources : {NatSources::UNREGISTERED_CGN, NatSources::ALL})
    {
        nat.SetModes({.sources = sources});
        for (const uint32_t source : {PRV1, PRV2, PRV3, CGN})
        {
            EXPECT_TRUE(nat.Nat(UNUSED, source, EXT, MASQ));
        }
        EXPECT_TRUE(nat.Nat(UNUSED, PUB, EXT, PUB));
    }
}

TEST_P(LibaliasNatout, UdpRepliesFindTheirHosts)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes({});
    const uint16_t a = nat.UdpNat({PRV1, 4660}, {EXT, 22136});
    EXPECT_NE(a, 4660);
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, {MASQ, a}, {PRV1, 4660}));
    const uint16_t b = nat.UdpNat({PRV2, 4660}, {EXT, 22136});
    EXPECT_NE(b, a);
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, {MASQ, b}, {PRV2, 4660}));
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, {MASQ, a}, {PRV1, 4660}));
}

TEST_P(LibaliasNatout, TheSamePortIsKeptOnce)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes({.samePorts = true});
    EXPECT_EQ(nat.UdpNat({PRV1, 4660}, {EXT, 22136}), 4660);
    EXPECT_NE(nat.UdpNat({PRV2, 4660}, {EXT, 22136}), 4660);
}

TEST_P(LibaliasNatout, AnotherAddressClearsTheTable)
{
    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes({.denyIncoming = true, .samePorts = true, .resetOnAddressChange = true});
    EXPECT_EQ(nat.UdpNat({PRV1, 4660}, {EXT, 22136}), 4660);
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, {MASQ, 4660}, {PRV1, 4660}));
    nat.Bounce();
    EXPECT_TRUE(nat.UdpUnnatFails({EXT, 22136}, {MASQ, 4660}));
    EXPECT_EQ(nat.UdpNat({PRV2, 4660}, {EXT, 22136}), 4660);
    EXPECT_TRUE(nat.UdpUnnat({EXT, 22136}, {MASQ, 4660}, {PRV2, 4660}));
}

TEST_P(LibaliasNatout, ThirtyThousandFlowsFindTheirWayBack)
{
    struct Flow
    {
        NatEndpoint internal;
        NatEndpoint remote;
        uint16_t external;
    };

    Libalias nat = Make();
    nat.SetAddress(MASQ);
    nat.SetModes({.samePorts = true, .resetOnAddressChange = true});
    WorkCounters work;
    DrawSource draws(nat.Engine(), work);
    const std::array<uint32_t, 4> sources{PRV1, PRV2, PRV3, CGN};
    const std::array<uint32_t, 4> destinations{EXT, PUB, EXT, PUB};
    const auto low = [&] { return draws.DrawBelow(65535); };
    const auto port = [&] { return static_cast<uint16_t>(1000 + draws.DrawBelow(59000)); };
    for (int round = 0; round < 25; ++round)
    {
        std::vector<Flow> flows;
        for (std::size_t i = 0; i < 1200; ++i)
        {
            Flow flow{{(sources[i % 4] & 0xFFFF'0000) | low(), port()},
                      {(destinations[i % 4] & 0xFFFF'0000) | low(), port()},
                      0};
            flow.external = nat.UdpNat(flow.internal, flow.remote);
            flows.push_back(flow);
        }
        for (std::size_t i = flows.size() - 1; i > 0; --i)
        {
            std::swap(flows[i], flows[draws.DrawBelow(static_cast<uint32_t>(i + 1))]);
        }
        for (const Flow& flow : flows)
        {
            ASSERT_TRUE(nat.UdpUnnat(flow.remote, {MASQ, flow.external}, flow.internal));
        }
    }
}

/// libalias changes the range of a working instance; here it is part of what a table is made of.
TEST_P(LibaliasNatout, PortsComeFromTheRange)
{
    const auto make = [this](const std::optional<PortRange>& range, Libalias& given)
    {
        NatConfig config = given.Table().GetConfig();
        config.external = {MASQ};
        config.preservePort = false;
        config.range = range;
        return std::make_unique<NatTable>(config, given.Engine(), given.Time());
    };
    Libalias given = Make();
    const auto out = [](NatTable& table, uint16_t remotePort) {
        return table.Outbound({IP_UDP, {PRV1, 4660}, {EXT, remotePort}});
    };

    const auto standard = make(std::nullopt, given);
    EXPECT_GE(out(*standard, 22136).endpoint.port, 0x8000);

    const auto thousand = make(PortRange(2000, 3000), given);
    const uint16_t port = out(*thousand, 22137).endpoint.port;
    EXPECT_GE(port, 2000);
    EXPECT_LE(port, 3000);

    const auto two = make(PortRange(4000, 4001), given);
    const auto to = [&](uint32_t internal) {
        return two->Outbound({IP_UDP, {internal, 4660}, {EXT, 22138}});
    };
    EXPECT_EQ((std::set<uint16_t>{to(PRV1).endpoint.port, to(PRV2).endpoint.port}),
              (std::set<uint16_t>{4000, 4001}));
    EXPECT_EQ(to(PRV3).verdict, NatVerdict::NO_PORT);
}

TEST_P(LibaliasNatout, EndpointIndependentMappingKeepsThePort)
{
    Libalias nat = Make(true);
    nat.SetAddress(MASQ);
    nat.SetModes({});
    const uint16_t port = nat.UdpNat({PRV1, 4660}, {EXT, 22136});
    EXPECT_EQ(nat.UdpNat({PRV1, 4660}, {EXT, 26505}), port);
    EXPECT_EQ(nat.UdpNat({PRV1, 4660}, {PUB, 22136}), port);
}

TEST_P(LibaliasNatout, EndpointIndependentMappingLetsStrangersIn)
{
    Libalias nat = Make(true);
    nat.SetAddress(MASQ);
    nat.SetModes({});
    const uint16_t port = nat.UdpNat({PRV1, 4660}, {PUB, 22136});
    EXPECT_TRUE(nat.UdpUnnat({PUB, 26505}, {MASQ, port}, {PRV1, 4660}));
    EXPECT_TRUE(nat.UdpUnnat({EXT, 26505}, {MASQ, port}, {PRV1, 4660}));
}

TEST_P(LibaliasNatout, EndpointIndependentMappingMayDenyStrangers)
{
    Libalias nat = Make(true);
    nat.SetAddress(MASQ);
    nat.SetModes({.denyIncoming = true});
    const uint16_t port = nat.UdpNat({PRV1, 4660}, {PUB, 22136});
    EXPECT_TRUE(nat.UdpUnnat({PUB, 22136}, {MASQ, port}, {PRV1, 4660}));
    EXPECT_EQ(nat.In({PUB, 26505}, {MASQ, port}, IP_UDP).verdict, NatVerdict::FILTERED);
    EXPECT_EQ(nat.In({EXT, 26505}, {MASQ, port}, IP_UDP).verdict, NatVerdict::FILTERED);
}

TEST_P(LibaliasNatout, HairpinsInTwoSteps)
{
    Libalias nat = Make(true);
    nat.SetAddress(MASQ);
    nat.SetModes({});
    const uint16_t e1 = nat.UdpNat({PRV1, 4660}, {PUB, 22136});
    const uint16_t e2 = nat.UdpNat({PRV2, 9029}, {PUB, 22136});
    EXPECT_EQ(nat.UdpNat({PRV1, 4660}, {MASQ, e2}), e1);
    EXPECT_TRUE(nat.UdpUnnat({MASQ, e1}, {MASQ, e2}, {PRV2, 9029}));
}

} // namespace

} // namespace bindstorm
