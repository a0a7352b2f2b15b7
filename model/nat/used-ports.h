/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_USED_PORTS_H
#define BINDSTORM_USED_PORTS_H

#include "eligible-port-sets.h"

#include "model/base/work-counters.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * The external ports in use for one purpose, e.g. towards one remote endpoint, each with the number
 * of its uses. What is free among the eligible ones it counts and finds by rank, exactly, in
 * bounded time: a few ports are a sorted list, many a bitmap with counts (10 KB, and 2 KB more for
 * each further set of eligible ports). Ports that are not eligible may be in use as well.
 */
class UsedPorts
{
  public:
    /// Different ports of which a list is kept; from one more on it is a bitmap.
    static constexpr std::size_t LIST = 64;
    /// Different ports at which a bitmap becomes a list again.
    static constexpr std::size_t LIST_AGAIN = 32;
    /// 64-bit words that one change of a bitmap touches for each set that has the port, for whoever
    /// charges for them.
    static constexpr uint32_t CHANGE_WORDS = 1 + PortCounts::CHANGE_WORDS;

    /// @param sets must outlive this object
    explicit UsedPorts(const EligiblePortSets& sets)
        : m_sets(&sets)
    {
    }

    const EligiblePortSets&
    Sets() const
    {
        return *m_sets;
    }

    /// One more use of a port.
    void Add(uint16_t port);

    /// One use less of a port that has one. @return true when that was the last one
    bool Remove(uint16_t port);

    /// @return whether the port has a use, eligible or not
    bool IsUsed(uint16_t port) const;

    /// @return number of different ports in use, eligible or not
    std::size_t
    Size() const
    {
        return m_size;
    }

    /// @param set index of the eligible ports that are meant
    /// @return number of them that are free
    uint32_t CountFree(std::size_t set, WorkCounters& work) const;

    /**
     * @param set index of the eligible ports that are meant
     * @param rank 0 to CountFree() - 1
     * @param work every 64-bit word read adds to bitmapWords
     * @return the free one with that many free ones below it
     */
    uint16_t SelectFree(std::size_t set, uint32_t rank, WorkCounters& work) const;

  private:
    struct Entry
    {
        uint16_t port;
        uint32_t uses;
    };

    /// What there is of the free ports of one set.
    struct Free
    {
        PortCounts counts;
        uint32_t number;
    };

    struct Bitmap
    {
        std::array<uint64_t, 1024> used{};
        std::vector<Free> free;               ///< by set
        std::map<uint16_t, uint32_t> repeats; ///< uses beyond the first
    };

    void Mark(uint16_t port);
    void Unmark(uint16_t port);
    void BecomeBitmap();
    void BecomeList();

    const EligiblePortSets* m_sets;
    std::size_t m_size{0};
    std::vector<Entry> m_list; ///< sorted
    std::unique_ptr<Bitmap> m_bitmap;
};

} // namespace bindstorm

#endif // BINDSTORM_USED_PORTS_H
