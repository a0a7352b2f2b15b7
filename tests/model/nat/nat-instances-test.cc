/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-instances.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <rapidcheck/gtest.h>
#include <set>
#include <tuple>
#include <vector>

namespace bindstorm
{

namespace
{

constexpr uint32_t POOL = 0xCB007101;       // 203.0.113.1
constexpr uint32_t FIRST_HOST = 0x0A000001; // 10.0.0.1
constexpr uint32_t FIRST_PEER = 0xC6336401; // 198.51.100.1
constexpr uint32_t STRANGER = 0xC0000201;   // 192.0.2.1: nobody inside talks to it
constexpr NatEndpoint SERVER{FIRST_HOST + 200, 80};
constexpr uint16_t SERVER_PORT = 8080;

NatInstances::MakeEngine
Engines(const std::string& host)
{
    return [host](uint32_t table)
    {
        return CreateRandomEngine(ComponentSpec("mt19937_64"),
                                  {1, 0, host, "ports:" + std::to_string(table)});
    };
}

NatConfig
MappedByEndpoint()
{
    NatConfig config;
    config.external = {POOL};
    config.housekeeping = ComponentSpec::Parse("sweep(check=use)");
    config.udp.filtering = NatDependence::ENDPOINT_INDEPENDENT;
    config.timers.udp = std::chrono::seconds{100};
    return config;
}

NatConfig
MappedByFlow()
{
    NatConfig config = MappedByEndpoint();
    config.overload = true;
    for (NatProtocolBehaviour* behaviour : {&config.udp, &config.tcp, &config.icmp})
    {
        *behaviour = {NatDependence::ADDRESS_AND_PORT_DEPENDENT,
                      NatDependence::ADDRESS_AND_PORT_DEPENDENT};
    }
    return config;
}

/**
 * Several tables and a single one that are told the same. Their ports differ, nothing else may: a
 * packet to an external endpoint of the one goes to that of the other which means the same.
 */
class Twins
{
  public:
    Twins(const NatConfig& config, uint32_t tables, NatSplit split)
        : m_many(config, tables, split, 99, Engines("many"), m_time),
          m_one(config, 1, split, 99, Engines("one"), m_time),
          m_isByFlow(config.SharesPorts(IP_UDP))
    {
        for (NatInstances* nat : {&m_many, &m_one})
        {
            nat->AddRedirect(
                {.protocol = IP_UDP, .internal = SERVER, .external = {POOL, SERVER_PORT}});
        }
    }

    void
    Wait(NatTime time)
    {
        m_now += time;
        m_time.Set(m_now);
    }

    /// A packet to a peer outside.
    void
    Out(const NatFlow& flow)
    {
        const NatAnswer many = m_many.Outbound(flow);
        const NatAnswer one = m_one.Outbound(flow);
        RC_ASSERT(many.verdict == one.verdict);
        RC_ASSERT(many.verdict == NatVerdict::TRANSLATED);
        Learn(flow, many.endpoint, one.endpoint);
    }

    /// A peer, or a stranger, sends to where a flow came from.
    void
    In(std::size_t index, const std::optional<NatEndpoint>& stranger)
    {
        if (m_known.empty())
        {
            return;
        }
        const Known& known = m_known[index % m_known.size()];
        const NatEndpoint remote = stranger.value_or(known.flow.remote);
        Compare(m_many.Inbound({known.flow.protocol, remote, known.many}),
                m_one.Inbound({known.flow.protocol, remote, known.one}));
    }

    /// An internal host sends to the external endpoint of another one.
    void
    Hairpin(const NatEndpoint& internal, std::size_t index)
    {
        if (m_known.empty())
        {
            return;
        }
        const Known known = m_known[index % m_known.size()];
        const NatFlow many{known.flow.protocol, internal, known.many};
        const NatFlow one{known.flow.protocol, internal, known.one};
        const NatAnswer manySays = m_many.Outbound(many);
        const NatAnswer oneSays = m_one.Outbound(one);
        RC_ASSERT(manySays.verdict == oneSays.verdict);
        RC_ASSERT(manySays.hairpin == oneSays.hairpin);
        RC_ASSERT(manySays.verdict != NatVerdict::TRANSLATED);
        RC_ASSERT(manySays.endpoint.address == POOL);
        // Refused by the other side or not, the sender has ports now.
        NotePorts({known.flow.protocol, internal, {POOL, 0}}, manySays.endpoint, oneSays.endpoint);
    }

    /// Somebody sends to the redirected port, and its server answers.
    void
    Ask(const NatEndpoint& remote)
    {
        const NatArrival arrival{IP_UDP, remote, {POOL, SERVER_PORT}};
        const NatAnswer answer = m_many.Inbound(arrival);
        Compare(answer, m_one.Inbound(arrival));
        RC_ASSERT(answer.endpoint == SERVER);
        const NatAnswer back = m_many.Outbound({IP_UDP, SERVER, remote});
        Compare(back, m_one.Outbound({IP_UDP, SERVER, remote}));
        RC_ASSERT(back.endpoint == arrival.external);
    }

