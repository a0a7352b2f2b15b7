/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_INSTANCES_H
#define BINDSTORM_NAT_INSTANCES_H

#include "nat-split.h"
#include "nat-table.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * One NAT made of several tables, each with its flows, and ports or remotes, of its own: libalias'
 * instances side by side. Which table a packet belongs to NatSplitRule says.
 *
 * It answers as one table would, but for: which port is chosen; limits, which are shared out;
 * ports, of which by PORTS each table has a part, so that it may run out alone; a hairpinned
 * packet's sender, who may have to make room for its receiver. Redirects are in every table and
 * count in each.
 *
 * Packets are given as endpoints. Bytes are not offered: later fragments and errors do not show
 * what says where they belong.
 */
class NatInstances
{
  public:
    /// @return the engine of a table's port choice
    using MakeEngine = std::function<std::unique_ptr<RandomEngine>(uint32_t table)>;

    /**
     * @param config of all tables together
     * @param key see NatSplitRule
     * @param makeEngine is called for each table; equal streams would give equal ports
     * @param time of all tables; must outlive them
     * @throws ConfigError when one of the tables or the split cannot be
     */
    NatInstances(const NatConfig& config,
                 uint32_t tables,
                 NatSplit split,
                 uint64_t key,
                 const MakeEngine& makeEngine,
                 NatTimeSource& time);

    /// A packet from inside.
    NatAnswer Outbound(const NatFlow& flow, TcpFlags flags = {});

    /// A packet from outside.
    NatAnswer Inbound(const NatArrival& arrival, TcpFlags flags = {});

    /**
     * The same for whoever shares the tables between threads.
     * @param hold returns what is kept while a table is in use, given its number; a packet that
     *        comes back inside has one table after the other, never two at a time
     */
    template <class Hold>
    NatAnswer OutboundHolding(const NatFlow& flow, TcpFlags flags, const Hold& hold);
    template <class Hold>
    NatAnswer InboundHolding(const NatArrival& arrival, TcpFlags flags, const Hold& hold);

    /// @throws ConfigError as NatTable::AddRedirect() and NatSplitRule::AddRedirect()
    void AddRedirect(const NatRedirect& redirect);

    const NatSplitRule&
    Split() const
    {
        return m_split;
    }

    std::size_t
    Count() const
    {
        return m_tables.size();
    }

    NatTable&
    operator[](std::size_t table)
    {
        return *m_tables[table];
    }

    /// @return links of all tables together, in constant time; those of Outbound(), Inbound() and
    ///         AddRedirect() only
    std::size_t
    Size() const
    {
        return m_tables.size() == 1 ? m_tables.front()->Size() : m_size;
    }

    std::size_t CountSessions() const;
    std::size_t CountMappings() const;

    /// @return work of the last packet of Outbound() or Inbound(), in all tables that it met
    const PacketWork&
    LastWork() const
    {
        return m_isHairpin ? m_work : m_tables[m_last]->LastWork();
    }

  private:
    /// @return whether a packet from inside that was answered so is to come back
    bool IsHairpin(const NatFlow& flow, const NatAnswer& answer) const;
    static NatAnswer BackInside(const NatAnswer& out, const NatAnswer& back);

    NatSplitRule m_split;
    std::vector<uint32_t> m_own; ///< external addresses, sorted; none where nothing is hairpinned
    std::vector<std::unique_ptr<RandomEngine>> m_engines;
    std::vector<std::unique_ptr<NatTable>> m_tables;
    std::size_t m_size{0};
    uint32_t m_last{0};
    bool m_isHairpin{false}; ///< the last packet met two tables, or one twice
    PacketWork m_work;       ///< of such a packet
};

template <class Hold>
NatAnswer
NatInstances::OutboundHolding(const NatFlow& flow, TcpFlags flags, const Hold& hold)
{
    NatAnswer out;
    {
        const uint32_t table = m_split.OfOutbound(flow);
        [[maybe_unused]] const auto held = hold(table);
        out = m_tables[table]->Outbound(flow, flags);
    }
    if (!IsHairpin(flow, out))
    {
        return out;
    }
    return BackInside(out, InboundHolding({flow.protocol, out.endpoint, flow.remote}, flags, hold));
}

template <class Hold>
NatAnswer
NatInstances::InboundHolding(const NatArrival& arrival, TcpFlags flags, const Hold& hold)
{
    const uint32_t table = m_split.OfInbound(arrival);
    [[maybe_unused]] const auto held = hold(table);
    return m_tables[table]->Inbound(arrival, flags);
}

} // namespace bindstorm

#endif // BINDSTORM_NAT_INSTANCES_H
