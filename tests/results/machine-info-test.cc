/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "results/machine-info.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace bindstorm
{

TEST(MachineInfo, TellsOfKernelAndProcessorsButNotTheNameOfTheMachine)
{
    const auto machine = DescribeMachine();
    EXPECT_TRUE(machine.at("kernel").starts_with("Linux "));
    EXPECT_GE(std::stoi(machine.at("cpus")), 1);
    EXPECT_GE(std::stoll(machine.at("memory_bytes")), 1 << 20);
    char name[256] = {};
    ASSERT_EQ(gethostname(name, sizeof name - 1), 0);
    for (const auto& [key, value] : machine)
    {
        EXPECT_NE(value, name) << key;
        EXPECT_FALSE(value.empty()) << key;
    }
}

} // namespace bindstorm
