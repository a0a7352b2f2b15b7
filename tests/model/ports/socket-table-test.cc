/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/socket-table.h"

#include "test-host.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <utility>

namespace bindstorm
{

namespace
{

/// A planted allocator that gives one port, whatever is free.
class Stubborn : public PortAllocator
{
  public:
    explicit Stubborn(std::optional<uint16_t> port)
        : m_port(port)
    {
    }

    std::optional<uint16_t>
    Choose(PortView&, DrawSource&) override
    {
        return m_port;
    }

  private:
    std::optional<uint16_t> m_port;
};

struct SocketTableTest : testing::Test
{
    SocketTable table{{.range = PortRange(5000, 5099),
                       .reserved = PortSet::Parse("5010"),
                       .excluded = PortSet::Parse("5020-5029"),
                       .chains = 4}};
    ScriptedEngine engine;
    WorkCounters work;
    DrawSource draws{engine, work};

    WorkCounters
    TakeWork()
    {
        return std::exchange(work, {});
    }

    BindError
    Choose(std::optional<uint16_t> port, const PortRequest& request = {})
    {
        Stubborn allocator(port);
        return table.BindAny(request, allocator, draws, work).error;
    }
};

TEST_F(SocketTableTest, BindsAPortOnce)
{
    const BindResult first = table.BindTo({}, 80, work);
    EXPECT_EQ(first.error, BindError::NONE);
    EXPECT_EQ(first.port, 80);
    EXPECT_EQ(table.GetPort(first.socket), 80);
    const BindResult second = table.BindTo({}, 80, work);
    EXPECT_EQ(second.error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(second.port, 0);
    EXPECT_EQ(table.GetPort(second.socket), std::nullopt);
    EXPECT_EQ(table.Size(), 1U);
}

TEST_F(SocketTableTest, CountsALockAProbeAndNodesUpToTheConflict)
{
    // One chain of 4: ports 8, 12, 16, 20, the last one at the head.
    for (const uint16_t port : std::array<uint16_t, 4>{8, 12, 16, 20})
    {
        table.BindTo({}, port, work);
    }
    TakeWork();
    table.BindTo({}, 16, work);
    EXPECT_EQ(TakeWork(),
              (WorkCounters{.probes = 1, .chainScans = 1, .nodeVisits = 2, .locks = 1}));
    table.BindTo({}, 24, work);
    EXPECT_EQ(TakeWork(),
              (WorkCounters{.probes = 1, .chainScans = 1, .nodeVisits = 4, .locks = 1}));
}

TEST_F(SocketTableTest, CountsALockForClose)
{
    const SocketHandle socket = table.BindTo({}, 80, work).socket;
    TakeWork();
    EXPECT_EQ(table.Close(socket, work), BindError::NONE);
    EXPECT_EQ(TakeWork(), (WorkCounters{.locks = 1}));
    EXPECT_EQ(table.Size(), 0U);
}

TEST_F(SocketTableTest, RefusesAnExcludedPortWithoutLooking)
{
    EXPECT_EQ(table.BindTo({}, 5025, work).error, BindError::PERMISSION_DENIED);
    EXPECT_EQ(TakeWork(), WorkCounters{});
    EXPECT_EQ(table.BindTo({}, 5010, work).error, BindError::NONE) << "reserved, but asked for";
}

TEST_F(SocketTableTest, RefusesPortZeroAndOddChainCounts)
{
    EXPECT_THROW(table.BindTo({}, 0, work), std::invalid_argument);
    for (const uint32_t chains : {0U, 3U, 100U, 131072U})
    {
        EXPECT_THROW(SocketTable({.range = {}, .chains = chains}), ConfigError) << chains;
    }
}

TEST_F(SocketTableTest, KnowsAHandleOnlyWhileTheSocketLives)
{
    const SocketHandle socket = table.BindTo({}, 80, work).socket;
    EXPECT_EQ(table.Close(socket, work), BindError::NONE);
    EXPECT_EQ(table.Close(socket, work), BindError::BAD_SOCKET);
    const SocketHandle next = table.BindTo({}, 81, work).socket;
    EXPECT_EQ(next.index, socket.index) << "the place is used again";
    EXPECT_EQ(table.Close(socket, work), BindError::BAD_SOCKET);
    EXPECT_EQ(table.GetPort(socket), std::nullopt);
    EXPECT_EQ(table.GetPort(next), 81);
    EXPECT_EQ(table.Close({}, work), BindError::BAD_SOCKET);
    EXPECT_EQ(table.Close({.index = 1000, .generation = 1}, work), BindError::BAD_SOCKET);
}

TEST_F(SocketTableTest, RefusesAnAllocatorThatErrs)
{
    table.BindTo({}, 5050, work);
    EXPECT_EQ(Choose(5050), BindError::ADDRESS_IN_USE);
    EXPECT_EQ(Choose(5010), BindError::ADDRESS_IN_USE) << "reserved";
    EXPECT_EQ(Choose(5020), BindError::ADDRESS_IN_USE) << "excluded";
    EXPECT_EQ(Choose(5100), BindError::ADDRESS_IN_USE) << "out of range";
    EXPECT_EQ(Choose(0), BindError::ADDRESS_IN_USE);
    EXPECT_EQ(table.Size(), 1U);
    EXPECT_EQ(Choose(5051), BindError::NONE);
    EXPECT_EQ(Choose(5051), BindError::ADDRESS_IN_USE);
}

TEST_F(SocketTableTest, TellsAConnectThatFailsFromABind)
{
    const PortRequest connect{
        .remote = RemoteEndpoint{.address = IpAddress::Parse("198.51.100.1"), .port = 80}};
    EXPECT_EQ(Choose(std::nullopt), BindError::ADDRESS_IN_USE);
    EXPECT_EQ(Choose(std::nullopt, connect), BindError::ADDRESS_NOT_AVAILABLE);
}

TEST_F(SocketTableTest, HoldsSeveralSocketsOnOnePortWhereTheyDoNotConflict)
{
    std::set<uint32_t> places;
    for (uint32_t host = 1; host <= 5; ++host)
    {
        const PortRequest request{.address = IpAddress::FromIpv4(0xc0000200 + host)};
        const BindResult result = table.BindTo(request, 5060, work);
        EXPECT_EQ(result.error, BindError::NONE);
        places.insert(result.socket.index);
    }
    EXPECT_EQ(places.size(), 5U);
    EXPECT_EQ(table.BindTo({}, 5060, work).error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(table.FreeSet({}, work).CountFree(), 88U);
}

} // namespace

} // namespace bindstorm
