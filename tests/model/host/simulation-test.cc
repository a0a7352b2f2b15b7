/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/host/simulation.h"

#include "recording-observer.h"

#include "model/base/component-spec.h"
#include "model/ports/bind-error.h"

#include <gtest/gtest.h>

#include <tuple>

namespace bindstorm
{

namespace
{

using namespace std::chrono_literals;

SimulationSpec
OneHost(HostSpec host)
{
    SimulationSpec spec;
    spec.hosts.push_back(std::move(host));
    return spec;
}

} // namespace

TEST(Simulation, AnOperationTakesItsBaseAndItsCountedWork)
{
    HostSpec host = MakeHost("server", "linux-2.6.28");
    host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{3}}}));
    RecordingObserver observer;
    RunSimulation(OneHost(host), observer);
    ASSERT_EQ(observer.operations.size(), 6U);
    std::chrono::nanoseconds clock{0};
    for (const OperationRecord& record : observer.operations)
    {
        uint64_t units = 0;
        for (const uint64_t count : record.work.AsArray())
        {
            units += count;
        }
        EXPECT_EQ(record.submitted, clock);
        EXPECT_EQ(record.started, clock);
        EXPECT_EQ((record.finished - record.started).count(), 1000 + static_cast<int64_t>(units));
        clock = record.finished;
    }
}

TEST(Simulation, AClosedLoopNeedsOneEventAnOperation)
{
    HostSpec host = MakeHost("server", "linux-2.6.29");
    host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{1000}}}));
    RecordingObserver observer;
    const SimulationEnd end = RunSimulation(OneHost(host), observer);
    // One event for the start; ns-3 has a few of its own for the node.
    EXPECT_GE(end.events, 2001U);
    EXPECT_LE(end.events, 2006U);
}

TEST(Simulation, OperationsQueueInOrderAndBeyondTheQueueAreRefused)
{
    HostSpec host = MakeHost("server", "uniform");
    host.queue = 4;
    host.workloads.push_back(MakeWorkload("storm",
                                          {{"count", int64_t{10}},
                                           {"processes", int64_t{1}},
                                           {"burst", int64_t{10}},
                                           {"hold", int64_t{1'000'000'000}}}));
    RecordingObserver observer;
    RunSimulation(OneHost(host), observer);
    uint64_t refused = 0;
    std::chrono::nanoseconds last{0};
    for (const OperationRecord& record : observer.operations)
    {
        if (record.outcome == static_cast<uint8_t>(BindError::NO_BUFFERS))
        {
            ++refused;
            EXPECT_EQ(record.finished, record.submitted);
            EXPECT_EQ(record.work, WorkCounters{});
        }
        else
        {
            EXPECT_GE(record.started, last);
            last = record.started;
        }
    }
    EXPECT_EQ(refused, 5U); // one served, four waiting
    EXPECT_EQ(observer.PortsOf(0).size(), 5U);
}

TEST(Simulation, OneTableLockMakesTwoCpusTakeTurns)
{
    // Work under the lock is nearly all of an operation: base 0.
    auto run = [](LockModel lock)
    {
        HostSpec host = MakeHost("server", "linux-2.6.29");
        host.costs.base = {0, 0, 0, 0};
        host.costs.work.fill(1'000'000);
        host.cpus = 2;
        host.lock = lock;
        host.workloads.push_back(
            MakeWorkload("open-close", {{"count", int64_t{200}}, {"processes", int64_t{2}}}));
        RecordingObserver observer;
        return RunSimulation(OneHost(host), observer).time;
    };
    const auto locked = static_cast<double>(run(LockModel::TABLE).count());
    const auto unlocked = static_cast<double>(run(LockModel::NONE).count());
    EXPECT_NEAR(locked / unlocked, 2.0, 0.02);
}

TEST(Simulation, TheAutomaticLockFollowsTheAllocator)
{
    auto run = [](const char* allocator, LockModel lock)
    {
        HostSpec host = MakeHost("server", allocator);
        host.cpus = 2;
        host.lock = lock;
        host.workloads.push_back(
            MakeWorkload("open-close", {{"count", int64_t{100}}, {"processes", int64_t{2}}}));
        RecordingObserver observer;
        return RunSimulation(OneHost(host), observer).time;
    };
    EXPECT_EQ(run("linux-2.6.23", LockModel::AUTOMATIC), run("linux-2.6.23", LockModel::TABLE));
    EXPECT_EQ(run("linux-2.6.29", LockModel::AUTOMATIC), run("linux-2.6.29", LockModel::NONE));
    // A parameter decides, where it can.
    const char* const locked = "linux-2.6.28(lock=table)";
    EXPECT_EQ(run(locked, LockModel::AUTOMATIC), run(locked, LockModel::TABLE));
    EXPECT_NE(run(locked, LockModel::AUTOMATIC), run(locked, LockModel::NONE));
    EXPECT_EQ(run("linux-2.6.28", LockModel::AUTOMATIC), run("linux-2.6.28", LockModel::NONE));
}

TEST(Simulation, AnotherHostChangesNoOnesDraws)
{
    HostSpec first = MakeHost("first", "linux-2.6.29");
    first.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{100}}}));
    HostSpec second = MakeHost("second", "uniform");
    second.workloads = first.workloads;
    RecordingObserver alone;
    RunSimulation(OneHost(first), alone);
    SimulationSpec both;
    both.hosts = {second, first};
    RecordingObserver together;
    RunSimulation(both, together);
    EXPECT_EQ(alone.PortsOf(0), together.PortsOf(1));
    EXPECT_NE(together.PortsOf(0), together.PortsOf(1));
}

TEST(Simulation, SeedsAndRunsGiveOtherPorts)
{
    // Case S16. 100 ports of 28233: two sequences agree in 0 places with probability 0.996.
    std::vector<std::vector<uint16_t>> all;
    for (uint64_t seed = 1; seed <= 3; ++seed)
    {
        for (uint64_t run = 0; run <= 2; ++run)
        {
            HostSpec host = MakeHost("server", "linux-2.6.29");
            host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{100}}}));
            SimulationSpec spec = OneHost(host);
            spec.seed = seed;
            spec.run = run;
            RecordingObserver observer;
            RunSimulation(spec, observer);
            all.push_back(observer.PortsOf(0));
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        for (std::size_t j = i + 1; j < all.size(); ++j)
        {
            std::size_t agree = 0;
            for (std::size_t k = 0; k < 100; ++k)
            {
                agree += all[i][k] == all[j][k] ? 1 : 0;
            }
            EXPECT_LE(agree, 4U) << i << " and " << j;
        }
    }
}

