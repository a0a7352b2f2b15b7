/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_PAIR_H
#define BINDSTORM_NAT_PAIR_H

#include "naive-nat.h"

#include "model/base/random-engine.h"
#include "model/nat/nat-address-text.h"

#include <array>
#include <functional>
#include <sstream>
#include <string>

namespace bindstorm
{

/// Decides what is done next: a number below the bound.
using NatSteps = std::function<uint32_t(uint32_t bound)>;

inline constexpr uint32_t MODEL_OWN = 0xCB007101;     // 203.0.113.1
inline constexpr uint32_t MODEL_INSIDE = 0x0A000001;  // 10.0.0.1 and following
inline constexpr uint32_t MODEL_OUTSIDE = 0xC6336401; // 198.51.100.1 and following

inline std::ostream&
operator<<(std::ostream& out, const NatAnswer& answer)
{
    return out << NameOf(answer.verdict) << " " << Ipv4Text(answer.endpoint.address) << ":"
               << answer.endpoint.port << " " << Ipv4Text(answer.hairpin.address) << ":"
               << answer.hairpin.port;
}

inline bool
IsEqual(const NatAnswer& a, const NatAnswer& b)
{
    return a.verdict == b.verdict && a.endpoint == b.endpoint && a.hairpin == b.hairpin;
}

/**
 * A table, its model, and what is done to both.
 */
class NatPair
{
  public:
    /// @param steps what is done: a number below a bound, from a generator or from a fuzzer
    NatPair(const NatConfig& config, uint64_t seed, NatSteps steps)
        : m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {seed, 0, "table", "ports"})),
          m_steps(std::move(steps)),
          m_table(config, *m_engine, m_time),
          m_naive(config)
    {
    }

    /// @return nothing, or how the answers differ
    std::string
    Step()
    {
        const uint32_t what = Draw(20);
        if (what < 9)
        {
            return Outbound();
        }
        if (what < 16)
        {
            return Inbound();
        }
        if (what < 18)
        {
            Wait();
            return "";
        }
        return what == 18 ? AddRule() : DeleteRule();
    }

  private:
    uint32_t
    Draw(uint32_t bound)
    {
        return m_steps(bound);
    }

    uint8_t
    AnyProtocol()
    {
        constexpr std::array<uint8_t, 6> ALL{IP_UDP, IP_UDP, IP_UDP, IP_TCP, IP_ICMP, 47};
        return ALL.at(Draw(ALL.size()));
    }

    static uint16_t
    PortOf(uint8_t protocol, bool isLocal, uint32_t port)
    {
        const bool has =
            protocol == IP_TCP || protocol == IP_UDP || (protocol == IP_ICMP && isLocal);
        return has ? static_cast<uint16_t>(port) : uint16_t{0};
    }

    TcpFlags
    AnyFlags(uint8_t protocol)
    {
        if (protocol != IP_TCP)
        {
            return {};
        }
        return {.syn = Draw(2) == 0, .ack = Draw(2) == 0, .fin = Draw(4) == 0, .rst = Draw(8) == 0};
    }

    NatEndpoint
    AnyExternal(uint8_t protocol)
    {
        return {MODEL_OWN, PortOf(protocol, true, 40000 + Draw(7))};
    }

    NatEndpoint
    AnyRemote(uint8_t protocol)
    {
        return {MODEL_OUTSIDE + Draw(3), PortOf(protocol, false, 53 + Draw(2))};
    }

    NatEndpoint
    AnyInternal(uint8_t protocol)
    {
        return {MODEL_INSIDE + Draw(3), PortOf(protocol, true, 5000 + Draw(3))};
    }

    static std::string
    Text(const NatEndpoint& endpoint)
    {
        return Ipv4Text(endpoint.address) + ":" + std::to_string(endpoint.port);
    }

    std::string
    Said(const char* what, const NatAnswer& table, const NatAnswer& naive) const
    {
        std::ostringstream text;
        text << what << " at " << m_now.count() << " ns: the table says " << table << ", the model "
             << naive << "; the table has";
        for (const NatMappingRow& row : m_table.Links())
        {
            const NatLink& link = row.link;
            text << "\n  " << int{link.protocol} << " origin " << static_cast<int>(link.origin)
                 << " scope " << static_cast<int>(link.scope) << " " << Text(link.internal) << " "
                 << Text(link.remote) << " " << Text(link.external) << " until "
                 << link.Deadline().count();
        }
        return text.str();
    }

    std::string
    Outbound()
    {
        const uint8_t protocol = AnyProtocol();
        const bool isBack = Draw(8) == 0;
        const NatFlow flow{protocol,
                           AnyInternal(protocol),
                           isBack ? AnyExternal(protocol) : AnyRemote(protocol)};
        const TcpFlags flags = AnyFlags(protocol);
        const NatAnswer table = m_table.Outbound(flow, flags);
        const NatAnswer naive = m_naive.Outbound(flow, flags, m_now, table);
        return IsEqual(table, naive) ? "" : Said("outbound", table, naive);
    }

    std::string
    Inbound()
    {
        const uint8_t protocol = AnyProtocol();
        const NatArrival arrival{protocol, AnyRemote(protocol), AnyExternal(protocol)};
        const TcpFlags flags = AnyFlags(protocol);
        const NatAnswer table = m_table.Inbound(arrival, flags);
        const NatAnswer naive = m_naive.Inbound(arrival, flags, m_now);
        return IsEqual(table, naive)
                   ? ""
                   : Said(("inbound " + Text(arrival.remote) + " -> " + Text(arrival.external))
                              .c_str(),
                          table,
                          naive);
    }

    /// A moment, about as long as a timer, exactly as long, or very long.
    void
    Wait()
    {
        constexpr std::array<int64_t, 6> SECONDS{0, 7, 60, 240, 300, 20000};
        m_now +=
            std::chrono::seconds{SECONDS.at(Draw(SECONDS.size()))} + NatTime{Draw(3) == 0 ? 1 : 0};
        m_time.Set(m_now);
    }

    std::string
    AddRule()
    {
        if (m_rules.size() > 3)
        {
            return "";
        }
        const uint8_t protocol = Draw(2) == 0 ? IP_UDP : IP_TCP;
        NatEndpoint remote = AnyRemote(protocol);
        remote.address = Draw(2) == 0 ? 0 : remote.address;
        remote.port = Draw(2) == 0 ? uint16_t{0} : remote.port;
        NatEndpoint external = AnyExternal(protocol);
        external.address = Draw(3) == 0 ? 0 : external.address;
        const NatRedirect redirect{protocol, AnyInternal(protocol), remote, external};
        m_rules.emplace_back(m_table.AddRedirect(redirect), m_naive.AddRedirect(redirect, m_now));
        return "";
    }

    std::string
    DeleteRule()
    {
        if (m_rules.empty())
        {
            return "";
        }
        const std::size_t which = Draw(static_cast<uint32_t>(m_rules.size()));
        const auto [handle, number] = m_rules[which];
        m_rules.erase(m_rules.begin() + static_cast<std::ptrdiff_t>(which));
        const bool endSessions = Draw(2) == 0;
        m_naive.Delete(number, endSessions);
        return m_table.Delete(handle, endSessions) ? "" : "a live rule was not deleted";
    }

    SimulatedNatTime m_time;
    NatTime m_now{0};
    std::unique_ptr<RandomEngine> m_engine;
    NatSteps m_steps;
    NatTable m_table;
    NaiveNat m_naive;
    std::vector<std::pair<LinkHandle, uint64_t>> m_rules;
};

