/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SIMULATION_H
#define BINDSTORM_SIMULATION_H

#include "model/base/component-spec.h"
#include "model/base/cost-table.h"
#include "model/base/observer.h"
#include "model/base/setting.h"
#include "model/nat/nat-config.h"
#include "model/nat/nat-split.h"
#include "model/nat/nat-table.h"
#include "model/ports/port-range.h"
#include "model/ports/port-set.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// This header shows no ns-3: the engine builds hosts through it.

namespace bindstorm
{

/**
 * @ingroup host
 * What a host locks while a module runs on one of several CPUs.
 */
enum class LockModel : uint8_t
{
    AUTOMATIC, ///< one lock for the table where the allocator's algorithm has one, else none
    NONE,      ///< operations of different CPUs never wait for each other
    TABLE      ///< one lock for the table, whatever the allocator
};

/**
 * @ingroup host
 * What a box locks while its tables are asked on one of several CPUs.
 */
enum class BoxLock : uint8_t
{
    NONE, ///< packets never wait for each other
    ONE,  ///< one lock for all tables
    EACH  ///< each table has its own
};

/**
 * @ingroup host
 * Some processes of one host, or some traffic through one box.
 */
struct WorkloadSpec
{
    std::string name;
    std::string kind; ///< a name of GetWorkloads(), on a box of GetPacketWorkloads()
    std::chrono::nanoseconds start{0};
    Settings settings;
};

/**
 * @ingroup host
 * One simulated host, fully resolved.
 */
struct HostSpec
{
    std::string name; ///< unique; replicas carry a number
    PortRange range;
    PortSet reserved;
    PortSet excluded;
    uint32_t chains{0}; ///< 0: as the allocator was written for
    ComponentSpec allocator;
    ComponentSpec generator;
    ComponentSpec busy; ///< UDP and TCP ports held before the run begins
    uint32_t cpus{1};
    uint32_t queue{1000}; ///< operations that may wait for a CPU
    LockModel lock{LockModel::AUTOMATIC};
    CostTable costs;
    std::vector<WorkloadSpec> workloads;
    bool measuresPorts{true}; ///< tell the observer of free sets
};

/**
 * @ingroup host
 * One simulated NAT box, fully resolved.
 */
struct NatBoxSpec
{
    std::string name; ///< unique among hosts and boxes; replicas carry a number
    NatConfig config;
    uint32_t instances{1}; ///< tables that share the traffic
    NatSplit split{NatSplit::REMOTE};
    std::vector<NatRedirect> redirects; ///< in the order in which they are added
    ComponentSpec generator;            ///< what the port choice draws from
    uint32_t cpus{1};
    uint32_t queue{1000}; ///< packets that may wait for a CPU
    BoxLock lock{BoxLock::EACH};
    CostTable costs; ///< with costs of packets
    std::vector<WorkloadSpec> workloads;
};

/**
 * @ingroup host
 * One simulation, fully resolved.
 */
struct SimulationSpec
{
    uint64_t seed{1};
    uint64_t run{0};
    std::vector<HostSpec> hosts;
    std::vector<NatBoxSpec> boxes;
    std::optional<std::chrono::nanoseconds> stop;           ///< none: when nothing is left to do
    std::optional<std::chrono::nanoseconds> sampleInterval; ///< none: no samples
};

/**
 * @ingroup host
 * What the event loop itself has to say when it ends.
 */
struct SimulationEnd
{
    std::chrono::nanoseconds time; ///< of the last event
    uint64_t events;               ///< events executed
};

/**
 * @ingroup host
 * Runs one simulation to its end. ns-3 holds global state: one at a time in a process, none from
 * two threads.
 * @throws ConfigError when the description cannot be built, std::runtime_error when the run ends
 * for an inner reason (more than 2^32 events)
 */
SimulationEnd RunSimulation(const SimulationSpec& spec, Observer& observer);

/// @return the version of the ns-3 this was built with, e.g. "3.37"
std::string GetNs3Version();

} // namespace bindstorm

#endif // BINDSTORM_SIMULATION_H
