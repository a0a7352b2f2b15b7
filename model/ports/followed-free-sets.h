/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FOLLOWED_FREE_SETS_H
#define BINDSTORM_FOLLOWED_FREE_SETS_H

#include "free-port-map.h"
#include "port-request.h"
#include "socket-chains.h"
#include "socket-table.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup ports
 * The free sets that one table keeps up to date, one for each different request that was asked for.
 */
class FollowedFreeSets
{
  public:
    /// Sets without a listener that are kept.
    static constexpr std::size_t MAXIMUM = 64;

    /// The arguments must outlive this object.
    FollowedFreeSets(const SocketChains& chains, const PortRange& range, const PortSet& ineligible);

    /// @return the set of a request. Counts the building when it happens.
    const FreePortMap& Get(const WalkRequest& request, WorkCounters& work);

    /**
     * The same for an allocator: its first question counts the building whether or not someone else
     * made it happen earlier, and its changes are counted from then on.
     */
    const FreePortMap& GetForAllocator(const WalkRequest& request, WorkCounters& work);

    void Follow(const WalkRequest& request, FreeSetListener& listener);

    /// To be called after a socket was inserted.
    void OnInsert(const WalkRequest& socket, uint16_t port, WorkCounters& work);

    /// To be called before or after a socket is erased.
    void OnErase(const WalkRequest& socket, uint16_t port, WorkCounters& work);

  private:
    struct Followed
    {
        Followed(const WalkRequest& wanted, const PortRange& range, const PortSet& ineligible)
            : request(wanted.Get()),
              isPlain(wanted.IsPlain()),
              map(range, ineligible)
        {
        }

        bool
        IsFor(const WalkRequest& wanted) const
        {
            return isPlain == wanted.IsPlain() && (isPlain || request == wanted.Get());
        }

        bool
        IsConcernedBy(const WalkRequest& socket) const
        {
            return (isPlain && socket.IsPlain()) || Conflicts(request, socket.Get());
        }

        PortRequest request;
        bool isPlain;
        bool isPaid{false}; ///< an allocator uses it and pays for its changes
        uint64_t lastUse{0};
        FreePortMap map;
        std::vector<FreeSetListener*> listeners;
    };

    Followed& Find(const WalkRequest& request, bool& isBuilt);
    void MakeRoom();
    void CountBuilding(WorkCounters& work) const;

    const SocketChains& m_chains;
    const PortRange& m_range;
    const PortSet& m_ineligible;
    std::vector<std::unique_ptr<Followed>> m_sets;
    uint64_t m_uses{0};
};

} // namespace bindstorm

#endif // BINDSTORM_FOLLOWED_FREE_SETS_H
