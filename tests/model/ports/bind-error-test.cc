/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/bind-error.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace bindstorm
{

namespace
{

TEST(BindError, HasANameAndAnExplanationOfItsOwnForEachReason)
{
    std::set<std::string_view> names;
    std::set<std::string_view> explanations;
    for (const BindError error : ALL_BIND_ERRORS)
    {
        names.insert(ErrnoName(error));
        explanations.insert(Describe(error));
    }
    EXPECT_EQ(names.size(), ALL_BIND_ERRORS.size());
    EXPECT_EQ(explanations.size(), ALL_BIND_ERRORS.size());
    EXPECT_FALSE(names.contains("?"));
    EXPECT_FALSE(explanations.contains("?"));
}

TEST(BindError, IsNamedAsInErrno)
{
    EXPECT_EQ(ErrnoName(BindError::NONE), "OK");
    EXPECT_EQ(ErrnoName(BindError::ADDRESS_IN_USE), "EADDRINUSE");
    EXPECT_EQ(ErrnoName(BindError::PERMISSION_DENIED), "EACCES");
}

} // namespace

} // namespace bindstorm
