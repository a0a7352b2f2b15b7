/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_INDEX_H
#define BINDSTORM_NAT_INDEX_H

#include "nat-link-pool.h"
#include "nat-types.h"

#include "model/base/component-spec.h"
#include "model/base/hash-key.h"
#include "model/base/packet-work.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Finds links from both sides. Holds LinkIds and whatever order its structure needs; the links lie
 * in the pool. The fields of a link by which it is found must not change while it is indexed.
 *
 * Every search counts in the work: chainScans for a chain or tree entered, nodeVisits for each link
 * (or node of a tree) read, comparisons for each key compared.
 *
 * What every index has to answer alike is written in tests/model/nat/index-model-test.cc: of
 * several links that fit equally, the one with the highest serial.
 */
class NatIndex
{
  public:
    NatIndex() = default;
    NatIndex(const NatIndex&) = delete;
    NatIndex& operator=(const NatIndex&) = delete;
    virtual ~NatIndex() = default;

    /// @param id of a link that is not indexed; its serial says how new it is, also when it was
    ///        indexed before, was changed and comes back
    virtual void Insert(LinkId id, PacketWork& work) = 0;

    /// @param id of a link that is indexed
    virtual void Erase(LinkId id, PacketWork& work) = 0;

    /**
     * The link of exactly that scope with this internal endpoint and this remote pattern. Links
     * with servers are never found from inside.
     * @param flow open parts of the remote endpoint are 0
     * @param scope says which parts are open
     * @return the newest one, or NO_LINK
     */
    virtual LinkId FindOutbound(const NatFlow& flow, LinkScope scope, PacketWork& work) = 0;

    /**
     * The link that an inbound packet belongs to: its session if there is one, else the most
     * specific rule or mapping in the order of LinkScope.
     * @return the newest one of the best scope, or NO_LINK
     */
    virtual LinkId FindInbound(const NatArrival& arrival, PacketWork& work) = 0;

    /// @return the session of exactly these endpoints (the newest), or NO_LINK
    virtual LinkId FindSession(const NatArrival& arrival, PacketWork& work) = 0;

    /**
     * @param arrival its remote port does not matter
     * @return a session between the external endpoint and any port of the remote address (any of
     *         several), or NO_LINK
     */
    virtual LinkId FindFromAddress(const NatArrival& arrival, PacketWork& work) = 0;

    /// @return the newest link, of whatever scope, with this external endpoint; or NO_LINK
    virtual LinkId FindExternal(uint8_t protocol,
                                const NatEndpoint& external,
                                PacketWork& work) = 0;

    /// Packets of which so many are looked at together.
    static constexpr std::size_t PREFETCH = 32;

    /**
     * These sessions will be looked for next: what the searches read may be fetched now, for all of
     * them at once. Counts no work and changes nothing.
     * @param flows the first PREFETCH of them matter
     */
    virtual void
    PrefetchOutbound(std::span<const NatFlow> /* flows */) const
    {
    }

    virtual void
    PrefetchInbound(std::span<const NatArrival> /* arrivals */) const
    {
    }

    /// @return bytes taken from memory, beside the links
    virtual std::size_t Bytes() const = 0;
};

/**
 * @ingroup nat
 * What the registry knows of an index.
 */
struct NatIndexInfo
{
    std::string name;
    std::string summary; ///< one sentence: what it is
    std::string source;  ///< review, commit or paper that it follows
    std::vector<ParameterInfo> parameters;
    bool isKeyed{false}; ///< its hash has a key, which whoever makes one is to draw
    std::function<
        std::unique_ptr<NatIndex>(const ComponentSpec&, const NatLinkPool&, const HashKey&)>
        create;
};

/// @ingroup nat
/// @return every index, in the order of nat-indexes.def
std::span<const NatIndexInfo> GetNatIndexes();

/// @ingroup nat
/// @throws ConfigError for an unknown name
const NatIndexInfo& FindNatIndex(const std::string& name);

/// @ingroup nat
/// @param key of the hash, where the index has one
/// @throws ConfigError for an unknown name or parameter, with the nearest known one
std::unique_ptr<NatIndex> CreateNatIndex(const ComponentSpec& spec,
                                         const NatLinkPool& pool,
                                         const HashKey& key = {});

/// @ingroup nat
/// @return the spec with its parameters checked, in canonical form
ComponentSpec ResolveNatIndex(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_NAT_INDEX_H
