/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include "model/ports/port-allocator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using testing::ElementsAre;
using testing::HasSubstr;

TEST(PortAllocators, AreRegisteredByName)
{
    EXPECT_THAT(AllAllocatorNames(),
                ElementsAre("linux-2.6.23",
                            "linux-2.6.27",
                            "linux-2.6.28",
                            "dumazet-draft-2009",
                            "dumazet-draft-2009-in-range",
                            "byte-local-2009",
                            "linux-2.6.29",
                            "ns-3",
                            "rfc6056-1",
                            "rfc6056-2",
                            "uniform"));
}

TEST(PortAllocators, SayWhatTheyDoAndWhereItComesFrom)
{
    for (const PortAllocatorInfo& info : GetPortAllocators())
    {
        EXPECT_THAT(info.summary, testing::EndsWith(".")) << info.name;
        EXPECT_FALSE(info.source.empty()) << info.name;
        EXPECT_EQ(info.defaultChains, info.name == "ns-3" ? 1U : 128U) << info.name;
        EXPECT_NE(CreatePortAllocator(ComponentSpec(info.name)), nullptr);
    }
}

TEST(PortAllocators, AreRefusedWithTheNearestName)
{
    try
    {
        FindPortAllocator("linux-2.6.92");
        FAIL() << "found";
    }
    catch (const ConfigError& error)
    {
        EXPECT_THAT(error.what(), HasSubstr("linux-2.6.92"));
        EXPECT_THAT(error.what(), HasSubstr("linux-2.6.29"));
    }
}

TEST(PortAllocators, CheckTheirParameters)
{
    const auto resolve = [](std::string_view text)
    { return ResolvePortAllocator(ComponentSpec::Parse(text)).ToString(); };
    EXPECT_EQ(resolve("linux-2.6.28(lock=per-probe)"), "linux-2.6.28");
    EXPECT_EQ(resolve("linux-2.6.28(table)"), "linux-2.6.28(lock=table)");
    EXPECT_EQ(resolve("byte-local-2009(pick=lowest, index=port)"),
              "byte-local-2009(index=port, pick=lowest)");
    EXPECT_THROW(resolve("linux-2.6.28(locks=table)"), ConfigError);
    EXPECT_THROW(resolve("byte-local-2009(pick=first)"), ConfigError);
    EXPECT_THROW(resolve("uniform(1)"), ConfigError);
}

} // namespace

} // namespace bindstorm
