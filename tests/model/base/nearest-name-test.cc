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

TEST(NearestName, CountsSwappedNeighboursOnce)
{
    EXPECT_EQ(NearestName("rnu", Names{"run", "reference"}), "run");
    EXPECT_EQ(NearestName("baab", Names{"abba"}), "abba");     // twice: 2 of 4
    EXPECT_EQ(NearestName("cab", Names{"abc"}), std::nullopt); // c is not beside its place
    EXPECT_EQ(NearestNameByPart("nib", Names{"h.bind"}), std::nullopt);
    EXPECT_EQ(NearestNameByPart("ibn", Names{"h.bind", "h.cost"}), "h.bind");
}

TEST(NearestName, IsFoundByAPartOfALongName)
{
    const Names metrics{"server.p.bind.chain_scans_per_op",
                        "server.p.bind.p999_ns",
                        "server.p.bind.p99_ns",
                        "server.p.close.p99_ns"};
    EXPECT_EQ(NearestNameByPart("p.chain", metrics), metrics[0]);
    EXPECT_EQ(NearestNameByPart("bind.p99", metrics), metrics[2]);  // both have it; this is shorter
    EXPECT_EQ(NearestNameByPart("close_p99", metrics), metrics[3]); // one letter differs
    EXPECT_EQ(NearestNameByPart("server.p", metrics), metrics[2]);  // the first of the shortest
    EXPECT_EQ(NearestNameByPart("zzzzzz", metrics), std::nullopt);
    EXPECT_EQ(NearestNameByPart("", metrics), std::nullopt);
    EXPECT_EQ(NearestNameByPart("p99", Names{}), std::nullopt);
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
