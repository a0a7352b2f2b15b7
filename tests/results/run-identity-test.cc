/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "results/run-identity.h"

#include "results/sha256.h"
#include "results/stored-run.h"

#include <gtest/gtest.h>
#include <set>

namespace bindstorm
{

namespace
{

const BuildInfo BUILD{"0.1.0", "c0ffee", false, "", "GNU 12.2.0", "Release"};

} // namespace

TEST(RunIdentity, IsTheHashOfTheDocumentedText)
{
    EXPECT_EQ(RunIdentity(RunKind::SIM, "{}", BUILD), Sha256("bindstorm run 1\nsim\nc0ffee\n\n{}"));
}

TEST(RunIdentity, DiffersWithKindSpecSourcesAndPlugins)
{
    BuildInfo edited = BUILD;
    edited.isDirty = true;
    edited.changes = "d1ff";
    const std::set<std::string> identities{RunIdentity(RunKind::SIM, "{}", BUILD),
                                           RunIdentity(RunKind::BENCH, "{}", BUILD),
                                           RunIdentity(RunKind::PROBE, "{}", BUILD),
                                           RunIdentity(RunKind::CHECK, "{}", BUILD),
                                           RunIdentity(RunKind::SIM, "{ }", BUILD),
                                           RunIdentity(RunKind::SIM, "{}", edited),
                                           RunIdentity(RunKind::SIM, "{}", BUILD, "p1"),
                                           RunIdentity(RunKind::SIM, "p1\n{}", BUILD)};
    EXPECT_EQ(identities.size(), 8U);
}

TEST(RunIdentity, DoesNotDependOnCompilerAndBuildType)
{
    BuildInfo debug = BUILD;
    debug.compiler = "Clang 14";
    debug.buildType = "Debug";
    EXPECT_EQ(RunIdentity(RunKind::SIM, "{}", debug), RunIdentity(RunKind::SIM, "{}", BUILD));
}

TEST(ExperimentPlanIdentity, DiffersWithNameScenarioAndRunsButNotWithThePath)
{
    const ExperimentPlan plan{"a", "p", "text", "", "", {{"id", {{"x", "1"}}}}};
    std::set<std::string> identities{plan.Identity()};
    ExperimentPlan other = plan;
    other.name = "b";
    identities.insert(other.Identity());
    other = plan;
    other.scenarioText = "text 2";
    identities.insert(other.Identity());
    other = plan;
    other.runs[0].parameters[0].second = "2";
    identities.insert(other.Identity());
    other = plan;
    other.runs[0].identity = "id2";
    identities.insert(other.Identity());
    other = plan;
    other.runs.push_back(other.runs[0]);
    identities.insert(other.Identity());
    EXPECT_EQ(identities.size(), 6U);

    other = plan;
    other.scenarioPath = "elsewhere";
    EXPECT_EQ(other.Identity(), plan.Identity());
}

} // namespace bindstorm
