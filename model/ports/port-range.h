/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_RANGE_H
#define BINDSTORM_PORT_RANGE_H

#include <cstdint>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup ports
 * An inclusive range of ports in host order, 1 <= low <= high <= 65535. Port 0 is never in one;
 * identifiers of ICMP queries, which take the place of ports, may be 0: Identifiers().
 */
class PortRange
{
  public:
    /// The range of Linux until 4.1, on which the thread of 2009 measured.
    PortRange() = default;

    /// @throws ConfigError when low is 0, above high, or either is above 65535
    PortRange(uint32_t low, uint32_t high);

    /// @param text "32768-61000"; @throws ConfigError with the text and the reason
    static PortRange Parse(std::string_view text);

    /// @return 0-65535, every identifier of an ICMP query
    static PortRange
    Identifiers()
    {
        PortRange range;
        range.m_low = 0;
        range.m_high = 65535;
        return range;
    }

    uint16_t
    Low() const
    {
        return m_low;
    }

    uint16_t
    High() const
    {
        return m_high;
    }

    /// @return number of ports, 1 to 65535, or 65536 identifiers
    uint32_t
    Size() const
    {
        return uint32_t{m_high} - m_low + 1;
    }

    bool
    Contains(uint32_t port) const
    {
        return port >= m_low && port <= m_high;
    }

    std::string ToString() const;

    bool operator==(const PortRange&) const = default;

  private:
    uint16_t m_low{32768};
    uint16_t m_high{61000};
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_RANGE_H
