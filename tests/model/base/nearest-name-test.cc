/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/find-by-name.h"
#include "model/base/nearest-name.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using Names = std::vector<std::string>;

TEST(NearestName, FindsTheNameWithTheFewestEdits)
{
    const Names known{"retries", "retry", "rate"};
    EXPECT_EQ(NearestName("retrys", known), "retry");
    EXPECT_EQ(NearestName("retris", known), "retries");
    EXPECT_EQ(NearestName("rte", known), "rate");
    EXPECT_EQ(NearestName("rate", known), "rate");
}

TEST(NearestName, IsSilentWhenMoreThanHalfWouldChange)
{
    const Names known{"abcdef"};
    EXPECT_EQ(NearestName("abcxyz", known), "abcdef");
    EXPECT_EQ(NearestName("abwxyz", known), std::nullopt);
    EXPECT_EQ(NearestName("", known), std::nullopt);
    EXPECT_EQ(NearestName("x", Names{"y"}), std::nullopt);
    EXPECT_EQ(NearestName("abc", Names{}), std::nullopt);
}

TEST(NearestName, TakesTheFirstOfEquallyNearOnes)
{
    EXPECT_EQ(NearestName("taus8", Names{"taus1", "taus2"}), "taus1");
}

TEST(NearestName, CountsInsertedDroppedAndReplacedLetters)
{
    EXPECT_EQ(NearestName("kitten", Names{"sitting"}), "sitting");      // 3 of 6
    EXPECT_EQ(NearestName("sunday", Names{"saturdayy"}), std::nullopt); // 4 of 6
    EXPECT_EQ(NearestName("sunday", Names{"saturday"}), "saturday");    // 3 of 6
}

TEST(NearestName, JoinsNamesAsInASentence)
{
    EXPECT_EQ(JoinNames(Names{}), "");
    EXPECT_EQ(JoinNames(Names{"a"}), "a");
    EXPECT_EQ(JoinNames(Names{"a", "b"}), "a or b");
    EXPECT_EQ(JoinNames(Names{"a", "b", "c"}), "a, b or c");
}

TEST(FindByName, ReturnsTheEntryItselfOrRefusesWithTheNearest)
{
    const std::vector<ParameterInfo> known{{"low", "", {}, ""}, {"high", "", {}, ""}};
    const std::span<const ParameterInfo> all(known);
    EXPECT_EQ(&FindByName(all, "side", "high"), &known[1]);
    const auto messageOf = [&](std::span<const ParameterInfo> entries, const std::string& name)
    {
        try
        {
            FindByName(entries, "side", name);
        }
        catch (const ConfigError& error)
        {
            return std::string(error.what());
        }
        return std::string("no ConfigError");
    };
    EXPECT_EQ(messageOf(all, "hig"), "unknown side 'hig', did you mean 'high'? known: low or high");
    EXPECT_EQ(messageOf(all, "middle"), "unknown side 'middle'; known: low or high");
    EXPECT_EQ(messageOf({}, "low"), "unknown side 'low'; known: none");
}

} // namespace

} // namespace bindstorm
