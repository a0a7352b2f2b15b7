/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/reader/canonical-run-reader.h"
#include "scenarios/engine/runner/run-recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::HasSubstr;

/// A scenario of one box.
std::string
BoxFile(const std::string& keys, const std::string& rest = "")
{
    return "schema = 1\ntitle = \"t\"\nquestion = \"q\"\n[[nat]]\nname = \"box\"\n"
           "external = \"203.0.113.1\"\n" +
           keys +
           "\n[[nat.workload]]\nkind = \"request-response\"\nname = \"load\"\nhosts = 3\n"
           "flows = 2\n" +
           rest;
}

const double*
FindMetric(const RunResult& result, const std::string& name)
{
    for (const Metric& metric : result.metrics)
    {
        if (metric.name == name)
        {
            return &metric.value;
        }
    }
    return nullptr;
}

} // namespace

class ReaderNat : public testing::Test
{
  protected:
    RunSpec
    ReadOne(const std::string& text)
    {
        return m_files.Read(text).runs.at(0);
    }

    ReaderFiles m_files;
};

TEST_F(ReaderNat, TakesWhatIsNotGivenFromTheProfile)
{
    const RunSpec run = ReadOne(BoxFile("profile = \"libalias\"\nudp_timeout = \"5 s\""));
    EXPECT_TRUE(run.simulation.hosts.empty());
    const NatConfig& config = run.simulation.boxes.at(0).config;
    EXPECT_EQ(config.index.GetName(), "mixed-chains");
    EXPECT_EQ(config.timers.udp, std::chrono::seconds{5});
    EXPECT_EQ(config.external, std::vector<uint32_t>{203U << 24 | 113U << 8 | 1});
}

TEST_F(ReaderNat, GivesEqualBoxesEqualTexts)
{
    EXPECT_EQ(ReadOne(BoxFile("")).canonical,
              ReadOne(BoxFile("profile = \"rfc4787\"\nudp_timeout = \"300 s\"")).canonical);
    EXPECT_NE(ReadOne(BoxFile("")).canonical,
              ReadOne(BoxFile("udp_timeout = \"301 s\"")).canonical);
}

TEST_F(ReaderNat, ReadsItsOwnCanonicalText)
{
    const RunSpec run = ReadOne(BoxFile("profile = \"linux\"\nrange = \"2000-3000\"\n"
                                        "target = \"10.0.0.2\"",
                                        "[[nat.redirect]]\ninternal = \"10.0.0.1:80\"\n"
                                        "external = \"203.0.113.1:8080\"\n"));
    EXPECT_EQ(ReadCanonicalRun(run.canonical, "store").canonical, run.canonical);
    EXPECT_EQ(run.simulation.boxes.at(0).redirects.at(0).internal.port, 80);
}

TEST_F(ReaderNat, VariesSettingsOfBoxesAndTheirWorkloads)
{
    const Scenario scenario =
        m_files.Read(BoxFile("",
                             "[matrix]\n\"box.clock\" = [\"each-packet\", \"coarse\"]\n"
                             "\"box.load.rate\" = [1, 2, 3]\n"));
    ASSERT_EQ(scenario.runs.size(), 6U);
    EXPECT_EQ(scenario.runs[3].simulation.boxes[0].config.clock.GetName(), "coarse");
    EXPECT_EQ(scenario.runs[2].simulation.boxes[0].workloads[0].settings.GetNumber("rate"), 3);
}

TEST_F(ReaderNat, NumbersReplicasAndKeepsNamesApart)
{
    const RunSpec run = ReadOne(BoxFile("count = 2"));
    EXPECT_EQ(run.simulation.boxes.at(1).name, "box-2");
    EXPECT_EQ(run.boxDescriptions, std::vector<std::string>{"box"});
    EXPECT_THAT(m_files.Refusal(BoxFile("",
                                        "[[host]]\nname = \"box\"\nallocator = \"uniform\"\n"
                                        "[[host.workload]]\nkind = \"open-close\"\n")),
                HasSubstr("is the name of another"));
}

