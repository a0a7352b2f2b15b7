/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chi-square.h"
#include "test-host.h"

#include <gtest/gtest.h>

#include <map>

namespace bindstorm
{

namespace
{

/// One byte of one chain: slots 264 to 271 are the ports 33792 + 128 * bit. Those given are free.
class OneByte
{
  public:
    OneByte(std::string_view allocator, std::string_view freePorts)
        : m_sockets(
              {.range = PortRange(33792, 34688), .allocator = ComponentSpec::Parse(allocator)},
              m_engine)
    {
        const PortSet free = PortSet::Parse(freePorts);
        for (uint32_t port = 33792; port <= 34688; ++port)
        {
            if (!free.Contains(static_cast<uint16_t>(port)))
            {
                m_sockets.Bind(Protocol::UDP, {}, static_cast<uint16_t>(port));
            }
        }
    }

    /// @param port the candidate
    uint16_t
    Choose(uint32_t port, uint32_t lowBits = 0)
    {
        // The draw in the middle of those that scale to the port.
        const uint64_t offset = port - 33792;
        const auto draw = static_cast<uint32_t>(((offset << 32) + (uint64_t{1} << 31)) / 897);
        m_engine.Set((draw & ~uint32_t{0xfff}) | lowBits);
        const BindResult result = m_sockets.Bind(Protocol::UDP, {});
        m_work = m_sockets.LastWork();
        m_sockets.Close(Protocol::UDP, result.socket);
        return result.port;
    }

    const WorkCounters&
    Work() const
    {
        return m_work;
    }

  private:
    ScriptedEngine m_engine;
    HostSockets m_sockets;
    WorkCounters m_work;
};

TEST(ByteLocal2009, TakesTheCandidateWhenItIsFree)
{
    OneByte byte("byte-local-2009", "33792,34048,34688");
    EXPECT_EQ(byte.Choose(34048), 34048);
    EXPECT_EQ(byte.Work(),
              (WorkCounters{.rngDraws = 1,
                            .steps = 1,
                            .probes = 2,
                            .chainScans = 1,
                            .nodeVisits = 5,
                            .locks = 1,
                            .bitmapWords = 8}));
}

TEST(ByteLocal2009, PicksAFreeBitOfTheSameByteByItsRule)
{
    // The picture of the thread: bits 7..0 are 1 1 0 1 1 1 1 0, the candidate is bit 4.
    constexpr std::string_view FREE = "33792,34432";
    EXPECT_EQ(OneByte("byte-local-2009(pick=lowest)", FREE).Choose(33792 + 4 * 128), 33792);
    EXPECT_EQ(OneByte("byte-local-2009(pick=nearest)", FREE).Choose(33792 + 4 * 128), 34432);
    EXPECT_EQ(OneByte("byte-local-2009(pick=nearest)", FREE).Choose(33792 + 2 * 128), 33792);
}

TEST(ByteLocal2009, PicksUniformlyByDefault)
{
    TestHost host("byte-local-2009", 1, {.range = PortRange(33792, 34688)});
    host.Hold("all-but(34048-34048)");
    host.Hold("none");
    // 34048 is the only free one: taken from every candidate of its chain.
    for (int i = 0; i < 100; ++i)
    {
        ASSERT_EQ(host.Draw(), 34048);
    }
    TestHost three("byte-local-2009", 1, {.range = PortRange(33792, 34688), .chains = 128});
    three.Hold("ports(33792+33920+34176+34304+34432)");
    // Chain 0 has bits 2, 6, 7 free. The others of chain 0 come by the candidate or by a pick.
    std::map<uint16_t, uint64_t> counts;
    for (int i = 0; i < 400000; ++i)
    {
        const uint16_t port = three.Draw();
        counts[port] += port % 128 == 0 ? 1 : 0;
    }
    const std::array<uint64_t, 3> cells{counts[34048], counts[34560], counts[34688]};
    EXPECT_GT(cells[0] + cells[1] + cells[2], 3000U);
    EXPECT_GT(ChiSquarePValue(cells), 1e-7) << "false alarms 1e-7";
}

TEST(ByteLocal2009, GivesALoneFreePortTheWeightOfItsWholeByte)
{
    // Chain 0: bit 2 is alone in its byte; a chain with eight free bits gives each 1/8 of that.
    TestHost host("byte-local-2009", 1, {.range = PortRange(33792, 34815)});
    host.Hold("ports(33792+33920+34176+34304+34432+34560+34688)");
    uint64_t lone = 0;
    constexpr int DRAWS = 200000;
    for (int i = 0; i < DRAWS; ++i)
    {
        lone += host.Draw() == 34048 ? 1 : 0;
    }
    // Expected 8/1024 of the draws, 1562.5; six standard deviations are 236.
    EXPECT_NEAR(static_cast<double>(lone), DRAWS * 8 / 1024.0, 236);
}

TEST(ByteLocal2009, GoesOnByAnOddStepOverTheBytes)
{
    TestHost host("byte-local-2009");
    host.Hold("all-but(61000-61000)");
    for (int i = 0; i < 100; ++i)
    {
        ASSERT_EQ(host.Draw(), 61000);
        ASSERT_LE(host.DrawWork().steps, 128U * 64U);
        ASSERT_LE(host.DrawWork().chainScans, 128U);
    }
}

TEST(ByteLocal2009, IsUniformOnAnIdleTable)
{
    // False alarms 1e-7 for each of six cells.
    for (const std::string_view text : {"byte-local-2009", "byte-local-2009(index=port)"})
    {
        for (uint64_t seed = 1; seed <= 3; ++seed)
        {
            TestHost host(text, seed, {.range = PortRange(40000, 44999)});
            std::vector<uint64_t> counts(5000);
            for (int i = 0; i < 200000; ++i)
            {
                ++counts[host.Draw() - 40000U];
            }
            EXPECT_GT(ChiSquarePValue(counts), 1e-7) << text;
        }
    }
}

TEST(ByteLocal2009, MovesByLessThanAByteOfPortsWhenIndexedByPort)
{
    ScriptedEngine engine;
    HostSockets sockets(
        {.range = PortRange(40000, 40063),
         .allocator = ComponentSpec::Parse("byte-local-2009(index=port, pick=nearest)")},
        engine);
    engine.Set(0); // candidate 40000, the lowest bit of its byte
    for (uint32_t port = 40000; port <= 40007; ++port)
    {
        EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, port);
    }
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 40008) << "the next byte, by a step of 1";
    EXPECT_EQ(sockets.LastWork().locks, 1U);
}

} // namespace

} // namespace bindstorm
