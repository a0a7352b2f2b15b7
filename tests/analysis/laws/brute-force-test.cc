/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "brute-force.h"

#include "analysis/laws/bounded-draw.h"
#include "analysis/laws/draw-interval.h"
#include "analysis/laws/one-step-law.h"
#include "analysis/laws/table-reader.h"

#include <rapidcheck/gtest.h>

namespace bindstorm
{

namespace
{

constexpr double ALL_DRAWS = 4294967296.0;

double
Share(uint64_t draws)
{
    return static_cast<double>(draws) / ALL_DRAWS;
}

/// One real choice for each start and each step that differs, weighed by the draws of the pair.
void
AddStartsAndSteps(BruteForce& force, const std::vector<DrawInterval>& starts, uint32_t modulus)
{
    for (const DrawInterval& start : starts)
    {
        for (uint32_t odd = 1; odd < std::max(modulus, 2U); odd += 2)
        {
            const uint64_t draws = start.CountStep(modulus, odd);
            uint64_t draw = start.begin;
            while (draw < start.end && modulus > 1 && (draw | 1) % modulus != odd)
            {
                ++draw;
            }
            if (draws > 0)
            {
                force.Add({static_cast<uint32_t>(draw)}, Share(draws));
            }
        }
    }
}

std::vector<DrawInterval>
EveryPort()
{
    std::vector<DrawInterval> starts;
    for (uint64_t port = 0; port < 65536; ++port)
    {
        starts.push_back({static_cast<uint16_t>(port), port << 16, (port + 1) << 16});
    }
    return starts;
}

const PortRange SMALL(40000, 40199);

/// Every so many of the 65536 numbers a step is taken from. All of them are for a release build.
constexpr uint32_t STRIDE = 128;

/// @return the low halves of draws whose step is one of those
std::vector<uint32_t>
LowHalves()
{
    std::vector<uint32_t> halves;
    for (uint32_t step = 1; step < 65536; step += STRIDE)
    {
        halves.push_back(step - 1);
        halves.push_back(step);
    }
    return halves;
}

PortLaw
OneStepLawOf(SocketTable& table, bool isLockedOnce)
{
    PortLaw law;
    TableReader::Read(table,
                      PortRequest{},
                      [&](PortView& real)
                      {
                          WorkCounters work;
                          RememberedView view(real, work);
                          law = OneStepLaw(view, isLockedOnce, STRIDE);
                      });
    return law;
}

} // namespace

TEST(BruteForceLaw, OfTheMergedBitmapSearchIsTheSame)
{
    for (const double share : {0.0, 0.5, 0.9, 0.99, 1.0})
    {
        for (const uint32_t chains : {4096U, 32768U})
        {
            BruteForce force(
                "linux-2.6.29",
                {.range = SMALL, .reserved = PortSet::Parse("40010-40015,40100"), .chains = chains},
                SomePorts(40000, 40199, share, 3));
            AddStartsAndSteps(force, ScaledIntervals(SMALL, 32), 65536 / chains);
            force.ExpectSame(force.Law());
        }
    }
}

TEST(BruteForceLaw, OfTheDraftIsTheSame)
{
    for (const double share : {0.0, 0.5})
    {
        BruteForce force("dumazet-draft-2009",
                         {.range = PortRange(40000, 59999), .chains = 16384},
                         SomePorts(40000, 59999, share, 5));
        AddStartsAndSteps(force, EveryPort(), 4);
        force.ExpectSame(force.Law());
    }
}

TEST(BruteForceLaw, OfTheDraftInRangeIsTheSame)
{
    for (const std::string bias : {"draw", "half"})
    {
        BruteForce force("dumazet-draft-2009-in-range(bias=" + bias + ")",
                         {.range = SMALL, .chains = 4096},
                         SomePorts(40000, 40199, 0.8, 7));
        AddStartsAndSteps(force, ScaledIntervals(SMALL, bias == "half" ? 16 : 32), 16);
        force.ExpectSame(force.Law());
    }
}

TEST(BruteForceLaw, OfTheOneStepWalkIsTheSameWhenStartAndStepAreTied)
{
    // 64 divides 65536: the low half of the draw is all that matters.
    for (const bool isLockedOnce : {false, true})
    {
        BruteForce force(
            isLockedOnce ? "linux-2.6.28(lock=table)" : "linux-2.6.28",
            {.range = PortRange(40000, 40063), .reserved = PortSet::Parse("40003"), .chains = 128},
            SomePorts(40000, 40063, 0.4, 11));
        for (const uint32_t low : LowHalves())
        {
            force.Add({low}, 1.0 / (2 * 65536.0 / STRIDE));
        }
        force.ExpectSame(OneStepLawOf(force.Table(), isLockedOnce));
    }
}

TEST(BruteForceLaw, OfTheOneStepWalkIsTheSameWhenStartAndStepAreLoose)
{
    // 65536 = 1 (mod 3): the high half k of the draw leads to three remainders of 3 * 32.
    BruteForce force("linux-2.6.28",
                     {.range = PortRange(50000, 50095)},
                     SomePorts(50000, 50095, 0.4, 13));
    for (const uint32_t low : LowHalves())
    {
        for (uint32_t high = 0; high < 3; ++high)
        {
            const double draws = high == 0 ? 21846 : 21845;
            force.Add({high << 16 | low}, draws / (2 * 65536.0 / STRIDE * 65536));
        }
    }
    force.ExpectSame(OneStepLawOf(force.Table(), false));
}

TEST(BruteForceLaw, OfTheOneStepWalkKnowsHowAFullRangeFails)
{
    BruteForce force("linux-2.6.28", {.range = PortRange(50000, 50002)}, {50000, 50001, 50002});
    for (uint32_t remainder = 0; remainder < 3; ++remainder)
    {
        force.Add({remainder}, Share(CountOfRemainder(remainder, 3)));
    }
    force.ExpectSame(OneStepLawOf(force.Table(), false));
}

TEST(BruteForceLaw, OfTheOneStepWalkKnowsAnIdleRange)
{
    BruteForce force("linux-2.6.28", {.range = PortRange(50000, 50002)}, {});
    for (uint32_t remainder = 0; remainder < 3; ++remainder)
    {
        force.Add({remainder}, Share(CountOfRemainder(remainder, 3)));
    }
    force.ExpectSame(force.Law());
}

TEST(BruteForceLaw, OfBytesOfSlotsIsTheSame)
{
    for (const std::string pick : {"lowest", "nearest"})
    {
        for (const double share : {0.3, 0.93, 1.0})
        {
            const PortRange range(40000, share < 1 ? 49999 : 40099);
            BruteForce force("byte-local-2009(pick=" + pick + ")",
                             {.range = range, .chains = 2048},
                             SomePorts(40000, range.High(), share, 17));
            AddStartsAndSteps(force, ScaledIntervals(range, 32), 4);
            force.ExpectSame(force.Law());
        }
    }
}

TEST(BruteForceLaw, OfBytesOfPortsIsTheSame)
{
    // One of three bytes is full; odd steps over 8192 bytes lead on from it.
    std::set<uint16_t> busy = SomePorts(40000, 40023, 0.4, 19);
    for (uint16_t port = 40008; port < 40016; ++port)
    {
        busy.insert(port);
    }
    const PortRange range(40000, 40023);
    BruteForce force("byte-local-2009(index=port, pick=nearest)",
                     {.range = range, .reserved = PortSet::Parse("40000,40020"), .chains = 128},
                     busy);
    AddStartsAndSteps(force, ScaledIntervals(range, 32), 8192);
    force.ExpectSame(force.Law());
}

TEST(BruteForceLaw, OfTheSecondDrawInAByteIsTheSame)
{
    constexpr uint32_t UNIT = 840; // divides by 1 to 8
    for (const std::string index : {"slot", "port"})
    {
        const bool isPort = index == "port";
        const PortRange range(40000, 40023);
        BruteForce force("byte-local-2009(index=" + index + ")",
                         {.range = range, .chains = isPort ? 128U : 2U},
                         {40000, 40001, 40002, 40005, 40008, 40010, 40013, 40021, 40022});
        for (const DrawInterval& start : ScaledIntervals(range, 32))
        {
            // No byte is full: the step does not matter.
            const auto draw = static_cast<uint32_t>(start.begin);
            const double share = Share(start.end - start.begin);
            BruteForce scratch("byte-local-2009(index=" + index + ")",
                               {.range = range, .chains = isPort ? 128U : 2U},
                               {40000, 40001, 40002, 40005, 40008, 40010, 40013, 40021, 40022});
            if (scratch.Add({draw, 0x80000000}, 1) == 1)
            {
                force.Add({draw}, share);
                continue;
            }
            for (uint32_t part = 0; part < UNIT; ++part)
            {
                const uint64_t middle = ((uint64_t{part} << 32) + (uint64_t{1} << 31)) / UNIT;
                force.Add({draw, static_cast<uint32_t>(middle)}, share / UNIT);
            }
        }
        PortLaw law = force.Law();
        // The means of second numbers differ by what is rejected, below 8 / 2^32.
        EXPECT_GT(law.work[0], 1);
        force.ExpectSame(law);
    }
}

TEST(BruteForceLaw, OfRemaindersIsTheSame)
{
    for (const std::string name : {"linux-2.6.27", "rfc6056-1"})
    {
        for (const double share : {0.0, 0.8, 1.0})
        {
            BruteForce force(name,
                             {.range = SMALL, .reserved = PortSet::Parse("40007"), .chains = 64},
                             SomePorts(40000, 40199, share, 23));
            for (uint32_t remainder = 0; remainder < 200; ++remainder)
            {
                force.Add({remainder + 200 * 12345}, Share(CountOfRemainder(remainder, 200)));
            }
            force.ExpectSame(force.Law());
        }
    }
}

TEST(BruteForceLaw, OfRetriesIsTheSame)
{
    // Four ports, two of them free: all 4^4 series of tries.
    const PortRange range(40000, 40003);
    BruteForce force("rfc6056-2", {.range = range}, {40001, 40003});
    for (uint32_t series = 0; series < 256; ++series)
    {
        force.Add({series & 3, (series >> 2) & 3, (series >> 4) & 3, series >> 6}, 1.0 / 256);
    }
    const PortLaw law = force.Law();
    EXPECT_DOUBLE_EQ(law.failure, 1.0 / 16);
    force.ExpectSame(law);
}

} // namespace bindstorm
