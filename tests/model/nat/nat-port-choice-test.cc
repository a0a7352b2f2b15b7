/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-choice-bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

using ::testing::HasSubstr;

/// @return every port choice, and every other reading of those that have parameters
std::vector<std::string>
AllChoiceTexts()
{
    std::vector<std::string> texts;
    for (const NatPortChoiceInfo& info : GetNatPortChoices())
    {
        texts.push_back(info.name);
    }
    for (const char* text : {"libalias(draw=old)",
                             "linux(random=fully)",
                             "pf(static-port=yes)",
                             "vpp-ed(workers=3, worker=1)",
                             "port-block(size=16, blocks=2)",
                             "port-block(size=7, order=sequential)",
                             "deterministic(inside=1024)",
                             "allocator(uniform)",
                             "allocator(rfc6056-2)"})
    {
        texts.emplace_back(text);
    }
    return texts;
}

TEST(NatPortChoice, HasANameASourceAndARangeForEachEntry)
{
    std::set<std::string> names;
    for (const NatPortChoiceInfo& info : GetNatPortChoices())
    {
        EXPECT_TRUE(names.insert(info.name).second);
        EXPECT_FALSE(info.summary.empty());
        EXPECT_FALSE(info.source.empty());
        EXPECT_NO_THROW(PortRange::Parse(info.defaultRange));
        EXPECT_EQ(ResolveNatPortChoice(ComponentSpec(info.name)).ToString(), info.name);
        EXPECT_NE(CreateNatPortChoice(ComponentSpec(info.name)), nullptr);
    }
    EXPECT_EQ(names,
              (std::set<std::string>{"libalias",
                                     "linux",
                                     "pf",
                                     "vpp-ed",
                                     "port-block",
                                     "deterministic",
                                     "uniform",
                                     "allocator"}));
}

TEST(NatPortChoice, RefusesWhatItDoesNotKnow)
{
    try
    {
        CreateNatPortChoice(ComponentSpec("unifrom"));
        FAIL();
    }
    catch (const ConfigError& error)
    {
        EXPECT_THAT(error.what(), HasSubstr("unifrom"));
        EXPECT_THAT(error.what(), HasSubstr("uniform"));
    }
    for (const char* text : {"libalias(trys=3)",
                             "libalias(tries=0)",
                             "linux(random=maybe)",
                             "port-block(size=0)",
                             "port-block(blocks=x)",
                             "deterministic(inside=0)",
                             "vpp-ed(workers=0)",
                             "allocator(nothing)"})
    {
        EXPECT_THROW(ResolveNatPortChoice(ComponentSpec::Parse(text)), ConfigError) << text;
    }
}

TEST(NatPortChoice, SaysWhyAnAllocatorWithChainsCannotWorkInANat)
{
    try
    {
        ResolveNatPortChoice(ComponentSpec::Parse("allocator(linux-2.6.29)"));
        FAIL();
    }
    catch (const ConfigError& error)
    {
        EXPECT_THAT(error.what(), HasSubstr("linux-2.6.29"));
        EXPECT_THAT(error.what(), HasSubstr("hash chains"));
    }
    EXPECT_EQ(ResolveNatPortChoice(ComponentSpec::Parse("allocator(uniform)")).ToString(),
              "allocator(name=uniform)");
}

TEST(NatPortChoice, HasTheWholeSpaceOfIdentifiersWhereItsOwnRangeIsForPortsOnly)
{
    const NatPortChoiceInfo& uniform = FindNatPortChoice("uniform");
    const NatPortChoiceInfo& libalias = FindNatPortChoice("libalias");
    EXPECT_EQ(GetExternalRange(uniform, {}, IP_UDP), PortRange(1024, 65535));
    EXPECT_EQ(GetExternalRange(uniform, PortRange(5, 6), IP_TCP), PortRange(5, 6));
    EXPECT_EQ(GetExternalRange(uniform, PortRange(5, 6), IP_ICMP), PortRange::Identifiers());
    EXPECT_EQ(GetExternalRange(libalias, {}, IP_ICMP), PortRange(32768, 65535));
}

TEST(NatPortChoice, TranslatesEveryIdentifierIncludingZero)
{
    // Case N11: 65,536 identifiers of one host, then those of another find none.
    for (const char* choice : {"uniform", "linux", "allocator(uniform)", "allocator"})
    {
        for (const bool preserve : {false, true})
        {
            PortChoiceBench bench(choice, {.range = PortRange::Identifiers()});
            std::set<uint16_t> given;
            const bool isKept = preserve || std::string(choice) == "linux";
            if (std::string(choice) == "allocator" && !preserve)
            {
                continue; // walks over busy ports one by one: the same answer, slowly
            }
            for (uint32_t id = 0; id < 65536; ++id)
            {
                const std::optional<uint16_t> port =
                    bench.Take(RequestOf(static_cast<uint16_t>(id), preserve));
                ASSERT_TRUE(port) << choice << " " << id;
                ASSERT_TRUE(given.insert(*port).second);
                ASSERT_TRUE(!isKept || *port == id);
            }
            EXPECT_TRUE(given.contains(0));
            EXPECT_EQ(bench.Ask(RequestOf(0, preserve)), std::nullopt) << choice;
        }
    }
}