    /// A stranger tries a port that neither gave.
    void
    Guess(uint16_t port)
    {
        if (!m_given.contains(port) && port != SERVER_PORT)
        {
            const NatArrival arrival{IP_UDP, {STRANGER, 1}, {POOL, port}};
            const NatAnswer answer = m_many.Inbound(arrival);
            Compare(answer, m_one.Inbound(arrival));
            RC_ASSERT(answer.verdict == NatVerdict::NO_MAPPING);
        }
    }

    /// Links of all tables, and that no two have the same external and remote endpoint.
    void
    Check()
    {
        std::set<std::tuple<uint8_t, NatEndpoint, NatEndpoint>> seen;
        std::size_t size = 0;
        for (std::size_t table = 0; table < m_many.Count(); ++table)
        {
            size += m_many[table].Size();
            for (const NatMappingRow& row : m_many[table].Links())
            {
                const NatLink& link = row.link;
                if (link.origin != LinkOrigin::RULE && !IsOver(link))
                {
                    RC_ASSERT(seen.insert({link.protocol, link.external, link.remote}).second);
                }
            }
        }
        RC_ASSERT(m_many.Size() == size);
    }

  private:
    struct Known
    {
        NatFlow flow;
        NatEndpoint many;
        NatEndpoint one;
    };

    bool
    IsOver(const NatLink& link) const
    {
        return link.lifetime > NatTime{0} && link.lastUse + link.lifetime <= m_now;
    }

    static void
    Compare(const NatAnswer& many, const NatAnswer& one)
    {
        RC_ASSERT(many.verdict == one.verdict);
        RC_ASSERT(many.endpoint == one.endpoint);
    }

    void
    Learn(const NatFlow& flow, const NatEndpoint& many, const NatEndpoint& one)
    {
        RC_ASSERT(many.address == one.address);
        NotePorts(flow, many, one);
        m_known.push_back({flow, many, one});
    }

    void
    NotePorts(const NatFlow& flow, const NatEndpoint& many, const NatEndpoint& one)
    {
        m_given.insert({many.port, one.port});
        // What was known of ports that may be someone else's by now is forgotten.
        std::erase_if(m_known,
                      [&](const Known& known)
                      {
                          const bool isSame = m_isByFlow ? known.flow.remote == flow.remote : true;
                          return known.flow.protocol == flow.protocol && isSame &&
                                 (known.many == many || known.one == one) &&
                                 !(known.many == many && known.one == one &&
                                   known.flow.internal == flow.internal);
                      });
    }

