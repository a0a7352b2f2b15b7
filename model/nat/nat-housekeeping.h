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
    /// The deadline of a link came nearer. One that moved away is found out when its turn comes.
    virtual void OnNearer(LinkId id) = 0;

    /// @return a time before which OnPacket() would do nothing, so that it need not be called
    NatTime
    QuietUntil() const
    {
        return m_quietUntil;
    }

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

    /// @return whether ExpireAll() finds every link that is over; else the table has to know them
    virtual bool
    KnowsAllOver() const
    {
        return false;
    }

    /// Hands back every link that is over, however many, as OnPacket() does. Room is wanted at
    /// once.
    virtual void
    ExpireAll(NatTime /* now */,
              PacketWork& /* work */,
              const std::function<void(LinkId)>& /* expire */)
    {
    }

  protected:
    NatTime m_quietUntil{NatTime::min()}; ///< of one that has to be called with every packet
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
    std::function<std::unique_ptr<NatHousekeeping>(const ComponentSpec&, NatLinkPool&)> create;
};

/// @ingroup nat
/// @return every one, in the order of nat-housekeeping.def
std::span<const NatHousekeepingInfo> GetNatHousekeeping();

/// @ingroup nat
/// @throws ConfigError for an unknown name or parameter, with the nearest known one
std::unique_ptr<NatHousekeeping> CreateNatHousekeeping(const ComponentSpec& spec,
                                                       NatLinkPool& pool);

/// @ingroup nat
/// @return the spec with its parameters checked, in canonical form
ComponentSpec ResolveNatHousekeeping(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_NAT_HOUSEKEEPING_H
