/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "eligible-port-sets.h"

namespace bindstorm
{

namespace
{

constexpr uint32_t PORT_NUMBERS = 65536;

} // namespace

EligiblePortSets::EligiblePortSets(const PortRange& range,
                                   const PortSet& reserved,
                                   bool keepParity,
                                   const std::optional<PortRange>& low)
    : m_keepsParity(keepParity),
      m_keepsClass(low.has_value())
{
    for (uint32_t upper = m_keepsClass ? 0 : 1; upper <= 1; ++upper)
    {
        for (uint32_t parity = 0; parity <= (keepParity ? 1U : 0U); ++parity)
        {
            PortSet taken = reserved;
            for (uint32_t port = 0; port < PORT_NUMBERS; ++port)
            {
                if ((m_keepsClass && (port >= CLASS_END) != (upper == 1)) ||
                    (keepParity && port % 2 != parity))
                {
                    taken.Insert(static_cast<uint16_t>(port));
                }
            }
            m_sets.push_back(
                std::make_unique<const EligiblePorts>(upper == 1 ? range : *low, taken));
        }
    }
}

std::size_t
EligiblePortSets::Find(uint16_t internal) const
{
    const std::size_t upper = m_keepsClass && internal >= CLASS_END ? 1 : 0;
    return m_keepsParity ? 2 * upper + internal % 2 : upper;
}

} // namespace bindstorm
