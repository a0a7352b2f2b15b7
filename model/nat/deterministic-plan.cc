/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "deterministic-plan.h"

#include "model/base/component-spec.h"

#include <string>

namespace bindstorm
{

DeterministicPlan::DeterministicPlan(uint32_t inside, uint32_t outside, uint32_t block)
    : m_inside(inside),
      m_block(block)
{
    const uint64_t ratio = (uint64_t{inside} + outside - 1) / outside;
    if (block == 0)
    {
        m_block = static_cast<uint32_t>(PORTS / ratio);
    }
    if (m_block == 0 || m_block > PORTS || PORTS / m_block < ratio)
    {
        const std::string size = block == 0 ? "" : ", " + std::to_string(block) + " each";
        throw ConfigError("deterministic ports: " + std::to_string(inside) +
                          " internal addresses do not fit on " + std::to_string(outside) +
                          " external ones" + size + "; an external address has 64512 ports");
    }
}

std::optional<DeterministicPlan::Share>
DeterministicPlan::Find(uint32_t internalIndex) const
{
    if (internalIndex >= m_inside)
    {
        return std::nullopt;
    }
    const uint32_t hosts = PORTS / m_block;
    const uint32_t low = FIRST_PORT + internalIndex % hosts * m_block;
    return Share{.externalIndex = internalIndex / hosts,
                 .low = static_cast<uint16_t>(low),
                 .high = static_cast<uint16_t>(low + m_block - 1)};
}

std::optional<uint32_t>
FindInternalIndex(const DeterministicPlan& plan, uint32_t externalIndex, uint16_t port)
{
    const uint64_t hosts = DeterministicPlan::PORTS / plan.BlockSize();
    const uint64_t place = (port - uint64_t{DeterministicPlan::FIRST_PORT}) / plan.BlockSize();
    const uint64_t internal = externalIndex * hosts + place;
    if (port < DeterministicPlan::FIRST_PORT || place >= hosts || internal > UINT32_MAX ||
        !plan.Find(static_cast<uint32_t>(internal)))
    {
        return std::nullopt;
    }
    return static_cast<uint32_t>(internal);
}

} // namespace bindstorm