TEST_F(ReaderNat, RefusesWhatABoxCannotBe)
{
    EXPECT_THAT(m_files.Refusal(BoxFile("idex = \"flat\"")), HasSubstr("did you mean 'index'"));
    EXPECT_THAT(m_files.Refusal(BoxFile("index = \"no-such\"")), HasSubstr("an index of a NAT"));
    const std::string unit = ReadWholeFile(m_files.Folder() / "costs" / "unit.toml");
    m_files.Write("costs/bare.toml", unit.substr(0, unit.find("[packet]")));
    EXPECT_THAT(m_files.Refusal(BoxFile("costs = \"bare\"")), HasSubstr("[packet]"));
    EXPECT_THAT(m_files.Refusal(BoxFile("overload = true\nfiltering = \"endpoint-independent\"\n"
                                        "mapping = \"address-and-port-dependent\"")),
                HasSubstr("key 'box': NAT overload"));
    EXPECT_THAT(m_files.Refusal(BoxFile("",
                                        "[[nat.redirect]]\ninternal = \"10.0.0.1\"\n"
                                        "external = \"203.0.113.1:8080\"\n")),
                HasSubstr("box.redirect[1].internal"));
}

TEST_F(ReaderNat, RefusesWorkloadsThatContradictThemselvesOrTheBox)
{
    const auto refusal = [&](const std::string& box, const std::string& workload)
    { return m_files.Refusal(BoxFile(box, "[[nat.workload]]\n" + workload)); };
    EXPECT_THAT(refusal("", "kind = \"no-drop\"\nmiss = 0.1\n"),
                AllOf(HasSubstr("key 'box.no-drop': no-drop: the shares"),
                      HasSubstr("add up to 1.1, not to 1")));
    EXPECT_THAT(refusal("unsolicited = \"accept\"",
                        "kind = \"rfc9693\"\nname = \"end\"\nmeasure = \"tear-down\"\n"),
                HasSubstr("key 'box.end': rfc9693: measure = \"tear-down\" needs unsolicited"));
    EXPECT_THAT(refusal("", "kind = \"attack\"\npattern = \"hash-flood\"\nflows = 40000\n"),
                HasSubstr("key 'box.attack': attack: hash-flood has at most 32767 flows"));
    EXPECT_THAT(refusal("",
                        "kind = \"attack\"\npattern = \"hash-flood\"\nhash = \"mixed\"\n"
                        "flows = 5000\nbuckets = 1048576\n"),
                HasSubstr("2 x flows x buckets = 10485760000 remote endpoints, and there are"));
}

TEST_F(ReaderNat, CountsExchangesThatTheEndCutOff)
{
    // Six flows begin in the first seconds, and each server takes longer than the run.
    const std::string slow = "server_delay = \"60 s\"\ntimeout = \"60 s\"\n";
    const RunResult cut = ExecuteRun(ReadOne("stop = \"50 s\"\n" + BoxFile("count = 2", slow)));
    ASSERT_NE(FindMetric(cut, "box.load.unfinished"), nullptr);
    EXPECT_EQ(*FindMetric(cut, "box.load.unfinished"), 12);
    EXPECT_EQ(FindMetric(cut, "box.load.success"), nullptr);
    const RunResult whole = ExecuteRun(ReadOne(BoxFile("", "timeout = \"60 s\"\n")));
    EXPECT_EQ(FindMetric(whole, "box.load.unfinished"), nullptr);
    EXPECT_EQ(*FindMetric(whole, "box.load.exchanges"), 6);
}

TEST_F(ReaderNat, RefusesTrafficFromOutsideToABoxWithoutAnAddress)
{
    for (const std::string kind : {"attack", "libalias-perf", "no-drop", "rfc9693"})
    {
        EXPECT_THAT(m_files.Refusal("schema = 1\ntitle = \"t\"\nquestion = \"q\"\n[[nat]]\n"
                                    "name = \"box\"\nexternal = \"\"\n[[nat.workload]]\nkind = \"" +
                                    kind + "\"\n"),
                    AllOf(HasSubstr("key 'box." + kind + "': "),
                          HasSubstr("the NAT has no external address")));
    }
}

TEST_F(ReaderNat, RefusesACompanionToAWorkloadThatNeedsTheWholeBox)
{
    for (const std::string kind : {"no-drop", "rfc9693"})
    {
        EXPECT_THAT(m_files.Refusal(BoxFile("", "[[nat.workload]]\nkind = \"" + kind + "\"\n")),
                    HasSubstr(kind + " must be the only workload of its box"));
    }
}

