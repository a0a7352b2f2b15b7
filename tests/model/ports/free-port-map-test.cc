/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/free-port-map.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace bindstorm
{

namespace
{

void
ExpectSame(const FreePortMap& map, const std::set<uint16_t>& free)
{
    ASSERT_EQ(map.CountFree(), free.size());
    WorkCounters work;
    uint32_t rank = 0;
    for (const uint16_t port : free)
    {
        ASSERT_EQ(map.SelectFree(rank, work), port) << "rank " << rank;
        ASSERT_TRUE(map.IsFree(port));
        ++rank;
    }
    ASSERT_EQ(work.bitmapWords, uint64_t{rank} * FreePortMap::SELECT_WORDS);
}

TEST(FreePortMap, StartsWithTheEligiblePorts)
{
    const FreePortMap map(PortRange(1024, 65535), PortSet::Parse("10250,30000-32767"));
    std::set<uint16_t> free;
    for (uint32_t port = 1024; port <= 65535; ++port)
    {
        if (port != 10250 && (port < 30000 || port > 32767))
        {
            free.insert(static_cast<uint16_t>(port));
        }
    }
    ExpectSame(map, free);
    EXPECT_FALSE(map.IsFree(10250));
    EXPECT_FALSE(map.IsFree(1023));
}

TEST(FreePortMap, FreesAPortWhenItsLastSocketGoes)
{
    FreePortMap map(PortRange(5000, 5001), {});
    EXPECT_TRUE(map.AddConflict(5000));
    EXPECT_FALSE(map.AddConflict(5000));
    EXPECT_EQ(map.CountFree(), 1U);
    EXPECT_FALSE(map.RemoveConflict(5000));
    EXPECT_FALSE(map.IsFree(5000));
    EXPECT_TRUE(map.RemoveConflict(5000));
    EXPECT_TRUE(map.IsFree(5000));
}

TEST(FreePortMap, NeverFreesAPortThatMayNotBeChosen)
{
    FreePortMap map(PortRange(5000, 5001), PortSet::Parse("5001"));
    for (const uint16_t port : {uint16_t{5001}, uint16_t{4999}, uint16_t{0}, uint16_t{65535}})
    {
        EXPECT_FALSE(map.AddConflict(port));
        EXPECT_FALSE(map.RemoveConflict(port));
        EXPECT_FALSE(map.IsFree(port));
    }
    EXPECT_EQ(map.CountFree(), 1U);
}

TEST(FreePortMap, FindsTheOnlyFreePortWhereverItIs)
{
    FreePortMap map(PortRange(1, 65535), {});
    for (uint32_t port = 1; port <= 65535; ++port)
    {
        map.AddConflict(static_cast<uint16_t>(port));
    }
    EXPECT_EQ(map.CountFree(), 0U);
    WorkCounters work;
    for (uint32_t port = 1; port <= 65535; ++port)
    {
        map.RemoveConflict(static_cast<uint16_t>(port));
        ASSERT_EQ(map.SelectFree(0, work), port);
        map.AddConflict(static_cast<uint16_t>(port));
    }
}

RC_GTEST_PROP(FreePortMap, AgreesWithASetUnderAnySequence, ())
{
    const auto low = static_cast<uint32_t>(*rc::gen::element(1, 4095, 32768, 65533));
    const auto size = static_cast<uint32_t>(*rc::gen::element(1, 2, 3, 64, 700, 9000));
    const PortRange range(low, std::min(low + size - 1, 65535U));
    PortSet reserved;
    for (const uint32_t offset :
         *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange(uint32_t{0}, range.Size())))
    {
        reserved.Insert(static_cast<uint16_t>(low + offset));
    }
    FreePortMap map(range, reserved);
    std::map<uint16_t, int> sockets;
    const auto offsets =
        *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange(uint32_t{0}, 2 * range.Size()));
    for (const uint32_t offset : offsets)
    {
        // The upper half of the offsets takes a socket away where there is one.
        const auto port = static_cast<uint16_t>(low + offset % range.Size());
        if (offset < range.Size())
        {
            ++sockets[port];
            RC_ASSERT(map.AddConflict(port) == (sockets[port] == 1 && !reserved.Contains(port)));
        }
        else if (sockets[port] > 0)
        {
            --sockets[port];
            RC_ASSERT(map.RemoveConflict(port) == (sockets[port] == 0 && !reserved.Contains(port)));
        }
    }
    std::set<uint16_t> free;
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        const auto number = static_cast<uint16_t>(port);
        if (!reserved.Contains(number) && sockets[number] == 0)
        {
            free.insert(number);
        }
    }
    ExpectSame(map, free);
}

} // namespace

} // namespace bindstorm
