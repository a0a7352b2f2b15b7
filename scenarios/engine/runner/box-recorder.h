/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BOX_RECORDER_H
#define BINDSTORM_BOX_RECORDER_H

#include "attack-report.h"
#include "packet-recorder.h"

#include "scenarios/engine/scenario.h"

#include <chrono>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * What became of the boxes of one [[nat]]; replicas are counted together.
 */
class BoxRecorder
{
  public:
    /// @param box any of the replicas
    BoxRecorder(std::string name, const NatBoxSpec& box);

    /// @param isMeasured not set up, and after the warm-up
    void Add(const PacketRecord& record, bool isMeasured);
    void Add(const ExchangeRecord& record);
    /// @throws ConfigError when there are too many for a run's memory
    void Add(const BoxSample& sample);
    void AddEnd(const BoxSample& sample);
    /// @param workload its index
    void Add(uint32_t workload, const WorkloadReport& report);

    /// @param measured time after the warm-up
    void Report(std::chrono::nanoseconds measured, RunResult& result);

  private:
    struct Workload
    {
        std::string name;
        std::vector<std::string> phases;
        std::vector<PacketRecorder> packets; ///< by phase
        ExchangeRecorder exchanges;
        bool isAttack;
        AttackTally attack; ///< of one that is
    };

    void ReportAttacks(std::chrono::nanoseconds measured, RunResult& result) const;

    struct Series
    {
        std::vector<int64_t> box;
        std::vector<int64_t> time;
        std::vector<int64_t> links;
        std::vector<int64_t> sessions;
        std::vector<int64_t> mappings;
        std::vector<int64_t> queued;
    };

    std::string m_name;
    uint32_t m_cpus;
    bool m_countsFreePorts;
    std::vector<Workload> m_workloads;
    Series m_series;
    uint32_t m_replicas{0};
    uint64_t m_links{0}; ///< at the end, of all replicas
    uint64_t m_sessions{0};
    uint64_t m_mappings{0};
};

/// @ingroup engine
/// Memory of a run must not grow with its length: samples of one description.
inline constexpr std::size_t SAMPLES_LIMIT = 1'000'000;

/// @ingroup engine
/// @throws ConfigError that says so
[[noreturn]] void RefuseSamples();

} // namespace bindstorm

#endif // BINDSTORM_BOX_RECORDER_H
