/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_OBSERVER_H
#define BINDSTORM_OBSERVER_H

#include "packet-record.h"
#include "work-counters.h"
#include "workload-report.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup base
 * What a process asked of its host.
 */
enum class OperationKind : uint8_t
{
    BIND,    ///< bind() to port 0, or connect() without bind: the allocator chooses
    BIND_TO, ///< bind() to a given port
    CLOSE,   ///< close()
    FRAME    ///< a piece of foreground work on the same CPU
};

inline constexpr std::array<OperationKind, 4> ALL_OPERATION_KINDS{OperationKind::BIND,
                                                                  OperationKind::BIND_TO,
                                                                  OperationKind::CLOSE,
                                                                  OperationKind::FRAME};

/// Names in results, cost tables and scenario files, in the order of OperationKind.
inline constexpr std::array<std::string_view, 4> OPERATION_NAMES{"bind",
                                                                 "bind_to",
                                                                 "close",
                                                                 "frame"};

/**
 * @ingroup base
 * One operation that ended. Integers only: the record is what a digest is made of.
 */
struct OperationRecord
{
    uint32_t host;     ///< index of the host, in file order
    uint32_t workload; ///< index of the workload on its host
    uint32_t process;  ///< index of the process in its workload
    OperationKind kind;
    uint8_t outcome; ///< 0 success, else the kind's reason (BindError)
    bool isSetUp;    ///< brings about the state to be measured, is not measured itself
    bool isLate;     ///< a frame that missed its deadline
    uint16_t port;   ///< 0 where there is none
    std::chrono::nanoseconds submitted;
    std::chrono::nanoseconds started;
    std::chrono::nanoseconds finished;
    WorkCounters work;
    bool isWrongChoice{false}; ///< failed since the allocator chose what may not be given
};

/**
 * @ingroup base
 * The state of a host at a regular instant.
 */
struct HostSample
{
    uint32_t host;
    std::chrono::nanoseconds time;
    uint64_t liveSockets;
    uint64_t queued; ///< operations waiting for a CPU
};

/**
 * @ingroup base
 * Whoever listens to a simulation. The model tells what happened and never looks at the answer.
 *
 * A free set is the set of ports that are free for equal requests on one host; the ports that an
 * allocator may choose from depend on nothing else.
 */
class Observer
{
  public:
    /**
     * Announces a free set before anything happens to it; all ports of the range count as free.
     * @param freeSet running number from 0
     * @param host index of the host
     * @param low,high the range of automatic choice
     */
    virtual void OnFreeSet(uint32_t freeSet, uint32_t host, uint16_t low, uint16_t high) = 0;

    /**
     * An allocator chose, told before the port becomes busy.
     * @param free number of ports that were free for the request, the chosen one included
     * @param isSetUp the choice brings about the state to be measured, is not measured itself
     * @param submitted when the operation was asked for
     */
    virtual void OnAllocate(uint32_t freeSet,
                            uint16_t port,
                            uint32_t free,
                            bool isSetUp,
                            std::chrono::nanoseconds submitted) = 0;

    virtual void OnBusy(uint32_t freeSet, uint16_t port) = 0;
    virtual void OnFree(uint32_t freeSet, uint16_t port) = 0;
    virtual void OnOperation(const OperationRecord& record) = 0;
    virtual void OnSample(const HostSample& sample) = 0;

    // What boxes tell; whoever listens to hosts alone need not know of it.

    virtual void
    OnPacket(const PacketRecord& /* record */)
    {
    }

    virtual void
    OnExchange(const ExchangeRecord& /* record */)
    {
    }

    virtual void
    OnBoxSample(const BoxSample& /* sample */)
    {
    }

    /// What a workload of a box has to tell when the run ends; not called when that is nothing.
    virtual void
    OnWorkloadReport(uint32_t /* box */,
                     uint32_t /* workload */,
                     const WorkloadReport& /* report */)
    {
    }

    /// How a box stands when the run ends.
    virtual void
    OnBoxEnd(const BoxSample& /* sample */)
    {
    }

  protected:
    ~Observer() = default;
};

} // namespace bindstorm

#endif // BINDSTORM_OBSERVER_H
