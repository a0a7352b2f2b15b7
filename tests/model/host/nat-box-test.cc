/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/host/nat-box.h"

#include "model/host/simulation.h"

#include "box-observer.h"
#include "recording-observer.h"

#include "ns3/object.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using std::chrono::nanoseconds;

/// Each packet costs 1 us, a clock reading 100 ns (coarse: 10 ns) and a lock 50 ns.
CostTable
BoxCosts()
{
    CostTable costs;
    costs.work[5] = 50'000;
    costs.packets = PacketCosts{.outbound = 1'000'000,
                                .inbound = 1'000'000,
                                .comparison = 0,
                                .clockRead = 100'000,
                                .coarseClockRead = 10'000,
                                .expiryCheck = 0,
                                .expired = 0};
    return costs;
}

NatBoxSpec
MakeBox(const std::string& name, const std::map<std::string, SettingValue>& given)
{
    NatBoxSpec box;
    box.name = name;
    box.config.external = {203U << 24 | 113U << 8 | 1};
    box.generator = ComponentSpec("mt19937_64");
    box.costs = BoxCosts();
    WorkloadSpec workload{.name = "load", .kind = "request-response", .start = {}, .settings = {}};
    for (const SettingInfo& info : FindPacketWorkload(workload.kind).settings)
    {
        workload.settings.Set(info.name, info.defaultValue.value());
    }
    for (const auto& [key, value] : given)
    {
        workload.settings.Set(key, value);
    }
    box.workloads.push_back(workload);
    return box;
}

BoxObserver
Observe(const SimulationSpec& spec)
{
    BoxObserver observer;
    RunSimulation(spec, observer);
    return observer;
}

BoxObserver
Observe(const NatBoxSpec& box)
{
    SimulationSpec spec;
    spec.boxes = {box};
    return Observe(spec);
}

/// As many hosts as CPUs, which all send at once.
NatBoxSpec
AllAtOnce(uint32_t instances, BoxLock lock)
{
    NatBoxSpec box = MakeBox("box",
                             {{"hosts", int64_t{64}},
                              {"flows", int64_t{1}},
                              {"pace", "closed"},
                              {"servers", int64_t{1000}}});
    box.config.overload = true;
    for (NatProtocolBehaviour* behaviour : {&box.config.udp, &box.config.tcp, &box.config.icmp})
    {
        behaviour->mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    }
    // All of a packet's time is under the lock.
    box.costs.packets->outbound = 0;
    box.costs.packets->inbound = 0;
    box.cpus = 64;
    box.instances = instances;
    box.lock = lock;
    return box;
}

/// @return how many of the requests, which all start at once, waited for a lock
std::size_t
CountWaiting(const NatBoxSpec& box)
{
    std::size_t waiting = 0;
    for (const PacketRecord& packet : Observe(box).packets)
    {
        const auto locks = static_cast<int64_t>(packet.work.locks);
        waiting += packet.finished - packet.started > nanoseconds{100 + 50 * locks} ? 1 : 0;
    }
    return waiting;
}

} // namespace

TEST(NatBox, ServesAPacketForItsCountedWork)
{
    const BoxObserver seen =
        Observe(MakeBox("box", {{"hosts", int64_t{1}}, {"flows", int64_t{1}}}));
    ASSERT_EQ(seen.packets.size(), 2U);
    for (const PacketRecord& packet : seen.packets)
    {
        EXPECT_EQ(packet.work.clockReads, 1U);
        const auto locks = static_cast<int64_t>(packet.work.locks);
        EXPECT_EQ(packet.started, packet.submitted);
        EXPECT_EQ(packet.finished - packet.started, nanoseconds{1100 + 50 * locks});
        EXPECT_TRUE(packet.isServed && packet.isExpected);
    }
    EXPECT_EQ(seen.packets[0].direction, PacketDirection::OUTBOUND);
    EXPECT_EQ(seen.packets[1].direction, PacketDirection::INBOUND);
    EXPECT_EQ(seen.packets[1].submitted - seen.packets[0].finished, std::chrono::milliseconds{10});
    ASSERT_EQ(seen.exchanges.size(), 1U);
    EXPECT_TRUE(seen.exchanges[0].isSuccess);
    EXPECT_EQ(seen.exchanges[0].ended, seen.packets[1].finished);
}

TEST(NatBox, PaysForTheClockThatItsTableReads)
{
    NatBoxSpec box = MakeBox("box", {{"hosts", int64_t{1}}, {"flows", int64_t{1}}});
    const auto exact = Observe(box).packets.at(0);
    box.config.clock = ComponentSpec("coarse");
    const auto coarse = Observe(box).packets.at(0);
    EXPECT_EQ((exact.finished - exact.started) - (coarse.finished - coarse.started),
              nanoseconds{90});
}

TEST(NatBox, QueuesPacketsAndDropsThemWhenTheQueueIsFull)
{
    NatBoxSpec box = MakeBox("box",
                             {{"hosts", int64_t{10}},
                              {"flows", int64_t{1}},
                              {"pace", "closed"},
                              {"retries", int64_t{0}}});
    box.queue = 4;
    const BoxObserver seen = Observe(box);
    uint64_t dropped = 0;
    uint64_t waited = 0;
    for (const PacketRecord& packet : seen.packets)
    {
        dropped += packet.isServed ? 0 : 1;
        waited += packet.started > packet.submitted ? 1 : 0;
        EXPECT_TRUE(packet.isServed || !packet.isExpected);
    }
    EXPECT_EQ(dropped, 5U) << "one is served and four wait";
    EXPECT_GE(waited, 4U);
    EXPECT_EQ(seen.exchanges.size(), 10U);
}

