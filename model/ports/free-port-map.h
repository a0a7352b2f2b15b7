/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FREE_PORT_MAP_H
#define BINDSTORM_FREE_PORT_MAP_H

#include "port-counts.h"
#include "port-range.h"
#include "port-set.h"

#include "model/base/work-counters.h"

#include <array>
#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup ports
 * The ports that are free for one request, kept as a bitmap with counts above it, so that the
 * number of free ports is known and the k-th free one is found in time that does not depend on
 * occupancy. Counts how many sockets make each port busy, since several may share one.
 */
class FreePortMap
{
  public:
    /// 64-bit words that building a map clears, besides looking at the sockets.
    static constexpr uint32_t BUILD_WORDS = 1024 + PortCounts::WORDS;
    /// 64-bit words that one change touches: the word of the port and its count on three levels.
    static constexpr uint32_t CHANGE_WORDS = 1 + PortCounts::CHANGE_WORDS;
    /// 64-bit words that hold what SelectFree() sums, four counts a word, and the word it searches.
    static constexpr uint32_t SELECT_WORDS = PortCounts::FIND_WORDS + 1;

    /// All eligible ports start free.
    FreePortMap(const PortRange& range, const PortSet& reserved);

    /// One more socket conflicts on the port. @return true when the port was free until now
    bool AddConflict(uint16_t port);

    /// One socket less conflicts on the port, which has one. @return true when the port is free
    /// from now on
    bool RemoveConflict(uint16_t port);

    /// @return number of eligible free ports
    uint32_t
    CountFree() const
    {
        return m_free;
    }

    bool
    IsFree(uint16_t port) const
    {
        return ((m_bits[port / 64] >> (port % 64)) & 1) != 0;
    }

    /**
     * Constant time, the same instructions for every rank and occupancy.
     * @param rank 0 to CountFree() - 1
     * @param work SELECT_WORDS are added to bitmapWords
     * @return the free port with that many free ports below it
     */
    uint16_t SelectFree(uint32_t rank, WorkCounters& work) const;

  private:
    std::array<uint64_t, 1024> m_bits{};
    PortCounts m_counts;               ///< of the bits
    std::vector<uint32_t> m_conflicts; ///< by port; one that is not eligible has one for ever
    uint32_t m_free{0};
};

} // namespace bindstorm

#endif // BINDSTORM_FREE_PORT_MAP_H
