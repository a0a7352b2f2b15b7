/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_DRAW_SOURCE_H
#define BINDSTORM_DRAW_SOURCE_H

#include "random-engine.h"
#include "work-counters.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup base
 * The draws that an algorithm may take, counted. A law feeds a walk with an engine that goes
 * through every number in turn; the walk does not see the difference.
 */
class DrawSource
{
  public:
    /**
     * @param engine where the numbers come from; must outlive this object
     * @param work each number adds one to rngDraws; must outlive this object
     */
    DrawSource(RandomEngine& engine, WorkCounters& work)
        : m_engine(engine),
          m_work(work)
    {
    }

    /// @return one 32-bit number
    uint32_t
    Draw()
    {
        ++m_work.rngDraws;
        return m_engine.Next();
    }

    /**
     * An unbiased number below a bound: multiply-shift with rejection (Lemire, ACM TOMACS 2019).
     * Expected draws are below 1 + bound / 2^31 and never above 2. An engine that is rejected 64
     * times in a row (a sound one: at most 2^-64, and 2^-1024 for bounds up to 2^16) is taken at
     * its word, so that a broken one cannot hang its caller.
     * @param bound at least 1
     * @return a number in [0, bound)
     */
    uint32_t
    DrawBelow(uint32_t bound)
    {
        uint64_t product = uint64_t{Draw()} * bound;
        if (static_cast<uint32_t>(product) < bound)
        {
            const uint32_t threshold = (0U - bound) % bound;
            for (int tries = 0; static_cast<uint32_t>(product) < threshold && tries < 64; ++tries)
            {
                product = uint64_t{Draw()} * bound;
            }
        }
        return static_cast<uint32_t>(product >> 32);
    }

  private:
    RandomEngine& m_engine;
    WorkCounters& m_work;
};

} // namespace bindstorm

#endif // BINDSTORM_DRAW_SOURCE_H
