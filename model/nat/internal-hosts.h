/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_INTERNAL_HOSTS_H
#define BINDSTORM_INTERNAL_HOSTS_H

#include "model/base/hash-key.h"
#include "model/base/multiply-hash.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace bindstorm
{

/**
 * @ingroup nat
 * What a table remembers of an internal host while it holds external ports.
 */
struct InternalHost
{
    uint32_t index{0};           ///< its number
    uint32_t externalAddress{0}; ///< the one that it is paired with; 0: none yet
    uint32_t ports{0};           ///< external ports that it holds
};

/**
 * @ingroup nat
 * The internal hosts that hold external ports.
 */
class InternalHosts
{
  public:
    /**
     * @param areNumbered else all have the number 0, and a host without ports leaves nothing
     * behind, however many addresses a sender makes up
     * @param first hosts are numbered from this address on; none: in the order of appearance
     * @param key of the hash of addresses, which whoever is inside may choose
     */
    InternalHosts(bool areNumbered, std::optional<uint32_t> first, const HashKey& key)
        : m_areNumbered(areNumbered),
          m_first(first),
          m_numbers(0, AddressHash{key}),
          m_hosts(0, AddressHash{key})
    {
    }

    /// @return the host, made when it is not there; valid until the next Release()
    InternalHost&
    Find(uint32_t address)
    {
        const auto [place, isNew] = m_hosts.try_emplace(address);
        if (isNew)
        {
            place->second.index = NumberOf(address);
        }
        return place->second;
    }

    /// A port of the host is gone. The host is forgotten with its last one.
    void
    Release(uint32_t address)
    {
        const auto found = m_hosts.find(address);
        if (found != m_hosts.end() && --found->second.ports == 0)
        {
            m_hosts.erase(found);
        }
    }

    /// The host got no port after all: it is forgotten unless it has others.
    void
    Abandon(uint32_t address)
    {
        const auto found = m_hosts.find(address);
        if (found != m_hosts.end() && found->second.ports == 0)
        {
            m_hosts.erase(found);
        }
    }

    /// @return the number that the host has, or would get if it came now
    uint32_t
    ForeseeNumber(uint32_t address) const
    {
        if (m_first)
        {
            return address - *m_first;
        }
        if (!m_areNumbered)
        {
            return 0;
        }
        const auto found = m_numbers.find(address);
        return found == m_numbers.end() ? static_cast<uint32_t>(m_numbers.size()) : found->second;
    }

    /// @return the external address that the host is paired with; 0: none
    uint32_t
    PairedAddress(uint32_t address) const
    {
        const auto found = m_hosts.find(address);
        return found == m_hosts.end() ? 0 : found->second.externalAddress;
    }

  private:
    struct AddressHash
    {
        HashKey key;

        std::size_t
        operator()(uint32_t address) const
        {
            return MultiplyHash(key, 1, address);
        }
    };

    /// A host keeps its number for ever: RFC 7422 lets one say later who had which ports.
    uint32_t
    NumberOf(uint32_t address)
    {
        if (m_first)
        {
            return address - *m_first;
        }
        if (!m_areNumbered)
        {
            return 0;
        }
        return m_numbers.try_emplace(address, static_cast<uint32_t>(m_numbers.size()))
            .first->second;
    }

    bool m_areNumbered;
    std::optional<uint32_t> m_first;
    std::unordered_map<uint32_t, uint32_t, AddressHash> m_numbers; ///< by internal address
    std::unordered_map<uint32_t, InternalHost, AddressHash> m_hosts;
};

} // namespace bindstorm

#endif // BINDSTORM_INTERNAL_HOSTS_H
