/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/busy-pattern.h"

#include "chi-square.h"
#include "test-host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace bindstorm
{

namespace
{

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<uint16_t>
Make(std::string_view text,
     const PortRange& range = PortRange(),
     std::string_view reserved = "",
     uint64_t seed = 1)
{
    const auto engine =
        CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(seed, 0, "host", "busy"));
    WorkCounters work;
    DrawSource draws(*engine, work);
    return MakeBusyPorts(ComponentSpec::Parse(text), range, PortSet::Parse(reserved), draws);
}

std::string
MessageOf(std::string_view text)
{
    try
    {
        Make(text);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "";
}

TEST(BusyPattern, MakesTheNamedSets)
{
    const PortRange range(5000, 5008);
    EXPECT_THAT(Make("none", range), ElementsAre());
    EXPECT_EQ(Make("all", range).size(), 9U);
    EXPECT_THAT(Make("every(2)", range), ElementsAre(5000, 5002, 5004, 5006, 5008));
    EXPECT_THAT(Make("every(4)", range), ElementsAre(5000, 5004, 5008));
    EXPECT_THAT(Make("lower-half", range), ElementsAre(5000, 5001, 5002, 5003));
    EXPECT_THAT(Make("upper-half", range), ElementsAre(5004, 5005, 5006, 5007, 5008));
    EXPECT_THAT(Make("block(5003-5005)", range), ElementsAre(5003, 5004, 5005));
    EXPECT_THAT(Make("all-but(5001-5007)", range), ElementsAre(5000, 5008));
    EXPECT_THAT(Make("ports(5007+5001-5002)", range), ElementsAre(5001, 5002, 5007));
}

TEST(BusyPattern, TakesTheLowerHalfOfTheRangeOf2009)
{
    const std::vector<uint16_t> ports = Make("lower-half");
    EXPECT_EQ(ports.front(), 32768);
    EXPECT_EQ(ports.back(), 46883);
    EXPECT_EQ(ports.size() + Make("upper-half").size(), 28233U);
}

TEST(BusyPattern, RoundsAShareToTheNearestNumberOfPorts)
{
    EXPECT_EQ(Make("random(0)").size(), 0U);
    EXPECT_EQ(Make("random(0.5)").size(), 14117U);
    EXPECT_EQ(Make("random(0.9)").size(), 25410U);
    EXPECT_EQ(Make("random(0.999)").size(), 28205U);
    EXPECT_EQ(Make("random(1)").size(), 28233U);
}

TEST(BusyPattern, DrawsEachPortAtMostOnceAndDifferentlyForAnotherSeed)
{
    const std::vector<uint16_t> ports = Make("random(0.9)");
    EXPECT_EQ(std::set<uint16_t>(ports.begin(), ports.end()).size(), ports.size());
    EXPECT_EQ(ports, Make("random(0.9)"));
    EXPECT_NE(ports, Make("random(0.9)", PortRange(), "", 2));
}

TEST(BusyPattern, DrawsEverySetOfPortsEquallyOften)
{
    // 3 of 5 ports: 60 orders; 60,000 draws; false alarms 1e-7.
    const auto engine =
        CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(1, 0, "host", "busy"));
    WorkCounters work;
    DrawSource draws(*engine, work);
    std::map<std::vector<uint16_t>, uint64_t> counts;
    for (int i = 0; i < 60000; ++i)
    {
        ++counts
            [MakeBusyPorts(ComponentSpec::Parse("random(0.6)"), PortRange(5000, 5004), {}, draws)];
    }
    std::vector<uint64_t> cells;
    cells.reserve(counts.size());
    for (const auto& [ports, count] : counts)
    {
        cells.push_back(count);
    }
    ASSERT_EQ(cells.size(), 60U);
    EXPECT_GT(ChiSquarePValue(cells), 1e-7);
}

TEST(BusyPattern, SpeaksOfEligiblePortsOnly)
{
    const PortRange range(5000, 5009);
    EXPECT_THAT(Make("all", range, "5001-5008"), ElementsAre(5000, 5009));
    EXPECT_EQ(Make("random(0.5)", range, "5000-5005").size(), 2U) << "half of four";
    EXPECT_THAT(Make("every(2)", range, "5000-5005"), ElementsAre(5006, 5008));
    EXPECT_THAT(Make("block(5000-5002)", range, "5001"), ElementsAre(5000, 5002));
}

TEST(BusyPattern, RefusesWhatItCannotUse)
{
    EXPECT_THAT(MessageOf("rnadom(0.5)"), HasSubstr("random"));
    EXPECT_THAT(MessageOf("random(1.5)"), HasSubstr("1.5"));
    EXPECT_THAT(MessageOf("random"), HasSubstr("'share' is missing"));
    EXPECT_THAT(MessageOf("every(0)"), HasSubstr("'0'"));
    EXPECT_THAT(MessageOf("block(5-x)"), HasSubstr("5-x"));
    EXPECT_THAT(MessageOf("block"), HasSubstr("'range' is missing"));
    EXPECT_THAT(MessageOf("block(80-90)"), HasSubstr("32768-61000"));
    EXPECT_THAT(MessageOf("all-but(80-90)"), HasSubstr("32768-61000"));
    EXPECT_THAT(MessageOf("ports(40000+)"), HasSubstr("''"));
    EXPECT_THAT(MessageOf("lower-half(2)"), HasSubstr("takes no parameters"));
}

TEST(BusyPattern, ResolvesToACanonicalText)
{
    const auto resolve = [](std::string_view text)
    { return ResolveBusyPattern(ComponentSpec::Parse(text)).ToString(); };
    EXPECT_EQ(resolve("every(2)"), "every");
    EXPECT_EQ(resolve("random(0.9)"), "random(share=0.9)");
    EXPECT_THROW(resolve("random(nan)"), ConfigError);
    EXPECT_EQ(GetBusyPatterns().size(), 9U);
}

} // namespace

} // namespace bindstorm
