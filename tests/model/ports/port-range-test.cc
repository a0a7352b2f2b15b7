/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/port-range.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
        PortRange::Parse(text);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "";
}

TEST(PortRange, IsThatOf2009ByDefault)
{
    EXPECT_EQ(PortRange().ToString(), "32768-61000");
    EXPECT_EQ(PortRange().Size(), 28233U);
}

TEST(PortRange, ContainsItsEndsAndNothingBeyond)
{
    const PortRange range(1024, 2047);
    EXPECT_TRUE(range.Contains(1024));
    EXPECT_TRUE(range.Contains(2047));
    EXPECT_FALSE(range.Contains(1023));
    EXPECT_FALSE(range.Contains(2048));
    EXPECT_FALSE(range.Contains(1024 + 65536));
}

TEST(PortRange, MayBeOnePortOrAllOfThem)
{
    EXPECT_EQ(PortRange(50000, 50000).Size(), 1U);
    EXPECT_EQ(PortRange(1, 65535).Size(), 65535U);
}

TEST(PortRange, RefusesWithTheTextAndTheReason)
{
    EXPECT_THAT(MessageOf("60000-59999"), HasSubstr("'60000-59999': the first port is above"));
    EXPECT_THAT(MessageOf("0-100"), HasSubstr("'0-100': port 0"));
    EXPECT_THAT(MessageOf("1-70000"), HasSubstr("'1-70000': ports end at 65535"));
    EXPECT_THAT(MessageOf("4294967297-4294967298"), HasSubstr("two numbers"));
    for (const std::string_view text : {"", "-", "a-b", "1024", "1024-", "-2048", "1-2-3", "1.5-2"})
    {
        EXPECT_THAT(MessageOf(text), HasSubstr("two numbers")) << text;
    }
    EXPECT_THROW(PortRange(10, 9), ConfigError);
    EXPECT_THROW(PortRange(0, 9), ConfigError);
    EXPECT_THROW(PortRange(1, 65536), ConfigError);
}

RC_GTEST_PROP(PortRange, ReadsWhatItWrites, ())
{
    const auto low = *rc::gen::inRange(1, 65536);
    const auto high = *rc::gen::inRange(low, 65536);
    const PortRange range(static_cast<uint32_t>(low), static_cast<uint32_t>(high));
    RC_ASSERT(PortRange::Parse(range.ToString()) == range);
}

} // namespace

} // namespace bindstorm
