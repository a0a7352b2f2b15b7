/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-fragments.h"

#include "model/nat/nat-translator.h"

#include "fake-lookup.h"
#include "test-packet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace bindstorm::test
{

namespace
{

constexpr NatTime SECOND = std::chrono::seconds{1};

class NatFragmentsTest : public ::testing::Test
{
  public:
    /// Begins anew.
    void
    Limit(uint32_t datagrams, uint32_t held, bool isHistoric = false)
    {
        NatConfig config;
        config.maxFragmentedDatagrams = datagrams;
        config.maxHeldFragments = held;
        config.deniedFragmentsOpen = isHistoric;
        m_translator = NatTranslator(config);
    }

    NatVerdict
    Give(Bytes packet)
    {
        const Bytes before = packet;
        const NatVerdict verdict = m_isOutbound ? m_translator.Outbound(packet, m_table, m_now)
                                                : m_translator.Inbound(packet, m_table, m_now);
        if (IsForwarded(verdict))
        {
            m_forwarded.push_back(packet);
        }
        else
        {
            EXPECT_EQ(packet, before);
        }
        for (Bytes& released : m_translator.TakeReleasedFragments())
        {
            m_forwarded.push_back(std::move(released));
        }
        return verdict;
    }

    /// @return a datagram from inside, or to the mapping of the inside, in pieces of 32 bytes
    std::vector<Bytes>
    Datagram(uint16_t identification, uint8_t protocol = IP_UDP, std::size_t data = 50)
    {
        return Fragment(Build(Spec(identification, protocol, data)), 32);
    }

    /// @return the same, translated
    std::vector<Bytes>
    Translated(uint16_t identification, uint8_t protocol = IP_UDP, std::size_t data = 50)
    {
        PacketSpec spec = Spec(identification, protocol, data);
        if (m_isOutbound)
        {
            spec.source = External(protocol);
            spec.identifier = spec.source.port;
        }
        else
        {
            spec.destination = m_internal;
            spec.identifier = m_internal.port;
        }
        return Fragment(Build(spec), 32);
    }

    PacketSpec
    Spec(uint16_t identification, uint8_t protocol, std::size_t data)
    {
        PacketSpec spec{.protocol = protocol, .data = data, .identification = identification};
        if (m_isOutbound)
        {
            spec.source = m_internal;
            spec.identifier = m_internal.port;
        }
        else
        {
            spec.source = {0xC6336401, 53};
            spec.destination = External(protocol);
            spec.identifier = spec.destination.port;
        }
        return spec;
    }

    NatEndpoint
    External(uint8_t protocol)
    {
        return m_table.Map(protocol, m_internal);
    }

    FakeLookup m_table;
    NatTranslator m_translator{NatConfig{}};
    NatTime m_now{0};
    bool m_isOutbound{false};
    NatEndpoint m_internal{0x0A000001, 1234};
    std::vector<Bytes> m_forwarded;
};

TEST_F(NatFragmentsTest, InOrderFollowTheFirstOne)
{
    for (const bool isOutbound : {false, true})
    {
        for (const uint8_t protocol : {IP_TCP, IP_UDP, IP_ICMP})
        {
            m_isOutbound = isOutbound;
            m_forwarded.clear();
            const std::vector<Bytes> fragments = Datagram(1, protocol);
            EXPECT_EQ(Give(fragments[0]), NatVerdict::TRANSLATED);
            for (std::size_t at = 1; at < fragments.size(); ++at)
            {
                EXPECT_EQ(Give(fragments[at]), NatVerdict::FRAGMENT_TRANSLATED);
            }
            EXPECT_EQ(m_forwarded, Translated(1, protocol));
        }
    }
}

TEST_F(NatFragmentsTest, InEveryOrderComeOutTranslated)
{
    for (const bool isOutbound : {false, true})
    {
        m_isOutbound = isOutbound;
        const std::vector<Bytes> fragments = Datagram(1, IP_UDP, 110);
        ASSERT_EQ(fragments.size(), 4U);
        std::vector<std::size_t> order(fragments.size());
        std::iota(order.begin(), order.end(), 0U);
        const std::vector<Bytes> translated = Translated(1, IP_UDP, 110);
        do
        {
            m_translator.ForgetFragments();
            m_forwarded.clear();
            // What waits for the first one follows it in the order in which it came.
            std::vector<Bytes> expected;
            std::vector<Bytes> early;
            bool hasFirst = false;
            for (const std::size_t at : order)
            {
                const NatVerdict verdict = Give(fragments[at]);
                EXPECT_EQ(verdict,
                          at == 0    ? NatVerdict::TRANSLATED
                          : hasFirst ? NatVerdict::FRAGMENT_TRANSLATED
                                     : NatVerdict::FRAGMENT_HELD);
                hasFirst = hasFirst || at == 0;
                (hasFirst ? expected : early).push_back(translated[at]);
                if (at == 0)
                {
                    expected.insert(expected.end(), early.begin(), early.end());
                }
            }
            EXPECT_EQ(m_forwarded, expected);
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

TEST_F(NatFragmentsTest, OfSeveralDatagramsDoNotMix)
{
    m_isOutbound = true;
    const std::vector<Bytes> one = Datagram(1);
    const std::vector<Bytes> other = Datagram(2);
    m_internal = {0x0A000002, 1234};
    const std::vector<Bytes> third = Datagram(1);
    EXPECT_EQ(Give(one[1]), NatVerdict::FRAGMENT_HELD);
    EXPECT_EQ(Give(other[1]), NatVerdict::FRAGMENT_HELD);
    EXPECT_EQ(Give(third[1]), NatVerdict::FRAGMENT_HELD);
    EXPECT_EQ(Give(third[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(m_forwarded, Translated(1));
    m_forwarded.clear();
    m_internal = {0x0A000001, 1234};
    EXPECT_EQ(Give(other[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(m_forwarded, Translated(2));
}

TEST_F(NatFragmentsTest, OfOneIdentificationInBothDirectionsDoNotMix)
{
    m_isOutbound = true;
    EXPECT_EQ(Give(Datagram(1)[0]), NatVerdict::TRANSLATED);
    m_isOutbound = false;
    EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_HELD);
}

TEST_F(NatFragmentsTest, ThatAreHairpinnedGetBothAddresses)
{
    m_isOutbound = true;
    const NatEndpoint receiver{0x0A000002, 4000};
    PacketSpec spec = Spec(1, IP_UDP, 50);
    spec.destination = m_table.Map(IP_UDP, receiver);
    const std::vector<Bytes> fragments = Fragment(Build(spec), 32);
    EXPECT_EQ(Give(fragments[1]), NatVerdict::FRAGMENT_HELD);
    EXPECT_EQ(Give(fragments[0]), NatVerdict::HAIRPINNED);
    spec.source = External(IP_UDP);
    spec.destination = receiver;
    EXPECT_EQ(m_forwarded, Fragment(Build(spec), 32));
}

TEST_F(NatFragmentsTest, OfADatagramThatIsNotTranslatedPass)
{
    m_isOutbound = true;
    m_table.untranslated = m_internal.address;
    const std::vector<Bytes> fragments = Datagram(1);
    EXPECT_EQ(Give(fragments[1]), NatVerdict::FRAGMENT_HELD);
    EXPECT_EQ(Give(fragments[0]), NatVerdict::PASSED);
    EXPECT_EQ(Give(fragments[1]), NatVerdict::PASSED);
    EXPECT_EQ(m_forwarded, (std::vector<Bytes>{fragments[0], fragments[1], fragments[1]}));
}

TEST_F(NatFragmentsTest, AreRememberedForThirtySeconds)
{
    const std::vector<Bytes> fragments = Datagram(1);
    EXPECT_EQ(Give(fragments[0]), NatVerdict::TRANSLATED);
    m_now = 30 * SECOND - NatTime{1};
    EXPECT_EQ(Give(fragments[1]), NatVerdict::FRAGMENT_TRANSLATED);
    m_now = 30 * SECOND;
    EXPECT_EQ(Give(fragments[1]), NatVerdict::FRAGMENT_HELD);
}

TEST_F(NatFragmentsTest, AreRememberedAnewWithEachFirstOne)
{
    const std::vector<Bytes> fragments = Datagram(1);
    EXPECT_EQ(Give(fragments[0]), NatVerdict::TRANSLATED);
    m_now = 20 * SECOND;
    EXPECT_EQ(Give(fragments[0]), NatVerdict::TRANSLATED);
    m_now = 49 * SECOND;
    EXPECT_EQ(Give(fragments[1]), NatVerdict::FRAGMENT_TRANSLATED);
}

TEST_F(NatFragmentsTest, AreHeldForThirtySeconds)
{
    const std::vector<Bytes> fragments = Datagram(1);
    EXPECT_EQ(Give(fragments[1]), NatVerdict::FRAGMENT_HELD);
    m_now = 30 * SECOND - NatTime{1};
    EXPECT_EQ(Give(Datagram(2)[1]), NatVerdict::FRAGMENT_HELD);
    m_now = 30 * SECOND;
    EXPECT_EQ(Give(fragments[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(m_forwarded.size(), 1U);
    EXPECT_EQ(Give(Datagram(2)[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(m_forwarded.size(), 3U);
}

TEST_F(NatFragmentsTest, AreHeldUpToTheLimitAndNoMore)
{
    Limit(256, 3);
    for (uint16_t datagram = 1; datagram <= 3; ++datagram)
    {
        EXPECT_EQ(Give(Datagram(datagram)[1]), NatVerdict::FRAGMENT_HELD);
    }
    EXPECT_EQ(Give(Datagram(4)[1]), NatVerdict::FRAGMENT_LIMIT);
    EXPECT_EQ(Give(Datagram(2)[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(Give(Datagram(4)[1]), NatVerdict::FRAGMENT_HELD);
    EXPECT_EQ(Give(Datagram(5)[1]), NatVerdict::FRAGMENT_LIMIT);
    // Datagrams in order, and the other direction, do not feel it.
    EXPECT_EQ(Give(Datagram(6)[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(Give(Datagram(6)[1]), NatVerdict::FRAGMENT_TRANSLATED);
    m_isOutbound = true;
    EXPECT_EQ(Give(Datagram(7)[1]), NatVerdict::FRAGMENT_HELD);
}

TEST_F(NatFragmentsTest, ThatNobodyTakesCountAsHeld)
{
    Limit(256, 2);
    const std::vector<Bytes> fragments = Datagram(1);
    for (const std::size_t at : {1U, 1U, 0U})
    {
        Bytes packet = fragments[at];
        m_translator.Inbound(packet, m_table, m_now);
    }
    Bytes packet = Datagram(2)[1];
    EXPECT_EQ(m_translator.Inbound(packet, m_table, m_now), NatVerdict::FRAGMENT_LIMIT);
    EXPECT_EQ(m_translator.TakeReleasedFragments().size(), 2U);
    EXPECT_EQ(m_translator.Inbound(packet, m_table, m_now), NatVerdict::FRAGMENT_HELD);
    EXPECT_TRUE(m_translator.TakeReleasedFragments().empty());
}

TEST_F(NatFragmentsTest, OfTheOldestDatagramAreForgottenWhenThereAreTooMany)
{
    Limit(3, 64);
    for (uint16_t datagram = 1; datagram <= 4; ++datagram)
    {
        EXPECT_EQ(Give(Datagram(datagram)[0]), NatVerdict::TRANSLATED);
    }
    EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_HELD);
    for (uint16_t datagram = 2; datagram <= 4; ++datagram)
    {
        EXPECT_EQ(Give(Datagram(datagram)[1]), NatVerdict::FRAGMENT_TRANSLATED);
    }
}

TEST_F(NatFragmentsTest, AreUnknownWhenNothingMayBeKept)
{
    Limit(256, 0);
    EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_UNKNOWN);
    EXPECT_EQ(Give(Datagram(1)[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_TRANSLATED);
    Limit(0, 64);
    EXPECT_EQ(Give(Datagram(1)[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_UNKNOWN);
}

TEST_F(NatFragmentsTest, DoNotFollowAFirstOneThatWasDenied)
{
    for (const NatVerdict verdict :
         {NatVerdict::FILTERED, NatVerdict::NO_MAPPING, NatVerdict::NO_PORT})
    {
        Limit(256, 1);
        m_table.refuse = verdict;
        EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_HELD);
        EXPECT_EQ(Give(Datagram(1)[0]), verdict);
        // What was held went with it.
        EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_HELD);
        EXPECT_TRUE(m_forwarded.empty());
    }
}

TEST_F(NatFragmentsTest, FollowADeniedFirstOneInTheHistoricMode)
{
    for (const NatVerdict verdict : {NatVerdict::FILTERED, NatVerdict::NO_MAPPING})
    {
        Limit(256, 64, true);
        m_forwarded.clear();
        m_table.refuse = verdict;
        const std::vector<Bytes> fragments = Datagram(1);
        EXPECT_EQ(Give(fragments[1]), NatVerdict::FRAGMENT_HELD);
        EXPECT_EQ(Give(fragments[0]), verdict);
        EXPECT_EQ(Give(fragments[1]), NatVerdict::PASSED);
        EXPECT_EQ(m_forwarded, (std::vector<Bytes>{fragments[1], fragments[1]}));
    }
    Limit(256, 64, true);
    m_table.refuse = NatVerdict::TABLE_FULL;
    EXPECT_EQ(Give(Datagram(1)[0]), NatVerdict::TABLE_FULL);
    EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_HELD);
}

TEST_F(NatFragmentsTest, AreForgottenOnRequest)
{
    EXPECT_EQ(Give(Datagram(1)[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(Give(Datagram(2)[1]), NatVerdict::FRAGMENT_HELD);
    m_translator.ForgetFragments();
    EXPECT_EQ(Give(Datagram(1)[1]), NatVerdict::FRAGMENT_HELD);
    m_forwarded.clear();
    EXPECT_EQ(Give(Datagram(2)[0]), NatVerdict::TRANSLATED);
    EXPECT_EQ(m_forwarded.size(), 1U);
}

TEST(NatFragments, KeepTheNewestWhenTheLimitsShrink)
{
    NatFragments fragments({.datagrams = 4, .held = 4});
    NatFragments::Released released;
    for (uint16_t datagram = 1; datagram <= 4; ++datagram)
    {
        fragments.OnFirst({.identification = datagram}, {1, 2}, NatTime{0}, released);
        Bytes bytes = Fragment(Build({.data = 50}), 32)[1];
        std::optional<Ipv4Packet> packet = Ipv4Packet::Parse(bytes);
        EXPECT_EQ(fragments.OnLater(*packet, NatTime{0}, 0), NatVerdict::FRAGMENT_HELD);
    }
    fragments.SetLimits({.datagrams = 2, .held = 1});
    EXPECT_EQ(fragments.CountDatagrams(), 2U);
    EXPECT_EQ(fragments.CountHeld(), 1U);
    fragments.SetLimits({});
    EXPECT_EQ(fragments.CountDatagrams(), 0U);
    EXPECT_EQ(fragments.CountHeld(), 0U);
}

} // namespace

} // namespace bindstorm::test
