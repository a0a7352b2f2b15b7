/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_SET_H
#define BINDSTORM_PORT_SET_H

#include "port-range.h"

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup ports
 * Any set of the ports 0 to 65535, e.g. ip_local_reserved_ports. Copies are cheap: thousands of
 * simulated hosts share one set.
 */
class PortSet
{
  public:
    PortSet() = default;

    /**
     * @param text numbers and ranges separated by commas, "10250,30000-32767"; empty gives the
     *        empty set
     * @throws ConfigError with the part that is wrong; nothing is applied by halves
     */
    static PortSet Parse(std::string_view text);

    bool
    Contains(uint16_t port) const
    {
        return m_ports != nullptr && (*m_ports)[port];
    }

    void Insert(uint16_t port);
    void Insert(const PortRange& range);
    void Insert(const PortSet& other);

    std::size_t Size() const;
    /// @return members within a range
    std::size_t CountWithin(const PortRange& range) const;
    /// @return canonical text: ascending, runs joined
    std::string ToString() const;

    bool operator==(const PortSet& other) const;

  private:
    using Bits = std::bitset<65536>;

    Bits& Own();

    std::shared_ptr<Bits> m_ports; ///< null for the empty set; shared by copies until one changes
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_SET_H