TEST(Simulation, EqualInstantsRunInTheOrderOfTheFile)
{
    // Case S03: a thousand hosts at one instant, and 1 ns apart, give the same ports.
    auto run = [](std::chrono::nanoseconds apart)
    {
        SimulationSpec spec;
        for (int i = 0; i < 1000; ++i)
        {
            HostSpec host = MakeHost("host-" + std::to_string(i), "linux-2.6.29");
            host.measuresPorts = false;
            host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{10}}}));
            host.workloads.back().start = i * apart;
            spec.hosts.push_back(std::move(host));
        }
        RecordingObserver observer;
        const uint64_t events = RunSimulation(spec, observer).events;
        std::vector<std::vector<uint16_t>> ports;
        for (uint32_t i = 0; i < 1000; ++i)
        {
            ports.push_back(observer.PortsOf(i));
        }
        std::vector<uint32_t> order;
        for (const OperationRecord& record : observer.operations)
        {
            if (std::find(order.begin(), order.end(), record.host) == order.end())
            {
                order.push_back(record.host);
            }
        }
        return std::tuple{ports, order, events};
    };
    const auto [atOnce, orderAtOnce, eventsAtOnce] = run(0ns);
    const auto [apart, orderApart, eventsApart] = run(1ns);
    EXPECT_EQ(atOnce, apart);
    EXPECT_EQ(eventsAtOnce, eventsApart);
    EXPECT_EQ(orderAtOnce, orderApart);
    EXPECT_TRUE(std::is_sorted(orderAtOnce.begin(), orderAtOnce.end()));
    for (const auto& ports : atOnce)
    {
        EXPECT_EQ(ports.size(), 10U);
    }
}

TEST(Simulation, FramesWaitBehindWhatIsOnTheCpu)
{
    // Period 10 ms, work 4 ms; a bind of 25 ms is under way when the second frame comes.
    HostSpec host = MakeHost("desktop", "uniform");
    host.busy = ComponentSpec("all");
    host.costs.work.fill(0);
    host.costs.base = {25'000'000'000, 0, 0, 0};
    host.workloads.push_back(MakeWorkload(
        "frames",
        {{"period", int64_t{10'000'000}}, {"work", int64_t{4'000'000}}, {"count", int64_t{10}}}));
    host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{1}}}));
    host.workloads.back().start = 5ms;
    RecordingObserver observer;
    RunSimulation(OneHost(host), observer);
    std::vector<int64_t> finished;
    std::vector<bool> late;
    for (const OperationRecord& record : observer.operations)
    {
        if (record.kind == OperationKind::FRAME)
        {
            finished.push_back(record.finished.count() / 1'000'000);
            late.push_back(record.isLate);
        }
    }
    // The bind holds the CPU from 5 to 30 ms; frames of 10, 20, 30, 40 follow at once.
    EXPECT_EQ(finished, (std::vector<int64_t>{4, 34, 38, 42, 46, 54, 64, 74, 84, 94}));
    EXPECT_EQ(
        late,
        (std::vector<bool>{false, true, true, true, false, false, false, false, false, false}));
}

