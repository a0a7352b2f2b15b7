/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-index.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

TEST(NatIndexRegistry, MakesEveryIndexByItsName)
{
    const NatLinkPool pool;
    ASSERT_FALSE(GetNatIndexes().empty());
    for (const NatIndexInfo& info : GetNatIndexes())
    {
        EXPECT_NE(CreateNatIndex(ComponentSpec(info.name), pool), nullptr) << info.name;
        EXPECT_FALSE(info.summary.empty()) << info.name;
        EXPECT_FALSE(info.source.empty()) << info.name;
    }
}

TEST(NatIndexRegistry, LeavesDefaultsOutOfTheCanonicalText)
{
    EXPECT_EQ(ResolveNatIndex(ComponentSpec::Parse("mixed-chains(4001)")).ToString(),
              "mixed-chains");
    EXPECT_EQ(ResolveNatIndex(ComponentSpec::Parse("mixed-chains(65537)")).ToString(),
              "mixed-chains(buckets=65537)");
}

TEST(NatIndexRegistry, RefusesWhatItDoesNotKnow)
{
    const NatLinkPool pool;
    const auto create = [&](const char* text)
    { return CreateNatIndex(ComponentSpec::Parse(text), pool); };
    EXPECT_THROW(create("mixed-chain"), ConfigError);
    EXPECT_THROW(create("mixed-chains(bucket=5)"), ConfigError);
    EXPECT_THROW(create("mixed-chains(0)"), ConfigError);
    EXPECT_THROW(create("mixed-chains(1048577)"), ConfigError);
    EXPECT_NO_THROW(create("mixed-chains(1048576)"));
}

} // namespace

} // namespace bindstorm
