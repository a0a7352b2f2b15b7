/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LOCKED_NAT_INSTANCES_H
#define BINDSTORM_LOCKED_NAT_INSTANCES_H

#include "nat-instances.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Instances that several threads may use at the same time: a table is used by who holds its lock.
 * The time source is read by all of them, and must allow that.
 *
 * @tparam Lock std::mutex, SpinLock, or another that std::unique_lock takes
 */
template <class Lock>
class LockedNatInstances
{
  public:
    /**
     * @param instances must outlive this object, and be used through it alone
     * @param locks as many as tables: each has its own; 1: one for all; in between tables share
     * @throws ConfigError for 0
     */
    LockedNatInstances(NatInstances& instances, uint32_t locks)
        : m_instances(instances),
          m_locks(locks)
    {
        if (locks == 0)
        {
            throw ConfigError("NAT instances that threads share need at least one lock");
        }
    }

    NatAnswer
    Outbound(const NatFlow& flow, TcpFlags flags = {})
    {
        return m_instances.OutboundHolding(flow, flags, Hold{*this});
    }

    NatAnswer
    Inbound(const NatArrival& arrival, TcpFlags flags = {})
    {
        return m_instances.InboundHolding(arrival, flags, Hold{*this});
    }

    /// @return links of all tables, each counted at a moment of its own
    std::size_t
    Size()
    {
        std::size_t size = 0;
        for (uint32_t table = 0; table < m_instances.Count(); ++table)
        {
            const auto held = Hold{*this}(table);
            size += m_instances[table].Size();
        }
        return size;
    }

  private:
    /// Alone on its line of memory, or threads with different locks would wait for each other.
    struct alignas(64) Slot
    {
        Lock lock;
    };

    struct Hold
    {
        LockedNatInstances& owner;

        std::unique_lock<Lock>
        operator()(uint32_t table) const
        {
            return std::unique_lock(owner.m_locks[table % owner.m_locks.size()].lock);
        }
    };

    NatInstances& m_instances;
    std::vector<Slot> m_locks;
};

} // namespace bindstorm

#endif // BINDSTORM_LOCKED_NAT_INSTANCES_H
