/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-ports.h"

namespace bindstorm
{

std::optional<uint32_t>
NatPorts::CountFree(const NatFlow& flow, std::optional<uint32_t> address)
{
    if (!m_usesFreeSet)
    {
        return std::nullopt;
    }
    if (!HasPorts(flow.protocol))
    {
        return 0;
    }
    WorkCounters uncounted; // whoever asks is no packet
    const auto countAt = [&](uint32_t external)
    {
        const std::size_t set = TablesOf(flow.protocol).eligible.Find(flow.internal.port);
        return FindUsed(flow, external).CountFree(set, uncounted);
    };
    const std::vector<uint32_t>& pool = m_config.external;
    if (address || pool.empty())
    {
        return countAt(address.value_or(flow.internal.address));
    }
    if (const auto given = m_choice->ExternalIndex(m_hosts.ForeseeNumber(flow.internal.address)))
    {
        return *given < pool.size() ? countAt(pool[*given]) : 0;
    }
    const uint32_t paired = m_hosts.PairedAddress(flow.internal.address);
    if (m_config.pooling == NatPooling::PAIRED && IsInPool(paired))
    {
        return countAt(paired);
    }
    uint32_t free = 0;
    for (const uint32_t external : pool)
    {
        free += countAt(external);
    }
    return free;
}

} // namespace bindstorm
