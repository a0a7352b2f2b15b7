/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-instances.h"

#include "nat-rules.h"

#include <numeric>

namespace bindstorm
{

namespace
{

/// Follows what a table that is used in between grows or shrinks by.
class SizeChange
{
  public:
    SizeChange(const NatTable& table, std::size_t& sum)
        : m_table(table),
          m_sum(sum)
    {
        m_sum -= table.Size();
    }

    SizeChange(const SizeChange&) = delete;
    SizeChange& operator=(const SizeChange&) = delete;

    ~SizeChange()
    {
        m_sum += m_table.Size();
    }

  private:
    const NatTable& m_table;
    std::size_t& m_sum;
};

} // namespace

NatInstances::NatInstances(const NatConfig& config,
                           uint32_t tables,
                           NatSplit split,
                           uint64_t key,
                           const MakeEngine& makeEngine,
                           NatTimeSource& time)
    : m_split(config, tables, split, key)
{
    for (uint32_t table = 0; table < tables; ++table)
    {
        m_engines.push_back(makeEngine(table));
        m_tables.push_back(
            std::make_unique<NatTable>(m_split.ConfigOf(table), *m_engines.back(), time));
    }
    if (tables > 1 && config.hairpin)
    {
        m_own = config.external;
        std::ranges::sort(m_own);
    }
}

bool
NatInstances::IsHairpin(const NatFlow& flow, const NatAnswer& answer) const
{
    return !m_own.empty() && IsForwarded(answer.verdict) &&
           std::ranges::binary_search(m_own, flow.remote.address);
}

NatAnswer
NatInstances::BackInside(const NatAnswer& out, const NatAnswer& back)
{
    if (!IsForwarded(back.verdict))
    {
        // The sender has its mapping; it is the other side that refused.
        return {.verdict = back.verdict, .endpoint = out.endpoint};
    }
    return {.verdict = NatVerdict::HAIRPINNED, .endpoint = out.endpoint, .hairpin = back.endpoint};
}

NatAnswer
NatInstances::Outbound(const NatFlow& flow, TcpFlags flags)
{
    m_last = m_split.OfOutbound(flow);
    m_isHairpin = false;
    NatAnswer out;
    {
        const SizeChange change(*m_tables[m_last], m_size);
        out = m_tables[m_last]->Outbound(flow, flags);
    }
    if (!IsHairpin(flow, out))
    {
        return out;
    }
    m_work = LastWork();
    const NatAnswer back = Inbound({flow.protocol, out.endpoint, flow.remote}, flags);
    m_work += LastWork();
    m_isHairpin = true;
    return BackInside(out, back);
}

NatAnswer
NatInstances::Inbound(const NatArrival& arrival, TcpFlags flags)
{
    m_last = m_split.OfInbound(arrival);
    m_isHairpin = false;
    const SizeChange change(*m_tables[m_last], m_size);
    return m_tables[m_last]->Inbound(arrival, flags);
}

void
NatInstances::AddRedirect(const NatRedirect& redirect)
{
    // Before the split remembers it.
    CheckNatRedirect(redirect);
    m_split.AddRedirect(redirect.protocol, redirect.external, redirect.internal.address);
    for (const auto& table : m_tables)
    {
        // In those that never meet its packets it keeps the port from being given.
        const SizeChange change(*table, m_size);
        table->AddRedirect(redirect);
    }
}

std::size_t
NatInstances::CountSessions() const
{
    return std::accumulate(m_tables.begin(),
                           m_tables.end(),
                           std::size_t{0},
                           [](std::size_t sum, const auto& table)
                           { return sum + table->CountSessions(); });
}

std::size_t
NatInstances::CountMappings() const
{
    return std::accumulate(m_tables.begin(),
                           m_tables.end(),
                           std::size_t{0},
                           [](std::size_t sum, const auto& table)
                           { return sum + table->CountMappings(); });
}

} // namespace bindstorm
