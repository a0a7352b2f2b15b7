/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_HOUSEKEEPING_H
#define BINDSTORM_NAT_HOUSEKEEPING_H

#include "nat-link-pool.h"
#include "nat-types.h"

#include "model/base/component-spec.h"
#include "model/base/packet-work.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Decides when links are looked at for being expired. What is expired it hands back; the table
 * removes it (and tells OnErase()).
 */
class NatHousekeeping
{
  public:
    NatHousekeeping() = default;
    NatHousekeeping(const NatHousekeeping&) = delete;
    NatHousekeeping& operator=(const NatHousekeeping&) = delete;
    virtual ~NatHousekeeping() = default;

    /// A link with a timer was made.
    virtual void OnInsert(LinkId id) = 0;
    /// A link with a timer is about to go.
    virtual void OnErase(LinkId id) = 0;
    /// The deadline of a link has changed.
    virtual void OnUse(LinkId id) = 0;

    /**
     * Called with every packet, before it is looked at.
     * @param now what the table's clock says
     * @param work expiryChecks counts each link looked at, nodeVisits each place read for it,
     *        chainScans each pass or slot of a wheel begun
     * @param expire to be called for each link found expired (Deadline() <= now). OnErase() follows
     *        from within the call, and for other links that end with it.
     */
    virtual void OnPacket(NatTime now,
                          PacketWork& work,
                          const std::function<void(LinkId)>& expire) = 0;

    /// @return whether the table must check a link's deadline whenever it finds it
    virtual bool ChecksOnUse() const = 0;
};

/**
 * @ingroup nat
 * What the registry knows of a way of housekeeping.
 */
struct NatHousekeepingInfo
{
    std::string name;
    std::string summary; ///< one sentence: what it does
    std::string source;  ///< review or commit that it follows
    std::vector<ParameterInfo> parameters;
    std::function<std::unique_ptr<NatHousekeeping>(const ComponentSpec&, const NatLinkPool&)>
        create;
};

/// @ingroup nat
/// @return every one, in the order of nat-housekeeping.def
std::span<const NatHousekeepingInfo> GetNatHousekeeping();

/// @ingroup nat
/// @throws ConfigError for an unknown name or parameter, with the nearest known one
std::unique_ptr<NatHousekeeping> CreateNatHousekeeping(const ComponentSpec& spec,
                                                       const NatLinkPool& pool);

/// @ingroup nat
/// @return the spec with its parameters checked, in canonical form
ComponentSpec ResolveNatHousekeeping(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_NAT_HOUSEKEEPING_H
