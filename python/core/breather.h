/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BREATHER_H
#define BINDSTORM_BREATHER_H

#include "model/base/work-counters.h"

#include <cstdint>
#include <functional>

namespace bindstorm
{

/**
 * @ingroup python
 * Calls for a pause when enough has been done. One operation may cost as much as thousands of
 * others, so work is what is counted: a pause comes about every ten milliseconds.
 */
class Breather
{
  public:
    /// @param pause must outlive this object; may throw
    explicit Breather(const std::function<void()>& pause)
        : m_pause(pause)
    {
    }

    /// To be called between operations. @param work what the last one did
    void
    OnOperation(const WorkCounters& work)
    {
        m_done += OPERATION + work.steps + work.chainScans + work.nodeVisits + work.bitmapWords;
        if (m_done >= ENOUGH)
        {
            m_done = 0;
            m_pause();
        }
    }

  private:
    static constexpr uint64_t OPERATION = 50; ///< units of an operation that does no counted work
    static constexpr uint64_t ENOUGH = 5'000'000;

    const std::function<void()>& m_pause;
    uint64_t m_done{0};
};

} // namespace bindstorm

#endif // BINDSTORM_BREATHER_H
