/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ADDRESS_REDIRECTS_H
#define BINDSTORM_ADDRESS_REDIRECTS_H

#include <cstdint>
#include <map>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup nat
 * Static one-to-one mappings of whole addresses (Basic NAT). Several may name one address; the
 * newest wins, from either side.
 */
class AddressRedirects
{
  public:
    /// @return its number, never used again
    uint64_t
    Add(uint32_t internal, uint32_t external)
    {
        const uint64_t id = ++m_made;
        m_all.emplace(id, Pair{internal, external});
        m_byInternal[internal].emplace(id, external);
        m_byExternal[external].emplace(id, internal);
        return id;
    }

    /// @return false when there is none of that number
    bool
    Remove(uint64_t id)
    {
        const auto found = m_all.find(id);
        if (found == m_all.end())
        {
            return false;
        }
        Drop(m_byInternal, found->second.internal, id);
        Drop(m_byExternal, found->second.external, id);
        m_all.erase(found);
        return true;
    }

    std::optional<uint32_t>
    ExternalOf(uint32_t internal) const
    {
        return Newest(m_byInternal, internal);
    }

    std::optional<uint32_t>
    InternalOf(uint32_t external) const
    {
        return Newest(m_byExternal, external);
    }

  private:
    struct Pair
    {
        uint32_t internal;
        uint32_t external;
    };

    /// By address, then by number, so that the last one is the newest.
    using Side = std::map<uint32_t, std::map<uint64_t, uint32_t>>;

    static void
    Drop(Side& side, uint32_t address, uint64_t id)
    {
        const auto found = side.find(address);
        found->second.erase(id);
        if (found->second.empty())
        {
            side.erase(found);
        }
    }

    static std::optional<uint32_t>
    Newest(const Side& side, uint32_t address)
    {
        const auto found = side.find(address);
        return found == side.end() ? std::nullopt : std::optional(found->second.rbegin()->second);
    }

    std::map<uint64_t, Pair> m_all;
    Side m_byInternal;
    Side m_byExternal;
    uint64_t m_made{0};
};

} // namespace bindstorm

#endif // BINDSTORM_ADDRESS_REDIRECTS_H
