/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FREE_SET_FOLLOWER_H
#define BINDSTORM_FREE_SET_FOLLOWER_H

#include "model/base/observer.h"
#include "model/ports/host-sockets.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup host
 * Tells the observer of every change of one free set, and knows its size without asking the table.
 */
class FreeSetFollower final : public FreeSetListener
{
  public:
    /**
     * Announces the set to the observer, with the ports that are busy already.
     * @param id the set's number for the observer
     * @param host index of the host
     */
    FreeSetFollower(Protocol protocol,
                    const PortRequest& request,
                    SocketTable& table,
                    Observer& observer,
                    uint32_t id,
                    uint32_t host);
    FreeSetFollower(const FreeSetFollower&) = delete;
    FreeSetFollower& operator=(const FreeSetFollower&) = delete;

    void OnBusy(uint16_t port) override;
    void OnFree(uint16_t port) override;

    bool
    Follows(Protocol protocol, const PortRequest& request) const
    {
        return m_protocol == protocol && m_request == request;
    }

    /// @return the number of free ports that the request had before the port was chosen
    uint32_t
    CountFree() const
    {
        return m_free;
    }

    uint32_t
    Id() const
    {
        return m_id;
    }

    /// While an allocator chooses, its own change is told after the choice itself.
    void Hold();
    void Release();

  private:
    Protocol m_protocol;
    PortRequest m_request;
    Observer& m_observer;
    uint32_t m_id;
    uint32_t m_free{0};
    bool m_isHeld{false};
    int32_t m_heldPort{-1}; ///< the port that became busy while held, -1 for none
};

} // namespace bindstorm

#endif // BINDSTORM_FREE_SET_FOLLOWER_H
