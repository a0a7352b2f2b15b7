/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-clock.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

/// A clock by its text, and the time it is asked about.
class ClockAtWork
{
  public:
    explicit ClockAtWork(const char* text)
        : m_clock(CreateNatClock(ComponentSpec::Parse(text)))
    {
    }

    /// @return the table's time with a packet at that time
    NatTime
    At(NatTime time)
    {
        m_source.Set(time);
        return m_clock->OnPacket(m_source, m_work);
    }

    uint64_t
    Reads() const
    {
        return m_work.clockReads;
    }

  private:
    std::unique_ptr<NatClock> m_clock;
    SimulatedNatTime m_source;
    PacketWork m_work;
};

TEST(NatClock, NeverGoesBackwardsNorAheadOfTheTime)
{
    for (const char* text : {"each-packet",
                             "every-n",
                             "every-n(3)",
                             "every-n(n=4, adapt=libalias)",
                             "ticker",
                             "coarse",
                             "coarse(0.25)"})
    {
        ClockAtWork clock(text);
        NatTime last{0};
        for (int64_t step = 0; step < 3000; ++step)
        {
            // Now and then the source itself steps back.
            const NatTime time = microseconds{step * 700 - (step % 7 == 0 ? 5000 : 0) + 5000};
            const NatTime now = clock.At(time);
            ASSERT_GE(now, last) << text;
            ASSERT_LE(now, microseconds{step * 700 + 5000}) << text;
            last = now;
        }
    }
}

TEST(NatClock, EachPacketIsExactAndReadsWithEveryPacket)
{
    ClockAtWork clock("each-packet");
    EXPECT_EQ(clock.At(nanoseconds{1}), nanoseconds{1});
    EXPECT_EQ(clock.At(seconds{9}), seconds{9});
    EXPECT_EQ(clock.Reads(), 2U);
}

TEST(NatClock, EveryNReadsWithTheFirstPacketAndEachNth)
{
    ClockAtWork clock("every-n");
    for (int packet = 1; packet <= 3500; ++packet)
    {
        const NatTime now = clock.At(milliseconds{packet});
        ASSERT_EQ(now, milliseconds{packet < 1000 ? 1 : packet / 1000 * 1000});
    }
    EXPECT_EQ(clock.Reads(), 4U);
}

TEST(NatClock, AdaptedToABurstEveryNStaysStaleForAThirdOfIt)
{
    // As it was measured on libalias: seconds at a million packets, then an hour of silence.
    ClockAtWork clock("every-n(adapt=libalias)");
    for (int64_t packet = 1; packet <= 3'000'000; ++packet)
    {
        clock.At(microseconds{packet});
    }
    const NatTime before = clock.At(seconds{3});
    uint64_t late = 0;
    while (clock.At(seconds{3600}) == before)
    {
        ++late;
    }
    // The limit is a third of the million packets in a second, and its readings come a little after
    // the second does.
    EXPECT_GT(late, 100'000U);
    EXPECT_LT(late, 340'000U);
}

TEST(NatClock, AdaptedToSilenceEveryNReadsWithEveryPacket)
{
    // Fewer than three packets a second: the limit was once 0 here, and divided by.
    ClockAtWork clock("every-n(n=1, adapt=libalias)");
    for (int64_t packet = 1; packet <= 10; ++packet)
    {
        EXPECT_EQ(clock.At(seconds{packet}), seconds{packet});
    }
    EXPECT_EQ(clock.Reads(), 10U);
}

TEST(NatClock, TickerReadsNoClockAndIsStaleByAnIntervalAtMost)
{
    ClockAtWork clock("ticker");
    EXPECT_EQ(clock.At(microseconds{2999}), milliseconds{2});
    EXPECT_EQ(clock.At(microseconds{3000}), milliseconds{3});
    EXPECT_EQ(clock.Reads(), 0U);
}

TEST(NatClock, CoarseReadsAClockThatIsStaleByItsResolutionAtMost)
{
    ClockAtWork clock("coarse");
    EXPECT_EQ(clock.At(microseconds{7999}), milliseconds{4});
    EXPECT_EQ(clock.At(microseconds{8000}), milliseconds{8});
    EXPECT_EQ(clock.Reads(), 2U);
    ClockAtWork half("coarse(resolution=0.5)");
    EXPECT_EQ(half.At(milliseconds{1400}), seconds{1});
}

TEST(NatClock, RefusesWhatItDoesNotKnow)
{
    EXPECT_THROW(ClockAtWork("every-packet"), ConfigError);
    EXPECT_THROW(ClockAtWork("every-n(0)"), ConfigError);
    EXPECT_THROW(ClockAtWork("every-n(adapt=linux)"), ConfigError);
    EXPECT_THROW(ClockAtWork("ticker(0)"), ConfigError);
    EXPECT_EQ(ResolveNatClock(ComponentSpec::Parse("coarse(0.004)")).ToString(), "coarse");
}

} // namespace

} // namespace bindstorm
