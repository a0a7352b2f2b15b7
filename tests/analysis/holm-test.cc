/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/holm.h"

#include "model/base/component-spec.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace bindstorm
{

TEST(Holm, StepsDownAndKeepsTheOrderOfTheTests)
{
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") gives 0.03 0.06 0.06 0.02.
    const std::vector<double> adjusted = Holm(std::vector{0.01, 0.04, 0.03, 0.005});
    EXPECT_NEAR(adjusted[0], 0.03, 1e-15);
    EXPECT_NEAR(adjusted[1], 0.06, 1e-15);
    EXPECT_NEAR(adjusted[2], 0.06, 1e-15);
    EXPECT_NEAR(adjusted[3], 0.02, 1e-15);
}

TEST(Holm, NeverExceedsOne)
{
    EXPECT_EQ(Holm(std::vector{0.5, 0.9, 0.7}), (std::vector<double>{1, 1, 1}));
}

TEST(Holm, LeavesOutWhatWasNotTested)
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> adjusted = Holm(std::vector{none, 0.01, none, 0.5});
    EXPECT_TRUE(std::isnan(adjusted[0]));
    EXPECT_EQ(adjusted[1], 0.02);
    EXPECT_TRUE(std::isnan(adjusted[2]));
    EXPECT_EQ(adjusted[3], 0.5);
}

TEST(Holm, RefusesWhatIsNoProbability)
{
    EXPECT_THROW(Holm(std::vector{0.1, 1.5}), ConfigError);
    EXPECT_THROW(Holm(std::vector{-0.1}), ConfigError);
}

} // namespace bindstorm
