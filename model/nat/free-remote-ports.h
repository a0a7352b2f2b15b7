/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FREE_REMOTE_PORTS_H
#define BINDSTORM_FREE_REMOTE_PORTS_H

#include "nat-types.h"
#include "used-ports.h"

#include "model/base/hash-key.h"
#include "model/base/multiply-hash.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace bindstorm
{

/**
 * @ingroup nat
 * The external ports in use by what they are used for: a key. A key without ports takes no memory.
 * @tparam Key what the ports of one table of them have in common
 * @tparam Hash of a key
 */
template <class Key, class Hash>
class UsedPortsByKey
{
  public:
    /// @param sets must outlive this object
    /// @param hash of keys, with a secret where whoever chooses them is not to be trusted
    explicit UsedPortsByKey(const EligiblePortSets& sets, const Hash& hash = Hash())
        : m_none(sets),
          m_tables(0, hash)
    {
    }

    void
    Add(const Key& key, uint16_t port)
    {
        m_tables.try_emplace(key, m_none.Sets()).first->second.Add(port);
    }

    /// @param port has a use for the key
    /// @return whether that was its last one
    bool
    Remove(const Key& key, uint16_t port)
    {
        const auto table = m_tables.find(key);
        const bool isLast = table->second.Remove(port);
        if (table->second.Size() == 0)
        {
            m_tables.erase(table);
        }
        return isLast;
    }

    /// @return what is in use, valid until the next change
    const UsedPorts&
    Find(const Key& key) const
    {
        const auto table = m_tables.find(key);
        return table == m_tables.end() ? m_none : table->second;
    }

    /// Nothing is in use any more.
    void
    Clear()
    {
        m_tables.clear();
    }

    /// @return number of keys with ports in use
    std::size_t
    Size() const
    {
        return m_tables.size();
    }

  private:
    UsedPorts m_none;                                  ///< of every key that is not there
    std::unordered_map<Key, UsedPorts, Hash> m_tables; // is never walked, so its order is nowhere
};

/// @ingroup nat
/// Where packets of a remote endpoint arrive, but for the external port.
struct NatRemoteKey
{
    uint8_t protocol{IP_UDP};
    uint32_t externalAddress{0};
    NatEndpoint remote{};

    bool operator==(const NatRemoteKey&) const = default;
};

/// @ingroup nat
/// Where external ports belong.
struct NatExternalKey
{
    uint8_t protocol{IP_UDP};
    uint32_t externalAddress{0};

    bool operator==(const NatExternalKey&) const = default;
};

/**
 * @ingroup nat
 * Whoever is inside chooses remote endpoints: without the key he must not find ones that fall
 * together.
 */
class NatKeyHash
{
  public:
    explicit NatKeyHash(const HashKey& key = {})
        : m_key(key)
    {
    }

    std::size_t
    operator()(const NatRemoteKey& key) const
    {
        const uint64_t remote = (uint64_t{key.remote.address} << 16) | key.remote.port;
        return MultiplyHash(m_key, remote, External(key.protocol, key.externalAddress));
    }

    std::size_t
    operator()(const NatExternalKey& key) const
    {
        return MultiplyHash(m_key, 1, External(key.protocol, key.externalAddress));
    }

  private:
    static uint64_t
    External(uint8_t protocol, uint32_t address)
    {
        return (uint64_t{protocol} << 32) | address;
    }

    HashKey m_key;
};

/// @ingroup nat
/// The external ports with a session or mapping towards one remote endpoint: what
/// endpoint-dependent mapping may not give again.
using FreeRemotePorts = UsedPortsByKey<NatRemoteKey, NatKeyHash>;

/// @ingroup nat
/// The external ports with any link at all: what nobody else may get where ports are not
/// overloaded.
using NatFreePorts = UsedPortsByKey<NatExternalKey, NatKeyHash>;

} // namespace bindstorm

#endif // BINDSTORM_FREE_REMOTE_PORTS_H
