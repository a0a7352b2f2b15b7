/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BYTE_SPREAD_H
#define BINDSTORM_BYTE_SPREAD_H

#include "law-builder.h"

#include "model/base/component-spec.h"
#include "model/ports/byte-pick.h"

#include <array>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup analysis
 * How `byte-local-2009` spreads its choices over the free bits of a byte, in exact arithmetic:
 * every draw counts 840 times, the least common multiple of 1 to 8, so that an unbiased second draw
 * among up to eight bits divides without remainder.
 */
class ByteSpread
{
  public:
    static constexpr uint64_t UNIT = 840;
    static constexpr uint64_t ALL = LawBuilder::ALL_DRAWS * UNIT;

    /// By bit, numbers of draws.
    using Bits = std::array<uint64_t, 8>;

    /// @param spec resolved, with the parameter "pick"
    explicit ByteSpread(const ComponentSpec& spec);

    /**
     * @param free the free bits, at least one
     * @param candidates draws by the bit of their candidate, which was busy or in another byte
     * @param numbers adds to the raw numbers drawn for second draws (with their rejections), a mean
     * @return draws by the bit taken, UNIT times
     */
    Bits Spread(uint32_t free, const Bits& candidates, double& numbers) const;

  private:
    BytePick m_pick;
};

} // namespace bindstorm

#endif // BINDSTORM_BYTE_SPREAD_H
