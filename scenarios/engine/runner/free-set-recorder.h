/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FREE_SET_RECORDER_H
#define BINDSTORM_FREE_SET_RECORDER_H

#include "analysis/grouped-exposure.h"
#include "analysis/port-exposure.h"
#include "analysis/serial-counts.h"
#include "results/run-result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * What the choices from one free set came to. Memory is about 60 bytes a port of the range.
 */
class FreeSetRecorder
{
  public:
    static constexpr std::size_t BYTES_PER_PORT = 60;

    FreeSetRecorder(uint16_t low, uint16_t high);

    /// An allocator chose, told before the port becomes busy. Not called for set-up.
    void
    OnAllocate(uint16_t port, uint32_t free)
    {
        m_exposure.OnAllocate(port, free);
        m_groups.OnAllocate(port, free);
        m_serial.Add(port);
    }

    void
    OnBusy(uint16_t port)
    {
        m_exposure.OnBusy(port);
        m_groups.OnBusy(port);
    }

    void
    OnFree(uint16_t port)
    {
        m_exposure.OnFree(port);
        m_groups.OnFree(port);
    }

    const PortExposure&
    Exposure() const
    {
        return m_exposure;
    }

    const GroupedExposure&
    Groups() const
    {
        return m_groups;
    }

    const SerialCounts&
    Serial() const
    {
        return m_serial;
    }

  private:
    PortExposure m_exposure;
    GroupedExposure m_groups;
    SerialCounts m_serial;
};

/**
 * @ingroup engine
 * Turns the free sets of a host and its replicas (all with one range) into metrics and a table.
 * @param name what the metrics' names begin with, e.g. "server.ports"
 * @param replicas at least one
 * @param result metrics and the table `name` are added to it
 */
void ReportFreeSets(const std::string& name,
                    const std::vector<const FreeSetRecorder*>& replicas,
                    RunResult& result);

} // namespace bindstorm

#endif // BINDSTORM_FREE_SET_RECORDER_H
