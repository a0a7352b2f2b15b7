/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WORKLOAD_RUNNER_H
#define BINDSTORM_WORKLOAD_RUNNER_H

#include "port-host.h"

#include <chrono>
#include <cstdint>
#include <memory>

namespace bindstorm
{

/**
 * @ingroup host
 * Gives one workload its host: time and timers of the event loop, the CPU, a stream of its own.
 */
class PortHost::Runner final : public WorkloadHost
{
  public:
    Runner(PortHost& host, const WorkloadSpec& spec, uint32_t index, const StreamSeed& seed);

    std::chrono::nanoseconds Now() const override;
    void Submit(uint32_t process, const Operation& operation) override;
    void WakeAt(uint32_t process, std::chrono::nanoseconds at) override;
    DrawSource& Draws() override;
    const SocketTable::Config& TableConfig() const override;
    std::size_t LiveSockets(Protocol protocol) const override;

    /// Schedules the workload's start.
    void ScheduleStart();

    Workload&
    GetWorkload()
    {
        return *m_workload;
    }

    uint32_t
    Index() const
    {
        return m_index;
    }

  private:
    void Begin();
    void Wake(uint32_t process);

    PortHost& m_host;
    uint32_t m_index;
    std::chrono::nanoseconds m_start;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_drawn; ///< draws of the workload, which are no work of the host
    DrawSource m_draws;
    std::unique_ptr<Workload> m_workload;
};

} // namespace bindstorm

#endif // BINDSTORM_WORKLOAD_RUNNER_H
