/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-box.h"

#include "packet-workload-runner.h"

#include "model/nat/ipv4-packet.h"

#include "ns3/simulator.h"

#include <stdexcept>

namespace bindstorm
{

NS_OBJECT_ENSURE_REGISTERED(NatBox);

ns3::TypeId
NatBox::GetTypeId()
{
    static ns3::TypeId tid =
        ns3::TypeId("bindstorm::NatBox")
            .SetParent<ns3::Object>()
            .SetGroupName("Bindstorm")
            .AddConstructor<NatBox>()
            .AddTraceSource("Translate",
                            "The table was asked about a packet: its direction and the verdict.",
                            ns3::MakeTraceSourceAccessor(&NatBox::m_translateTrace),
                            "bindstorm::NatBox::TranslateCallback")
            .AddTraceSource("Drop",
                            "A packet found the queue full: its direction.",
                            ns3::MakeTraceSourceAccessor(&NatBox::m_dropTrace),
                            "bindstorm::NatBox::DropCallback");
    return tid;
}

namespace
{

uint32_t
CountLocks(const NatBoxSpec& spec)
{
    switch (spec.lock)
    {
    case BoxLock::NONE:
        return 0;
    case BoxLock::ONE:
        return 1;
    case BoxLock::EACH:
        return spec.instances;
    }
    return 0;
}

} // namespace

NatBox::NatBox() = default;
NatBox::~NatBox() = default;

void
NatBox::Configure(const NatBoxSpec& spec, const BoxContext& context)
{
    if (m_tables)
    {
        throw std::logic_error("box '" + spec.name + "' is configured twice");
    }
    if (!spec.costs.packets)
    {
        throw ConfigError("box '" + spec.name + "': the cost table '" + spec.costs.name +
                          "' has no costs of packets");
    }
    m_context = context;
    m_costs = spec.costs;
    m_isClockCoarse = FindNatClock(spec.config.clock.GetName()).isCoarse;
    m_lock = spec.lock;
    m_tables = MakeTables(spec);
    for (const NatRedirect& redirect : spec.redirects)
    {
        m_tables->AddRedirect(redirect);
    }
    m_cpu = std::make_unique<Cpu>(spec.cpus,
                                  spec.queue,
                                  CountLocks(spec),
                                  *this,
                                  m_clock,
                                  *context.events);
    for (uint32_t i = 0; i < spec.workloads.size(); ++i)
    {
        const WorkloadSpec& workload = spec.workloads[i];
        m_runners.push_back(std::make_unique<Runner>(
            *this,
            workload,
            i,
            StreamSeed{context.seed, context.run, spec.name, "workload:" + workload.name}));
    }
}

std::unique_ptr<NatInstances>
NatBox::MakeTables(const NatBoxSpec& spec)
{
    const auto seedOf = [&](const std::string& purpose)
    { return StreamSeed(m_context.seed, m_context.run, spec.name, purpose); };
    const StreamSeed split = seedOf("split");
    const uint64_t key = uint64_t{split.Word(1)} << 32 | split.Word(0);
    const auto makeEngine = [&](uint32_t table)
    {
        // One table draws as it did before there were several.
        const std::string number = table == 0 ? "" : ":" + std::to_string(table + 1);
        return CreateRandomEngine(spec.generator, seedOf("ports" + number));
    };
    return std::make_unique<NatInstances>(spec.config,
                                          spec.instances,
                                          spec.split,
                                          key,
                                          makeEngine,
                                          m_time);
}

void
NatBox::StartWorkloads()
{
    for (const auto& runner : m_runners)
    {
        runner->ScheduleStart();
    }
}

void
NatBox::ReportWorkloads() const
{
    for (const auto& runner : m_runners)
    {
        const WorkloadReport report = runner->GetWorkload().Report();
        if (m_context.observer != nullptr && report != WorkloadReport())
        {
            m_context.observer->OnWorkloadReport(m_context.index, runner->Index(), report);
        }
    }
}

BoxSample
NatBox::Sample() const
{
    return {.box = m_context.index,
            .time = std::chrono::nanoseconds{ns3::Simulator::Now().GetNanoSeconds()},
            .links = m_tables->Size(),
            .sessions = m_tables->CountSessions(),
            .mappings = m_tables->CountMappings(),
            .queued = m_cpu->Waiting()};
}

NatInstances&
NatBox::Tables()
{
    return *m_tables;
}

uint32_t
NatBox::NewJob(Runner& runner,
               uint32_t process,
               PacketDirection direction,
               TcpFlags flags,
               const PacketMark& mark)
{
    const uint32_t id = m_jobs.Take();
    Job& job = m_jobs[id];
    const std::chrono::nanoseconds now = m_clock.Now();
    job.flags = flags;
    job.isBytes = false;
    job.answer = {.direction = direction, .mark = mark};
    job.runner = &runner;
    job.record = {.box = m_context.index,
                  .workload = runner.Index(),
                  .process = process,
                  .phase = mark.phase,
                  .direction = direction,
                  .verdict = 0,
                  .isServed = true,
                  .isExpected = false,
                  .isSetUp = mark.isSetUp,
                  .submitted = now,
                  .started = now,
                  .finished = now,
                  .work = {},
                  .isFalselyRefused = false};
    return id;
}

void
NatBox::Submit(uint32_t id)
{
    if (!m_cpu->Submit(id))
    {
        // The answer comes by an event of its own: a workload is never called from its own call.
        m_jobs[id].answer.isServed = false;
        m_context.events->Schedule(ns3::Time(0), &NatBox::Drop, this, id);
    }
}

NatAnswer
NatBox::Ask(Job& job)
{
    const bool isOutbound = job.record.direction == PacketDirection::OUTBOUND;
    if (!job.isBytes)
    {
        return isOutbound ? m_tables->Outbound(job.flow, job.flags)
                          : m_tables->Inbound(job.arrival, job.flags);
    }
    // A workload that hands in bytes is for boxes of one table.
    NatTable& table = (*m_tables)[0];
    if (isOutbound && table.GetConfig().countFreePorts)
    {
        // The flow of a packet that may be refused, for IsFalselyRefused().
        const auto packet = Ipv4Packet::Parse(job.bytes);
        job.flow = packet ? NatFlow{packet->Headers().Protocol(),
                                    packet->Headers().Source(),
                                    packet->Headers().Destination()}
                          : NatFlow{};
    }
    const NatVerdict verdict =
        isOutbound ? table.TranslateOutbound(job.bytes) : table.TranslateInbound(job.bytes);
    // They go on with the packet that released them. Until they are taken they count as held.
    table.TakeReleasedFragments();
    return {.verdict = verdict};
}

bool
NatBox::IsFalselyRefused(const Job& job)
{
    if (job.record.direction != PacketDirection::OUTBOUND)
    {
        return false;
    }
    NatTable& table = (*m_tables)[m_tables->Split().OfOutbound(job.flow)];
    return table.GetConfig().countFreePorts && table.CountFreePorts(job.flow).value_or(0) > 0;
}

CpuClient::Service
NatBox::StartJob(uint32_t id)
{
    Job& job = m_jobs[id];
    const std::chrono::nanoseconds now = m_clock.Now();
    job.record.started = now;
    m_time.Set(now);
    // However many tables they are in: it is one memory that they take.
    const std::size_t links = m_tables->Size();
    const PacketDirection direction = job.record.direction;
    job.answer.nat = Ask(job);
    job.record.verdict = static_cast<uint8_t>(job.answer.nat.verdict);
    job.record.work = m_tables->LastWork();
    job.record.isFalselyRefused =
        job.answer.nat.verdict == NatVerdict::NO_PORT && IsFalselyRefused(job);
    const auto total = m_costs.PacketCost(direction, job.record.work, links, m_isClockCoarse);
    if (!m_cpu->HasLocks())
    {
        return {.total = total};
    }
    uint32_t lock = 0;
    if (m_lock == BoxLock::EACH)
    {
        const NatSplitRule& split = m_tables->Split();
        lock = direction == PacketDirection::OUTBOUND ? split.OfOutbound(job.flow)
                                                      : split.OfInbound(job.arrival);
    }
    // Parsing and checksums need no lock.
    return {.total = total,
            .locked = total - m_costs.PacketCost(direction, {}, links, false),
            .lock = lock};
}

void
NatBox::Drop(uint32_t id)
{
    m_clock.OnEvent();
    FinishJob(id);
}

void
NatBox::FinishJob(uint32_t id)
{
    // Copies: the workload may hand in further packets, which moves the jobs.
    const PacketAnswer answer = m_jobs[id].answer;
    PacketRecord record = m_jobs[id].record;
    Runner& runner = *m_jobs[id].runner;
    m_jobs.Return(id);
    record.finished = m_clock.Now();
    record.isServed = answer.isServed;
    if (answer.isServed)
    {
        m_translateTrace(answer.direction, answer.nat.verdict);
    }
    else
    {
        m_dropTrace(answer.direction);
    }
    record.isExpected = runner.GetWorkload().OnAnswer(record.process, answer);
    if (m_context.observer != nullptr)
    {
        m_context.observer->OnPacket(record);
    }
}

void
NatBox::DoDispose()
{
    m_runners.clear();
    m_cpu.reset();
    m_tables.reset();
    ns3::Object::DoDispose();
}

} // namespace bindstorm
