/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNIFORMITY_BATTERY_H
#define BINDSTORM_UNIFORMITY_BATTERY_H

#include "chi-square.h"
#include "grouping.h"
#include "uniformity-test.h"
#include "uniformity.h"

#include <cstdint>
#include <span>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Makes the tests of a report from its input.
 */
class UniformityBattery
{
  public:
    /// @param input checked and with `expected` filled in; must outlive this object
    explicit UniformityBattery(const UniformityInput& input);

    /// @return all tests, coarse ones first, with Holm's correction. O(ports)
    std::vector<UniformityTest> Run() const;

  private:
    void AddGroupings(std::vector<UniformityTest>& tests) const;
    void AddWhole(std::vector<UniformityTest>& tests) const;
    UniformityTest TestStaticGrouping(const Grouping& grouping) const;
    ChiSquareResult TestStaticCells(std::span<const uint64_t> observed,
                                    std::span<const uint64_t> widths,
                                    std::span<const double> expected) const;

    const UniformityInput& m_input;
    uint64_t m_samples{0};
    std::vector<uint64_t> m_widths; ///< 1 for each port with an expectation, else 0
    uint64_t m_exposed{0};          ///< their number
    bool m_isEqual{true};           ///< they all have the same expectation
};

} // namespace bindstorm

#endif // BINDSTORM_UNIFORMITY_BATTERY_H
