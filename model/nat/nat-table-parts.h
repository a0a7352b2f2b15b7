/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_TABLE_PARTS_H
#define BINDSTORM_NAT_TABLE_PARTS_H

#include "nat-flows.h"
#include "nat-lookup.h"
#include "nat-ports.h"
#include "nat-rules.h"
#include "nat-sessions.h"
#include "nat-table.h"
#include "nat-translator.h"
#include "plain-packet.h"
#include "unanswered-syns.h"

#include <algorithm>
#include <array>
#include <memory>

namespace bindstorm
{

/**
 * The parts of a table, in the order in which they need each other.
 */
class NatTable::Parts final : public NatLookup
{
  public:
    /**
     * @param given with its parts resolved
     * @param secret of the hash of the index, where it has one
     */
    Parts(const NatConfig& given,
          const HashKey& secret,
          RandomEngine& engine,
          NatTimeSource& source)
        : config(given),
          time(source),
          clock(CreateNatClock(config.clock)),
          key(secret),
          sessions(
              config,
              key,
              work,
              [this](const NatLink& link) { ports.OnMade(link); },
              [this](const NatLink& link)
              {
                  ports.OnReleased(link);
                  rules.OnReleased(link);
              }),
          ports(config, key, sessions, engine, work),
          rules(sessions),
          flows(config, sessions, ports, rules, syns),
          translator(config)
    {
    }

    // A packet as bytes asks for its endpoints here, once it has begun.

    NatAnswer
    Outbound(const NatFlow& flow, TcpFlags flags) override
    {
        return flows.Outbound(flow, flags);
    }

    NatAnswer
    Inbound(const NatArrival& arrival, TcpFlags flags) override
    {
        return flows.Inbound(arrival, flags);
    }

    std::optional<NatEndpoint>
    FindInternal(const NatArrival& arrival) override
    {
        return flows.FindInternal(arrival);
    }

    std::optional<NatEndpoint>
    FindExternal(const NatFlow& flow) override
    {
        return flows.FindExternal(flow);
    }

    uint32_t
    ExternalAddressOf(uint32_t internal) override
    {
        return flows.ExternalAddressOf(internal);
    }

    // A plain packet goes straight to the flows; all others are the translator's.

    NatVerdict
    TranslateOutward(std::span<std::byte> bytes)
    {
        PlainPacket packet;
        if (!packet.Load(bytes))
        {
            return translator.Outbound(bytes, *this, now);
        }
        const NatAnswer answer = flows.Outbound(packet.Flow(), packet.Flags());
        if (answer.verdict == NatVerdict::TRANSLATED)
        {
            packet.SetSource(answer.endpoint);
        }
        else if (answer.verdict == NatVerdict::HAIRPINNED)
        {
            packet.SetSource(answer.endpoint);
            packet.SetDestination(answer.hairpin);
        }
        return answer.verdict;
    }

    NatVerdict
    TranslateInward(std::span<std::byte> bytes)
    {
        PlainPacket packet;
        if (!packet.Load(bytes))
        {
            return translator.Inbound(bytes, *this, now);
        }
        const NatAnswer answer = flows.Inbound(packet.Arrival(), packet.Flags());
        if (answer.verdict == NatVerdict::TRANSLATED)
        {
            packet.SetDestination(answer.endpoint);
        }
        return answer.verdict;
    }

    /**
     * Packets one after the other, each part of them looked at together first.
     * @param isOutward which way they go, as the flows see it
     * @param results as many, which are set
     * @param translate a packet
     */
    template <class Translate>
    void
    TranslateTogether(bool isOutward,
                      std::span<const std::span<std::byte>> packets,
                      std::span<NatVerdict> results,
                      const Translate& translate)
    {
        for (std::size_t first = 0; first < packets.size(); first += NatIndex::PREFETCH)
        {
            const auto part =
                packets.subspan(first, std::min(NatIndex::PREFETCH, packets.size() - first));
            if (isOutward)
            {
                Prefetch<NatFlow>(part, [](const PlainPacket& plain) { return plain.Flow(); });
            }
            else
            {
                Prefetch<NatArrival>(part,
                                     [](const PlainPacket& plain) { return plain.Arrival(); });
            }
            std::ranges::transform(part, results.begin() + static_cast<long>(first), translate);
        }
    }

    /// A packet begins: the clock is read as the clock does, and what is over is looked for.
    void
    Begin()
    {
        work.Clear();
        work.locks = 1;
        now = clock->OnPacket(time, work);
        ports.BeginPacket(now);
        sessions.BeginPacket(now);
    }

    /// Of plain packets; others are few.
    template <class Wanted, class Read>
    void
    Prefetch(std::span<const std::span<std::byte>> packets, const Read& read) const
    {
        std::array<Wanted, NatIndex::PREFETCH> wanted;
        std::size_t size = 0;
        for (const std::span<std::byte> packet : packets)
        {
            PlainPacket plain;
            if (plain.Load(packet))
            {
                wanted[size++] = read(plain);
            }
        }
        sessions.Prefetch(std::span<const Wanted>(wanted.data(), size));
    }

    NatConfig config;
    PacketWork work;
    std::array<uint64_t, NAT_VERDICTS> verdicts{};
    NatTimeSource& time;
    NatTime now{0};
    std::unique_ptr<NatClock> clock;
    HashKey key;
    NatSessions sessions;
    NatPorts ports;
    NatRules rules;
    UnansweredSyns syns;
    NatFlows flows;
    NatTranslator translator;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_TABLE_PARTS_H
