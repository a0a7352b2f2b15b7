/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "naive-index.h"

#include "model/nat/nat-index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <random>

namespace bindstorm
{

namespace
{

/// Every index, with few chains too, so that strangers meet in them.
const std::vector<std::string> INDEXES{"mixed-chains",
                                       "mixed-chains(1)",
                                       "mixed-chains(3)",
                                       "mixed-chains(65537)",
                                       "split-chains",
                                       "split-chains(buckets=1, partial=1)",
                                       "split-chains(buckets=3, hash=sum, partial=2)",
                                       "split-chains(hash=sum)",
                                       "split-splay",
                                       "flat",
                                       "flat(hash=siphash-1-3)",
                                       "flat(buckets=1)"};

constexpr std::array PROTOCOLS{IP_UDP, IP_TCP, IP_ICMP};

/// Where the numbers of a sequence come from: RapidCheck's generator, or a plain engine.
using Draw = std::function<uint32_t(uint32_t bound)>;

/// An index and its naive twin, which must agree on everything at all times.
class Compared
{
  public:
    /// @param values how many different addresses and ports there are
    Compared(const std::string& text, uint32_t values, Draw draw)
        : m_index(CreateNatIndex(ComponentSpec::Parse(text), m_pool)),
          m_values(values),
          m_draw(std::move(draw))
    {
    }

    void
    Add()
    {
        NatLink link;
        link.protocol = AnyProtocol();
        link.internal = AnyEndpoint();
        link.external = AnyEndpoint();
        link.remote = AnyEndpoint();
        link.scope = static_cast<LinkScope>(m_draw(2) * m_draw(4));
        link.hasServers = m_draw(5) == 0;
        CloseScope(link.remote, link.scope);
        if (!m_naive.Links().empty() && m_draw(4) == 0)
        {
            // A twin of another, from inside, from outside or both.
            const NatLink& other = m_pool[AnyLink()];
            const uint32_t sides = m_draw(3);
            link.scope = other.scope;
            link.remote = other.remote;
            link.protocol = other.protocol;
            link.internal = sides != 0 ? other.internal : link.internal;
            link.external = sides != 1 ? other.external : link.external;
        }
        Insert(m_pool.Add(link));
    }

    void
    Remove()
    {
        const LinkId id = AnyLink();
        Erase(id);
        m_pool.Remove(id);
    }

    /// A rule gets servers, or another endpoint, and keeps its age.
    void
    Change()
    {
        const LinkId id = AnyLink();
        Erase(id);
        NatLink& link = m_pool[id];
        link.hasServers = m_draw(2) == 0;
        link.external = m_draw(2) == 0 ? AnyEndpoint() : link.external;
        Insert(id);
    }

    /// One question of each kind, half of them about something that is there.
    [[nodiscard]] bool
    Agrees()
    {
        NatFlow flow{AnyProtocol(), AnyEndpoint(), AnyEndpoint()};
        NatArrival arrival{AnyProtocol(), AnyEndpoint(), AnyEndpoint()};
        auto scope = static_cast<LinkScope>(m_draw(4));
        if (!m_naive.Links().empty() && m_draw(2) == 0)
        {
            const NatLink& link = m_pool[AnyLink()];
            flow = {link.protocol, link.internal, link.remote};
            scope = link.scope;
            arrival = {link.protocol, m_draw(2) == 0 ? link.remote : arrival.remote, link.external};
        }
        CloseScope(flow.remote, scope);
        return m_index->FindOutbound(flow, scope, m_work) == m_naive.FindOutbound(flow, scope) &&
               m_index->FindInbound(arrival, m_work) == m_naive.FindInbound(arrival) &&
               m_index->FindSession(arrival, m_work) == m_naive.FindSession(arrival) &&
               AgreesOnAddress(arrival) &&
               m_index->FindExternal(arrival.protocol, arrival.external, m_work) ==
                   m_naive.FindExternal(arrival);
    }

    /// @return whether the index finds a session with the address exactly when there is one; any
    ///         of several is right
    [[nodiscard]] bool
    AgreesOnAddress(const NatArrival& arrival)
    {
        const LinkId found = m_index->FindFromAddress(arrival, m_work);
        if (found == NO_LINK)
        {
            return !m_naive.HasRemoteAddress(arrival);
        }
        const NatLink& link = m_pool[found];
        return link.scope == LinkScope::FULL && link.protocol == arrival.protocol &&
               link.external == arrival.external && link.remote.address == arrival.remote.address;
    }

    /// @return whether the index agrees on each link that there is
    [[nodiscard]] bool
    AgreesOnAll()
    {
        for (const LinkId id : m_naive.Links())
        {
            const NatLink& link = m_pool[id];
            const NatFlow flow{link.protocol, link.internal, link.remote};
            const NatArrival arrival{link.protocol, link.remote, link.external};
            if (m_index->FindOutbound(flow, link.scope, m_work) !=
                    m_naive.FindOutbound(flow, link.scope) ||
                m_index->FindInbound(arrival, m_work) != m_naive.FindInbound(arrival) ||
                m_index->FindExternal(link.protocol, link.external, m_work) !=
                    m_naive.FindExternal(arrival))
            {
                return false;
            }
        }
        return true;
    }

