/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "packet-workload-runner.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace bindstorm
{

NatBox::Runner::Runner(NatBox& box,
                       const WorkloadSpec& spec,
                       uint32_t index,
                       const StreamSeed& seed)
    : m_box(box),
      m_index(index),
      m_name(spec.name),
      m_start(spec.start),
      m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), seed)),
      m_draws(*m_engine, m_drawn),
      m_workload(FindPacketWorkload(spec.kind).create(spec.settings, *this))
{
}

std::chrono::nanoseconds
NatBox::Runner::Now() const
{
    return m_box.m_clock.Now();
}

void
NatBox::Runner::Outbound(uint32_t process,
                         const NatFlow& flow,
                         TcpFlags flags,
                         const PacketMark& mark)
{
    const uint32_t id = m_box.NewJob(*this, process, PacketDirection::OUTBOUND, flags, mark);
    m_box.m_jobs[id].flow = flow;
    m_box.Submit(id);
}

void
NatBox::Runner::Inbound(uint32_t process,
                        const NatArrival& arrival,
                        TcpFlags flags,
                        const PacketMark& mark)
{
    const uint32_t id = m_box.NewJob(*this, process, PacketDirection::INBOUND, flags, mark);
    m_box.m_jobs[id].arrival = arrival;
    m_box.Submit(id);
}

void
NatBox::Runner::Translate(uint32_t process,
                          PacketDirection direction,
                          std::vector<std::byte> packet,
                          const PacketMark& mark)
{
    const uint32_t id = m_box.NewJob(*this, process, direction, {}, mark);
    m_box.m_jobs[id].bytes = std::move(packet);
    m_box.m_jobs[id].isBytes = true;
    m_box.Submit(id);
}

void
NatBox::Runner::WakeAt(uint32_t process, std::chrono::nanoseconds at, uint32_t tag)
{
    // A negative delay would run, and turn the clock back (ns-3 asserts only in debug builds).
    const auto delay = std::max(std::chrono::nanoseconds{0}, at - Now());
    m_box.m_context.events->Schedule(ns3::NanoSeconds(delay.count()),
                                     &Runner::Wake,
                                     this,
                                     process,
                                     tag);
}

void
NatBox::Runner::End(uint32_t process, const Exchange& exchange)
{
    if (m_box.m_context.observer != nullptr)
    {
        m_box.m_context.observer->OnExchange({.box = m_box.m_context.index,
                                              .workload = m_index,
                                              .process = process,
                                              .attempts = exchange.attempts,
                                              .isSuccess = exchange.isSuccess,
                                              .isSetUp = exchange.isSetUp,
                                              .begun = exchange.begun,
                                              .ended = Now()});
    }
}

DrawSource&
NatBox::Runner::Draws()
{
    return m_draws;
}

NatTable&
NatBox::Runner::Table()
{
    m_box.m_time.Set(Now());
    NatInstances& tables = *m_box.m_tables;
    if (tables.Count() > 1)
    {
        throw ConfigError("workload '" + m_name +
                          "' looks at the box's table itself, so the box must have one instance");
    }
    return tables[0];
}

void
NatBox::Runner::ScheduleStart()
{
    m_box.m_context.events->Schedule(ns3::NanoSeconds(m_start.count()), &Runner::Begin, this);
}

void
NatBox::Runner::Begin()
{
    m_box.m_clock.OnEvent();
    m_workload->Start();
}

void
NatBox::Runner::Wake(uint32_t process, uint32_t tag)
{
    m_box.m_clock.OnEvent();
    m_workload->OnWake(process, tag);
}

} // namespace bindstorm
