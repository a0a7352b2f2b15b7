/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "limit-search.h"

#include <algorithm>

namespace bindstorm
{

LimitSearch::LimitSearch(const Bounds& bounds)
    : m_bounds(bounds),
      m_next(std::clamp(bounds.first, bounds.lowest, std::max(bounds.lowest, bounds.highest)))
{
}

void
LimitSearch::Tell(bool hasPassed)
{
    (hasPassed ? m_passed : m_failed) = m_next;
    if (m_failed == 0)
    {
        m_isDone = m_passed >= m_bounds.highest;
        m_next = m_passed > m_bounds.highest / 2 ? m_bounds.highest : m_passed * 2;
    }
    else if (m_passed == 0)
    {
        m_isDone = m_failed <= m_bounds.lowest;
        m_next = std::max(m_failed / 2, m_bounds.lowest);
    }
    else
    {
        const uint64_t gap = m_failed - m_passed;
        m_isDone = gap <= 1 ||
                   static_cast<double>(gap) <= m_bounds.resolution * static_cast<double>(m_passed);
        m_next = m_passed + gap / 2;
    }
}

} // namespace bindstorm
