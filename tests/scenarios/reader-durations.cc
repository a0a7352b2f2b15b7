/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/reader/duration.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace bindstorm
{

namespace
{

std::string
RefusalOf(const std::string& text)
{
    try
    {
        ParseDuration(text);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

/// Writes a number of smallest units with the point moved to the left: 1001 by 3 is 1.001.
std::string
MovePoint(uint64_t number, std::size_t places)
{
    std::string digits = std::to_string(number);
    if (digits.size() <= places)
    {
        digits.insert(0, places + 1 - digits.size(), '0');
    }
    return places == 0 ? digits
                       : digits.substr(0, digits.size() - places) + "." +
                             digits.substr(digits.size() - places);
}

struct DecimalUnit
{
    const char* name;
    std::size_t places; ///< nanoseconds have as many digits after the point
};

constexpr DecimalUnit DECIMAL_UNITS[] = {{"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}};

} // namespace

TEST(ReaderDurations, AreExactHoweverWritten)
{
    EXPECT_EQ(ParseDuration("1.001 s").count(), 1'001'000'000);
    EXPECT_EQ(ParseDuration("1001 ms").count(), 1'001'000'000);
    EXPECT_EQ(ParseDuration("1001000us").count(), 1'001'000'000);
    EXPECT_EQ(ParseDuration("0.5 ms").count(), 500'000);
    EXPECT_EQ(ParseDuration("0.3 us").count(), 300);
    EXPECT_EQ(ParseDuration("1.5 min").count(), 90'000'000'000);
    EXPECT_EQ(ParseDuration("0.25 h").count(), 900'000'000'000);
    EXPECT_EQ(ParseDuration("0 s").count(), 0);
    EXPECT_EQ(ParseDuration("0.000 ns").count(), 0);
    EXPECT_EQ(ParseDuration("0.00000000025 h").count(), 900);
}

TEST(ReaderDurations, OfAPartOfANanosecondAreRefused)
{
    EXPECT_THAT(RefusalOf("0.5 ns"), testing::HasSubstr("whole number of ns"));
    EXPECT_THAT(RefusalOf("1.0000000001 s"), testing::HasSubstr("whole number of ns"));
    EXPECT_THAT(RefusalOf("0.00000000000000000000001 s"), testing::HasSubstr("whole number"));
    EXPECT_THAT(RefusalOf("0.00000000000001 min"), testing::HasSubstr("whole number of ns"));
}

TEST(ReaderDurations, BeyondSixtyThreeBitsAreRefused)
{
    EXPECT_EQ(ParseDuration("9223372036854775807 ns").count(), std::numeric_limits<int64_t>::max());
    EXPECT_EQ(ParseDuration("9223372036.854775807 s").count(), std::numeric_limits<int64_t>::max());
    EXPECT_THAT(RefusalOf("9223372036854775808 ns"), testing::HasSubstr("too long"));
    EXPECT_THAT(RefusalOf("9223372036.854775808 s"), testing::HasSubstr("too long"));
    EXPECT_THAT(RefusalOf("99999999999999999999999999 h"), testing::HasSubstr("too long"));
    EXPECT_THAT(RefusalOf("2562048 h"), testing::HasSubstr("too long"));
}

TEST(ReaderDurations, OfAnotherFormAreRefusedWithTheUnitsThatExist)
{
    for (const char* text : {"",
                             "s",
                             "10",
                             "10 S",
                             "1,5 s",
                             "-1 s",
                             "+1 s",
                             "1e3 s",
                             "1. s",
                             ".5 s",
                             " 1 s",
                             "1 s ",
                             "1 ms s",
                             "1 sec",
                             "inf s",
                             "0x10 s",
                             "1 ps"})
    {
        EXPECT_THAT(RefusalOf(text), testing::HasSubstr("ns, us, ms, s, min, h")) << text;
    }
}

TEST(ReaderDurations, HaveOneCanonicalText)
{
    EXPECT_EQ(FormatDuration(ParseDuration("1001 ms")), "1.001 s");
    EXPECT_EQ(FormatDuration(ParseDuration("1.5 min")), "90 s");
    EXPECT_EQ(FormatDuration(ParseDuration("0.0005 s")), "500 us");
    EXPECT_EQ(FormatDuration(ParseDuration("10.0 s")), "10 s");
    EXPECT_EQ(FormatDuration(std::chrono::nanoseconds{0}), "0 s");
    EXPECT_EQ(FormatDuration(std::chrono::nanoseconds{1}), "1 ns");
    EXPECT_EQ(FormatDuration(std::chrono::nanoseconds{1'000'001}), "1.000001 ms");
}

TEST(ReaderDurations, OfCostsGoDownToAPicosecond)
{
    EXPECT_EQ(ParsePicoseconds("0.5 ns"), 500U);
    EXPECT_EQ(ParsePicoseconds("500 ps"), 500U);
    EXPECT_EQ(ParsePicoseconds("79.93 ns"), 79'930U);
    EXPECT_EQ(FormatPicoseconds(79'930), "79.93 ns");
    EXPECT_EQ(FormatPicoseconds(0), "0 s");
    EXPECT_THROW(ParsePicoseconds("0.5 ps"), ConfigError);
}

RC_GTEST_PROP(ReaderDurations, ReadBackFromTheirCanonicalText, ())
{
    const auto count = *rc::gen::inRange<int64_t>(0, std::numeric_limits<int64_t>::max());
    const auto shift = *rc::gen::inRange(0, 63);
    const std::chrono::nanoseconds duration{count >> shift};
    RC_ASSERT(ParseDuration(FormatDuration(duration)) == duration);
    const auto picoseconds = static_cast<uint64_t>(count >> shift);
    RC_ASSERT(ParsePicoseconds(FormatPicoseconds(picoseconds)) == picoseconds);
}

RC_GTEST_PROP(ReaderDurations, AreTheSameInEveryDecimalUnit, ())
{
    const auto count = *rc::gen::inRange<int64_t>(0, std::numeric_limits<int64_t>::max()) >>
                       *rc::gen::inRange(0, 63);
    const DecimalUnit& unit = *rc::gen::elementOf(
        std::vector<DecimalUnit>(std::begin(DECIMAL_UNITS), std::end(DECIMAL_UNITS)));
    const auto zeros = *rc::gen::inRange<std::size_t>(0, 30);
    std::string text = MovePoint(static_cast<uint64_t>(count), unit.places);
    text += unit.places == 0 ? "" : std::string(zeros, '0');
    RC_ASSERT(ParseDuration(text + " " + unit.name).count() == count);
}

} // namespace bindstorm