TEST(NatBox, SamplesItsTableAndSaysHowItEnds)
{
    SimulationSpec spec;
    spec.boxes = {MakeBox("a", {{"hosts", int64_t{3}}, {"flows", int64_t{2}}}),
                  MakeBox("b", {{"hosts", int64_t{1}}, {"flows", int64_t{1}}})};
    spec.sampleInterval = std::chrono::milliseconds{100};
    const BoxObserver seen = Observe(spec);
    ASSERT_EQ(seen.ends.size(), 2U);
    EXPECT_EQ(seen.ends[0].sessions, 6U) << "none is idle for 300 s";
    EXPECT_EQ(seen.ends[1].sessions, 1U);
    ASSERT_GE(seen.samples.size(), 4U);
    EXPECT_EQ(seen.samples[0].links, 0U);
    EXPECT_EQ(seen.samples[1].box, 1U);
}

TEST(NatBox, LeavesTheDrawsOfHostsAndOtherBoxesAlone)
{
    SimulationSpec alone;
    alone.boxes = {MakeBox("a", {{"hosts", int64_t{3}}, {"flows", int64_t{2}}})};
    SimulationSpec both = alone;
    both.boxes.push_back(MakeBox("b", {{"hosts", int64_t{3}}, {"flows", int64_t{2}}}));
    HostSpec host = MakeHost("host", "uniform");
    host.workloads = {MakeWorkload("open-close", {{"count", int64_t{10}}})};
    both.hosts = {host};
    const BoxObserver first = Observe(alone);
    const BoxObserver second = Observe(both);
    EXPECT_FALSE(second.operations.empty());
    std::vector<nanoseconds> times;
    for (const PacketRecord& packet : second.packets)
    {
        if (packet.box == 0)
        {
            times.push_back(packet.finished);
        }
    }
    ASSERT_EQ(times.size(), first.packets.size());
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        EXPECT_EQ(times[i], first.packets[i].finished);
    }
}

TEST(NatBox, NeedsCostsOfPackets)
{
    NatBoxSpec box = MakeBox("box", {});
    box.costs.packets.reset();
    EXPECT_THROW(Observe(box), ConfigError);
}

TEST(NatBox, AddsItsRedirects)
{
    NatBoxSpec box = MakeBox("box", {{"hosts", int64_t{1}}, {"flows", int64_t{1}}});
    box.redirects = {{.protocol = IP_UDP,
                      .internal = {10U << 24 | 9, 80},
                      .remote = {},
                      .external = {box.config.external[0], 8080}}};
    const BoxObserver seen = Observe(box);
    EXPECT_EQ(seen.ends.at(0).links, seen.ends.at(0).sessions + seen.ends.at(0).mappings + 1);
}

TEST(NatBox, LetsPacketsWaitForOneLockOneAfterTheOther)
{
    const BoxObserver seen = Observe(AllAtOnce(1, BoxLock::EACH));
    ASSERT_EQ(seen.packets.size(), 128U);
    std::vector<nanoseconds> finished;
    for (std::size_t i = 0; i < 64; ++i)
    {
        finished.push_back(seen.packets[i].finished);
    }
    for (std::size_t i = 0; i < finished.size(); ++i)
    {
        EXPECT_EQ(finished[i], nanoseconds{150} * static_cast<int64_t>(i + 1));
    }
}

TEST(NatBox, HasALockForEachInstanceOneForAllOrNone)
{
    // All requests but the first one; the responses come as far apart as the requests went.
    constexpr std::size_t ALL = 63;
    EXPECT_EQ(CountWaiting(AllAtOnce(1, BoxLock::EACH)), ALL);
    EXPECT_EQ(CountWaiting(AllAtOnce(16, BoxLock::ONE)), ALL);
    EXPECT_EQ(CountWaiting(AllAtOnce(16, BoxLock::NONE)), 0U);
    // Of each instance the first one goes through; hardly any of 16 has none of 64.
    const std::size_t each = CountWaiting(AllAtOnce(16, BoxLock::EACH));
    EXPECT_GE(each, 64U - 16U);
    EXPECT_LE(each, 64U - 12U);
}

TEST(NatBox, BringsRepliesBackThroughManyInstances)
{
    for (const NatSplit split : {NatSplit::REMOTE, NatSplit::PORTS})
    {
        NatBoxSpec box = AllAtOnce(64, BoxLock::EACH);
        box.split = split;
        const BoxObserver seen = Observe(box);
        EXPECT_EQ(seen.exchanges.size(), 64U);
        for (const ExchangeRecord& exchange : seen.exchanges)
        {
            EXPECT_TRUE(exchange.isSuccess);
            EXPECT_EQ(exchange.attempts, 1);
        }
        EXPECT_EQ(seen.ends.at(0).sessions, 64U);
        EXPECT_EQ(seen.ends.at(0).links, 64U);
    }
}

TEST(NatBox, RefusesInstancesToWorkloadsThatLookAtTheTable)
{
    NatBoxSpec box = AllAtOnce(2, BoxLock::EACH);
    WorkloadSpec& perf = box.workloads.emplace_back();
    perf.name = "perf";
    perf.kind = "libalias-perf";
    for (const SettingInfo& info : FindPacketWorkload(perf.kind).settings)
    {
        if (info.defaultValue)
        {
            perf.settings.Set(info.name, *info.defaultValue);
        }
    }
    EXPECT_THROW(Observe(box), ConfigError);
}

TEST(NatBox, IsAnObjectOfNs3WithTraceSources)
{
    const ns3::TypeId type = ns3::TypeId::LookupByName("bindstorm::NatBox");
    EXPECT_EQ(type, NatBox::GetTypeId());
    EXPECT_NE(type.LookupTraceSourceByName("Translate"), nullptr);
    EXPECT_NE(type.LookupTraceSourceByName("Drop"), nullptr);
}

} // namespace bindstorm