inline NatConfig
AnyNatConfig(const NatSteps& draw)
{
    NatConfig config;
    config.external = {MODEL_OWN};
    config.range = PortRange(40000, 40005);
    constexpr std::array<const char*, 8> INDEXES{"mixed-chains",
                                                 "mixed-chains(3)",
                                                 "split-chains",
                                                 "split-chains(buckets=3, partial=2)",
                                                 "split-splay",
                                                 "split-chains(hash=sum)",
                                                 "flat",
                                                 // Grows and shrinks with a few links already.
                                                 "flat(buckets=1)"};
    // Those that are exact: what is over is not found, whenever it is removed.
    constexpr std::array<const char*, 5> HOUSEKEEPING{"timer-wheel",
                                                      "timer-wheel(batch=1)",
                                                      "on-use",
                                                      "sweep(check=use)",
                                                      "incremental(check=use)"};
    config.index = ComponentSpec::Parse(INDEXES.at(draw(INDEXES.size())));
    config.housekeeping = ComponentSpec::Parse(HOUSEKEEPING.at(draw(HOUSEKEEPING.size())));
    config.overload = draw(2) == 0;
    for (NatProtocolBehaviour* behaviour : {&config.udp, &config.tcp, &config.icmp})
    {
        behaviour->mapping = static_cast<NatDependence>(draw(3));
        behaviour->filtering = static_cast<NatDependence>(draw(3));
        if (config.overload && behaviour->mapping == NatDependence::ADDRESS_AND_PORT_DEPENDENT)
        {
            behaviour->filtering = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
        }
    }
    config.hairpin = draw(2) == 0;
    config.inboundRefresh = draw(2) == 0;
    config.maxLinks = draw(3) == 0 ? 8 : 0;
    // Two that never fail while a port is free: one asks for the set, the other tries one by one.
    config.ports = ComponentSpec(draw(2) == 0 ? "pf" : "uniform");
    return config;
}

} // namespace bindstorm

#endif // BINDSTORM_NAT_PAIR_H
