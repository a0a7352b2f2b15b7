/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FLAT_KEY_H
#define BINDSTORM_FLAT_KEY_H

#include "nat-link.h"

#include "model/base/hash-key.h"
#include "model/base/multiply-hash.h"
#include "model/base/siphash.h"

#include <compare>
#include <cstdint>

namespace bindstorm
{

/// @ingroup nat
/// What a link is looked for by in one of the tables of the index `flat`.
enum class FlatTableKind : uint8_t
{
    OUTBOUND,
    INBOUND,
    EXTERNAL,    ///< by external endpoint alone
    FROM_ADDRESS ///< by external endpoint and remote address
};

/**
 * @ingroup nat
 * A key of the index `flat`: two endpoints, protocol and scope in two words.
 */
struct FlatKey
{
    uint64_t addresses{0};
    uint64_t rest{0}; ///< ports, protocol, scope and kind of table

    FlatKey(FlatTableKind kind,
            uint8_t protocol,
            LinkScope scope,
            const NatEndpoint& near,
            const NatEndpoint& remote)
        : addresses(uint64_t{near.address} << 32 | remote.address),
          rest(uint64_t{near.port} << 48 | uint64_t{remote.port} << 32 | uint64_t{protocol} << 16 |
               uint64_t{static_cast<uint8_t>(scope)} << 8 | static_cast<uint8_t>(kind))
    {
    }

    static FlatKey
    Outbound(const NatFlow& flow, LinkScope scope)
    {
        return {FlatTableKind::OUTBOUND, flow.protocol, scope, flow.internal, flow.remote};
    }

    static FlatKey
    Inbound(const NatArrival& arrival, LinkScope scope)
    {
        return {FlatTableKind::INBOUND, arrival.protocol, scope, arrival.external, arrival.remote};
    }

    static FlatKey
    External(uint8_t protocol, const NatEndpoint& external)
    {
        return {FlatTableKind::EXTERNAL, protocol, LinkScope::ANY, external, {}};
    }

    /// @param arrival its remote port does not matter
    static FlatKey
    FromAddress(const NatArrival& arrival)
    {
        return {FlatTableKind::FROM_ADDRESS,
                arrival.protocol,
                LinkScope::ANY_PORT,
                arrival.external,
                {arrival.remote.address, 0}};
    }

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 mistakes the 0 that "<" compares with.
    auto operator<=>(const FlatKey&) const = default;
};

/**
 * @ingroup nat
 * Hashes keys with the secret of one table.
 */
class FlatHash
{
  public:
    /// @param key nobody else's
    /// @param isSipHash SipHash-1-3; else two multiplications
    FlatHash(const HashKey& key, bool isSipHash)
        : m_key(key),
          m_isSipHash(isSipHash)
    {
    }

    uint64_t
    operator()(const FlatKey& key) const
    {
        return m_isSipHash ? SipHash<1, 3>(m_key, {key.addresses, key.rest})
                           : MultiplyHash(m_key, key.addresses, key.rest);
    }

  private:
    HashKey m_key;
    bool m_isSipHash;
};

} // namespace bindstorm

#endif // BINDSTORM_FLAT_KEY_H
