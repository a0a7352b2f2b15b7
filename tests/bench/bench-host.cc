/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bench-table.h"
#include "paired-timer.h"
#include "storm-host.h"

#include "model/host/simulation.h"
#include "model/workload/workload.h"
#include "scenarios/engine/runner/run-recorder.h"

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

// bench-host: what the event loop adds to an open-close, against bare ns-3 events, against ns-3's
// own sockets and against this machine's kernel.

namespace bindstorm
{

namespace
{

constexpr uint64_t TURN = 20'000;
constexpr int ROUNDS = 21;
volatile uint64_t g_sink = 0;

/// Listens to nothing: the loop without any analysis.
class Deaf : public Observer
{
  public:
    virtual ~Deaf() = default;

    void
    OnFreeSet(uint32_t, uint32_t, uint16_t, uint16_t) override
    {
    }

    void
    OnAllocate(uint32_t, uint16_t, uint32_t, bool, std::chrono::nanoseconds) override
    {
    }

    void
    OnBusy(uint32_t, uint16_t) override
    {
    }

    void
    OnFree(uint32_t, uint16_t) override
    {
    }

    void
    OnOperation(const OperationRecord& record) override
    {
        g_sink = g_sink + record.port;
    }

    void
    OnSample(const HostSample&) override
    {
    }
};

SimulationSpec
OpenCloseSpec(double occupancy, uint64_t count)
{
    HostSpec host;
    host.name = "host";
    host.range = PortRange(32768, 61000);
    host.allocator = ResolvePortAllocator(ComponentSpec("linux-2.6.29"));
    host.generator = ComponentSpec("taus88");
    host.busy = occupancy > 0 ? ComponentSpec("random", {{"", std::to_string(occupancy)}})
                              : ComponentSpec("none");
    host.costs.base = {1'000'000, 1'000'000, 1'000'000, 0};
    WorkloadSpec program;
    program.name = "program";
    program.kind = "open-close";
    for (const SettingInfo& setting : FindWorkload("open-close").settings)
    {
        if (setting.defaultValue)
        {
            program.settings.Set(setting.name, *setting.defaultValue);
        }
    }
    program.settings.Set("count", static_cast<int64_t>(count));
    host.workloads.push_back(program);
    SimulationSpec spec;
    spec.hosts.push_back(host);
    return spec;
}

void
RunOpenClose(double occupancy, uint64_t count)
{
    Deaf deaf;
    RunSimulation(OpenCloseSpec(occupancy, count), deaf);
}

/// An event that schedules the next one, as a closed loop does.
void
BareEvent(uint64_t left)
{
    if (left > 0)
    {
        ns3::Simulator::Schedule(ns3::NanoSeconds(1), &BareEvent, left - 1);
    }
}

void
UseSimulationScheduler()
{
    ns3::ObjectFactory factory;
    factory.SetTypeId("ns3::PriorityQueueScheduler");
    ns3::Simulator::SetScheduler(factory);
}

void
RunBareEvents(uint64_t count)
{
    UseSimulationScheduler();
    ns3::Simulator::Schedule(ns3::NanoSeconds(1), &BareEvent, count);
    ns3::Simulator::Run();
    ns3::Simulator::Destroy();
}

/// ns-3's own bind(0) and close on a host with that many sockets open.
class StockHost
{
  public:
    explicit StockHost(uint32_t open)
    {
        ns3::NodeContainer nodes(1);
        ns3::InternetStackHelper().Install(nodes);
        m_node = nodes.Get(0);
        for (uint32_t i = 0; i < open; ++i)
        {
            m_open.push_back(Open());
        }
    }

    void
    OpenClose(uint64_t count)
    {
        for (uint64_t i = 0; i < count; ++i)
        {
            const ns3::Ptr<ns3::Socket> socket = Open();
            ns3::Address address;
            socket->GetSockName(address);
            g_sink = g_sink + ns3::InetSocketAddress::ConvertFrom(address).GetPort();
            socket->Close();
        }
    }

  private:
    ns3::Ptr<ns3::Socket>
    Open()
    {
        auto socket = ns3::Socket::CreateSocket(m_node, ns3::UdpSocketFactory::GetTypeId());
        if (socket->Bind() != 0)
        {
            throw std::runtime_error("ns-3 has no port left");
        }
        return socket;
    }

