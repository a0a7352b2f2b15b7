/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/external-ports.h"
#include "model/nat/nat-port-choice.h"
#include "model/nat/nat-port-view.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

TEST(ExternalPorts, AreThoseOfThePortChoiceUnlessARangeIsConfigured)
{
    NatConfig config;
    EXPECT_EQ(MakeExternalPorts(config, IP_UDP)[0].Range(), PortRange(1024, 65535));
    config.ports = ComponentSpec("libalias");
    EXPECT_EQ(MakeExternalPorts(config, IP_UDP)[0].Range(), PortRange(32768, 65535));
    config.range = PortRange(2000, 2999);
    config.reserved = PortSet::Parse("2500");
    EXPECT_EQ(MakeExternalPorts(config, IP_TCP)[0].Count(), 999U);
}

TEST(ExternalPorts, OfIcmpAreAllIdentifiersWhateverIsConfiguredForPorts)
{
    NatConfig config;
    config.range = PortRange(2000, 2999);
    config.reserved = PortSet::Parse("0,7,2500");
    config.keepParity = true;
    config.keepClass = true;
    const EligiblePortSets all = MakeExternalPorts(config, IP_ICMP);
    EXPECT_EQ(all.Size(), 1U);
    EXPECT_EQ(all[0].Count(), 65536U);
    config.ports = ComponentSpec("port-block");
    EXPECT_EQ(MakeExternalPorts(config, IP_ICMP)[0].Count(), 1000U);
}

TEST(ExternalPorts, KeepTheClassOfEveryPort)
{
    // Case N11: 1 to 1023 stay below 1024, the others do not, with every port choice.
    for (const NatPortChoiceInfo& info : GetNatPortChoices())
    {
        NatConfig config;
        config.keepClass = true;
        config.ports = ComponentSpec(info.name);
        const EligiblePortSets sets = MakeExternalPorts(config, IP_UDP);
        const UsedPorts used(sets);
        const auto choice = CreateNatPortChoice(config.ports);
        const auto engine =
            CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(1, 0, "nat", "ports"));
        WorkCounters work;
        DrawSource draws(*engine, work);
        for (const uint16_t internal : {uint16_t{1},
                                        uint16_t{511},
                                        uint16_t{512},
                                        uint16_t{1023},
                                        uint16_t{1024},
                                        uint16_t{65535}})
        {
            NatPortView view(used, sets.Find(internal), work);
            const NatPortRequest request{.flow = {.internal = {.address = 1, .port = internal}}};
            for (int i = 0; i < 100; ++i)
            {
                const std::optional<uint16_t> port = choice->Choose(view, request, draws);
                // The blocks of "deterministic" begin at 1024.
                ASSERT_EQ(port.has_value(), internal >= 1024 || info.name != "deterministic");
                ASSERT_TRUE(!port || (*port != 0 && (*port < 1024) == (internal < 1024)))
                    << info.name;
            }
        }
    }
}

TEST(ExternalPorts, AreNoneBelow1024WhereTheConfiguredRangeHasNone)
{
    NatConfig config;
    config.keepClass = true;
    config.range = PortRange(2000, 2999);
    const EligiblePortSets sets = MakeExternalPorts(config, IP_UDP);
    EXPECT_EQ(sets[sets.Find(80)].Count(), 0U);
    EXPECT_EQ(sets[sets.Find(8080)].Count(), 1000U);
}

} // namespace

} // namespace bindstorm
