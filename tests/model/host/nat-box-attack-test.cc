/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "box-observer.h"

#include "model/host/nat-box.h"

#include "model/host/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bindstorm
{

namespace
{

using std::chrono::nanoseconds;

std::size_t
CountVerdicts(const BoxObserver& seen, NatVerdict verdict)
{
    return static_cast<std::size_t>(
        std::ranges::count(seen.packets, static_cast<uint8_t>(verdict), &PacketRecord::verdict));
}

/// Each packet costs 1 us; 101 packets, one in 10 us.
NatBoxSpec
MakeAttackedBox(const std::map<std::string, SettingValue>& given)
{
    NatBoxSpec box;
    box.name = "box";
    box.config.external = {203U << 24 | 113U << 8 | 1};
    box.generator = ComponentSpec("mt19937_64");
    box.costs.packets = PacketCosts{.outbound = 1'000'000,
                                    .inbound = 1'000'000,
                                    .comparison = 0,
                                    .clockRead = 0,
                                    .coarseClockRead = 0,
                                    .expiryCheck = 0,
                                    .expired = 0};
    WorkloadSpec workload{.name = "attack", .kind = "attack", .start = {}, .settings = {}};
    for (const SettingInfo& info : FindPacketWorkload(workload.kind).settings)
    {
        workload.settings.Set(info.name, info.defaultValue.value());
    }
    workload.settings.Set("rate", 1e5);
    workload.settings.Set("pace", "periodic");
    workload.settings.Set("duration", int64_t{1'000'000});
    for (const auto& [key, value] : given)
    {
        workload.settings.Set(key, value);
    }
    box.workloads.push_back(workload);
    return box;
}

BoxObserver
Watch(const NatBoxSpec& box)
{
    SimulationSpec spec;
    spec.boxes = {box};
    BoxObserver observer;
    RunSimulation(spec, observer);
    return observer;
}

} // namespace

TEST(NatBoxBytes, AreServedAsAnyPacketIs)
{
    NatBoxSpec box = MakeAttackedBox({{"pattern", "fragment-flood"}});
    box.config.maxHeldFragments = 10;
    const BoxObserver seen = Watch(box);
    ASSERT_EQ(seen.packets.size(), 101U);
    EXPECT_EQ(CountVerdicts(seen, NatVerdict::FRAGMENT_HELD), 10U);
    EXPECT_EQ(CountVerdicts(seen, NatVerdict::FRAGMENT_LIMIT), 91U);
    for (const PacketRecord& packet : seen.packets)
    {
        EXPECT_EQ(packet.direction, PacketDirection::INBOUND);
        EXPECT_EQ(packet.finished - packet.started, std::chrono::microseconds{1});
        EXPECT_EQ(packet.work.locks, 1U);
        EXPECT_TRUE(packet.isServed && packet.isExpected);
    }
}

TEST(NatBoxBytes, ReleaseFragmentsThatDoNotCountAsHeldAnyMore)
{
    NatBoxSpec box = MakeAttackedBox({{"pattern", "fragment-flood"}, {"fragments", "reversed"}});
    box.config.maxHeldFragments = 3;
    const BoxObserver seen = Watch(box);
    ASSERT_EQ(seen.packets.size(), 101U);
    EXPECT_EQ(CountVerdicts(seen, NatVerdict::FRAGMENT_HELD), 51U) << "each finds a place";
    EXPECT_EQ(CountVerdicts(seen, NatVerdict::TRANSLATED), 50U);
    EXPECT_EQ(seen.packets[1].direction, PacketDirection::OUTBOUND);
}

TEST(NatBoxBytes, MayFindTheQueueFull)
{
    NatBoxSpec box = MakeAttackedBox({{"pattern", "fragment-flood"}, {"rate", 1e8}});
    box.queue = 7;
    const BoxObserver seen = Watch(box);
    const auto refused = std::ranges::count(seen.packets, false, &PacketRecord::isServed);
    EXPECT_EQ(seen.packets.size(), 100001U);
    EXPECT_NEAR(static_cast<double>(refused), 100001 - 1000, 10) << "1000 us serve 1000 packets";
}

TEST(NatBox, TellsARefusalWhileAPortWasFree)
{
    const auto falsely = [](const char* ports, bool counts)
    {
        NatBoxSpec box = MakeAttackedBox({{"pattern", "exhaust-remote"}, {"flows", int64_t{1000}}});
        box.config.range = PortRange::Parse("5000-5049");
        box.config.ports = ComponentSpec(ports);
        box.config.countFreePorts = counts;
        const BoxObserver seen = Watch(box);
        const auto count = std::ranges::count(seen.packets, true, &PacketRecord::isFalselyRefused);
        EXPECT_GE(CountVerdicts(seen, NatVerdict::NO_PORT), 51U);
        EXPECT_LE(static_cast<std::size_t>(count), CountVerdicts(seen, NatVerdict::NO_PORT));
        return count;
    };
    EXPECT_EQ(falsely("uniform", true), 0);
    // 20 tries find the last of 50 ports two times in three less: the seed is fixed.
    EXPECT_GT(falsely("libalias", true), 0);
    EXPECT_EQ(falsely("libalias", false), 0) << "nobody counts";
}

} // namespace bindstorm
