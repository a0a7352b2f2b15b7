/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "results/utc-time.h"

#include <gtest/gtest.h>

namespace bindstorm
{

TEST(UtcTime, IsWrittenAsIso8601)
{
    using namespace std::chrono;
    const sys_days day = 2009y / January / 30;
    EXPECT_EQ(FormatUtc(day + 7h + 4min + 5s + 42ms + 900us), "2009-01-30T07:04:05.042Z");
    EXPECT_EQ(FormatUtc(sys_days(1969y / December / 31) + 23h + 59min + 59s + 999ms),
              "1969-12-31T23:59:59.999Z");
}

TEST(UtcTime, GoesOn)
{
    const std::string before = UtcNow();
    EXPECT_LE(before, UtcNow());
    EXPECT_EQ(before.size(), std::string("2009-01-30T07:04:05.042Z").size());
}

} // namespace bindstorm