    std::size_t
    Size() const
    {
        return m_naive.Links().size();
    }

    /// @return whether nothing of anything is found
    [[nodiscard]] bool
    IsEmpty()
    {
        for (uint32_t probe = 0; probe < 30; ++probe)
        {
            const NatArrival arrival{AnyProtocol(), AnyEndpoint(), AnyEndpoint()};
            const NatFlow flow{arrival.protocol, arrival.external, arrival.remote};
            PacketWork work;
            if (m_index->FindInbound(arrival, work) != NO_LINK ||
                m_index->FindExternal(arrival.protocol, arrival.external, work) != NO_LINK ||
                m_index->FindOutbound(flow, LinkScope::FULL, work) != NO_LINK ||
                m_index->FindFromAddress(arrival, work) != NO_LINK || work.nodeVisits != 0)
            {
                return false;
            }
        }
        return true;
    }

  private:
    uint8_t
    AnyProtocol()
    {
        return PROTOCOLS[m_draw(3)];
    }

    NatEndpoint
    AnyEndpoint()
    {
        // 0 is among the ports, as the far side of an ICMP query has it.
        return {0x0a000001U + m_draw(m_values), static_cast<uint16_t>(m_draw(m_values))};
    }

    static void
    CloseScope(NatEndpoint& remote, LinkScope scope)
    {
        if (scope == LinkScope::ANY || scope == LinkScope::ANY_ADDRESS)
        {
            remote.address = 0;
        }
        if (scope == LinkScope::ANY || scope == LinkScope::ANY_PORT)
        {
            remote.port = 0;
        }
    }

    LinkId
    AnyLink()
    {
        return m_naive.Links()[m_draw(static_cast<uint32_t>(Size()))];
    }

    void
    Insert(LinkId id)
    {
        m_index->Insert(id, m_work);
        m_naive.Insert(id);
    }

    void
    Erase(LinkId id)
    {
        m_index->Erase(id, m_work);
        m_naive.Erase(id);
    }

    NatLinkPool m_pool;
    NaiveIndex m_naive{m_pool};
    std::unique_ptr<NatIndex> m_index;
    uint32_t m_values;
    Draw m_draw;
    PacketWork m_work;
};

/// @return false when the two once disagreed
bool
LiveThrough(Compared& compared, const Draw& draw, uint32_t steps)
{
    for (uint32_t step = 0; step < steps; ++step)
    {
        const uint32_t what = compared.Size() == 0 ? 0 : draw(8);
        what < 3 ? compared.Add() : what < 5 ? compared.Remove() : compared.Change();
        if (!compared.Agrees())
        {
            return false;
        }
    }
    return true;
}

RC_GTEST_PROP(NatIndexModel, EveryIndexAnswersAsAListThatIsLookedThrough, ())
{
    const Draw draw = [](uint32_t bound) { return *rc::gen::inRange<uint32_t>(0, bound); };
    for (const std::string& text : INDEXES)
    {
        RC_LOG() << text << '\n';
        Compared compared(text, 3, draw);
        RC_ASSERT(LiveThrough(compared, draw, draw(60)));
        RC_ASSERT(compared.AgreesOnAll());
        while (compared.Size() > 0)
        {
            compared.Remove();
            RC_ASSERT(compared.AgreesOnAll());
        }
        RC_ASSERT(compared.IsEmpty());
    }
}

TEST(NatIndexModel, LeavesNoIndexOut)
{
    for (const NatIndexInfo& info : GetNatIndexes())
    {
        EXPECT_NE(std::ranges::find(INDEXES, info.name), INDEXES.end()) << info.name;
    }
}

class NatIndexLife : public testing::TestWithParam<std::string>
{
};

TEST_P(NatIndexLife, AgreesOverALongLifeAndIsEmptyAtTheEnd)
{
    for (const uint32_t values : {4U, 40U})
    {
        std::mt19937_64 engine(values);
        const Draw draw = [&](uint32_t bound) { return static_cast<uint32_t>(engine() % bound); };
        Compared compared(GetParam(), values, draw);
        for (int link = 0; link < 400; ++link)
        {
            compared.Add();
        }
        ASSERT_TRUE(LiveThrough(compared, draw, 2000)) << values;
        ASSERT_TRUE(compared.AgreesOnAll()) << values;
        while (compared.Size() > 0)
        {
            compared.Remove();
            ASSERT_TRUE(compared.Agrees()) << values;
        }
        EXPECT_TRUE(compared.IsEmpty()) << values;
    }
}

INSTANTIATE_TEST_SUITE_P(OfEveryIndex, NatIndexLife, testing::ValuesIn(INDEXES));

} // namespace

} // namespace bindstorm
