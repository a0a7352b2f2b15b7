/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-host.h"

#include "workload-runner.h"

#include "model/ports/busy-pattern.h"

#include "ns3/simulator.h"

#include <stdexcept>

namespace bindstorm
{

NS_OBJECT_ENSURE_REGISTERED(PortHost);

ns3::TypeId
PortHost::GetTypeId()
{
    static ns3::TypeId tid =
        ns3::TypeId("bindstorm::PortHost")
            .SetParent<ns3::Object>()
            .SetGroupName("Bindstorm")
            .AddConstructor<PortHost>()
            .AddTraceSource("Bind",
                            "A bind() or connect() ended: the port, and the reason of a failure.",
                            ns3::MakeTraceSourceAccessor(&PortHost::m_bindTrace),
                            "bindstorm::PortHost::BindCallback")
            .AddTraceSource("Close",
                            "A close() ended.",
                            ns3::MakeTraceSourceAccessor(&PortHost::m_closeTrace),
                            "bindstorm::PortHost::CloseCallback");
    return tid;
}

PortHost::PortHost() = default;
PortHost::~PortHost() = default;

void
PortHost::Configure(const HostSpec& spec, const HostContext& context)
{
    if (m_sockets)
    {
        throw std::logic_error("host '" + spec.name + "' is configured twice");
    }
    m_context = context;
    m_costs = spec.costs;
    m_engine =
        CreateRandomEngine(spec.generator, {context.seed, context.run, spec.name, "allocator"});
    m_sockets = std::make_unique<HostSockets>(HostSockets::Config{.range = spec.range,
                                                                  .reserved = spec.reserved,
                                                                  .excluded = spec.excluded,
                                                                  .chains = spec.chains,
                                                                  .allocator = spec.allocator},
                                              *m_engine);
    const bool hasLock =
        spec.lock == LockModel::TABLE ||
        (spec.lock == LockModel::AUTOMATIC && m_sockets->GetLockScope() == LockScope::TABLE);
    m_cpu = std::make_unique<Cpu>(spec.cpus,
                                  spec.queue,
                                  hasLock ? 1 : 0,
                                  *this,
                                  m_clock,
                                  *context.events);
    BindBusyPorts(spec);
    for (uint32_t i = 0; i < spec.workloads.size(); ++i)
    {
        const WorkloadSpec& workload = spec.workloads[i];
        m_runners.push_back(std::make_unique<Runner>(
            *this,
            workload,
            i,
            StreamSeed{context.seed, context.run, spec.name, "workload:" + workload.name}));
    }
    if (spec.measuresPorts && m_context.observer != nullptr)
    {
        FollowRequests();
    }
}

void
PortHost::BindBusyPorts(const HostSpec& spec)
{
    PortSet ineligible = spec.reserved;
    ineligible.Insert(spec.excluded);
    for (const uint16_t port :
         MakeBusyPorts(spec.busy, spec.range, ineligible, m_context.seed, m_context.run, spec.name))
    {
        for (const Protocol protocol : {Protocol::UDP, Protocol::TCP})
        {
            const BindResult result = m_sockets->Bind(protocol, PortRequest{}, port);
            if (result.error != BindError::NONE)
            {
                throw ConfigError("host '" + spec.name + "': busy = \"" + spec.busy.ToString() +
                                  "\" cannot hold port " + std::to_string(port) + ": " +
                                  std::string(Describe(result.error)));
            }
        }
    }
}

void
PortHost::FollowRequests()
{
    for (const auto& runner : m_runners)
    {
        for (const auto& [protocol, request] : runner->GetWorkload().Requests())
        {
            if (FindFollower(protocol, request) == nullptr)
            {
                m_followers.push_back(std::make_unique<FreeSetFollower>(protocol,
                                                                        request,
                                                                        m_sockets->Table(protocol),
                                                                        *m_context.observer,
                                                                        (*m_context.nextFreeSet)++,
                                                                        m_context.index));
            }
        }
    }
}

FreeSetFollower*
PortHost::FindFollower(Protocol protocol, const PortRequest& request)
{
    for (const auto& follower : m_followers)
    {
        if (follower->Follows(protocol, request))
        {
            return follower.get();
        }
    }
    return nullptr;
}

void
PortHost::StartWorkloads()
{
    for (const auto& runner : m_runners)
    {
        runner->ScheduleStart();
    }
}

HostSample
PortHost::Sample() const
{
    return {.host = m_context.index,
            .time = std::chrono::nanoseconds{ns3::Simulator::Now().GetNanoSeconds()},
            .liveSockets =
                m_sockets->Table(Protocol::UDP).Size() + m_sockets->Table(Protocol::TCP).Size(),
            .queued = m_cpu->Waiting()};
}

HostSockets&
PortHost::Sockets()
{
    return *m_sockets;
}

void
PortHost::Submit(Runner& runner, uint32_t process, const Operation& operation)
{
    const uint32_t id = m_jobs.Take();
    Job& job = m_jobs[id];
    const std::chrono::nanoseconds now = m_clock.Now();
    job.operation = operation;
    job.completion = {.kind = operation.kind};
    job.runner = &runner;
    job.record = {.host = m_context.index,
                  .workload = runner.Index(),
                  .process = process,
                  .kind = operation.kind,
                  .outcome = 0,
                  .isSetUp = operation.isSetUp,
                  .isLate = false,
                  .port = 0,
                  .submitted = now,
                  .started = now,
                  .finished = now,
                  .work = {}};
    if (!m_cpu->Submit(id))
    {
        // The answer comes by an event of its own: a workload is never called from its own call.
        m_jobs[id].completion.error = BindError::NO_BUFFERS;
        m_context.events->Schedule(ns3::Time(0), &PortHost::Refuse, this, id);
    }
}

CpuClient::Service
PortHost::StartJob(uint32_t id)
{
    Job& job = m_jobs[id];
    job.record.started = m_clock.Now();
    if (job.operation.kind == OperationKind::FRAME)
    {
        return {.total = m_costs.Cost(OperationKind::FRAME, {}, 0) + job.operation.work};
    }
    const SocketTable& table = m_sockets->Table(job.operation.protocol);
    const std::size_t sockets = table.Size();
    if (job.operation.kind == OperationKind::CLOSE)
    {
        job.completion.error = m_sockets->Close(job.operation.protocol, job.operation.socket);
    }
    else
    {
        const BindResult result = Bind(job);
        job.completion.error = result.error;
        job.completion.port = result.port;
        job.completion.socket = result.socket;
        job.record.isWrongChoice = result.wrongChoice.has_value();
    }
    job.record.work = m_sockets->LastWork();
    const auto total = m_costs.Cost(job.operation.kind, job.record.work, sockets);
    if (!m_cpu->HasLocks())
    {
        return {.total = total};
    }
    return {.total = total, .locked = total - m_costs.Cost(job.operation.kind, {}, sockets)};
}

BindResult
PortHost::Bind(Job& job)
{
    const Operation& operation = job.operation;
    if (operation.kind == OperationKind::BIND_TO)
    {
        return m_sockets->Bind(operation.protocol, operation.request, operation.port);
    }
    FreeSetFollower* follower = FindFollower(operation.protocol, operation.request);
    if (follower == nullptr)
    {
        return m_sockets->Bind(operation.protocol, operation.request, 0);
    }
    // The observer is to hear of the choice before the port becomes busy.
    follower->Hold();
    const BindResult result = m_sockets->Bind(operation.protocol, operation.request, 0);
    if (result.error == BindError::NONE)
    {
        m_context.observer->OnAllocate(follower->Id(),
                                       result.port,
                                       follower->CountFree(),
                                       operation.isSetUp,
                                       job.record.submitted);
    }
    follower->Release();
    return result;
}

void
PortHost::Refuse(uint32_t id)
{
    m_clock.OnEvent();
    FinishJob(id);
}

void
PortHost::FinishJob(uint32_t id)
{
    Job& job = m_jobs[id];
    const Completion completion = job.completion;
    Runner& runner = *job.runner;
    const uint32_t process = job.record.process;
    job.record.finished = m_clock.Now();
    job.record.outcome = static_cast<uint8_t>(completion.error);
    job.record.port = completion.port;
    job.record.isLate = completion.kind == OperationKind::FRAME &&
                        (completion.error != BindError::NONE ||
                         job.record.finished - job.record.submitted > job.operation.allowed);
    if (m_context.observer != nullptr)
    {
        m_context.observer->OnOperation(job.record);
    }
    if (completion.kind == OperationKind::CLOSE)
    {
        m_closeTrace(completion.error);
    }
    else if (completion.kind != OperationKind::FRAME)
    {
        m_bindTrace(completion.port, completion.error);
    }
    m_jobs.Return(id);
    runner.GetWorkload().OnCompletion(process, completion);
}

void
PortHost::DoDispose()
{
    m_followers.clear();
    m_runners.clear();
    m_cpu.reset();
    m_sockets.reset();
    m_engine.reset();
    ns3::Object::DoDispose();
}

} // namespace bindstorm
