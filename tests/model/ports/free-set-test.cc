/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include <gtest/gtest.h>

#include <set>

namespace bindstorm
{

namespace
{

PortRequest
ToPort(uint16_t port)
{
    return {.remote = RemoteEndpoint{.address = IpAddress::Parse("198.51.100.1"), .port = port}};
}

/// Keeps a set by what it is told.
class Listener : public FreeSetListener
{
  public:
    void
    OnBusy(uint16_t port) override
    {
        EXPECT_TRUE(busy.insert(port).second) << port;
    }

    void
    OnFree(uint16_t port) override
    {
        EXPECT_EQ(busy.erase(port), 1U) << port;
    }

    std::set<uint16_t> busy;
};

TEST(FreeSet, IsBuiltOnceAtACountedCostAndKeptUpToDate)
{
    TestHost host("linux-2.6.29");
    host.Hold("block(40000-40009)");
    WorkCounters work;
    EXPECT_EQ(host.Table().FreeSet({}, work).CountFree(), 28223U);
    EXPECT_EQ(work, (WorkCounters{.nodeVisits = 10, .bitmapWords = FreePortMap::BUILD_WORDS}));
    host.Bind({}, 40010);
    EXPECT_EQ(host.Sockets().LastWork().bitmapWords, 0U) << "no allocator uses the map";
    work = {};
    EXPECT_EQ(host.Table().FreeSet({}, work).CountFree(), 28222U);
    EXPECT_EQ(work, WorkCounters{});
}

TEST(FreeSet, ChargesTheAllocatorThatUsesItForItsChanges)
{
    TestHost host("uniform");
    host.Hold("block(40000-40009)");
    const uint64_t choice = 1 + FreePortMap::SELECT_WORDS;
    // The common free set is there from the host's start.
    const BindResult first = host.Bind();
    EXPECT_EQ(host.Sockets().LastWork(),
              (WorkCounters{.rngDraws = 1,
                            .steps = 1,
                            .locks = 1,
                            .bitmapWords = choice + FreePortMap::CHANGE_WORDS}));
    host.Close(first.socket);
    EXPECT_EQ(host.Sockets().LastWork(),
              (WorkCounters{.locks = 1, .bitmapWords = FreePortMap::CHANGE_WORDS}));
}

TEST(FreeSet, OfAnotherRequestIsBuiltAtItsFirstQuestion)
{
    TestHost host("uniform");
    host.Hold("block(40000-40009)");
    const PortRequest request{.address = IpAddress::Parse("192.0.2.1")};
    host.Sockets().Bind(Protocol::UDP, request);
    EXPECT_EQ(host.Sockets().LastWork().nodeVisits, 10U);
    EXPECT_GE(host.Sockets().LastWork().bitmapWords, FreePortMap::BUILD_WORDS);
    host.Sockets().Bind(Protocol::UDP, request);
    EXPECT_EQ(host.Sockets().LastWork().nodeVisits, 0U);
    EXPECT_LT(host.Sockets().LastWork().bitmapWords, FreePortMap::BUILD_WORDS);
}

TEST(FreeSet, IsWatchedWithoutChangingWhatIsCounted)
{
    for (const std::string& allocator : AllAllocatorNames())
    {
        TestHost watched(allocator);
        TestHost alone(allocator);
        Listener listener;
        WorkCounters unused;
        watched.Table().FreeSet({}, unused);
        watched.Table().Follow({}, listener);
        for (int i = 0; i < 20; ++i)
        {
            const BindResult here = watched.Bind();
            const BindResult there = alone.Bind();
            ASSERT_EQ(here.port, there.port) << allocator;
            ASSERT_EQ(watched.Sockets().LastWork(), alone.Sockets().LastWork()) << allocator;
            watched.Close(here.socket);
            alone.Close(there.socket);
            ASSERT_EQ(watched.Sockets().LastWork(), alone.Sockets().LastWork()) << allocator;
        }
    }
}

TEST(FreeSet, TellsAListenerOfEveryChangeAndOfNothingElse)
{
    TestHost host("uniform");
    Listener wildcard;
    Listener elsewhere;
    host.Table().Follow({}, wildcard);
    host.Table().Follow(ToPort(81), elsewhere);
    const BindResult first = host.Bind(ToPort(80), 40000);
    const BindResult second = host.Bind(ToPort(82), 40000);
    ASSERT_EQ(second.error, BindError::NONE);
    host.Bind({}, 80);
    EXPECT_EQ(wildcard.busy, std::set<uint16_t>{40000}) << "port 80 is not in the range";
    EXPECT_EQ(elsewhere.busy, std::set<uint16_t>{}) << "another destination does not conflict";
    host.Close(first.socket);
    EXPECT_EQ(wildcard.busy, std::set<uint16_t>{40000});
    host.Close(second.socket);
    EXPECT_EQ(wildcard.busy, std::set<uint16_t>{});
}

TEST(FreeSet, IsKeptForSixtyFourRequestsTheLongestUnusedGoingFirst)
{
    TestHost host("uniform");
    const auto isBuilt = [&host](uint16_t remote)
    {
        WorkCounters work;
        host.Table().FreeSet(ToPort(remote), work);
        return work.bitmapWords == 0;
    };
    for (uint16_t remote = 1; remote <= 64; ++remote)
    {
        EXPECT_FALSE(isBuilt(remote));
    }
    EXPECT_TRUE(isBuilt(1)) << "and used last from now on";
    EXPECT_FALSE(isBuilt(65)) << "takes the place of 2";
    EXPECT_TRUE(isBuilt(1));
    EXPECT_TRUE(isBuilt(3));
    EXPECT_FALSE(isBuilt(2)) << "takes the place of 4";
    EXPECT_FALSE(isBuilt(4));
}

TEST(FreeSet, StaysWhileSomeoneListens)
{
    TestHost host("uniform");
    Listener listener;
    host.Table().Follow(ToPort(1), listener);
    WorkCounters work;
    for (uint16_t remote = 2; remote <= 200; ++remote)
    {
        host.Table().FreeSet(ToPort(remote), work);
    }
    host.Bind(ToPort(1), 40000);
    EXPECT_EQ(listener.busy, std::set<uint16_t>{40000});
    work = {};
    EXPECT_EQ(host.Table().FreeSet(ToPort(1), work).CountFree(), 28232U);
    EXPECT_EQ(work, WorkCounters{});
}

} // namespace

} // namespace bindstorm
