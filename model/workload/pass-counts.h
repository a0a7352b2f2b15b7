/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PASS_COUNTS_H
#define BINDSTORM_PASS_COUNTS_H

#include "packet-workload.h"

#include "model/nat/nat-verdict.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// What a packet of a pass is to a workload that looks for loss.
enum class PacketFate : uint8_t
{
    FORWARDED, ///< it should go on and did, to where it should
    LET_IN,    ///< nobody asked for it, and the box let it pass all the same: its rules, no loss
    POLICY,    ///< nobody asked for it, and the box dropped it as it should: no loss
    REFUSED,   ///< it should go on, and the box dropped it: lost
    WRONG,     ///< it should go on, and came out with other endpoints: lost
    QUEUE_FULL ///< the box had no room for it, whatever it was: lost
};

inline constexpr std::size_t PACKET_FATES = 6;

/**
 * @ingroup workload
 * What became of the packets of a pass.
 */
struct PassCounts
{
    uint64_t sent{0};
    std::array<uint64_t, PACKET_FATES> fates{};   ///< by PacketFate
    std::array<uint64_t, NAT_VERDICTS> refused{}; ///< those that are REFUSED, by reason
    std::array<uint64_t, NAT_VERDICTS> policy{};  ///< those that are POLICY, by reason
    std::chrono::nanoseconds took{0};             ///< from the start to the last answer

    void Add(PacketFate fate, NatVerdict verdict);

    uint64_t
    Of(PacketFate fate) const
    {
        return fates[static_cast<std::size_t>(fate)];
    }

    uint64_t
    Lost() const
    {
        return Of(PacketFate::REFUSED) + Of(PacketFate::WRONG) + Of(PacketFate::QUEUE_FULL);
    }
};

/// @ingroup workload
/// Appends lost.queue_full, lost.wrong, lost.refused and, where there are some, lost.VERDICT.
void ReportLost(const PassCounts& counts, WorkloadReport& report);

/// @ingroup workload
/// @return packets a second, rounded down; 0 when there is no time
uint64_t PerSecond(uint64_t packets, std::chrono::nanoseconds time);

/**
 * @ingroup workload
 * The trials of a search in their order, as a table of its report.
 */
class TrialLog
{
  public:
    /// @param tried name of what is searched, e.g. "rate"
    explicit TrialLog(const std::string& tried);

    void Add(uint64_t tried, const PassCounts& counts, bool hasPassed);

    std::size_t
    Size() const
    {
        return m_table.columns.front().values.size();
    }

    const WorkloadReport::Table&
    ToTable() const
    {
        return m_table;
    }

  private:
    WorkloadReport::Table m_table;
};

} // namespace bindstorm

#endif // BINDSTORM_PASS_COUNTS_H
