/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/port-set.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

namespace bindstorm
{

namespace
{

using testing::HasSubstr;

std::string
MessageOf(std::string_view text)
{
    try
    {
        PortSet::Parse(text);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "";
}

TEST(PortSet, ReadsPortsAndRanges)
{
    const PortSet set = PortSet::Parse("10250,30000-32767");
    EXPECT_EQ(set.Size(), 2769U);
    EXPECT_TRUE(set.Contains(10250));
    EXPECT_TRUE(set.Contains(30000));
    EXPECT_TRUE(set.Contains(32767));
    EXPECT_FALSE(set.Contains(32768));
    EXPECT_FALSE(set.Contains(10251));
}

TEST(PortSet, IsEmptyForEmptyText)
{
    EXPECT_EQ(PortSet::Parse("").Size(), 0U);
    EXPECT_EQ(PortSet::Parse("  ").Size(), 0U);
    EXPECT_EQ(PortSet().ToString(), "");
}

TEST(PortSet, AllowsBlanksOverlapsAndBothEnds)
{
    EXPECT_EQ(PortSet::Parse(" 7 , 5 - 8,0,65535").ToString(), "0,5-8,65535");
}

TEST(PortSet, RefusesWithThePartThatIsWrong)
{
    EXPECT_THAT(MessageOf("1,32767-30000"), HasSubstr("'32767-30000' has its first port above"));
    EXPECT_THAT(MessageOf("70000"), HasSubstr("'70000' is above 65535"));
    EXPECT_THAT(MessageOf("5-65536"), HasSubstr("'5-65536' is above 65535"));
    EXPECT_THAT(MessageOf("a-b"), HasSubstr("'a-b' is neither"));
    EXPECT_THAT(MessageOf("1,,2"), HasSubstr("'' is neither"));
    EXPECT_THAT(MessageOf("1,"), HasSubstr("'' is neither"));
    EXPECT_THAT(MessageOf("-1"), HasSubstr("'-1' is neither"));
}

TEST(PortSet, CountsWithinARange)
{
    const PortSet set = PortSet::Parse("1-10,20");
    EXPECT_EQ(set.CountWithin(PortRange(10, 20)), 2U);
    EXPECT_EQ(set.CountWithin(PortRange(11, 19)), 0U);
    EXPECT_EQ(set.CountWithin(PortRange(1, 65535)), 11U);
}

RC_GTEST_PROP(PortSet, ReadsWhatItWrites, (const std::set<uint16_t>& ports))
{
    PortSet set;
    for (const uint16_t port : ports)
    {
        set.Insert(port);
    }
    RC_ASSERT(set.Size() == ports.size());
    RC_ASSERT(PortSet::Parse(set.ToString()) == set);
}

} // namespace

TEST(PortSet, CopiesShareUntilOneChanges)
{
    const PortSet first = PortSet::Parse("10,20-30");
    PortSet second = first;
    second.Insert(uint16_t{15});
    EXPECT_EQ(first.ToString(), "10,20-30");
    EXPECT_EQ(second.ToString(), "10,15,20-30");
    PortSet third;
    third.Insert(second);
    third.Insert(PortSet());
    EXPECT_EQ(third, second);
    EXPECT_NE(third, first);
    EXPECT_EQ(PortSet(), PortSet::Parse(""));
}

} // namespace bindstorm
