/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BYTE_PICK_H
#define BINDSTORM_BYTE_PICK_H

#include "select-bit.h"

#include "model/base/component-spec.h"
#include "model/base/draw-source.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup ports
 * Which free bit of a byte is taken when the candidate's own is not free.
 */
class BytePick
{
  public:
    /// @param spec resolved, with the parameter "pick"
    explicit BytePick(const ComponentSpec& spec)
        : m_rule(spec.Get("pick") == "lowest"    ? Rule::LOWEST
                 : spec.Get("pick") == "nearest" ? Rule::NEAREST
                                                 : Rule::UNIFORM)
    {
    }

    /**
     * @param free the free bits, at least one
     * @param bit the candidate's, 0 to 7
     * @param draws asked by the uniform rule alone, and only when there is a choice
     * @return 0 to 7, a free bit
     */
    uint32_t
    Pick(uint32_t free, uint32_t bit, DrawSource& draws) const
    {
        if (!IsUniform())
        {
            return PickWithoutDraw(free, bit);
        }
        const uint32_t count = CountBits(free);
        return SelectBit(free, count > 1 ? draws.DrawBelow(count) : 0);
    }

    /// @return whether every free bit is equally likely; the other rules draw nothing
    bool
    IsUniform() const
    {
        return m_rule == Rule::UNIFORM;
    }

    /**
     * What Pick() takes under a rule that draws nothing.
     * @param free the free bits, at least one
     * @param bit the candidate's, 0 to 7
     */
    uint32_t
    PickWithoutDraw(uint32_t free, uint32_t bit) const
    {
        uint32_t nearest = SelectBit(free, 0);
        const uint32_t count = m_rule == Rule::NEAREST ? CountBits(free) : 1;
        for (uint32_t rank = 1; rank < count; ++rank)
        {
            const uint32_t other = SelectBit(free, rank);
            nearest = Distance(other, bit) < Distance(nearest, bit) ? other : nearest;
        }
        return nearest;
    }

  private:
    enum class Rule : uint8_t
    {
        UNIFORM,
        LOWEST,
        NEAREST ///< of two equally near ones the lower
    };

    static uint32_t
    Distance(uint32_t a, uint32_t b)
    {
        return a > b ? a - b : b - a;
    }

    Rule m_rule;
};

} // namespace bindstorm

#endif // BINDSTORM_BYTE_PICK_H
