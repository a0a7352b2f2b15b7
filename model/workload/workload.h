/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WORKLOAD_H
#define BINDSTORM_WORKLOAD_H

#include "operation.h"

#include "model/base/draw-source.h"
#include "model/base/setting.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup workload
 * What a workload may ask of the host it runs on. Processes are numbered from 0 within a workload.
 */
class WorkloadHost
{
  public:
    /// @return simulated time since the start of the run
    virtual std::chrono::nanoseconds Now() const = 0;

    /// Hands an operation to the CPU. OnCompletion() follows, never from within this call.
    virtual void Submit(uint32_t process, const Operation& operation) = 0;

    /// Calls OnWake() at that time, not before now.
    virtual void WakeAt(uint32_t process, std::chrono::nanoseconds at) = 0;

    /// @return the workload's own stream; its draws are not part of any operation's work
    virtual DrawSource& Draws() = 0;

    /// @return ranges and sizes of the host's tables
    virtual const SocketTable::Config& TableConfig() const = 0;

    /// @return number of live sockets of a protocol, those of other workloads included
    virtual std::size_t LiveSockets(Protocol protocol) const = 0;

  protected:
    ~WorkloadHost() = default;
};

/**
 * @ingroup workload
 * What the processes of one description do: a state machine without ns-3 and without a clock of its
 * own. A process has at most the operations outstanding that it submitted itself.
 */
class Workload
{
  public:
    explicit Workload(WorkloadHost& host)
        : m_host(host)
    {
    }

    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;
    virtual ~Workload() = default;

    /// Called once, at the workload's start time.
    virtual void Start() = 0;
    virtual void OnCompletion(uint32_t process, const Completion& completion) = 0;
    virtual void OnWake(uint32_t process) = 0;

    /// @return the requests whose free sets this workload chooses from
    virtual std::vector<std::pair<Protocol, PortRequest>> Requests() const = 0;

  protected:
    WorkloadHost& m_host;
};

/**
 * @ingroup workload
 * What the registry knows of a workload.
 */
struct WorkloadInfo
{
    std::string name;
    std::string summary; ///< one sentence
    std::vector<SettingInfo> settings;
    std::unique_ptr<Workload> (*create)(const Settings&, WorkloadHost&);
};

/// @return every workload, in the order of workloads.def
std::span<const WorkloadInfo> GetWorkloads();

/// @throws ConfigError for an unknown name, with the nearest known one
const WorkloadInfo& FindWorkload(const std::string& name);

} // namespace bindstorm

#endif // BINDSTORM_WORKLOAD_H
