/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SOCKET_VIEW_H
#define BINDSTORM_SOCKET_VIEW_H

#include "followed-free-sets.h"
#include "port-view.h"
#include "socket-chains.h"

#include <cstdint>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup ports
 * What an allocator sees of a socket table during one call.
 */
class SocketView final : public PortView, public PortChains
{
  public:
    /// The arguments must outlive this object.
    SocketView(const PortRange& range,
               const PortSet& ineligible,
               const WalkRequest& request,
               const SocketChains& chains,
               FollowedFreeSets& freeSets,
               WorkCounters& work);
    virtual ~SocketView() = default;

    bool IsFree(uint16_t port) override;
    uint32_t CountFree() override;
    uint16_t SelectFree(uint32_t rank) override;
    PortChains* Chains() override;

    uint32_t Count() const override;
    uint32_t Length(uint16_t port, uint32_t limit) override;
    bool IsPresent(uint16_t port) override;
    void MarkBusy(uint16_t port, ChainMap& map) override;

    /// @return whether the port may be bound for the request. Counts nothing.
    bool IsRight(uint16_t port) const;

  private:
    const FreePortMap& Map();
    uint32_t ChainOf(uint16_t port) const;

    const WalkRequest& m_request;
    const SocketChains& m_chains;
    FollowedFreeSets& m_freeSets;
    const FreePortMap* m_map{nullptr}; ///< once it was asked for; nothing is built during a call
    uint32_t m_known{0};               ///< a port that was answered to be free; 0 is none
    uint32_t m_chain{0};               ///< that was marked last, if it is a long one
    std::optional<ChainMap> m_busy;    ///< what was marked in it
};

} // namespace bindstorm

#endif // BINDSTORM_SOCKET_VIEW_H
