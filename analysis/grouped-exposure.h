/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_GROUPED_EXPOSURE_H
#define BINDSTORM_GROUPED_EXPOSURE_H

#include "grouping.h"
#include "inverse-sums.h"
#include "wide-integer.h"

#include <array>
#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * What a grouping should have received: expectation and variance of each group's allocations.
 */
struct GroupTotals
{
    Grouping grouping;
    std::vector<double> expected; ///< E_g, one per group
    std::vector<double> variance; ///< V_g, one per group
};

/**
 * @ingroup analysis
 * Exact expectation and variance of groups of ports while ports come and go.
 *
 * At an allocation with f free ports, f_g of them in group g, the group is hit with chance f_g/f:
 * E_g = sum f_g/f and V_g = sum (f_g/f)(1 - f_g/f). V_g is not the sum of its ports' V
 * (two ports of a group are never hit by one allocation) and has to be kept per grouping. Between
 * changes of f_g both grow by f_g and f_g^2 times running sums that all groups share, so an
 * allocation is O(1) and a change of a port O(groupings); a port opened and closed between two
 * allocations costs no more than an allocation.
 *
 * Takes the same events as PortExposure; give both the same ones. Memory: 16 bytes a port.
 */
class GroupedExposure
{
  public:
    /// All ports start free; the groupings are Grouping::Standard().
    /// @throws ConfigError when high is below low
    GroupedExposure(uint16_t low, uint16_t high);

    /// @see PortExposure::OnAllocate; what that counts apart is left out here as well
    void
    OnAllocate(uint16_t port, uint32_t freeCount)
    {
        if (freeCount != m_freeCount) [[unlikely]]
        {
            ThrowFreeCount(freeCount);
        }
        Settle();
        const uint32_t index = uint32_t{port} - m_low;
        if (index < m_ports.size() && m_ports[index].isFree != 0)
        {
            m_sums.Add(freeCount);
        }
    }

    /// @see PortExposure::OnBusy
    void
    OnBusy(uint16_t port)
    {
        const uint32_t index = uint32_t{port} - m_low;
        if (index < m_ports.size() && m_ports[index].isFree != 0 && index != m_pending)
        {
            Settle();
            m_pending = index;
            --m_freeCount;
        }
    }

    /// @see PortExposure::OnFree
    void
    OnFree(uint16_t port)
    {
        const uint32_t index = uint32_t{port} - m_low;
        if (index == m_pending)
        {
            m_pending = NONE;
            ++m_freeCount;
        }
        else if (index < m_ports.size() && m_ports[index].isFree == 0)
        {
            m_ports[index].isFree = 1;
            ++m_freeCount;
            for (size_t i = 0; i < GROUPINGS; ++i)
            {
                Group& group = m_groups[i][m_ports[index].group[i]];
                group.hits -= m_sums.First();
                group.squares -= (2 * group.freeCount + 1) * m_sums.Second();
                ++group.freeCount;
            }
        }
    }

    /// @return E_g and V_g of every grouping up to now. O(groups)
    std::vector<GroupTotals> Totals() const;

  private:
    static constexpr size_t GROUPINGS = 7;
    static constexpr uint32_t NONE = 0x10000; ///< no place, nor what a port below m_low wraps to

    struct Port
    {
        std::array<uint16_t, GROUPINGS> group{};
        uint16_t isFree{1};
    };

    /// With the running sums S1 = sum 1/f and S2 = sum 1/f^2, whatever freeCount is at the moment,
    /// E_g is hits + freeCount * S1 and sum (f_g/f)^2 is squares + freeCount^2 * S2; the arithmetic
    /// is modulo 2^128 and ends exact.
    struct Group
    {
        Uint128 hits{0};
        Uint128 squares{0};
        uint64_t freeCount{0};
    };

    /// Books the port told busy last. Nothing is lost by waiting for the next allocation, as the
    /// running sums stand still until then.
    void
    Settle()
    {
        if (m_pending != NONE)
        {
            Port& port = m_ports[m_pending];
            port.isFree = 0;
            for (size_t i = 0; i < GROUPINGS; ++i)
            {
                Group& group = m_groups[i][port.group[i]];
                group.hits += m_sums.First();
                group.squares += (2 * group.freeCount - 1) * m_sums.Second();
                --group.freeCount;
            }
            m_pending = NONE;
        }
    }

    [[noreturn]] void ThrowFreeCount(uint32_t freeCount) const;

    uint32_t m_low;
    uint32_t m_freeCount;
    uint32_t m_pending{NONE}; ///< busy, but not yet booked
    InverseSums m_sums;
    std::vector<Grouping> m_groupings;
    std::vector<Port> m_ports;
    std::array<std::vector<Group>, GROUPINGS> m_groups;
};

} // namespace bindstorm

#endif // BINDSTORM_GROUPED_EXPOSURE_H