TEST(NatPortChoice, NeverGivesPortZero)
{
    for (const std::string& text : AllChoiceTexts())
    {
        PortChoiceBench bench(text, {.range = PortRange(1, 65535)});
        TellEngine engine;
        for (const uint32_t number : {0U, 1U, 0x8000U, 0x10000U, UINT32_MAX})
        {
            engine.Tell({number});
            EXPECT_NE(bench.Ask(RequestOf(0, true), engine), 0) << text;
            EXPECT_NE(bench.Ask(RequestOf(0), engine), 0) << text;
        }
    }
}

TEST(NatPortChoice, KeepsTheInternalPortWhereItIsAskedTo)
{
    for (const char* text : {"libalias",
                             "linux",
                             "pf",
                             "vpp-ed",
                             "port-block",
                             "uniform",
                             "deterministic(inside=1)",
                             "allocator"})
    {
        PortChoiceBench bench(text);
        EXPECT_EQ(bench.Ask(RequestOf(60000, true)), 60000) << text;
        EXPECT_EQ(bench.Work().rngDraws, 0U) << text;
    }
}

/// Makes a random part of a small range busy. @return the number of free eligible ports
uint32_t
Crowd(PortChoiceBench& bench)
{
    const EligiblePorts& eligible = bench.Sets()[0];
    const int busy = *rc::gen::inRange(0, 101);
    for (uint32_t port = eligible.Range().Low(); port <= eligible.Range().High(); ++port)
    {
        if (*rc::gen::inRange(0, 100) < busy)
        {
            bench.Used().Add(static_cast<uint16_t>(port));
        }
    }
    WorkCounters work;
    return bench.Used().CountFree(0, work);
}

PortRange
AnyRange(int largest)
{
    const auto size = static_cast<uint32_t>(*rc::gen::inRange(1, largest + 1));
    const auto low = static_cast<uint32_t>(*rc::gen::inRange(1024, 65535 - largest));
    return {low, low + size - 1};
}

PortSet
AnyReserved(const PortRange& range)
{
    PortSet reserved;
    for (const uint16_t offset : *rc::gen::arbitrary<std::vector<uint16_t>>())
    {
        reserved.Insert(static_cast<uint16_t>(range.Low() + offset % range.Size()));
    }
    return reserved;
}

RC_GTEST_PROP(NatPortChoice, GivesAFreeEligiblePortOrNothing, ())
{
    const std::string text = *rc::gen::elementOf(AllChoiceTexts());
    const PortRange range = AnyRange(150);
    PortChoiceBench bench(text, {.range = range, .reserved = AnyReserved(range)});
    Crowd(bench);
    const auto internal = static_cast<uint16_t>(
        *rc::gen::oneOf(rc::gen::inRange(0, 65536),
                        rc::gen::inRange<int>(range.Low(), range.High() + 1)));
    const NatPortRequest request = RequestOf(internal, *rc::gen::arbitrary<bool>());
    TellEngine engine;
    engine.Tell(*rc::gen::nonEmpty<std::vector<uint32_t>>());
    const std::optional<uint16_t> port =
        *rc::gen::arbitrary<bool>() ? bench.Ask(request, engine) : bench.Ask(request);
    RC_ASSERT(bench.Work().steps <= 2000U);
    if (!port)
    {
        return;
    }
    RC_ASSERT(!bench.Used().IsUsed(*port));
    RC_ASSERT(!bench.Sets()[0].Reserved().Contains(*port));
    if (!bench.Sets()[0].Contains(*port))
    {
        RC_ASSERT(bench.Info().keepsOutOfRange);
        RC_ASSERT(*port == internal);
    }
}

RC_GTEST_PROP(NatPortChoice, NeverFailsWhileAPortIsFreeWhereItPromisesTo, ())
{
    const std::string text = *rc::gen::element<std::string>("uniform",
                                                            "pf",
                                                            "linux",
                                                            "linux(random=fully)",
                                                            "port-block(size=9, blocks=999)",
                                                            "port-block(order=sequential)",
                                                            "allocator",
                                                            "allocator(uniform)");
    const PortRange range = AnyRange(128);
    PortChoiceBench bench(text, {.range = range, .reserved = AnyReserved(range)});
    const uint32_t free = Crowd(bench);
    TellEngine engine;
    engine.Tell(*rc::gen::nonEmpty<std::vector<uint32_t>>());
    RC_ASSERT(bench.Ask(RequestOf(80), engine).has_value() == (free > 0));
}

RC_GTEST_PROP(NatPortChoice, FindsAnyFreePortOfADeterministicBlock, ())
{
    PortChoiceBench bench("deterministic(inside=1024)");
    NatPortRequest request = RequestOf(80);
    request.internalIndex = *rc::gen::inRange<uint32_t>(0, 1024);
    const uint32_t low = 1024 + 63 * request.internalIndex;
    bench.MakeRunBusy(low, low + 62);
    const auto freed = *rc::gen::arbitrary<std::vector<uint16_t>>();
    std::set<uint16_t> free;
    for (const uint16_t offset : freed)
    {
        free.insert(static_cast<uint16_t>(low + offset % 63));
    }
    for (const uint16_t port : free)
    {
        bench.Used().Remove(port);
    }
    const std::optional<uint16_t> port = bench.Ask(request);
    RC_ASSERT(port.has_value() == !free.empty());
    RC_ASSERT(!port || free.contains(*port));
}

} // namespace

} // namespace bindstorm
