/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "fake-box.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bindstorm
{

namespace
{

using std::chrono::milliseconds;
using Given = std::map<std::string, SettingValue>;

// Phases of attack.
constexpr uint8_t OPENED = 0;
constexpr uint8_t KEPT = 1;
constexpr uint8_t REPLIED = 2;
constexpr uint8_t PROBED = 3;

constexpr uint32_t ATTACKED = 203U << 24 | 113U << 8 | 1;
constexpr NatEndpoint ATTACKER_INSIDE{10U << 24 | 64U << 16 | 1, 50000};
constexpr uint32_t ATTACKERS_OUTSIDE = 198U << 24 | 19U << 16 | 1;

NatConfig
AttackedConfig()
{
    NatConfig config;
    config.external = {ATTACKED};
    config.range = PortRange::Parse("1024-2023");
    return config;
}

/// Periodic, 1 packet in 10 us, so that 10 ms have 1001 packets unless the settings say otherwise.
void
RunAttack(FakeBox& box, Given given)
{
    given.emplace("pace", "periodic");
    given.emplace("rate", 1e5);
    given.emplace("duration", int64_t{10'000'000});
    box.Run("attack", MakePacketSettings("attack", given));
}

uint64_t
CountVerdicts(FakeBox& box, NatVerdict verdict)
{
    return box.Table().Verdicts()[static_cast<std::size_t>(verdict)];
}

int64_t
EntriesHeld(const FakeBox& box)
{
    return box.Report().counts.at(0).value;
}

/// @return links looked at for a packet
uint64_t
VisitsOf(FakeBox& box, const NatFlow& flow)
{
    EXPECT_TRUE(IsForwarded(box.Table().Outbound(flow).verdict));
    return box.Table().LastWork().nodeVisits;
}

uint64_t
VisitsOf(FakeBox& box, const NatArrival& arrival)
{
    EXPECT_FALSE(IsForwarded(box.Table().Inbound(arrival).verdict));
    return box.Table().LastWork().nodeVisits;
}

} // namespace

TEST(Attack, SendsAtItsRateWhateverBecomesOfIt)
{
    FakeBox box(AttackedConfig());
    RunAttack(box, {{"pattern", "random-inbound"}});
    EXPECT_EQ(box.packets[PROBED], 1001U) << "one in 10 us for 10 ms, both ends included";
    EXPECT_EQ(box.right, 1001U) << "all are dropped, as they should be";
    EXPECT_EQ(CountVerdicts(box, NatVerdict::NO_MAPPING), 1001U);
    EXPECT_EQ(EntriesHeld(box), 0);
}

TEST(Attack, ComesAtRandomTimesUnlessItIsToldToBeEven)
{
    FakeBox box(AttackedConfig());
    RunAttack(box, {{"pattern", "port-scan"}, {"pace", "poisson"}, {"rate", 1e6}});
    // Poisson with mean 10,000: 5 standard deviations are 500; the seed is fixed.
    EXPECT_NEAR(static_cast<double>(box.packets[PROBED]), 10000, 500);
    EXPECT_NE(box.packets[PROBED], 10001U);
}

TEST(Attack, OnOnePortTakesExactlyTheEntriesOfItsFlows)
{
    FakeBox box(AttackedConfig());
    RunAttack(box, {{"pattern", "one-port"}, {"flows", int64_t{400}}});
    EXPECT_EQ(box.Table().CountSessions(), 400U);
    EXPECT_EQ(box.Table().CountMappings(), 1U) << "one internal endpoint, one external port";
    EXPECT_EQ(EntriesHeld(box), 401);
    EXPECT_EQ(box.packets[OPENED], 400U);
    EXPECT_EQ(box.packets[PROBED], 301U);
    EXPECT_EQ(box.packets[KEPT], 300U);
    EXPECT_EQ(box.right, 1001U);
    EXPECT_EQ(CountVerdicts(box, NatVerdict::FILTERED), 301U) << "strangers know the port";
}

TEST(Attack, ThatExhaustsARemoteUsesUpExactlyThePorts)
{
    for (const bool isShared : {false, true})
    {
        NatConfig config = AttackedConfig();
        config.udp.mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
        config.overload = isShared;
        FakeBox box(config);
        RunAttack(box, {{"pattern", "exhaust-remote"}, {"flows", int64_t{5000}}, {"rate", 1.5e5}});
        EXPECT_EQ(box.Table().CountSessions(), 1000U) << "the range has 1000 ports";
        EXPECT_EQ(EntriesHeld(box), 1000);
        EXPECT_EQ(CountVerdicts(box, NatVerdict::NO_PORT), box.packets[OPENED] - 1000);
        EXPECT_EQ(box.right, 1000U);
    }
}

TEST(Attack, ThatExhaustsManyRemotesNeedsAsManyTimesThePortsWhereTheyAreShared)
{
    NatConfig config = AttackedConfig();
    config.range = PortRange::Parse("1024-1123");
    config.udp.mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    const Given given{{"pattern", "exhaust-remotes"},
                      {"flows", int64_t{900}},
                      {"remotes", int64_t{5}}};
    FakeBox own(config);
    RunAttack(own, given);
    EXPECT_EQ(own.Table().CountSessions(), 100U);
    config.overload = true;
    FakeBox shared(config);
    RunAttack(shared, given);
    EXPECT_EQ(shared.Table().CountSessions(), 500U) << "100 ports towards each of 5 remotes";
}

TEST(Attack, HasAccomplicesWhoAnswer)
{
    NatConfig config = AttackedConfig();
    config.timers.udpUnreplied = milliseconds{1};
    for (const bool replies : {false, true})
    {
        FakeBox box(config);
        RunAttack(box,
                  {{"pattern", "exhaust-remotes"},
                   {"flows", int64_t{1000}},
                   {"remotes", int64_t{10}},
                   {"replies", replies}});
        EXPECT_EQ(box.packets[REPLIED], replies ? 1000U : 0U);
        const auto sessions = box.Table().CountSessions();
        EXPECT_LE(sessions, replies ? 1000U : 110U);
        EXPECT_GE(sessions, replies ? 1000U : 90U) << "1 ms of 100 a ms, where nobody answers";
    }
}

TEST(Attack, ThatTricklesHoldsItsEntriesOnlyWhileItIsFasterThanTheTimer)
{
    NatConfig config = AttackedConfig();
    config.timers.udp = milliseconds{5};
    const auto held = [&](int64_t flows)
    {
        FakeBox box(config);
        RunAttack(
            box,
            {{"pattern", "slow-trickle"}, {"flows", flows}, {"duration", int64_t{40'000'000}}});
        EXPECT_EQ(box.right, 4001U);
        return box.Table().CountSessions();
    };
    EXPECT_EQ(held(490), 490U) << "each comes again after 4.9 ms, within 5 ms";
    EXPECT_LE(held(900), 510U) << "each comes again after 9 ms, too late";
}

TEST(Attack, FloodsOneChainWhateverItsBuckets)
{
    for (const char* index : {"mixed-chains", "mixed-chains(buckets=65537)"})
    {
        NatConfig config = AttackedConfig();
        config.index = ComponentSpec::Parse(index);
        const NatFlow oldest{IP_UDP, ATTACKER_INSIDE, {ATTACKERS_OUTSIDE, 65535}};
        std::vector<uint64_t> hits;
        std::vector<uint64_t> misses;
        for (const int64_t flows : {100, 200, 400, 800})
        {
            FakeBox box(config);
            RunAttack(box, {{"pattern", "hash-flood"}, {"flows", flows}});
            hits.push_back(VisitsOf(box, oldest));
            const uint16_t external = box.Table().Links().front().link.external.port;
            misses.push_back(
                VisitsOf(box,
                         NatArrival{IP_UDP, {ATTACKERS_OUTSIDE - 1, 1}, {ATTACKED, external}}));
            EXPECT_GE(hits.back(), static_cast<uint64_t>(flows)) << index;
            EXPECT_LE(hits.back(), static_cast<uint64_t>(flows + 20)) << index;
        }
        for (std::size_t i = 1; i < hits.size(); ++i)
        {
            EXPECT_NEAR(static_cast<double>(hits[i]) / static_cast<double>(hits[i - 1]), 2, 0.2);
            EXPECT_NEAR(static_cast<double>(misses[i]) / static_cast<double>(misses[i - 1]),
                        2,
                        0.2);
        }
    }
}

TEST(Attack, FloodsAMixedHashWithoutAKeyAndNoTree)
{
    const Given given{{"pattern", "hash-flood"},
                      {"flows", int64_t{500}},
                      {"hash", "mixed"},
                      {"buckets", int64_t{509}}};
    // Mean over the flows: a tree may be out of shape for one of them.
    const auto visits = [&](const char* index)
    {
        NatConfig config = AttackedConfig();
        config.index = ComponentSpec::Parse(index);
        FakeBox box(config);
        RunAttack(box, given);
        uint64_t sum = 0;
        for (const NatMappingRow& row : box.Table().Links())
        {
            sum += row.link.scope == LinkScope::FULL
                       ? VisitsOf(box, NatFlow{IP_UDP, ATTACKER_INSIDE, row.link.remote})
                       : 0;
        }
        EXPECT_EQ(box.Table().CountSessions(), 500U);
        return sum / 500;
    };
    EXPECT_GE(visits("split-chains(buckets=509)"), 250U) << "half of the chain";
    EXPECT_LE(visits("split-chains(buckets=4001)"), 20U) << "it was found for other buckets";
    EXPECT_LE(visits("split-splay"), 40U);
}

TEST(Attack, OnAServerBehindARedirectFillsTheTable)
{
    NatConfig config = AttackedConfig();
    FakeBox box(config);
    box.Table().AddRedirect({.protocol = IP_TCP,
                             .internal = {10U << 24 | 5, 80},
                             .remote = {},
                             .external = {ATTACKED, 80}});
    RunAttack(box, {{"pattern", "syn-flood-outside"}, {"port", int64_t{80}}});
    EXPECT_EQ(box.Table().CountSessions(), 1001U) << "a session for each SYN";
    EXPECT_EQ(EntriesHeld(box), 1001);
}

TEST(Attack, KnowsTheTcpSessionsThatThereAreOrGuesses)
{
    const auto resets = [](const char* aim)
    {
        FakeBox box(AttackedConfig());
        for (uint16_t port = 1; port <= 10; ++port)
        {
            box.Table().Outbound({IP_TCP, {10U << 24 | 1, port}, {198U << 24 | 18U << 16 | 1, 443}},
                                 {.syn = true, .ack = false, .fin = false, .rst = false});
        }
        RunAttack(box, {{"pattern", "forged-rst"}, {"aim", aim}, {"servers", int64_t{1}}});
        return 1001 - box.right;
    };
    EXPECT_EQ(resets("known"), 1001U) << "a NAT that looks at endpoints lets all of them in";
    // Each hits one of 10 in 65,535 ports: 0.15 expected, 6 or more once in 10^7.
    EXPECT_LE(resets("guess"), 5U);
}

TEST(Attack, WithFragmentsFillsThePlacesForThoseThatCameTooEarly)
{
    NatConfig config = AttackedConfig();
    config.maxHeldFragments = 64;
    FakeBox box(config);
    RunAttack(box, {{"pattern", "fragment-flood"}});
    EXPECT_EQ(CountVerdicts(box, NatVerdict::FRAGMENT_HELD), 64U);
    EXPECT_EQ(CountVerdicts(box, NatVerdict::FRAGMENT_LIMIT), 1001U - 64);
    EXPECT_EQ(EntriesHeld(box), 0);
}

} // namespace bindstorm
