/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_PORT_VIEW_H
#define BINDSTORM_NAT_PORT_VIEW_H

#include "used-ports.h"

#include "model/ports/port-view.h"

namespace bindstorm
{

/**
 * @ingroup nat
 * What a port choice sees of the ports in use, for one internal port.
 */
class NatPortView final : public PortView
{
  public:
    /**
     * @param used must outlive this object
     * @param set which of its eligible ports are meant, see EligiblePortSets::Find()
     */
    NatPortView(const UsedPorts& used, std::size_t set, WorkCounters& work)
        : PortView(used.Sets()[set].Range(), used.Sets()[set].Reserved(), work),
          m_used(used),
          m_set(set)
    {
    }

    virtual ~NatPortView() = default;

    /// @param port any port, eligible or not
    bool
    IsFree(uint16_t port) override
    {
        ++Work().probes;
        return !m_used.IsUsed(port);
    }

    uint32_t
    CountFree() override
    {
        return m_used.CountFree(m_set, Work());
    }

    uint16_t
    SelectFree(uint32_t rank) override
    {
        return m_used.SelectFree(m_set, rank, Work());
    }

    PortChains*
    Chains() override
    {
        return nullptr;
    }

  private:
    const UsedPorts& m_used;
    std::size_t m_set;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_PORT_VIEW_H
