/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "cpu.h"

#include "ns3/event-impl.h"

#include <algorithm>

namespace bindstorm
{

/**
 * What works on one job at a time. It is itself the event that ends its job, again and again: an
 * event made anew for every job costs more than all that this model does with it.
 */
class Cpu::Server final : public ns3::EventImpl
{
  public:
    explicit Server(Cpu& cpu)
        : m_cpu(cpu)
    {
    }

    void
    Take(uint32_t job, std::chrono::nanoseconds end)
    {
        m_job = job;
        m_end = end;
    }

    uint32_t
    Job() const
    {
        return m_job;
    }

    /// @return when the job ends
    std::chrono::nanoseconds
    End() const
    {
        return m_end;
    }

  protected:
    void
    Notify() override
    {
        m_cpu.Finish(*this);
    }

  private:
    Cpu& m_cpu;
    uint32_t m_job{0};
    std::chrono::nanoseconds m_end{0};
};

Cpu::Cpu(uint32_t servers,
         uint32_t queue,
         uint32_t locks,
         CpuClient& client,
         EventClock& clock,
         EventBudget& events)
    : m_queueLimit(queue),
      m_client(client),
      m_clock(clock),
      m_events(events),
      m_lockFreeAt(servers > 1 ? locks : 0) // one server: nobody to wait for
{
    for (uint32_t i = 0; i < servers; ++i)
    {
        m_servers.push_back(ns3::Create<Server>(*this));
        m_idle.push_back(ns3::PeekPointer(m_servers.back()));
    }
}

Cpu::~Cpu() = default;

bool
Cpu::Submit(uint32_t job)
{
    if (!m_idle.empty())
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
    Server& server = *m_idle.back();
    m_idle.pop_back();
    const CpuClient::Service service = m_client.StartJob(job);
    const std::chrono::nanoseconds now = m_clock.Now();
    std::chrono::nanoseconds wait{0};
    if (HasLocks() && service.locked.count() > 0)
    {
        std::chrono::nanoseconds& freeAt = m_lockFreeAt.at(service.lock);
        wait = std::max(std::chrono::nanoseconds{0}, freeAt - now);
        freeAt = now + wait + service.locked;
    }
    const std::chrono::nanoseconds delay = wait + service.total;
    server.Take(job, now + delay);
    m_events.Schedule(delay, server);
}

void
Cpu::Finish(Server& server)
{
    const uint32_t job = server.Job();
    m_clock.OnEvent(server.End());
    m_idle.push_back(&server);
    if (!m_queue.empty())
    {
        const uint32_t next = m_queue.front();
        m_queue.pop_front();
        Start(next);
    }
    m_client.FinishJob(job);
}

} // namespace bindstorm
