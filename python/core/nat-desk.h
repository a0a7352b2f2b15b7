/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_DESK_H
#define BINDSTORM_NAT_DESK_H

#include "model/base/component-spec.h"
#include "model/base/packet-work.h"
#include "model/base/random-engine.h"
#include "model/nat/nat-clock.h"
#include "model/nat/nat-config.h"
#include "model/nat/nat-table.h"
#include "model/nat/nat-verdict.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace bindstorm
{

/**
 * @ingroup python
 * A NAT's table with its random stream, its clock and the sum of its work: a NAT without network
 * and costs. Time moves when it is told to.
 */
class NatDesk
{
  public:
    static constexpr const char* PYTHON_NAME = "Nat";
    static constexpr const char* PYTHON_KIND = "a Nat";

    struct Config
    {
        NatConfig nat;
        ComponentSpec generator; ///< of the port choice's draws
        uint64_t seed{1};
        uint64_t run{0};
        std::string hostName; ///< part of the stream's seed
    };

    /// Many packets one way, one of each per element.
    struct Packets
    {
        uint8_t protocol{IP_UDP};
        TcpFlags flags{};
        std::span<const NatTime::rep> times; ///< ascending; empty: all now
        std::span<const uint32_t> source;
        std::span<const uint16_t> sourcePort;
        std::span<const uint32_t> destination;
        std::span<const uint16_t> destinationPort;
    };

    /// What became of them, as long as Packets.
    struct Answers
    {
        std::span<uint8_t> verdict;
        std::span<uint32_t> address; ///< 0 for those that were not forwarded
        std::span<int32_t> port;
    };

    using Pause = std::function<void()>;

    /// @throws ConfigError for an unknown part or a bad setting, seed 0
    explicit NatDesk(const Config& config);

    NatTime
    Now() const
    {
        return m_now;
    }

    /// @throws ConfigError when the time is earlier than it was, or out of reach
    void SetNow(NatTime now);

    NatAnswer Outbound(const NatFlow& flow, const TcpFlags& flags);
    NatAnswer Inbound(const NatArrival& arrival, const TcpFlags& flags);
    NatVerdict TranslateOutbound(std::span<std::byte> packet);
    NatVerdict TranslateInbound(std::span<std::byte> packet);

    /**
     * Packets in order. Calls `pause` about every ten milliseconds of work, between packets; it may
     * throw.
     * @throws ConfigError as SetNow(); the packets before have gone through
     */
    void OutboundMany(const Packets& packets, const Answers& answers, const Pause& pause);
    void InboundMany(const Packets& packets, const Answers& answers, const Pause& pause);

    /// For everything that is no packet.
    NatTable&
    Table()
    {
        return m_table;
    }

    /// @return work of all packets so far
    const PacketWork&
    Work() const
    {
        return m_work;
    }

    uint64_t
    CountPackets() const
    {
        return m_packets;
    }

  private:
    template <class Ask>
    void Many(const Packets& packets, const Answers& answers, const Pause& pause, const Ask& ask);
    void AddWork();

    std::unique_ptr<RandomEngine> m_engine;
    SimulatedNatTime m_time;
    NatTime m_now{0};
    NatTable m_table;
    PacketWork m_work;
    uint64_t m_packets{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_DESK_H
