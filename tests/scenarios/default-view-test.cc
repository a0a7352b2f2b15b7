/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/verdict/default-view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

std::vector<std::string>
Headings(const ResultView& view)
{
    std::vector<std::string> headings;
    for (const ResultView::Column& column : view.columns)
    {
        headings.push_back(column.heading);
    }
    return headings;
}

} // namespace

TEST(DefaultView, ShowsWhatNearlyEveryRunHas)
{
    const std::vector<FinishedRun> runs{{{}, {{"a.ports.p_value", 0.5}, {"a.x.bind.count", 3}}},
                                        {{}, {{"a.x.bind.p50_ns", 9}, {"a.x.bind.other", 1}}}};
    EXPECT_THAT(Headings(DefaultView(runs)), testing::ElementsAre("p", "binds", "p50"));
}

TEST(DefaultView, NamesHostAndWorkloadWhereSeveralHaveTheMetric)
{
    const std::vector<FinishedRun> runs{
        {{}, {{"a.x.bind.count", 3}, {"a.y.bind.count", 4}, {"a.x.frame.late", 4}}}};
    EXPECT_THAT(Headings(DefaultView(runs)),
                testing::ElementsAre("a.x binds", "a.y binds", "late"));
}

TEST(DefaultView, ShowsWhatASearchFound)
{
    EXPECT_THAT(Headings(DefaultView({{{}, {{"b.x.no_drop_pps", 1e6}, {"b.x.failed_pps", 2e6}}}})),
                testing::ElementsAre("no drop, /s"));
    EXPECT_THAT(Headings(DefaultView({{{}, {{"b.x.capacity", 9}, {"b.end.links", 9}}}})),
                testing::ElementsAre("capacity", "links"));
}

TEST(DefaultView, HasNoColumnsWhereNothingWasMeasured)
{
    EXPECT_TRUE(DefaultView({}).columns.empty());
    EXPECT_TRUE(DefaultView({{{}, {{"simulated_seconds", 1}}}}).columns.empty());
}

} // namespace bindstorm
