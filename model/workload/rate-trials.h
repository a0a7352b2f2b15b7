/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RATE_TRIALS_H
#define BINDSTORM_RATE_TRIALS_H

#include "limit-search.h"
#include "pass-counts.h"
#include "pass-workload.h"

#include "model/base/setting.h"
#include "model/base/workload-report.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bindstorm
{

/**
 * @ingroup workload
 * The search for the greatest rate at which a pass loses nothing, and a record of its trials.
 * Packets that go one after the other say where it begins.
 */
class RateTrials
{
  public:
    /**
     * @param settings with those of RateSettings()
     * @param workload its name, for errors
     * @throws ConfigError as RateBounds()
     */
    RateTrials(const Settings& settings, const std::string& workload);

    /// @param counts of a pass of one packet after the other: half of its rate is tried first,
    /// which
    ///        passes if the queue is no bottleneck
    void Begin(const PassCounts& counts);

    bool
    HasBegun() const
    {
        return m_search.has_value();
    }

    bool
    IsDone() const
    {
        return m_search && m_search->IsDone();
    }

    /// @return what is to be tried, packets a second
    uint64_t
    Rate() const
    {
        return m_search->Next();
    }

    /// Rate() was tried.
    void Tell(const PassCounts& counts, bool hasPassed);

    /// @return the greatest rate that passed; 0: none did
    uint64_t
    Passed() const
    {
        return m_search->Passed();
    }

    /// @return the least rate that failed; 0: none did
    uint64_t
    Failed() const
    {
        return m_search->Failed();
    }

    /// @return a pass at a rate, at the pace of the settings
    PacketPass
    PassAt(uint64_t rate, uint32_t packets) const
    {
        return {.packets = packets, .rate = rate, .isPoisson = m_isPoisson};
    }

    /// @return of the trial at Failed()
    const PassCounts&
    CountsOfFailed() const
    {
        return m_failed;
    }

    const TrialLog&
    Log() const
    {
        return m_log;
    }

    /**
     * @param result name of the rate that was found
     * @param further what else there is to tell of a search that is done, after the rates
     */
    WorkloadReport Report(const std::string& result,
                          const std::vector<WorkloadReport::Count>& further = {}) const;

  private:
    LimitSearch::Bounds m_bounds;
    bool m_isPoisson;
    std::optional<LimitSearch> m_search;
    uint64_t m_oneByOne{0}; ///< packets a second
    PassCounts m_failed;
    TrialLog m_log{"rate"};
};

} // namespace bindstorm

#endif // BINDSTORM_RATE_TRIALS_H
