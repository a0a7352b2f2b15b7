/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CPU_H
#define BINDSTORM_CPU_H

#include "event-budget.h"
#include "event-clock.h"

#include "ns3/ptr.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup host
 * Whoever has its work done by a Cpu. A job is a number of the client's own.
 */
class CpuClient
{
  public:
    /// How long a job takes: under its lock, and in all.
    struct Service
    {
        std::chrono::nanoseconds total{0};
        std::chrono::nanoseconds locked{0}; ///< part of total
        uint32_t lock{0};                   ///< which one; means nothing where locked is 0
    };

    /// The job's service starts now: run the module and say what it cost.
    virtual Service StartJob(uint32_t job) = 0;
    /// The job's service ends now.
    virtual void FinishJob(uint32_t job) = 0;

  protected:
    ~CpuClient() = default;
};

/**
 * @ingroup host
 * c servers with one FIFO of finite length and some locks.
 *
 * A lock is a FIFO resource: a job asks for its one when its service starts, waits on its server
 * while another holds it, and keeps it for its locked time. As jobs get a lock in the order in
 * which their services start, the module may run at that start and the wait is known at once: one
 * event a job. That holds for each lock, since no job asks for a second one.
 */
class Cpu
{
  public:
    /**
     * @param servers at least 1
     * @param queue jobs that may wait
     * @param locks how many there are; 0: locked time is not exclusive
     * @param clock is told of the events of this object, and asked for the time
     */
    Cpu(uint32_t servers,
        uint32_t queue,
        uint32_t locks,
        CpuClient& client,
        EventClock& clock,
        EventBudget& events);
    ~Cpu();
    Cpu(const Cpu&) = delete;
    Cpu& operator=(const Cpu&) = delete;

    /// @return false when the job was refused because the queue is full
    bool Submit(uint32_t job);

    /// @return whether jobs wait for locks, so that the time under them matters
    bool
    HasLocks() const
    {
        return !m_lockFreeAt.empty();
    }

    /// @return jobs that wait for a server
    std::size_t
    Waiting() const
    {
        return m_queue.size();
    }

  private:
    class Server;

    void Start(uint32_t job);
    void Finish(Server& server);

    std::vector<ns3::Ptr<Server>> m_servers;
    std::vector<Server*> m_idle; ///< those without a job
    uint32_t m_queueLimit;
    CpuClient& m_client;
    EventClock& m_clock;
    EventBudget& m_events;
    std::deque<uint32_t> m_queue;
    std::vector<std::chrono::nanoseconds> m_lockFreeAt; ///< by lock
};

} // namespace bindstorm

#endif // BINDSTORM_CPU_H
