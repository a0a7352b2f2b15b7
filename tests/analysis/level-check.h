/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LEVEL_CHECK_H
#define BINDSTORM_LEVEL_CHECK_H

#include "analysis/special-tails.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace bindstorm
{

/// Counts how often p-values fall to or below 5 %, 1 % and 0.1 % and compares with those levels.
class LevelCheck
{
  public:
    void
    Add(double pValue)
    {
        ++m_total;
        for (auto& [level, count] : m_rejected)
        {
            count += pValue <= level ? 1 : 0;
        }
    }

    /// The counts are binomial with the level as chance; a sound test fails here with chance 6e-7.
    void
    ExpectExact() const
    {
        for (const auto& [level, count] : m_rejected)
        {
            EXPECT_GT(BinomialTwoSided(count, m_total, level), 2e-7)
                << count << " of " << m_total << " at level " << level;
        }
    }

    /// As ExpectExact(), but a test that rejects too seldom is sound.
    void
    ExpectAtMost() const
    {
        for (const auto& [level, count] : m_rejected)
        {
            EXPECT_GT(BinomialUpperTail(count, m_total, level), 2e-7)
                << count << " of " << m_total << " at level " << level;
        }
    }

    double
    ShareAt(double level) const
    {
        return static_cast<double>(m_rejected.at(level)) / static_cast<double>(m_total);
    }

  private:
    uint64_t m_total{0};
    std::map<double, uint64_t> m_rejected{{0.05, 0}, {0.01, 0}, {0.001, 0}};
};

} // namespace bindstorm

#endif // BINDSTORM_LEVEL_CHECK_H
