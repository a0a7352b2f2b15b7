/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LAW_BUILDER_H
#define BINDSTORM_LAW_BUILDER_H

#include "port-law.h"
#include "remembered-view.h"

#include "analysis/wide-integer.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Adds up how many raw draws lead to which port and to how much work, in integers, so that the
 * order does not matter and nothing is lost to rounding.
 */
class LawBuilder
{
  public:
    /// The usual number of equally likely raw draws: one 32-bit number.
    static constexpr uint64_t ALL_DRAWS = uint64_t{1} << 32;

    LawBuilder()
        : m_draws(65536)
    {
    }

    /// That many raw draws choose the port.
    void
    AddPort(uint16_t port, uint64_t draws)
    {
        m_draws[port] += draws;
    }

    /// That many raw draws find nothing.
    void
    AddFailure(uint64_t draws)
    {
        m_failures += draws;
    }

    /// That many raw draws do that work each.
    void
    AddWork(const WorkCounters& work, uint64_t draws)
    {
        const auto values = work.AsArray();
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            m_work[i] += Uint128{values[i]} * draws;
        }
    }

    /// Work summed over draws already.
    void
    AddWorkSum(const WorkCounters& sum)
    {
        AddWork(sum, 1);
    }

    /**
     * @param all number of raw draws; ports and failures add up to it
     * @param kind what the law is worth
     * @param method one sentence
     * @param view whose range and free ports are noted
     */
    PortLaw Finish(uint64_t all, LawKind kind, std::string_view method, RememberedView& view) const;

  private:
    std::vector<uint64_t> m_draws; ///< by port
    uint64_t m_failures{0};
    std::array<Uint128, WorkCounters::SIZE> m_work{};
};

} // namespace bindstorm

#endif // BINDSTORM_LAW_BUILDER_H
