/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/host-sockets.h"

#include "test-host.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

TEST(HostSockets, KeepsThePortsOfUdpAndTcpApart)
{
    ScriptedEngine engine;
    HostSockets sockets({.allocator = ComponentSpec("uniform")}, engine);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}, 5353).error, BindError::NONE);
    const BindResult tcp = sockets.Bind(Protocol::TCP, {}, 5353);
    EXPECT_EQ(tcp.error, BindError::NONE);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}, 5353).error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(sockets.Close(Protocol::UDP, tcp.socket), BindError::NONE) << "the first of UDP";
    EXPECT_EQ(sockets.Table(Protocol::UDP).Size(), 0U);
    EXPECT_EQ(sockets.Table(Protocol::TCP).Size(), 1U);
}

TEST(HostSockets, GivesEachProtocolAnAllocatorOfItsOwn)
{
    ScriptedEngine engine;
    HostSockets sockets({.range = PortRange(49152, 65535), .allocator = ComponentSpec("ns-3")},
                        engine);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 49153);
    EXPECT_EQ(sockets.Bind(Protocol::TCP, {}).port, 49153);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 49154);
}

TEST(HostSockets, TellsTheWorkOfTheLastOperationAlone)
{
    ScriptedEngine engine;
    HostSockets sockets({.allocator = ComponentSpec("linux-2.6.28")}, engine);
    const BindResult result = sockets.Bind(Protocol::UDP, {});
    EXPECT_EQ(sockets.LastWork().rngDraws, 1U);
    sockets.Close(Protocol::UDP, result.socket);
    EXPECT_EQ(sockets.LastWork(), (WorkCounters{.locks = 1}));
}

TEST(HostSockets, TakesTheChainsOfTheAllocatorUnlessTold)
{
    ScriptedEngine engine;
    const auto chains = [&engine](std::string_view allocator, uint32_t count)
    {
        const HostSockets sockets({.chains = count, .allocator = ComponentSpec::Parse(allocator)},
                                  engine);
        return sockets.Table(Protocol::TCP).GetConfig().chains;
    };
    EXPECT_EQ(chains("ns-3", 0), 1U);
    EXPECT_EQ(chains("linux-2.6.28", 0), 128U);
    EXPECT_EQ(chains("ns-3", 65536), 65536U);
    EXPECT_THROW(chains("ns-3", 3), ConfigError);
    EXPECT_THROW(chains("ns-4", 0), ConfigError);
}

TEST(HostSockets, NamesTheAllocatorInUse)
{
    ScriptedEngine engine;
    const HostSockets sockets({.allocator = ComponentSpec::Parse("linux-2.6.28(lock=table)")},
                              engine);
    EXPECT_EQ(sockets.AllocatorInfo().name, "linux-2.6.28");
}

} // namespace

} // namespace bindstorm