TEST(Simulation, SamplesComeAtTheirIntervalAndEndWithTheRun)
{
    HostSpec host = MakeHost("server", "uniform");
    host.workloads.push_back(MakeWorkload("fill", {{"limit", int64_t{1000}}}));
    SimulationSpec spec = OneHost(host);
    spec.sampleInterval = 100us;
    RecordingObserver observer;
    const SimulationEnd end = RunSimulation(spec, observer);
    ASSERT_GE(observer.samples.size(), 10U);
    for (std::size_t i = 0; i < observer.samples.size(); ++i)
    {
        EXPECT_EQ(observer.samples[i].time, i * 100us);
    }
    EXPECT_EQ(observer.samples.back().liveSockets, 1000U);
    EXPECT_LE(end.time, observer.samples.back().time);
}

TEST(Simulation, StopsAtItsTime)
{
    HostSpec host = MakeHost("server", "uniform");
    host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{1'000'000}}}));
    SimulationSpec spec = OneHost(host);
    spec.stop = 1ms;
    RecordingObserver observer;
    EXPECT_EQ(RunSimulation(spec, observer).time, 1ms);
    EXPECT_LT(observer.operations.size(), 1001U);
}

TEST(Simulation, FreeSetsAreFollowedThroughBusyPortsAndSeveralRequests)
{
    HostSpec host = MakeHost("server", "uniform");
    host.range = PortRange(40000, 40099);
    host.busy = ComponentSpec::Parse("every(2)");
    host.workloads.push_back(MakeWorkload("fill", {{"limit", int64_t{30}}}));
    host.workloads.push_back(
        MakeWorkload("fill", {{"limit", int64_t{10}}, {"address", "192.0.2.1"}}));
    host.workloads.back().name = "other";
    RecordingObserver observer;
    RunSimulation(OneHost(host), observer);
    ASSERT_EQ(observer.free.size(), 2U);
    // 50 busy, 30 and 10 opened; wildcard and specific sockets conflict both ways.
    EXPECT_EQ(observer.free[0].size(), 10U);
    EXPECT_EQ(observer.free[1].size(), 10U);
    EXPECT_EQ(observer.allocated.size(), 40U);
}

TEST(Simulation, AFullRangeAnswersAndTimeGoesOn)
{
    // Case E06: a failure is an answer, after bounded work.
    for (const char* allocator : {"linux-2.6.23",
                                  "linux-2.6.27",
                                  "linux-2.6.28",
                                  "dumazet-draft-2009",
                                  "byte-local-2009",
                                  "linux-2.6.29",
                                  "ns-3",
                                  "rfc6056-1",
                                  "rfc6056-2",
                                  "uniform"})
    {
        HostSpec host = MakeHost("server", allocator);
        host.range = PortRange(40000, 40999);
        host.busy = ComponentSpec("all");
        host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{3}}}));
        RecordingObserver observer;
        RunSimulation(OneHost(host), observer);
        ASSERT_EQ(observer.operations.size(), 3U) << allocator;
        for (const OperationRecord& record : observer.operations)
        {
            EXPECT_EQ(record.outcome, static_cast<uint8_t>(BindError::ADDRESS_IN_USE));
            EXPECT_LE(record.work.probes, 1000U) << allocator;
        }
    }
}

TEST(Simulation, ABusyPatternLeavesReservedAndExcludedPortsAlone)
{
    HostSpec host = MakeHost("server", "uniform");
    host.range = PortRange(40000, 40009);
    host.excluded = PortSet::Parse("40000");
    host.reserved = PortSet::Parse("40001");
    host.busy = ComponentSpec("all");
    host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{1}}}));
    SimulationSpec spec = OneHost(host);
    spec.sampleInterval = 1s;
    RecordingObserver observer;
    RunSimulation(spec, observer);
    EXPECT_EQ(observer.samples.front().liveSockets, 16U); // eight ports, UDP and TCP
    EXPECT_EQ(observer.operations.front().outcome, static_cast<uint8_t>(BindError::ADDRESS_IN_USE));
}

TEST(Simulation, RunsAgainInOneProcessWithTheSameOutcome)
{
    HostSpec host = MakeHost("server", "linux-2.6.28");
    host.workloads.push_back(MakeWorkload("churn", {{"count", int64_t{500}}, {"occupancy", 0.01}}));
    RecordingObserver first;
    RunSimulation(OneHost(host), first);
    RecordingObserver second;
    RunSimulation(OneHost(host), second);
    EXPECT_EQ(first.PortsOf(0), second.PortsOf(0));
    EXPECT_EQ(first.operations.back().finished, second.operations.back().finished);
}

} // namespace bindstorm
