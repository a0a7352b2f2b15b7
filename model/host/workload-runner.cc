/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "workload-runner.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

namespace bindstorm
{

PortHost::Runner::Runner(PortHost& host,
                         const WorkloadSpec& spec,
                         uint32_t index,
                         const StreamSeed& seed)
    : m_host(host),
      m_index(index),
      m_start(spec.start),
      m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), seed)),
      m_draws(*m_engine, m_drawn),
      m_workload(FindWorkload(spec.kind).create(spec.settings, *this))
{
}

std::chrono::nanoseconds
PortHost::Runner::Now() const
{
    return m_host.m_clock.Now();
}

void
PortHost::Runner::Submit(uint32_t process, const Operation& operation)
{
    m_host.Submit(*this, process, operation);
}

void
PortHost::Runner::WakeAt(uint32_t process, std::chrono::nanoseconds at)
{
    // A negative delay would run, and turn the clock back (ns-3 asserts only in debug builds).
    const auto delay = std::max(std::chrono::nanoseconds{0}, at - Now());
    m_host.m_context.events->Schedule(ns3::NanoSeconds(delay.count()),
                                      &Runner::Wake,
                                      this,
                                      process);
}

DrawSource&
PortHost::Runner::Draws()
{
    return m_draws;
}

const SocketTable::Config&
PortHost::Runner::TableConfig() const
{
    return m_host.m_sockets->Table(Protocol::UDP).GetConfig();
}

std::size_t
PortHost::Runner::LiveSockets(Protocol protocol) const
{
    return m_host.m_sockets->Table(protocol).Size();
}

void
PortHost::Runner::ScheduleStart()
{
    m_host.m_context.events->Schedule(ns3::NanoSeconds(m_start.count()), &Runner::Begin, this);
}

void
PortHost::Runner::Begin()
{
    m_host.m_clock.OnEvent();
    m_workload->Start();
}

void
PortHost::Runner::Wake(uint32_t process)
{
    m_host.m_clock.OnEvent();
    m_workload->OnWake(process);
}

} // namespace bindstorm
