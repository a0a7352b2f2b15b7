/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/runner/run-recorder.h"

#include <gtest/gtest.h>
#include <regex>
#include <string>

namespace bindstorm
{

namespace
{

/// A run of a box whose packets all take 40 ns, with one workload.
class RateSearchRun : public testing::Test
{
  protected:
    RateSearchRun()
    {
        const std::string unit = ReadWholeFile(m_files.Folder() / "costs" / "unit.toml");
        const std::string free = std::regex_replace(unit, std::regex("\"1 (ns|us)\""), "\"0 ns\"");
        m_files.Write("costs/constant.toml",
                      std::regex_replace(free,
                                         std::regex("(outbound|inbound) = \"0 ns\""),
                                         "$1 = \"40 ns\""));
    }

    RunResult
    Run(const std::string& box, const std::string& workload) const
    {
        return ExecuteRun(m_files
                              .Read("schema = 1\ntitle = \"t\"\nquestion = \"q\"\n[[nat]]\n"
                                    "name = \"box\"\nexternal = \"203.0.113.1\"\n"
                                    "costs = \"constant\"\n" +
                                    box + "\n[[nat.workload]]\nname = \"load\"\n" + workload)
                              .runs.at(0));
    }

    static double
    ValueOf(const RunResult& result, const std::string& name)
    {
        for (const auto& metric : result.metrics)
        {
            if (metric.name == "box.load." + name)
            {
                return metric.value;
            }
        }
        ADD_FAILURE() << "no metric of the name " << name;
        return -1;
    }

    ReaderFiles m_files;
};

TEST_F(RateSearchRun, FindsTheInverseOfAConstantCost)
{
    // A queue of one and the server take up an excess of 2 of 4000 packets at most.
    const RunResult result = Run("queue = 1", "kind = \"no-drop\"\n");
    EXPECT_GE(ValueOf(result, "no_drop_pps"), 25e6 / 1.01);
    EXPECT_LE(ValueOf(result, "no_drop_pps"), 25e6 / (1 - 2.0 / 4000));
    EXPECT_GT(ValueOf(result, "failed_pps"), 25e6);
    EXPECT_EQ(ValueOf(result, "mean_cost_ps"), 40'000);
    EXPECT_EQ(ValueOf(result, "alone.mean_ns"), 40);
    EXPECT_EQ(ValueOf(result, "alone.count"), 4000);
}

TEST_F(RateSearchRun, FindsThreeTimesThatWithThreeServers)
{
    const RunResult result = Run("queue = 1\ncpus = 3", "kind = \"no-drop\"\n");
    EXPECT_GE(ValueOf(result, "no_drop_pps"), 75e6 / 1.01);
    EXPECT_LE(ValueOf(result, "no_drop_pps"), 75e6 / (1 - 4.0 / 4000));
    EXPECT_EQ(ValueOf(result, "one_by_one_pps"), 25e6) << "one packet uses one of them";
}

TEST_F(RateSearchRun, CountsDropsByPolicyOfTheLastTrialByKindAndReason)
{
    const RunResult result = Run("queue = 16",
                                 "kind = \"no-drop\"\nhit_outbound = 0.25\nhit_inbound = 0.25\n"
                                 "filtered = 0.5\n");
    EXPECT_EQ(ValueOf(result, "filtered.count"), 2000);
    EXPECT_EQ(ValueOf(result, "filtered.verdicts.filtered"), 2000);
    EXPECT_EQ(ValueOf(result, "policy.filtered"), 2000);
    EXPECT_EQ(ValueOf(result, "filtered.ok"), 2000);
    EXPECT_EQ(ValueOf(result, "blind_no_drop_pps"), 0);
    EXPECT_GE(ValueOf(result, "no_drop_pps"), 25e6 / 1.01);
}

TEST_F(RateSearchRun, EstablishesConnectionsAtTheInverseOfAConstantCost)
{
    const RunResult result = Run("queue = 1", "kind = \"rfc9693\"\n");
    EXPECT_GE(ValueOf(result, "establishment_pps"), 25e6 / 1.01);
    EXPECT_LE(ValueOf(result, "establishment_pps"), 25e6 / (1 - 2.0 / 4000));
}

TEST_F(RateSearchRun, GivesTheSameDigestTwice)
{
    const std::string mix = "kind = \"no-drop\"\nhit_outbound = 0.4\nnew = 0.1\n";
    EXPECT_EQ(Run("", mix).digest, Run("", mix).digest);
}

} // namespace

} // namespace bindstorm
