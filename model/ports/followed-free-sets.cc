/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "followed-free-sets.h"

#include <algorithm>

namespace bindstorm
{

FollowedFreeSets::FollowedFreeSets(const SocketChains& chains,
                                   const PortRange& range,
                                   const PortSet& ineligible)
    : m_chains(chains),
      m_range(range),
      m_ineligible(ineligible)
{
}

FollowedFreeSets::Followed&
FollowedFreeSets::Find(const WalkRequest& request, bool& isBuilt)
{
    isBuilt = false;
    for (const std::unique_ptr<Followed>& set : m_sets)
    {
        if (set->IsFor(request))
        {
            set->lastUse = ++m_uses;
            return *set;
        }
    }
    isBuilt = true;
    MakeRoom();
    Followed& set =
        *m_sets.emplace_back(std::make_unique<Followed>(request, m_range, m_ineligible));
    set.lastUse = ++m_uses;
    m_chains.ForEachConflict(request, [&set](uint16_t port) { set.map.AddConflict(port); });
    return set;
}

void
FollowedFreeSets::MakeRoom()
{
    const auto isPinned = [](const auto& set) { return !set->listeners.empty(); };
    const auto kept = static_cast<std::size_t>(
        m_sets.size() - static_cast<std::size_t>(std::ranges::count_if(m_sets, isPinned)));
    if (kept < MAXIMUM)
    {
        return;
    }
    const auto oldest = std::ranges::min_element(
        m_sets,
        {},
        [&](const auto& set) { return isPinned(set) ? UINT64_MAX : set->lastUse; });
    m_sets.erase(oldest);
}

void
FollowedFreeSets::CountBuilding(WorkCounters& work) const
{
    work.nodeVisits += m_chains.Size();
    work.bitmapWords += FreePortMap::BUILD_WORDS;
}

const FreePortMap&
FollowedFreeSets::Get(const WalkRequest& request, WorkCounters& work)
{
    bool isBuilt = false;
    const Followed& set = Find(request, isBuilt);
    if (isBuilt)
    {
        CountBuilding(work);
    }
    return set.map;
}

const FreePortMap&
FollowedFreeSets::GetForAllocator(const WalkRequest& request, WorkCounters& work)
{
    bool isBuilt = false;
    Followed& set = Find(request, isBuilt);
    if (!set.isPaid)
    {
        CountBuilding(work);
        set.isPaid = true;
    }
    return set.map;
}

void
FollowedFreeSets::Follow(const WalkRequest& request, FreeSetListener& listener)
{
    bool isBuilt = false;
    Find(request, isBuilt).listeners.push_back(&listener);
}

void
FollowedFreeSets::OnInsert(const WalkRequest& socket, uint16_t port, WorkCounters& work)
{
    for (const std::unique_ptr<Followed>& set : m_sets)
    {
        if (!set->IsConcernedBy(socket) || !set->map.AddConflict(port))
        {
            continue;
        }
        work.bitmapWords += set->isPaid ? FreePortMap::CHANGE_WORDS : 0;
        for (FreeSetListener* const listener : set->listeners)
        {
            listener->OnBusy(port);
        }
    }
}

void
FollowedFreeSets::OnErase(const WalkRequest& socket, uint16_t port, WorkCounters& work)
{
    for (const std::unique_ptr<Followed>& set : m_sets)
    {
        if (!set->IsConcernedBy(socket) || !set->map.RemoveConflict(port))
        {
            continue;
        }
        work.bitmapWords += set->isPaid ? FreePortMap::CHANGE_WORDS : 0;
        for (FreeSetListener* const listener : set->listeners)
        {
            listener->OnFree(port);
        }
    }
}

} // namespace bindstorm