TEST_F(ReaderNat, RecordsWhatABoxDid)
{
    const RunSpec run = ReadOne(BoxFile("", "[measure]\nsample = \"100 ms\"\n"));
    const RunResult result = ExecuteRun(run);
    for (const char* name :
         {"box.load.request.count", "box.load.request.ok", "box.load.response.verdicts.translated"})
    {
        ASSERT_NE(FindMetric(result, name), nullptr) << name;
        EXPECT_EQ(*FindMetric(result, name), 6) << name;
    }
    EXPECT_EQ(*FindMetric(result, "box.load.success"), 1);
    EXPECT_EQ(*FindMetric(result, "box.load.request.clock_reads_per_packet"), 1);
    EXPECT_GE(*FindMetric(result, "box.load.rtt.p99_ns"), 1e7);
    EXPECT_EQ(*FindMetric(result, "box.end.sessions"), 6);
    std::vector<std::string> tables;
    for (const ResultTable& table : result.tables)
    {
        tables.push_back(table.name);
    }
    EXPECT_THAT(
        tables,
        testing::IsSupersetOf({"box.series", "box.load.request.latency", "box.load.rtt.latency"}));
    EXPECT_EQ(ExecuteRun(run).digest, result.digest);
    EXPECT_NE(
        ExecuteRun(ReadOne("seed = 2\n" + BoxFile("", "[measure]\nsample = \"100 ms\"\n"))).digest,
        result.digest);
}

TEST_F(ReaderNat, DoesNotMeasureWhatWasSentBeforeTheWarmUp)
{
    const RunResult result = ExecuteRun(ReadOne(BoxFile("", "[measure]\nwarm_up = \"1000 s\"\n")));
    EXPECT_EQ(FindMetric(result, "box.load.request.count"), nullptr);
    EXPECT_EQ(FindMetric(result, "box.load.success"), nullptr);
    EXPECT_EQ(*FindMetric(result, "box.end.sessions"), 6);
}

TEST_F(ReaderNat, ReadsInstancesAndTheirLocks)
{
    const std::string several = "profile = \"libalias\"\ninstances = 8\n";
    const auto box = [&](const std::string& keys)
    { return ReadOne(BoxFile(keys)).simulation.boxes.at(0); };
    EXPECT_EQ(box("").instances, 1U);
    EXPECT_EQ(box("").lock, BoxLock::EACH);
    EXPECT_EQ(box("lock = \"table\"").lock, BoxLock::EACH);
    EXPECT_EQ(box("lock = \"none\"").lock, BoxLock::NONE);
    EXPECT_EQ(box(several).instances, 8U);
    EXPECT_EQ(box(several).split, NatSplit::REMOTE);
    EXPECT_EQ(box(several + "lock = \"one\"").lock, BoxLock::ONE);
    EXPECT_EQ(box("instances = 8\nsplit = \"ports\"").split, NatSplit::PORTS);
}

TEST_F(ReaderNat, GivesOneTableTheTextItHadBeforeThereWereSeveral)
{
    const std::string one = ReadOne(BoxFile("")).canonical;
    EXPECT_THAT(one, HasSubstr("\"lock\":\"table\""));
    EXPECT_THAT(one, testing::Not(HasSubstr("instances")));
    EXPECT_THAT(one, testing::Not(HasSubstr("split\"")));
    for (const std::string lock : {"each", "table"})
    {
        EXPECT_EQ(ReadOne(BoxFile("split = \"ports\"\nlock = \"" + lock + "\"")).canonical, one);
    }
    const std::string several = "profile = \"libalias\"\ninstances = 8\nlock = ";
    const RunSpec each = ReadOne(BoxFile(several + "\"each\""));
    EXPECT_EQ(ReadOne(BoxFile(several + "\"table\"")).canonical, each.canonical);
    EXPECT_NE(ReadOne(BoxFile(several + "\"one\"")).canonical, each.canonical);
    EXPECT_EQ(ReadCanonicalRun(each.canonical, "store").canonical, each.canonical);
}

TEST_F(ReaderNat, SaysWhyABoxCannotHaveInstances)
{
    EXPECT_THAT(
        m_files.Refusal(BoxFile("instances = 8")),
        HasSubstr("NAT instances split by remote: two instances may give one external port"));
}

TEST_F(ReaderNat, RefusesInstancesToAWorkloadThatLooksAtTheTable)
{
    const std::string perf = "[[nat.workload]]\nkind = \"libalias-perf\"\nname = \"perf\"\n";
    const std::string profile = "profile = \"libalias\"\n";
    EXPECT_THAT(m_files.Refusal(BoxFile(profile + "instances = 2", perf)),
                HasSubstr("must be 1, since the workload \"perf\" (libalias-perf) looks at the"));
    EXPECT_EQ(ReadOne(BoxFile(profile, perf)).simulation.boxes.at(0).workloads.size(), 2U);
}

} // namespace bindstorm
