/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/free-remote-ports.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace bindstorm
{

namespace
{

/// Compares everything that can be asked with a plain map from port to uses.
void
ExpectSame(const UsedPorts& used, const std::map<uint16_t, uint32_t>& model)
{
    ASSERT_EQ(used.Size(), model.size());
    for (std::size_t set = 0; set < used.Sets().Size(); ++set)
    {
        WorkCounters work;
        const EligiblePorts& eligible = used.Sets()[set];
        std::vector<uint16_t> free;
        for (uint32_t port = eligible.Range().Low(); port <= eligible.Range().High(); ++port)
        {
            const auto narrow = static_cast<uint16_t>(port);
            ASSERT_EQ(used.IsUsed(narrow), model.contains(narrow)) << port;
            if (!eligible.Reserved().Contains(narrow) && !model.contains(narrow))
            {
                free.push_back(narrow);
            }
        }
        ASSERT_EQ(used.CountFree(set, work), free.size());
        for (uint32_t rank = 0; rank < free.size(); ++rank)
        {
            work = {};
            ASSERT_EQ(used.SelectFree(set, rank, work), free[rank]) << "rank " << rank;
            ASSERT_LE(work.bitmapWords, PortCounts::FIND_WORDS + 1 + UsedPorts::LIST);
        }
    }
}

TEST(EligiblePorts, RanksAndSelectsAsOneByOne)
{
    PortSet reserved = PortSet::Parse("1-99,700,5000-9999,40000-49151,65535");
    for (const PortRange& range :
         {PortRange(1, 65535), PortRange(600, 1023), PortRange::Identifiers()})
    {
        const EligiblePorts eligible(range, reserved);
        uint32_t rank = 0;
        for (uint32_t port = 0; port < 65536; ++port)
        {
            const auto narrow = static_cast<uint16_t>(port);
            ASSERT_EQ(eligible.Rank(narrow), rank) << port;
            ASSERT_EQ(eligible.Contains(narrow),
                      range.Contains(port) && !reserved.Contains(narrow));
            if (eligible.Contains(narrow))
            {
                ASSERT_EQ(eligible.Select(rank), port);
                ++rank;
            }
        }
        EXPECT_EQ(eligible.Count(), rank);
    }
}

TEST(EligiblePorts, HoldIdentifierZeroWhenTheyAreIdentifiers)
{
    const EligiblePorts identifiers(PortRange::Identifiers(), {});
    EXPECT_EQ(identifiers.Count(), 65536U);
    EXPECT_EQ(identifiers.Select(0), 0U);
    EXPECT_EQ(identifiers.Select(65535), 65535U);
    EXPECT_THROW(PortRange(0, 65535), std::invalid_argument) << "a port is never 0";
}

TEST(EligiblePortSets, KeepParityAndClass)
{
    const EligiblePortSets sets(PortRange(1024, 65535), {}, true, PortRange(1, 1023));
    ASSERT_EQ(sets.Size(), 4U);
    for (uint32_t internal = 1; internal < 65536; ++internal)
    {
        const auto port = static_cast<uint16_t>(internal);
        ASSERT_TRUE(sets[sets.Find(port)].Contains(port)) << "its own port has its own class";
    }
    EXPECT_EQ(sets[sets.Find(500)].Count(), 511U);
    EXPECT_EQ(sets[sets.Find(501)].Count(), 512U);
    EXPECT_EQ(sets[sets.Find(5000)].Count(), 32256U);
    EXPECT_EQ(sets[sets.Find(5001)].Count(), 32256U);
    EXPECT_EQ(EligiblePortSets(PortRange(1024, 65535), {})[0].Count(), 64512U);
}

TEST(UsedPorts, AnswerAsAPlainMapThroughListAndBitmap)
{
    // Up to 400 different ports and down again, some of them out of range or reserved.
    const EligiblePortSets sets(PortRange(2000, 2999), PortSet::Parse("2100-2199,2500"), true);
    UsedPorts used(sets);
    std::map<uint16_t, uint32_t> model;
    uint64_t state = 1;
    for (int step = 0; step < 6000; ++step)
    {
        state = state * 6364136223846793005 + 1442695040888963407;
        const auto port = static_cast<uint16_t>(1900 + (state >> 33) % 1200);
        const bool isAdded = (state >> 60) < (step < 1000 ? 14U : 6U);
        if (isAdded)
        {
            used.Add(port);
            ++model[port];
        }
        else if (!model.empty())
        {
            const auto next = model.lower_bound(port);
            const auto gone = next == model.end() ? model.begin() : next;
            ASSERT_EQ(used.Remove(gone->first), gone->second == 1);
            if (--gone->second == 0)
            {
                model.erase(gone);
            }
        }
        if (step % 50 == 0)
        {
            ASSERT_NO_FATAL_FAILURE(ExpectSame(used, model)) << "step " << step;
        }
    }
    EXPECT_LT(model.size(), UsedPorts::LIST_AGAIN) << "the list came back";
}

RC_GTEST_PROP(UsedPorts, AnswerAsAPlainMapForAnySequence, ())
{
    const EligiblePortSets sets(PortRange(60000, 60160), PortSet::Parse("60010-60020"));
    UsedPorts used(sets);
    std::map<uint16_t, uint32_t> model;
    const int target = *rc::gen::inRange(0, 200);
    for (const uint32_t word :
         *rc::gen::container<std::vector<uint32_t>>(static_cast<std::size_t>(target),
                                                    rc::gen::arbitrary<uint32_t>()))
    {
        const auto port = static_cast<uint16_t>(59990 + word % 180);
        if (word % 4 != 0 || !model.contains(port))
        {
            used.Add(port);
            ++model[port];
        }
        else
        {
            used.Remove(port);
            if (--model[port] == 0)
            {
                model.erase(port);
            }
        }
    }
    ExpectSame(used, model);
    RC_ASSERT(!::testing::Test::HasFatalFailure());
}

TEST(UsedPorts, HoldAllIdentifiers)
{
    const EligiblePortSets sets(PortRange::Identifiers(), {});
    UsedPorts used(sets);
    WorkCounters work;
    for (uint32_t id = 0; id < 65536; ++id)
    {
        ASSERT_EQ(used.CountFree(0, work), 65536 - id);
        ASSERT_EQ(used.SelectFree(0, 0, work), id);
        used.Add(static_cast<uint16_t>(id));
    }
    EXPECT_EQ(used.CountFree(0, work), 0U);
    EXPECT_TRUE(used.Remove(0));
    EXPECT_EQ(used.SelectFree(0, 0, work), 0U);
}

TEST(UsedPorts, SelectAtTheSameCostWhenThereAreMany)
{
    const EligiblePortSets sets(PortRange(1024, 65535), {});
    UsedPorts used(sets);
    for (uint32_t port = 1024; port < 64000; ++port)
    {
        used.Add(static_cast<uint16_t>(port));
        WorkCounters work;
        used.CountFree(0, work);
        used.SelectFree(0, 0, work);
        ASSERT_LE(work.bitmapWords, 2 + PortCounts::FIND_WORDS + 2 * UsedPorts::LIST);
        if (used.Size() > UsedPorts::LIST)
        {
            ASSERT_EQ(work.bitmapWords, 2 + PortCounts::FIND_WORDS);
        }
    }
}

TEST(FreeRemotePorts, AreApartForEachRemoteEndpointAddressAndProtocol)
{
    const EligiblePortSets sets(PortRange(1024, 65535), {});
    FreeRemotePorts ports(sets);
    const NatRemoteKey key{.protocol = IP_UDP,
                           .externalAddress = 0xcb007101,
                           .remote = {.address = 0xc6336401, .port = 53}};
    ports.Add(key, 5000);
    EXPECT_TRUE(ports.Find(key).IsUsed(5000));
    std::vector<NatRemoteKey> others(4, key);
    others[0].protocol = IP_TCP;
    others[1].externalAddress += 1;
    others[2].remote.address += 1;
    others[3].remote.port += 1;
    for (const NatRemoteKey& other : others)
    {
        EXPECT_FALSE(ports.Find(other).IsUsed(5000));
    }
    ports.Add(key, 5000);
    EXPECT_FALSE(ports.Remove(key, 5000));
    EXPECT_EQ(ports.Size(), 1U);
    EXPECT_TRUE(ports.Remove(key, 5000));
    EXPECT_EQ(ports.Size(), 0U) << "a key without ports takes no memory";
    EXPECT_FALSE(ports.Find(key).IsUsed(5000));
}

TEST(FreeRemotePorts, DoNotFallTogetherForWhoeverKnowsTheHashAndNotTheKey)
{
    // One of the sizes that libstdc++ gives a map.
    constexpr std::size_t BUCKETS = 5087;
    constexpr std::size_t REMOTES = 1000;
    const NatKeyHash known;
    const NatKeyHash keyed(HashKey{0x0123456789abcdef, 0xfedcba9876543210});
    std::map<std::size_t, std::size_t> buckets;
    std::size_t found = 0;
    for (uint32_t candidate = 0; found < REMOTES; ++candidate)
    {
        const NatRemoteKey key{.protocol = IP_UDP,
                               .externalAddress = 0xcb007101,
                               .remote = {.address = 0x08000000 + candidate, .port = 53}};
        if (known(key) % BUCKETS == 0)
        {
            ++buckets[keyed(key) % BUCKETS];
            ++found;
        }
    }
    // Balls thrown into bins: none of 5087 gets 9 of 1000 but with a chance below 1e-6 (the key is
    // fixed, so it is so or not).
    for (const auto& [bucket, remotes] : buckets)
    {
        EXPECT_LT(remotes, 9U) << bucket;
    }
}

TEST(NatFreePorts, CountEveryLinkOfAnExternalPort)
{
    const EligiblePortSets sets(PortRange(1024, 65535), {});
    NatFreePorts ports(sets);
    const NatExternalKey key{.protocol = IP_TCP, .externalAddress = 0xcb007101};
    for (int link = 0; link < 1000; ++link)
    {
        ports.Add(key, 5000);
    }
    for (int link = 0; link < 999; ++link)
    {
        ASSERT_FALSE(ports.Remove(key, 5000));
    }
    EXPECT_FALSE(ports.Find({.protocol = IP_UDP, .externalAddress = 0xcb007101}).IsUsed(5000));
    EXPECT_TRUE(ports.Remove(key, 5000));
}

} // namespace

} // namespace bindstorm
