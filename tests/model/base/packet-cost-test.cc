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

namespace
{

using std::chrono::nanoseconds;

CostTable
PacketTable()
{
    CostTable table;
    table.work.fill(1000);
    table.nodeVisits = {{.sockets = 0, .picoseconds = 1000},
                        {.sockets = 1000, .picoseconds = 11'000}};
    table.packets = PacketCosts::FromArray({100'000, 200'000, 500, 21'400, 2'800, 300, 4'000});
    return table;
}

} // namespace

TEST(PacketCost, IsTheBaseOfItsDirectionWithoutWork)
{
    const CostTable table = PacketTable();
    EXPECT_EQ(table.PacketCost(PacketDirection::OUTBOUND, {}, 0, false), nanoseconds{100});
    EXPECT_EQ(table.PacketCost(PacketDirection::INBOUND, {}, 0, false), nanoseconds{200});
}

TEST(PacketCost, AddsWhatOnlyPacketsDoAndRoundsOnce)
{
    PacketWork work;
    work.comparisons = 3;  // 1.5 ns
    work.expiryChecks = 2; // 0.6 ns
    work.expired = 1;      // 4 ns
    work.locks = 1;        // 1 ns
    EXPECT_EQ(PacketTable().PacketCost(PacketDirection::OUTBOUND, work, 0, false),
              nanoseconds{107});
}

TEST(PacketCost, PricesTheClockThatIsRead)
{
    PacketWork work;
    work.clockReads = 10;
    EXPECT_EQ(PacketTable().PacketCost(PacketDirection::OUTBOUND, work, 0, false),
              nanoseconds{314});
    EXPECT_EQ(PacketTable().PacketCost(PacketDirection::OUTBOUND, work, 0, true), nanoseconds{128});
}

TEST(PacketCost, VisitsNodesOfALargeTableAtItsPrice)
{
    PacketWork work;
    work.nodeVisits = 10;
    EXPECT_EQ(PacketTable().PacketCost(PacketDirection::INBOUND, work, 500, false),
              nanoseconds{260});
}

TEST(PacketCost, KeepsTheOrderOfItsNames)
{
    const std::array<uint64_t, PacketCosts::SIZE> costs{1, 2, 3, 4, 5, 6, 7};
    EXPECT_EQ(PacketCosts::FromArray(costs).AsArray(), costs);
    EXPECT_EQ(PacketCosts::FromArray(costs).coarseClockRead, 5U);
    EXPECT_EQ(PacketCosts::NAMES[4], "coarse_clock_reads");
}

} // namespace bindstorm
