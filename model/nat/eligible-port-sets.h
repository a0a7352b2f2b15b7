/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ELIGIBLE_PORT_SETS_H
#define BINDSTORM_ELIGIBLE_PORT_SETS_H

#include "eligible-ports.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Which external ports a request may get, where that depends on its internal port: on its parity
 * (RFC 4787 REQ-4) and on whether it lies below 1024 (REQ-3a).
 */
class EligiblePortSets
{
  public:
    /// Ports below 1024 are a class of their own.
    static constexpr uint32_t CLASS_END = 1024;

    /**
     * @param range ports that may be chosen
     * @param reserved ports in it that may not
     * @param keepParity odd ports for odd ones, even ports for even ones
     * @param low ports for internal ports below 1024, which then get no other and leave them to
     *        nobody else; none: the class does not matter
     */
    EligiblePortSets(const PortRange& range,
                     const PortSet& reserved,
                     bool keepParity = false,
                     const std::optional<PortRange>& low = std::nullopt);

    /// @return number of sets: 1, 2 or 4
    std::size_t
    Size() const
    {
        return m_sets.size();
    }

    const EligiblePorts&
    operator[](std::size_t index) const
    {
        return *m_sets[index];
    }

    /// @return the index of the set for an internal port
    std::size_t Find(uint16_t internal) const;

  private:
    bool m_keepsParity;
    bool m_keepsClass;
    std::vector<std::unique_ptr<const EligiblePorts>> m_sets; ///< class, then parity
};

} // namespace bindstorm

#endif // BINDSTORM_ELIGIBLE_PORT_SETS_H