    ns3::Ptr<ns3::Node> m_node;
    std::vector<ns3::Ptr<ns3::Socket>> m_open;
};

/// The program of the thread on this machine's kernel.
void
SystemCalls(uint64_t count)
{
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (uint64_t i = 0; i < count; ++i)
    {
        const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
        sockaddr_in name = any;
        socklen_t length = sizeof name;
        if (socket < 0 ||
            ::bind(socket, reinterpret_cast<const sockaddr*>(&any), sizeof any) != 0 ||
            ::getsockname(socket, reinterpret_cast<sockaddr*>(&name), &length) != 0)
        {
            throw std::runtime_error("this machine's kernel gives no UDP socket");
        }
        g_sink = g_sink + ntohs(name.sin_port);
        ::close(socket);
    }
}

/// The whole of a run: counted, told to the analysis, judged.
void
ExecuteOpenClose(uint64_t count)
{
    RunSpec run;
    run.simulation = OpenCloseSpec(0, count);
    run.descriptionOfHost = {0};
    run.descriptions = {"host"};
    g_sink = g_sink + ExecuteRun(run).metrics.size();
}

void
TimeTheLoop(Gate& gate)
{
    StormHost idle("linux-2.6.29", 0, 0);
    constexpr uint64_t SHORT = TURN / 10;
    PairedTimer timer;
    const auto bare = timer.Add("bare ns-3 event", TURN, []() { RunBareEvents(TURN); });
    // Twice each, so that what a run costs before its first operation is left out.
    const auto idleShort =
        timer.Add("run of few open-closes, idle", SHORT, []() { RunOpenClose(0, SHORT); });
    const auto idleLong = timer.Add("run of many, idle", TURN, []() { RunOpenClose(0, TURN); });
    const auto busyShort =
        timer.Add("run of few, 90 % busy", SHORT, []() { RunOpenClose(0.9, SHORT); });
    // To fill a range takes as long as many open-closes, and its noise is to be shared by more.
    constexpr uint64_t LONG = 4 * TURN;
    const auto busyLong =
        timer.Add("run of many, 90 % busy", LONG, []() { RunOpenClose(0.9, LONG); });
    const auto module = timer.Add("module alone, idle",
                                  TURN,
                                  [&idle]()
                                  {
                                      for (uint64_t i = 0; i < TURN; ++i)
                                      {
                                          g_sink = g_sink + idle.OpenClose();
                                      }
                                  });
    // A table that is as new as that of a run: an old one lies better in the caches.
    const auto busyModule = [](uint64_t count)
    {
        StormHost host("linux-2.6.29", 0, 0.9);
        for (uint64_t i = 0; i < count; ++i)
        {
            g_sink = g_sink + host.OpenClose();
        }
    };
    const auto moduleShort =
        timer.Add("module alone, few, 90 % busy", SHORT, [&]() { busyModule(SHORT); });
    const auto moduleLong =
        timer.Add("module alone, many, 90 % busy", LONG, [&]() { busyModule(LONG); });
    timer.Run(ROUNDS);
    PrintTimes("linux-2.6.29 through the event loop, ns an open-close", timer);
    // Least times: the difference of two long times would hold the noise of both.
    const auto each = [&](std::size_t few, std::size_t many, uint64_t count)
    {
        return (timer.Least(many) * static_cast<double>(count) - timer.Least(few) * SHORT) /
               static_cast<double>(count - SHORT);
    };
    const double event = timer.Least(bare);
    gate.AtMost("idle: bare events that an open-close costs beyond the module",
                (each(idleShort, idleLong, TURN) - timer.Least(module)) / event,
                4);
    gate.AtMost("90 % busy: bare events that an open-close costs beyond the module",
                (each(busyShort, busyLong, LONG) - each(moduleShort, moduleLong, LONG)) / event,
                4);
    fmt::print("\n");
}

void
TimeThePeers(Gate& gate)
{
    constexpr uint64_t THREAD = 6'553'600;
    PairedTimer timer;
    const auto ours = timer.Add("linux-2.6.29 in a run, analysed and judged",
                                10 * TURN,
                                []() { ExecuteOpenClose(10 * TURN); });
    const auto kernel =
        timer.Add("system calls of this machine's kernel", TURN, []() { SystemCalls(TURN); });
    timer.Run(ROUNDS);
    PrintTimes("the loop of the thread, ns an open-close", timer);
    gate.AtMost(fmt::format("{} open-closes: simulated ({:.1f} s) to system calls ({:.1f} s)",
                            THREAD,
                            timer.Median(ours) * THREAD * 1e-9,
                            timer.Median(kernel) * THREAD * 1e-9),
                timer.MedianOfRounds([&](const auto& time) { return time(ours) / time(kernel); }),
                1);
}

/// The baseline row. A run of ours ends all nodes of the process, so these have a time of their
/// own.
void
TimeStockSockets()
{
    StockHost idle(0);
    StockHost busy(14'700); // of the 16384 ports that ns-3 gives
    PairedTimer timer;
    timer.Add("ns-3's own sockets, none open", TURN / 10, [&]() { idle.OpenClose(TURN / 10); });
    timer.Add("ns-3's own sockets, 90 % of the range open", 50, [&]() { busy.OpenClose(50); });
    timer.Run(ROUNDS);
    PrintTimes("stock ns-3 bind(0) and close, ns", timer);
    ns3::Simulator::Destroy();
}

/// What instructions are counted of.
int
Work(const std::string& name, uint64_t count)
{
    if (name == "event")
    {
        RunBareEvents(count);
    }
    else if (name == "loop")
    {
        RunOpenClose(0, count);
    }
    else if (name == "loop-busy")
    {
        RunOpenClose(0.9, count);
    }
    else
    {
        fmt::print(stderr, "bench-host: no such work: {}\n", name);
        return 2;
    }
    return 0;
}

} // namespace

} // namespace bindstorm

int
main(int argc, char** argv)
{
    return bindstorm::RunBenchmark(argc,
                                   argv,
                                   bindstorm::Work,
                                   [](bindstorm::Gate& gate)
                                   {
                                       bindstorm::TimeTheLoop(gate);
                                       bindstorm::TimeThePeers(gate);
                                       fmt::print("\n");
                                       bindstorm::TimeStockSockets();
                                   });
}
