/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_EXPOSURE_H
#define BINDSTORM_PORT_EXPOSURE_H

#include "inverse-sums.h"
#include "wide-integer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * How often each port was chosen, and how often it should have been if every port that was free at
 * an allocation had been equally likely.
 *
 * With f free ports an allocation gives each of them 1/f to its expectation E and (1/f)(1 - 1/f) to
 * its variance V. Both are differences of two running sums between the moments at which a port
 * becomes free and busy, so each event is O(1) and exact (see InverseSums); memory is 41 bytes a
 * port however many allocations there are. O - E is a martingale under the hypothesis, also when
 * ports come and go: E(O - E) = 0 and E((O - E)^2 - V) = 0.
 *
 * One object serves requests that see the same free ports; requests with other free sets (another
 * address, another protocol) need their own.
 */
class PortExposure
{
  public:
    /**
     * All ports start free. Tell those that are not through OnBusy() before the first allocation.
     * @param low first port of the range
     * @param high last port of the range, at least low
     * @throws ConfigError when high is below low
     */
    PortExposure(uint16_t low, uint16_t high);

    /**
     * An allocator chose a port. To be called before the port is told busy.
     * A port outside the range or one that is not free is counted apart and enters no sum.
     * @param port the chosen port
     * @param freeCount ports of the range that were free for the request
     * @throws std::logic_error when freeCount is not the number of free ports told to this object:
     *         the expectation would be wrong from here on
     */
    void
    OnAllocate(uint16_t port, uint32_t freeCount)
    {
        if (freeCount != m_freeCount) [[unlikely]]
        {
            ThrowFreeCount(freeCount);
        }
        const uint32_t index = uint32_t{port} - m_low;
        if (index >= m_observed.size()) [[unlikely]]
        {
            ++m_outside;
            return;
        }
        if (m_isFree[index] == 0) [[unlikely]]
        {
            ++m_notFree;
            return;
        }
        m_sums.Add(freeCount);
        ++m_observed[index];
        ++m_total;
    }

    /// A port is no longer free. One that is busy already, or outside the range, changes nothing.
    void
    OnBusy(uint16_t port)
    {
        const uint32_t index = uint32_t{port} - m_low;
        if (index < m_observed.size() && m_isFree[index] != 0)
        {
            m_isFree[index] = 0;
            --m_freeCount;
            m_ports[index].first += m_sums.First();
            m_ports[index].second += m_sums.Second();
        }
    }

    /// A port is free again. One that is free already, or outside the range, changes nothing.
    void
    OnFree(uint16_t port)
    {
        const uint32_t index = uint32_t{port} - m_low;
        if (index < m_observed.size() && m_isFree[index] == 0)
        {
            m_isFree[index] = 1;
            ++m_freeCount;
            m_ports[index].first -= m_sums.First();
            m_ports[index].second -= m_sums.Second();
        }
    }

    uint16_t GetLow() const;
    uint16_t GetHigh() const;

    /// @return ports of the range that are free now
    uint32_t GetFreeCount() const;

    /// @return allocations counted in Observed()
    uint64_t GetTotal() const;

    /// @return allocations that gave a port outside the range
    uint64_t GetOutside() const;

    /// @return allocations that gave a port of the range that was not free
    uint64_t GetNotFree() const;

    /// @return allocations of each port, from low to high; valid as long as this object
    std::span<const uint64_t> Observed() const;

    /// @return E of each port up to now; the sum is GetTotal() to a relative 4e-15. O(ports)
    std::vector<double> Expected() const;

    /// @return V of each port up to now. O(ports)
    std::vector<double> Variance() const;

    /**
     * Whether every port was free at each counted allocation or at none. Then all exposed ports
     * have the same E (compared as integers, without tolerance), and the ordinary chi-square holds.
     * A port that is opened and closed between two allocations does not count as a change.
     * @return true too as long as nothing was allocated. O(ports)
     */
    bool IsStatic() const;

  private:
    /// E is `first` while busy and `first` plus the running sum while free; likewise `second`.
    struct Exposure
    {
        Uint128 first{0};
        Uint128 second{0};
    };

    [[noreturn]] void ThrowFreeCount(uint32_t freeCount) const;
    Uint128 ExposureOf(size_t index) const;

    uint32_t m_low;
    uint32_t m_freeCount;
    uint64_t m_total{0};
    InverseSums m_sums;
    std::vector<uint64_t> m_observed;
    std::vector<Exposure> m_ports;
    std::vector<uint8_t> m_isFree;
    uint64_t m_outside{0};
    uint64_t m_notFree{0};
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_EXPOSURE_H
