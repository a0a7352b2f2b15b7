/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_VIEW_H
#define BINDSTORM_PORT_VIEW_H

#include "chain-map.h"
#include "port-range.h"
#include "port-request.h"
#include "port-set.h"

#include "model/base/work-counters.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup ports
 * A table seen as hash chains of ports: chain = port mod Count(), slot = port / Count(). Only
 * tables that are built that way offer it.
 */
class PortChains
{
  public:
    /// @return number of chains, a power of two from 1 to 65536
    virtual uint32_t Count() const = 0;

    /**
     * Walks the chain of a port and counts its sockets, whatever they are bound to.
     * @param port any port; its chain is walked
     * @param limit the walk is given up when this length is reached
     * @return the length, at most limit. Counts one chain scan and the nodes visited.
     */
    virtual uint32_t Length(uint16_t port, uint32_t limit) = 0;

    /// @return whether any socket at all has the port. Counts one chain scan and the nodes visited.
    virtual bool IsPresent(uint16_t port) = 0;

    /**
     * Clears the map and sets the bit of every slot in the chain of a port that holds a socket in
     * conflict with the request. Walks the whole chain. Counts one chain scan, its nodes, and the
     * words cleared.
     * @param map made for Count() chains
     */
    virtual void MarkBusy(uint16_t port, ChainMap& map) = 0;

  protected:
    ~PortChains() = default;
};

/**
 * @ingroup ports
 * What an allocator sees: which ports are free for one request, at a counted cost. The socket table
 * offers one view, a NAT's table of bindings another.
 */
class PortView
{
  public:
    /**
     * @param range ports that may be chosen
     * @param reserved ports in it that may not
     * @param work every question that costs something adds to it
     */
    PortView(const PortRange& range, const PortSet& reserved, WorkCounters& work)
        : m_range(range),
          m_reserved(reserved),
          m_work(work)
    {
    }

    PortView(const PortView&) = delete;
    PortView& operator=(const PortView&) = delete;

    const PortRange&
    Range() const
    {
        return m_range;
    }

    /// @return ports that may not be chosen, also some out of range. Costs nothing.
    const PortSet&
    Reserved() const
    {
        return m_reserved;
    }

    /// @return whether the port is in range and not reserved. Costs nothing.
    bool
    IsEligible(uint32_t port) const
    {
        return m_range.Contains(port) && !m_reserved.Contains(static_cast<uint16_t>(port));
    }

    /// Where an allocator adds the steps, locks and probes of its own.
    WorkCounters&
    Work()
    {
        return m_work;
    }

    /**
     * @param port an eligible port
     * @return whether it is free for this request. Counts one probe and what the lookup costs.
     */
    virtual bool IsFree(uint16_t port) = 0;

    /// @return number of eligible ports that are free for this request. Counts bitmap words.
    virtual uint32_t CountFree() = 0;

    /**
     * @param rank 0 to CountFree() - 1
     * @return the eligible free port with that many free ports below it. Counts bitmap words.
     */
    virtual uint16_t SelectFree(uint32_t rank) = 0;

    /// @return the chains, or nullptr when the table behind this view has none
    virtual PortChains* Chains() = 0;

  protected:
    ~PortView() = default;

  private:
    const PortRange& m_range;
    const PortSet& m_reserved;
    WorkCounters& m_work;
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_VIEW_H
