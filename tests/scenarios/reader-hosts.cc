/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string WORKLOAD = "[[host.workload]]\nkind = \"open-close\"\n";

std::string
Host(const std::string& name, const std::string& more = "")
{
    return "[[host]]\nname = \"" + name + "\"\nallocator = \"uniform\"\n" + more + WORKLOAD;
}

std::vector<std::string>
HostNames(const RunSpec& run)
{
    std::vector<std::string> names;
    for (const HostSpec& host : run.simulation.hosts)
    {
        names.push_back(host.name);
    }
    return names;
}

const std::string TOP = "schema = 1\ntitle = \"t\"\nquestion = \"q\"\n";

} // namespace

TEST(ReaderHosts, GetTheirNumbersWhenThereAreSeveral)
{
    const ReaderFiles files;
    const RunSpec run = files.Read(TOP + Host("client", "count = 3\n") + Host("server")).runs[0];
    EXPECT_THAT(HostNames(run), ElementsAre("client-1", "client-2", "client-3", "server"));
    EXPECT_THAT(run.descriptionOfHost, ElementsAre(0, 0, 0, 1));
    EXPECT_THAT(run.descriptions, ElementsAre("client", "server"));
}

TEST(ReaderHosts, HaveNamesOfTheirOwn)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(TOP + Host("a") + Host("a")),
                HasSubstr("scenario.toml:10:8: key 'host[2].name': \"a\" is the name of another"));
    EXPECT_THAT(files.Refusal(TOP + Host("a", "count = 2\n") + Host("a-2")),
                HasSubstr("key 'a-2.count': gives a second host or box of the name \"a-2\""));
    for (const char* name : {"seed", "run", "part", "stop", "measure"})
    {
        EXPECT_THAT(files.Refusal(TOP + Host(name)),
                    HasSubstr(":5:8: key 'host[1].name': must not be"));
    }
    for (const char* name : {"A", "1a", "a b", "a.b", "", "a_b", "\xc3\xa4"})
    {
        EXPECT_THAT(files.Refusal(TOP + Host(name)), HasSubstr(":5:8: key 'host[1].name'")) << name;
    }
}

TEST(ReaderHosts, AreAtMostAHundredThousandInARun)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(TOP + Host("a", "count = 60000\n") + Host("b", "count = 60000\n")),
                HasSubstr("key 'b.count': gives more than 100000 hosts"));
}

TEST(ReaderHosts, HaveWorkloadsWithNamesOfTheirOwn)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(TOP + Host("a") + WORKLOAD),
                HasSubstr(":9:1: key 'a.workload[2].name': \"open-close\" is the name of another"));
    const RunSpec run =
        files.Read(TOP + Host("a") + WORKLOAD + "name = \"second\"\nstart = \"5 ms\"\n").runs[0];
    const auto& workloads = run.simulation.hosts[0].workloads;
    ASSERT_EQ(workloads.size(), 2U);
    EXPECT_EQ(workloads[0].name, "open-close");
    EXPECT_EQ(workloads[1].name, "second");
    EXPECT_EQ(workloads[1].kind, "open-close");
    EXPECT_EQ(workloads[1].start, std::chrono::milliseconds(5));
}

TEST(ReaderHosts, NeedAWorkloadOfAKnownKind)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(TOP + "[[host]]\nname = \"a\"\nallocator = \"uniform\"\n"),
                HasSubstr(":4:1: key 'a.workload': must be given"));
    EXPECT_THAT(files.Refusal(TOP + "[[host]]\nname = \"a\"\nallocator = \"uniform\"\n"
                                    "[[host.workload]]\nkind = \"open-clse\"\n"),
                AllOf(HasSubstr(":8:8: key 'a.workload[1].kind'"), HasSubstr("'open-close'")));
    EXPECT_THAT(files.Refusal(TOP), HasSubstr("key 'host': must be given: at least one"));
    EXPECT_THAT(files.Refusal(TOP + "[host]\nname = \"a\"\n"),
                HasSubstr(":4:1: key 'host': must be written as tables [[host]], is a table"));
}

TEST(ReaderHosts, ArriveWithAllTheirSettings)
{
    const ReaderFiles files;
    const Scenario scenario = files.Read(
        TOP + "seed = 7\nrun = 3\nstop = \"1.5 s\"\n" +
        Host("a",
             "generator = \"chacha20\"\nrange = \"1024-2047\"\nreserved = \"1030\"\n"
             "excluded = \"1040-1041\"\nchains = 64\nbusy = \"random(0.5)\"\ncpus = 2\n"
             "queue = 5\nlock = \"none\"\ncosts = \"unit\"\n") +
        "count = 12\n[measure]\nports = false\nwarm_up = \"1 ms\"\nsample = \"10 ms\"\n");
    const RunSpec& run = scenario.runs.at(0);
    EXPECT_EQ(scenario.title, "t");
    EXPECT_EQ(scenario.question, "q");
    EXPECT_EQ(run.simulation.seed, 7U);
    EXPECT_EQ(run.simulation.run, 3U);
    EXPECT_EQ(run.simulation.stop, std::chrono::milliseconds(1500));
    EXPECT_EQ(run.simulation.sampleInterval, std::chrono::milliseconds(10));
    EXPECT_EQ(run.measure.warmUp, std::chrono::milliseconds(1));
    EXPECT_FALSE(run.measure.ports);
    const HostSpec& host = run.simulation.hosts.at(0);
    EXPECT_EQ(host.allocator.ToString(), "uniform");
    EXPECT_EQ(host.generator.ToString(), "chacha20");
    EXPECT_EQ(host.range.ToString(), "1024-2047");
    EXPECT_EQ(host.reserved.ToString(), "1030");
    EXPECT_EQ(host.excluded.ToString(), "1040-1041");
    EXPECT_EQ(host.chains, 64U);
    EXPECT_EQ(host.busy.GetName(), "random");
    EXPECT_EQ(host.cpus, 2U);
    EXPECT_EQ(host.queue, 5U);
    EXPECT_EQ(host.lock, LockModel::NONE);
    EXPECT_EQ(host.costs.name, "unit");
    EXPECT_EQ(host.costs.work[0], 1000U);
    EXPECT_FALSE(host.measuresPorts);
    EXPECT_EQ(host.workloads.at(0).settings.GetInteger("count"), 12);
}

} // namespace bindstorm
