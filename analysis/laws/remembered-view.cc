/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "remembered-view.h"

#include <algorithm>
#include <limits>

namespace bindstorm
{

namespace
{

/// What a question adds to the counters of the view that answers it.
WorkCounters
Difference(const WorkCounters& after, const WorkCounters& before)
{
    return {.rngDraws = after.rngDraws - before.rngDraws,
            .steps = after.steps - before.steps,
            .probes = after.probes - before.probes,
            .chainScans = after.chainScans - before.chainScans,
            .nodeVisits = after.nodeVisits - before.nodeVisits,
            .locks = after.locks - before.locks,
            .bitmapWords = after.bitmapWords - before.bitmapWords};
}

} // namespace

RememberedEligibility::RememberedEligibility(const PortView& view)
{
    for (uint32_t port = view.Range().Low(); port <= view.Range().High(); ++port)
    {
        if (!view.IsEligible(port))
        {
            m_ineligible.Insert(static_cast<uint16_t>(port));
        }
    }
}

RememberedView::RememberedView(PortView& real, WorkCounters& work)
    : RememberedEligibility(real),
      PortView(real.Range(), m_ineligible, work),
      m_real(real),
      m_realChains(real.Chains()),
      m_probes(65536),
      m_presence(m_realChains == nullptr ? 0 : 65536),
      m_lengths(m_realChains == nullptr ? 0 : m_realChains->Count())
{
}

const RememberedView::Answer&
RememberedView::Probe(uint16_t port)
{
    Answer& answer = m_probes[port];
    if (!answer.isKnown)
    {
        const WorkCounters before = m_real.Work();
        answer.isYes = m_real.IsFree(port);
        answer.cost = Difference(m_real.Work(), before);
        answer.isKnown = true;
    }
    return answer;
}

bool
RememberedView::IsFree(uint16_t port)
{
    const Answer& answer = Probe(port);
    Work() += answer.cost;
    return answer.isYes;
}

bool
RememberedView::PeekFree(uint16_t port)
{
    return Probe(port).isYes;
}

const WorkCounters&
RememberedView::CostOfProbe(uint16_t port)
{
    return Probe(port).cost;
}

const std::vector<uint16_t>&
RememberedView::FreePorts()
{
    if (!m_hasFree)
    {
        for (uint32_t port = Range().Low(); port <= Range().High(); ++port)
        {
            if (IsEligible(port) && PeekFree(static_cast<uint16_t>(port)))
            {
                m_free.push_back(static_cast<uint16_t>(port));
            }
        }
        m_hasFree = true;
    }
    return m_free;
}

FreePortMap&
RememberedView::Map()
{
    if (!m_map)
    {
        m_map = std::make_unique<FreePortMap>(Range(), m_ineligible);
        for (uint32_t port = Range().Low(); port <= Range().High(); ++port)
        {
            if (IsEligible(port) && !PeekFree(static_cast<uint16_t>(port)))
            {
                m_map->AddConflict(static_cast<uint16_t>(port));
            }
        }
    }
    return *m_map;
}

uint32_t
RememberedView::CountFree()
{
    ++Work().bitmapWords;
    return Map().CountFree();
}

uint16_t
RememberedView::SelectFree(uint32_t rank)
{
    return Map().SelectFree(rank, Work());
}

PortChains*
RememberedView::Chains()
{
    return m_realChains == nullptr ? nullptr : this;
}

uint32_t
RememberedView::Count() const
{
    return m_realChains->Count();
}

uint32_t
RememberedView::Length(uint16_t port, uint32_t limit)
{
    std::optional<uint32_t>& known = m_lengths[port % m_lengths.size()];
    if (!known)
    {
        known = m_realChains->Length(port, std::numeric_limits<uint32_t>::max());
    }
    const uint32_t length = std::min(*known, limit);
    ++Work().chainScans;
    Work().nodeVisits += length;
    return length;
}

bool
RememberedView::IsPresent(uint16_t port)
{
    Answer& answer = m_presence[port];
    if (!answer.isKnown)
    {
        const WorkCounters before = m_real.Work();
        answer.isYes = m_realChains->IsPresent(port);
        answer.cost = Difference(m_real.Work(), before);
        answer.isKnown = true;
    }
    Work() += answer.cost;
    return answer.isYes;
}

void
RememberedView::MarkBusy(uint16_t port, ChainMap& map)
{
    const WorkCounters before = m_real.Work();
    m_realChains->MarkBusy(port, map);
    Work() += Difference(m_real.Work(), before);
}

WorkCounters
RememberedView::CostOfMark(uint16_t port)
{
    ChainMap map(Count());
    const WorkCounters before = m_real.Work();
    m_realChains->MarkBusy(port, map);
    return Difference(m_real.Work(), before);
}

} // namespace bindstorm
