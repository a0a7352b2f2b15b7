/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-choice-bench.h"

#include <gtest/gtest.h>

#include <map>

namespace bindstorm
{

namespace
{

TEST(PfPorts, ScanFromTheCutUpwardsThenDownwards)
{
    // Exact: every cut of the range once. The 9 cuts above the last free port lead down to it.
    PortChoiceBench bench("pf", {.range = PortRange(50001, 50100)});
    bench.MakeRunBusy(50001, 50100);
    for (const uint16_t port : {uint16_t{50003}, uint16_t{50005}, uint16_t{50091}})
    {
        bench.Used().Remove(port);
    }
    std::map<uint32_t, uint32_t> counts;
    TellEngine engine;
    for (uint64_t cut = 0; cut < 100; ++cut)
    {
        engine.Tell({static_cast<uint32_t>(((cut << 32) + (uint64_t{1} << 31)) / 100)});
        ++counts[bench.Ask(RequestOf(5000), engine).value()];
        EXPECT_LE(bench.Work().probes, 100U);
    }
    const std::map<uint32_t, uint32_t> law{{50003, 3}, {50005, 2}, {50091, 86 + 9}};
    EXPECT_EQ(counts, law);
}

TEST(PfPorts, FailAfterOnePassAlsoAtTheEndOfThePortSpace)
{
    PortChoiceBench bench("pf");
    bench.MakeRunBusy(50001, 65535);
    EXPECT_EQ(bench.Ask(RequestOf(5000)), std::nullopt);
    EXPECT_EQ(bench.Work().probes, 15535U);
}

TEST(PfPorts, KeepThePortOrFailWhenItIsStatic)
{
    PortChoiceBench bench("pf(static-port=yes)");
    EXPECT_EQ(bench.Take(RequestOf(3074)), 3074) << "though out of range";
    EXPECT_EQ(bench.Take(RequestOf(3074)), std::nullopt) << "never shared";
    EXPECT_EQ(bench.Take(RequestOf(3075)), 3075);
    EXPECT_EQ(bench.Take(RequestOf(0)), std::nullopt);
}

TEST(PfPorts, KeepThePortInRangeWhereTheBehaviourAsks)
{
    PortChoiceBench bench("pf");
    EXPECT_EQ(bench.Ask(RequestOf(60000, true)), 60000);
    EXPECT_GE(bench.Ask(RequestOf(3074, true)), 50001);
}

TEST(PfPorts, GiveNoIdentifierZeroOfTheirOwn)
{
    PortChoiceBench bench("pf", {.range = PortRange::Identifiers()});
    bench.MakeRunBusy(1, 65535);
    EXPECT_EQ(bench.Ask(RequestOf(7)), std::nullopt);
    EXPECT_EQ(bench.Ask(RequestOf(0, true)), 0) << "but keep it";
}

} // namespace

} // namespace bindstorm
