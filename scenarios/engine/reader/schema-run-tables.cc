/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-tables.h"

#include "number-text.h"

#include "model/base/random-engine.h"
#include "model/ports/port-allocator.h"
#include "model/ports/port-range.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bindstorm
{

namespace
{

/// 285 years: a sum of two still fits into the nanoseconds of an event loop.
constexpr double LONGEST = 9e18 / 2;
/// Stands for 2^63 - 1, see IntegerLimit().
constexpr double GREATEST = 9223372036854775808.0;

SchemaTable
DescribeTop()
{
    return {
        "",
        "the top of the file",
        "What the experiment is about, its seed and its end.",
        {
            {.setting = {.name = "schema",
                         .type = SettingType::INTEGER,
                         .defaultValue = {},
                         .low = 1,
                         .high = 1,
                         .help = "Version of this format"},
             .example = "1"},
            {.setting = {.name = "title",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "One line that names the experiment"},
             .example = "\"A storm of bind() on one host\""},
            {.setting = {.name = "question",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "What the experiment answers, and what others measured"},
             .example = "\"Does the bitmap skew the ports?\""},
            {.setting = {.name = "seed",
                         .type = SettingType::INTEGER,
                         .defaultValue = int64_t{1},
                         .low = 1,
                         .high = GREATEST,
                         .help = "Seed of every stream of random numbers; 0 is forbidden, as it is "
                                 "in ns-3"},
             .example = "2009"},
            {.setting = {.name = "run",
                         .type = SettingType::INTEGER,
                         .defaultValue = int64_t{0},
                         .low = 0,
                         .high = GREATEST,
                         .help = "Replication: another one has other random numbers"},
             .example = "3"},
            {.setting = {.name = "stop",
                         .type = SettingType::DURATION,
                         .defaultValue = {},
                         .low = 1,
                         .high = LONGEST,
                         .help = "Simulated time at which the run ends"},
             .isOptional = true,
             .defaultText = "when nothing is left to do",
             .example = "\"10 s\""},
            {.setting = {.name = "host",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "A simulated host; at least one, or a NAT box"},
             .shape = KeyShape::TABLES,
             .isOptional = true,
             .defaultText = "none, with a NAT box"},
            {.setting = {.name = "nat",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "A simulated NAT box; at least one, or a host"},
             .shape = KeyShape::TABLES,
             .isOptional = true,
             .defaultText = "none, with a host"},
            {.setting = {.name = "matrix",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "Settings that vary from run to run"},
             .shape = KeyShape::AXES,
             .isOptional = true,
             .defaultText = "one run"},
            {.setting = {.name = "measure",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "What is measured"},
             .shape = KeyShape::TABLE,
             .isOptional = true,
             .defaultText = "its defaults"},
            {.setting = {.name = "expect",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "A condition on results that makes the scenario a test"},
             .shape = KeyShape::TABLES,
             .isOptional = true,
             .defaultText = "none"},
            {.setting = {.name = "published",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "A figure that others published, printed beside ours"},
             .shape = KeyShape::TABLES,
             .isOptional = true,
             .defaultText = "none"},
            {.setting = {.name = "table",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "A table that is printed at the end"},
             .shape = KeyShape::TABLES,
             .isOptional = true,
             .defaultText = "none"},
        },
    };
}

SchemaTable
DescribeHost()
{
    return {
        "host",
        "[[host]]",
        "One simulated host, or several alike: range, allocator, CPU and costs.",
        {
            {.setting = {.name = "name",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "Name in results, in matrix axes and in --set; unique"},
             .shape = KeyShape::NAME,
             .example = "\"server\""},
            {.setting = {.name = "count",
                         .type = SettingType::INTEGER,
                         .defaultValue = int64_t{1},
                         .low = 1,
                         .high = 100000,
                         .help = "Number of hosts alike; more than one are called server-1, "
                                 "server-2 and so on, and each has random numbers of its own"},
             .example = "200"},
            {.setting = {.name = "allocator",
                         .type = SettingType::ALLOCATOR,
                         .defaultValue = {},
                         .help = "What chooses an ephemeral port"},
             .example = "\"linux-2.6.29\""},
            {.setting = {.name = "generator",
                         .type = SettingType::GENERATOR,
                         .defaultValue = "taus88",
                         .help = "What the allocator draws from"},
             .example = "\"chacha20\""},
            {.setting = {.name = "range",
                         .type = SettingType::RANGE,
                         .defaultValue = PortRange().ToString(),
                         .help = "Ports of automatic choice, both ends included"},
             .example = "\"1024-65535\""},
            {.setting = {.name = "reserved",
                         .type = SettingType::PORTS,
                         .defaultValue = "",
                         .help = "Ports never chosen automatically; a bind to one of them works"},
             .example = "\"10250,30000-32767\""},
            {.setting = {.name = "excluded",
                         .type = SettingType::PORTS,
                         .defaultValue = "",
                         .help = "Ports never chosen automatically; a bind to one of them is "
                                 "refused (EACCES)"},
             .example = "\"50000-50999\""},
            {.setting = {.name = "chains",
                         .type = SettingType::INTEGER,
                         .defaultValue = int64_t{0},
                         .low = 0,
                         .high = 65536,
                         .help = "Hash chains of a socket table: a power of two, or 0 for what the "
                                 "allocator was written for"},
             .example = "128"},
            {.setting = {.name = "busy",
                         .type = SettingType::BUSY,
                         .defaultValue = "none",
                         .help = "Ports that are taken before the run begins, for UDP and TCP"},
             .example = "\"random(0.9)\""},
            {.setting = {.name = "cpus",
                         .type = SettingType::INTEGER,
                         .defaultValue = int64_t{1},
                         .low = 1,
                         .high = 1024,
                         .help = "Number of CPUs that share one queue of operations"},
             .example = "4"},
            {.setting = {.name = "queue",
                         .type = SettingType::INTEGER,
                         .defaultValue = int64_t{1000},
                         .low = 0,
                         .high = 1000000,
                         .help = "Operations that may wait for a CPU; one more is refused "
                                 "(ENOBUFS)",
                         .unit = "operations"},
             .example = "100"},
            {.setting = {.name = "lock",
                         .type = SettingType::CHOICE,
                         .defaultValue = "automatic",
                         .choices = {"automatic", "none", "table"},
                         .help = "What the CPUs lock: one lock for the table (table), nothing "
                                 "(none), or what the allocator's algorithm does (automatic)"},
             .example = "\"table\""},
            {.setting = {.name = "costs",
                         .type = SettingType::TEXT,
                         .defaultValue = "unit",
                         .help = "Cost table: its name, or its path from the folder of the "
                                 "scenario when it holds '/' or ends with .toml"},
             .example = "\"unit\""},
            {.setting = {.name = "workload",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "What processes do on the host; at least one"},
             .shape = KeyShape::TABLES},
        },
    };
}

SchemaTable
DescribeMatrix()
{
    return {
        "matrix",
        "[matrix]",
        "Settings that vary: the runs are all combinations, the first axis varies slowest. "
        "Several [[matrix]] blocks give the runs of each, one block after the other. An axis is "
        "the key of a setting as --set names it (seed, run, stop, HOST.SETTING, "
        "HOST.WORKLOAD.SETTING, measure.SETTING; HOST may be a NAT box) with a list of values, or "
        "for whole numbers "
        "\"a..b\" or \"a..b step c\".",
        {
            {.setting = {.name = "name",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "Name of the block, which the parameter \"part\" of its runs "
                                 "holds; unique"},
             .isOptional = true,
             .defaultText = "no parameter \"part\"",
             .example = "\"idle\""},
        },
    };
}

SchemaTable
DescribeMeasure()
{
    return {
        "measure",
        "[measure]",
        "What is measured beyond the counts and times of operations.",
        {
            {.setting = {.name = "ports",
                         .type = SettingType::BOOLEAN,
                         .defaultValue = true,
                         .help = "Count ports with their exposure, which the tests of uniformity "
                                 "need"},
             .example = "false"},
            {.setting = {.name = "warm_up",
                         .type = SettingType::DURATION,
                         .defaultValue = int64_t{0},
                         .low = 0,
                         .high = LONGEST,
                         .help = "Operations submitted before are not measured; less than stop"},
             .example = "\"100 ms\""},
            {.setting = {.name = "sample",
                         .type = SettingType::DURATION,
                         .defaultValue = {},
                         .low = 1,
                         .high = LONGEST,
                         .help =
                             "Interval at which live sockets, or links of a box, and queue length "
                             "are recorded"},
             .isOptional = true,
             .defaultText = "no series",
             .example = "\"1 s\""},
        },
    };
}

} // namespace

SchemaTable
DescribeWorkloadTable()
{
    std::vector<std::string> kinds;
    for (const WorkloadInfo& workload : GetWorkloads())
    {
        kinds.push_back(workload.name);
    }
    return {
        "host.workload",
        "[[host.workload]]",
        "What some processes of the host do. The other keys depend on the kind.",
        {
            {.setting = {.name = "kind",
                         .type = SettingType::CHOICE,
                         .defaultValue = {},
                         .choices = std::move(kinds),
                         .help = "What the processes do: the name of a workload"},
             .example = "\"open-close\""},
            {.setting = {.name = "name",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "Name in matrix axes and in --set; unique on its host"},
             .shape = KeyShape::NAME,
             .isOptional = true,
             .defaultText = "the kind",
             .example = "\"program\""},
            {.setting = {.name = "start",
                         .type = SettingType::DURATION,
                         .defaultValue = int64_t{0},
                         .low = 0,
                         .high = LONGEST,
                         .help = "Simulated time at which the workload starts"},
             .example = "\"1 s\""},
        },
    };
}

std::vector<SchemaTable>
DescribeRunTables()
{
    std::vector<SchemaTable> tables{DescribeTop(), DescribeHost(), DescribeWorkloadTable()};
    std::ranges::move(DescribeNatTables(), std::back_inserter(tables));
    tables.push_back(DescribeMatrix());
    tables.push_back(DescribeMeasure());
    return tables;
}

} // namespace bindstorm
