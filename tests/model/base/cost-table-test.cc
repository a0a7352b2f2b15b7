/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/cost-table.h"

#include <gtest/gtest.h>

namespace bindstorm
{

TEST(CostTable, AddsBaseAndWorkAndRoundsOnce)
{
    CostTable table;
    table.base[static_cast<std::size_t>(OperationKind::BIND)] = 1'000'400;
    table.work[0] = 30;  // rng_draws
    table.work[4] = 350; // node_visits
    const WorkCounters work{.rngDraws = 1, .nodeVisits = 2};
    // 1,000,400 + 30 + 700 = 1,001,130 ps
    EXPECT_EQ(table.Cost(OperationKind::BIND, work, 0).count(), 1001);
    EXPECT_EQ(table.Cost(OperationKind::CLOSE, work, 0).count(), 1); // 730 ps
    EXPECT_EQ(table.Cost(OperationKind::CLOSE, {.rngDraws = 16}, 0).count(), 0);
    EXPECT_EQ(table.Cost(OperationKind::CLOSE, {.rngDraws = 17}, 0).count(), 1); // 510 ps
}

TEST(CostTable, NodeVisitsCostByTheSizeOfTheTable)
{
    CostTable table;
    table.nodeVisits = {{1000, 2000}, {3000, 4000}, {5000, 1000}};
    EXPECT_EQ(table.NodeVisit(0), 2000U);
    EXPECT_EQ(table.NodeVisit(1000), 2000U);
    EXPECT_EQ(table.NodeVisit(2000), 3000U);
    EXPECT_EQ(table.NodeVisit(4000), 2500U);
    EXPECT_EQ(table.NodeVisit(100000), 1000U);
    EXPECT_EQ(table.Cost(OperationKind::BIND, {.nodeVisits = 3}, 2000).count(), 9);
}

} // namespace bindstorm
