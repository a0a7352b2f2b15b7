/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/reader/canonical-run-reader.h"

#include "model/base/component-spec.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

const std::filesystem::path SCENARIOS = std::filesystem::path(BINDSTORM_SOURCE_DIR) / "scenarios";

std::string
RefusalOf(const std::string& canonical)
{
    try
    {
        ReadCanonicalRun(canonical, "s.sqlite, run 7");
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

/// Every kind of setting away from its default, and a cost table by size.
std::string
RichScenario()
{
    return R"toml(schema = 1
title = "t"
question = "q"
seed = 9223372036854775807
run = 12
stop = "1.000000001 s"
[[host]]
name = "server"
count = 3
allocator = "linux-2.6.28(lock=table)"
generator = "chacha20"
range = "1024-65535"
reserved = "10250,30000-32767"
excluded = "50000-50999"
chains = 4096
busy = "random(0.123456789012345)"
cpus = 4
queue = 7
lock = "none"
costs = "by-size"
[[host.workload]]
kind = "churn"
occupancy = 0.333
start = "17 ns"
[[host.workload]]
kind = "open-close"
name = "other"
address = "::1"
device = 4294967295
reuse_address = true
[[host]]
name = "client"
allocator = "uniform"
[[host.workload]]
kind = "frames"
[measure]
ports = false
warm_up = "3 ms"
sample = "250 ms"
)toml";
}

constexpr const char* COSTS_BY_SIZE = R"toml(schema = 1
title = "t"
provenance = "p"
[base]
bind = "1 us"
bind_to = "1 ps"
close = "999.999 ns"
frame = "0 ns"
[work]
rng_draws = "0 ns"
steps = "1 ps"
probes = "1 ns"
chain_scans = "1 ns"
node_visits = [{ sockets = 0, cost = "1 ns" }, { sockets = 10000000, cost = "1 ms" }]
locks = "1 ns"
bitmap_words = "1 ns"
)toml";

} // namespace

TEST(CanonicalRunReader, GivesBackEveryRunOfEveryShippedScenario)
{
    std::size_t runs = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SCENARIOS))
    {
        if (entry.path().extension() != ".toml" || entry.path().parent_path().filename() == "costs")
        {
            continue;
        }
        for (const RunSpec& run : ReadScenario(entry.path(), {}).runs)
        {
            const RunSpec again = ReadCanonicalRun(run.canonical, "test");
            ASSERT_EQ(again.canonical, run.canonical) << entry.path();
            ASSERT_EQ(again.descriptions, run.descriptions);
            ASSERT_EQ(again.descriptionOfHost, run.descriptionOfHost);
            ASSERT_EQ(again.simulation.hosts.size(), run.simulation.hosts.size());
            ++runs;
        }
    }
    EXPECT_GT(runs, 500U);
}

TEST(CanonicalRunReader, GivesBackEverySetting)
{
    const ReaderFiles files;
    std::filesystem::create_directory(files.Folder() / "costs");
    files.Write("costs/by-size.toml", COSTS_BY_SIZE);
    const RunSpec run = files.Read(RichScenario()).runs.at(0);
    const RunSpec again = ReadCanonicalRun(run.canonical, "test");
    EXPECT_EQ(again.canonical, run.canonical);
    EXPECT_EQ(again.simulation.seed, 9223372036854775807U);
    EXPECT_EQ(again.simulation.stop, run.simulation.stop);
    EXPECT_EQ(again.simulation.sampleInterval, run.simulation.sampleInterval);
    EXPECT_EQ(again.measure.warmUp, run.measure.warmUp);
    ASSERT_EQ(again.simulation.hosts.size(), 4U);
    const HostSpec& server = again.simulation.hosts[2];
    EXPECT_EQ(server.name, "server-3");
    EXPECT_EQ(server.allocator.ToString(), "linux-2.6.28(lock=table)");
    EXPECT_EQ(server.chains, 4096U);
    EXPECT_EQ(server.lock, LockModel::NONE);
    EXPECT_EQ(server.costs.work, run.simulation.hosts[2].costs.work);
    EXPECT_EQ(server.costs.base, run.simulation.hosts[2].costs.base);
    EXPECT_EQ(server.costs.nodeVisits, run.simulation.hosts[2].costs.nodeVisits);
    EXPECT_EQ(server.workloads[0].settings.All(),
              run.simulation.hosts[2].workloads[0].settings.All());
}

TEST(CanonicalRunReader, NamesWhatItCannotUse)
{
    const ReaderFiles files;
    const std::string good = files.Read(SmallScenario()).runs.at(0).canonical;
    ASSERT_EQ(RefusalOf(good), "accepted");
    const auto changed = [&](const std::string& from, const std::string& to)
    {
        std::string text = good;
        const auto at = text.find(from);
        EXPECT_NE(at, text.npos) << from << " in " << text;
        return text.replace(at, from.size(), to);
    };
    EXPECT_THAT(RefusalOf("{"), testing::HasSubstr("s.sqlite, run 7: not the specification"));
    EXPECT_THAT(RefusalOf("[1]"), testing::HasSubstr("s.sqlite, run 7"));
    EXPECT_THAT(RefusalOf("{}"), testing::HasSubstr("s.sqlite, run 7"));
    EXPECT_THAT(RefusalOf(changed("\"cpus\":1", "\"cpus\":0")), testing::HasSubstr("cpus"));
    EXPECT_THAT(RefusalOf(changed("\"cpus\":1", "\"cpus\":[]")), testing::HasSubstr("cpus"));
    EXPECT_THAT(
        RefusalOf(changed("\"cpus\":1", "\"futures\":1")),
        testing::AllOf(testing::HasSubstr("s.sqlite, run 7"), testing::HasSubstr("futures")));
    EXPECT_THAT(
        RefusalOf(changed("open-close", "open-clsoe")),
        testing::AllOf(testing::HasSubstr("s.sqlite, run 7"), testing::HasSubstr("open-close")));
    EXPECT_THAT(RefusalOf(changed("\"allocator\":\"uniform\"", "\"allocator\":\"mine\"")),
                testing::HasSubstr("mine"));
    EXPECT_THAT(RefusalOf(changed("\"base\":{", "\"base\":{\"telegram\":1,")),
                testing::HasSubstr("telegram"));
    EXPECT_THAT(RefusalOf(changed("\"bind\":", "\"bind\":-")),
                testing::HasSubstr("s.sqlite, run 7"));
}

} // namespace bindstorm
