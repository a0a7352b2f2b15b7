/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/runner/attack-report.h"

#include <gtest/gtest.h>

#include <map>

namespace bindstorm
{

namespace
{

std::map<std::string, double>
ReportOf(const AttackTally& attack, uint64_t failures)
{
    RunResult result;
    ReportAttack("box.attack", attack, failures, result);
    std::map<std::string, double> metrics;
    for (const auto& metric : result.metrics)
    {
        metrics[metric.name] = metric.value;
    }
    return metrics;
}

} // namespace

TEST(AttackReport, SaysWhatAFailureAndAnEntryCostTheAttacker)
{
    const auto metrics = ReportOf({.sent = 1000, .measured = 800, .entries = 50}, 4);
    const std::map<std::string, double> expected{{"box.attack.sent", 1000},
                                                 {"box.attack.packets_per_failure", 200},
                                                 {"box.attack.bytes_per_failure", 12800},
                                                 {"box.attack.packets_per_entry", 20},
                                                 {"box.attack.bytes_per_entry", 1280}};
    EXPECT_EQ(metrics, expected);
}

TEST(AttackReport, SaysNothingOfWhatTheAttackerDidNotGet)
{
    const std::map<std::string, double> expected{{"box.attack.sent", 1000}};
    EXPECT_EQ(ReportOf({.sent = 1000, .measured = 800, .entries = 0}, 0), expected);
    EXPECT_EQ(ReportOf({.sent = 1000, .measured = 800, .entries = {}}, 0), expected);
}

TEST(QueueingBound, IsTheChanceThatBothPacketsOfAnAttemptAreAccepted)
{
    EXPECT_EQ(QueueingBound(0.5, 3), 1);
    EXPECT_EQ(QueueingBound(1, 1), 1);
    EXPECT_DOUBLE_EQ(QueueingBound(2, 1), 0.25);
    EXPECT_DOUBLE_EQ(QueueingBound(2, 3), 1 - 0.75 * 0.75 * 0.75);
}

} // namespace bindstorm
