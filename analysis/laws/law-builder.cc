/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "law-builder.h"

#include <stdexcept>
#include <string>

namespace bindstorm
{

PortLaw
LawBuilder::Finish(uint64_t all, LawKind kind, std::string_view method, RememberedView& view) const
{
    PortLaw law{.kind = kind,
                .method = method,
                .range = view.Range(),
                .free = view.FreePorts(),
                .probability = std::vector<double>(65536),
                .failure = static_cast<double>(m_failures) / static_cast<double>(all)};
    uint64_t seen = m_failures;
    for (std::size_t port = 0; port < m_draws.size(); ++port)
    {
        seen += m_draws[port];
        law.probability[port] = static_cast<double>(m_draws[port]) / static_cast<double>(all);
    }
    if (seen != all)
    {
        throw std::logic_error("a law accounts for " + std::to_string(seen) + " of " +
                               std::to_string(all) + " raw draws");
    }
    for (std::size_t i = 0; i < m_work.size(); ++i)
    {
        law.work[i] = ToDouble(m_work[i]) / static_cast<double>(all);
    }
    return law;
}

} // namespace bindstorm
