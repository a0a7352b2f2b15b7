/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "cpu.h"

#include "ns3/nstime.h"

#include <algorithm>

namespace bindstorm
{

Cpu::Cpu(uint32_t servers,
         uint32_t queue,
         bool hasLock,
         CpuClient& client,
         EventClock& clock,
         EventBudget& events)
    : m_servers(servers),
      m_queueLimit(queue),
      m_hasLock(hasLock && servers > 1), // one server: nobody to wait for
      m_client(client),
      m_clock(clock),
      m_events(events)
{
}

bool
Cpu::Submit(uint32_t job)
{
    if (m_serving < m_servers)
    {
        Start(job);
        return true;
    }
    if (m_queue.size() >= m_queueLimit)
    {
        return false;
    }
    m_queue.push_back(job);
    return true;
}

void
Cpu::Start(uint32_t job)
{
    ++m_serving;
    const CpuClient::Service service = m_client.StartJob(job);
    std::chrono::nanoseconds wait{0};
    if (m_hasLock && service.locked.count() > 0)
    {
        const std::chrono::nanoseconds now = m_clock.Now();
        wait = std::max(std::chrono::nanoseconds{0}, m_lockFreeAt - now);
        m_lockFreeAt = now + wait + service.locked;
    }
    m_events.Schedule(ns3::NanoSeconds((wait + service.total).count()), &Cpu::Finish, this, job);
}

void
Cpu::Finish(uint32_t job)
{
    m_clock.OnEvent();
    --m_serving;
    if (!m_queue.empty())
    {
        const uint32_t next = m_queue.front();
        m_queue.pop_front();
        Start(next);
    }
    m_client.FinishJob(job);
}

} // namespace bindstorm