    SimulatedNatTime m_time;
    NatTime m_now{0};
    NatInstances m_many;
    NatInstances m_one;
    bool m_isByFlow;
    std::vector<Known> m_known;
    std::set<uint16_t> m_given;
};

NatEndpoint
AnyOf(uint32_t first, uint32_t addresses, uint16_t port, uint32_t ports)
{
    return {first + *rc::gen::inRange(0U, addresses),
            static_cast<uint16_t>(port + *rc::gen::inRange(0U, ports))};
}

/// Tells both the same for a while.
void
LiveTogether(const NatConfig& config, NatSplit split)
{
    Twins twins(config, *rc::gen::element(2U, 3U, 8U), split);
    const int operations = *rc::gen::inRange(1, 200);
    for (int i = 0; i < operations; ++i)
    {
        const auto index = *rc::gen::inRange<std::size_t>(0, 1000);
        const uint8_t protocol = *rc::gen::element(uint8_t{IP_UDP}, uint8_t{IP_TCP});
        switch (*rc::gen::inRange(0, 8))
        {
        case 0:
        case 1:
        case 2:
            twins.Out({protocol, AnyOf(FIRST_HOST, 20, 5000, 5), AnyOf(FIRST_PEER, 5, 80, 3)});
            break;
        case 3:
            twins.In(index, std::nullopt);
            break;
        case 4:
            twins.In(index, AnyOf(STRANGER, 2, 80, 2));
            break;
        case 5:
            twins.Hairpin(AnyOf(FIRST_HOST, 20, 5000, 5), index);
            break;
        case 6:
            twins.Ask(AnyOf(STRANGER + 10, 3, 80, 2));
            twins.Guess(*rc::gen::arbitrary<uint16_t>());
            break;
        default:
            twins.Wait(std::chrono::seconds{*rc::gen::inRange(0, 60)});
            break;
        }
    }
    twins.Check();
}

} // namespace

RC_GTEST_PROP(NatInstances, AnswersLikeOneTableWhenSplitByPorts, ())
{
    LiveTogether(MappedByEndpoint(), NatSplit::PORTS);
}

RC_GTEST_PROP(NatInstances, AnswersLikeOneTableWhenSplitByRemote, ())
{
    LiveTogether(MappedByFlow(), NatSplit::REMOTE);
}

RC_GTEST_PROP(NatInstances, SplitsFlowMappingsByPortsToo, ())
{
    NatConfig config = MappedByFlow();
    config.overload = false;
    LiveTogether(config, NatSplit::PORTS);
}

TEST(NatInstances, HairpinsFromOneTableToAnother)
{
    SimulatedNatTime time;
    NatInstances nat(MappedByEndpoint(), 8, NatSplit::PORTS, 1, Engines("box"), time);
    const NatEndpoint peer{FIRST_PEER, 80};
    const NatEndpoint callee{FIRST_HOST, 5000};
    NatEndpoint caller{FIRST_HOST + 1, 5000};
    const auto tableOf = [&](const NatEndpoint& internal) {
        return nat.Split().OfOutbound({IP_UDP, internal, peer});
    };
    while (tableOf(caller) == tableOf(callee))
    {
        ++caller.address;
    }
    const NatEndpoint external = nat.Outbound({IP_UDP, callee, peer}).endpoint;
    const uint64_t locks = nat.LastWork().locks;
    const NatAnswer answer = nat.Outbound({IP_UDP, caller, external});
    EXPECT_EQ(answer.verdict, NatVerdict::HAIRPINNED);
    EXPECT_EQ(answer.hairpin, callee);
    EXPECT_EQ(nat.LastWork().locks, 2 * locks) << "both tables were asked";
    const NatAnswer back = nat.Outbound({IP_UDP, callee, answer.endpoint});
    EXPECT_EQ(back.verdict, NatVerdict::HAIRPINNED);
    EXPECT_EQ(back.hairpin, caller);
    EXPECT_EQ(back.endpoint, external);
}

TEST(NatInstances, AnswersTheSenderWhenTheOtherSideOfAHairpinRefuses)
{
    SimulatedNatTime time;
    NatInstances nat(MappedByFlow(), 8, NatSplit::REMOTE, 1, Engines("box"), time);
    const NatAnswer answer = nat.Outbound({IP_UDP, {FIRST_HOST, 5000}, {POOL, 40000}});
    EXPECT_EQ(answer.verdict, NatVerdict::NO_MAPPING);
    EXPECT_EQ(answer.endpoint.address, POOL);
    EXPECT_EQ(nat.Size(), 1U);
}

TEST(NatInstances, GivesEachTableDrawsOfItsOwn)
{
    SimulatedNatTime time;
    NatInstances nat(MappedByFlow(), 2, NatSplit::REMOTE, 1, Engines("box"), time);
    std::map<uint32_t, std::vector<uint16_t>> ports;
    for (uint32_t i = 0; i < 40; ++i)
    {
        const NatFlow flow{IP_UDP, {FIRST_HOST, 5000}, {FIRST_PEER + i, 80}};
        ports[nat.Split().OfOutbound(flow)].push_back(nat.Outbound(flow).endpoint.port);
    }
    ASSERT_EQ(ports.size(), 2U);
    EXPECT_NE(ports[0].front(), ports[1].front());
}

TEST(NatInstances, KeepsARedirectedPortFromBeingGiven)
{
    SimulatedNatTime time;
    NatConfig config = MappedByEndpoint();
    config.range = PortRange(4000, 4007);
    NatInstances nat(config, 4, NatSplit::PORTS, 1, Engines("box"), time);
    nat.AddRedirect({.internal = SERVER, .external = {POOL, 4001}});
    uint32_t given = 0;
    for (uint32_t i = 0; i < 100; ++i)
    {
        const NatAnswer answer = nat.Outbound({IP_UDP, {FIRST_HOST + i, 5000}, {FIRST_PEER, 80}});
        given += answer.verdict == NatVerdict::TRANSLATED ? 1 : 0;
        EXPECT_NE(answer.endpoint.port, 4001);
    }
    EXPECT_EQ(given, 7U);
}

TEST(NatInstances, ForgetsARedirectThatItRefused)
{
    SimulatedNatTime time;
    const NatRedirect redirect{.internal = {FIRST_HOST, 0}, .external = {POOL, SERVER_PORT}};
    // Whatever table the hosts belong to, none of them has the port yet.
    for (uint32_t host = 1; host < 20; ++host)
    {
        NatInstances fresh(MappedByEndpoint(), 4, NatSplit::PORTS, 1, Engines("box"), time);
        EXPECT_THROW(fresh.AddRedirect(redirect), ConfigError) << "port 0";
        EXPECT_NO_THROW(fresh.AddRedirect(
            {.internal = {FIRST_HOST + host, 80}, .external = {POOL, SERVER_PORT}}));
    }
}

TEST(NatInstances, RefusesBeyondTheLimitOfAllTogether)
{
    SimulatedNatTime time;
    NatConfig config = MappedByFlow();
    config.maxLinks = 10;
    NatInstances nat(config, 4, NatSplit::REMOTE, 1, Engines("box"), time);
    uint32_t made = 0;
    for (uint32_t i = 0; i < 200; ++i)
    {
        const NatAnswer answer = nat.Outbound({IP_UDP, {FIRST_HOST, 5000}, {FIRST_PEER + i, 80}});
        made += answer.verdict == NatVerdict::TRANSLATED ? 1 : 0;
    }
    EXPECT_EQ(made, 10U);
    EXPECT_EQ(nat.CountSessions(), 10U);
    EXPECT_EQ(nat.CountMappings(), 0U);
}

} // namespace bindstorm
