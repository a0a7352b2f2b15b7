/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_CONTENDER_H
#define BINDSTORM_PACKET_CONTENDER_H

#include "model/base/multiply-hash.h"
#include "model/base/random-engine.h"
#include "model/nat/byte-order.h"
#include "model/nat/nat-table.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace bindstorm
{

/// What is done with a packet.
enum class PacketTask : uint8_t
{
    NEW,
    HIT_OUT,
    HIT_IN,
    MISS,
    SAME_MISS,
    BATCH_OUT,
    BATCH_IN
};

inline constexpr std::size_t PACKET_TASKS = 7;
inline constexpr std::array<const char*, PACKET_TASKS>
    PACKET_TASK_NAMES{"new", "hit out", "hit in", "miss", "same miss", "batch out", "batch in"};

/// Flow i of a benchmark: hosts of 10/8 and remotes of 198.18/15, spread as a hash spreads them.
inline NatFlow
FlowNumber(uint64_t i)
{
    const uint64_t mixed = FoldProduct(i ^ 0xa0761d6478bd642f, 0xe7037ed1a0b428db);
    return {IP_UDP,
            {(10U << 24) + static_cast<uint32_t>(i >> 5),
             static_cast<uint16_t>(32768 + (i * 40503 & 0x7FFF))},
            {(198U << 24 | 18U << 16) + static_cast<uint32_t>(mixed & 0x1'FFFF),
             static_cast<uint16_t>(1 + ((mixed >> 20) & 0x7FFF))}};
}

/// Many flows between one internal port and as many remotes.
inline NatFlow
OnePortFlow(uint64_t i)
{
    return {IP_UDP,
            {10U << 24 | 1, 40000},
            {(198U << 24 | 18U << 16) + static_cast<uint32_t>(i & 0x1'FFFF),
             static_cast<uint16_t>(1 + (i >> 17))}};
}

/// Writes a UDP packet of 64 bytes.
inline void
WritePacket(std::span<std::byte> packet, const NatEndpoint& source, const NatEndpoint& destination)
{
    std::byte* at = packet.data();
    StoreNetwork(at, uint64_t{0x4500'0040'0000'0000});
    StoreNetwork(at + 8, uint32_t{0x4011'0000});
    StoreNetwork(at + 12, uint64_t{source.address} << 32 | destination.address);
    StoreNetwork(at + 20, uint32_t{source.port} << 16 | destination.port);
    // A checksum of some value: only what a translation changes of it matters.
    StoreNetwork(at + 24, uint32_t{44U << 16 | 0x1234});
}

/**
 * A table with so many live flows, and packets of 64 bytes that pass through it, checksums and all.
 */
class PacketContender
{
  public:
    using FlowOfNumber = NatFlow (*)(uint64_t);

    static constexpr std::size_t CHUNK = 256;

    PacketContender(std::string name, const NatConfig& config, std::size_t flows, FlowOfNumber flow)
        : m_name(std::move(name)),
          m_engine(CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "nat", "ports"})),
          m_picks(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "packets"})),
          m_table(config, *m_engine, m_time),
          m_flows(flows),
          m_flowOf(flow),
          m_externals(flows)
    {
        m_buffers.resize(CHUNK);
        for (std::size_t i = 0; i < CHUNK; ++i)
        {
            m_packets.emplace_back(m_buffers[i].bytes);
        }
        for (std::size_t i = 0; i < flows; ++i)
        {
            const NatFlow made = m_flowOf(i);
            WritePacket(m_packets[0], made.internal, made.remote);
            Expect(m_table.TranslateOutbound(m_packets[0]));
            m_externals[i] = {LoadNetwork<uint32_t>(m_packets[0].data() + 12),
                              LoadNetwork<uint16_t>(m_packets[0].data() + 20)};
            // An answer, so that the flow stays while those of the task NEW go.
            WritePacket(m_packets[0], made.remote, m_externals[i]);
            Expect(m_table.TranslateInbound(m_packets[0]));
        }
    }

    /// @return ns a packet of one chunk
    double
    Time(PacketTask task)
    {
        Prepare(task);
        std::array<NatVerdict, CHUNK> verdicts{};
        const auto begin = std::chrono::steady_clock::now();
        switch (task)
        {
        case PacketTask::NEW:
        case PacketTask::HIT_OUT:
            for (std::size_t i = 0; i < CHUNK; ++i)
            {
                verdicts[i] = m_table.TranslateOutbound(m_packets[i]);
            }
            break;
        case PacketTask::HIT_IN:
        case PacketTask::MISS:
        case PacketTask::SAME_MISS:
            for (std::size_t i = 0; i < CHUNK; ++i)
            {
                verdicts[i] = m_table.TranslateInbound(m_packets[i]);
            }
            break;
        case PacketTask::BATCH_OUT:
            m_table.TranslateOutbound(m_packets, verdicts);
            break;
        case PacketTask::BATCH_IN:
            m_table.TranslateInbound(m_packets, verdicts);
            break;
        }
        const std::chrono::duration<double, std::nano> elapsed =
            std::chrono::steady_clock::now() - begin;
        const bool isMiss = task == PacketTask::MISS || task == PacketTask::SAME_MISS;
        for (const NatVerdict verdict : verdicts)
        {
            if ((verdict == NatVerdict::TRANSLATED) == isMiss)
            {
                throw std::logic_error(m_name + ": " + std::string(NameOf(verdict)));
            }
        }
        if (task == PacketTask::NEW)
        {
            EndNewFlows();
        }
        return elapsed.count() / CHUNK;
    }

    const std::string&
    Name() const
    {
        return m_name;
    }

    NatTable&
    Table()
    {
        return m_table;
    }

  private:
    struct alignas(64) Buffer
    {
        std::array<std::byte, 64> bytes{};
    };

    /// The base flows that never answered live so long.
    static constexpr NatTime NEW_LIFETIME = std::chrono::seconds{1};

    static void
    Expect(NatVerdict verdict)
    {
        if (verdict != NatVerdict::TRANSLATED)
        {
            throw std::logic_error("a packet of the set-up: " + std::string(NameOf(verdict)));
        }
    }

    uint64_t
    Pick(uint64_t bound)
    {
        return (uint64_t{m_picks->Next()} << 16 ^ m_picks->Next()) % bound;
    }

    void
    Prepare(PacketTask task)
    {
        const NatEndpoint stranger{(198U << 24 | 19U << 16) + m_picks->Next() % 0xFFFF, 53};
        for (std::size_t i = 0; i < CHUNK; ++i)
        {
            const uint64_t number = Pick(m_flows);
            const NatFlow flow = m_flowOf(task == PacketTask::NEW ? m_flows + m_made++ : number);
            switch (task)
            {
            case PacketTask::NEW:
            case PacketTask::HIT_OUT:
            case PacketTask::BATCH_OUT:
                WritePacket(m_packets[i], flow.internal, flow.remote);
                break;
            case PacketTask::HIT_IN:
            case PacketTask::BATCH_IN:
                WritePacket(m_packets[i], flow.remote, m_externals[number]);
                break;
            case PacketTask::MISS:
                // A stranger to a port that is in use.
                WritePacket(m_packets[i],
                            {m_picks->Next() | 1U << 31, static_cast<uint16_t>(1 + Pick(0xFFFF))},
                            {m_externals[0].address, m_externals[number].port});
                break;
            case PacketTask::SAME_MISS:
                WritePacket(m_packets[i], stranger, m_externals[m_flows / 2]);
                break;
            }
        }
    }

    /// Time passes until the flows of the last chunk are over and a packet found them so.
    void
    EndNewFlows()
    {
        m_now += 2 * NEW_LIFETIME;
        m_time.Set(m_now);
        const NatFlow kept = m_flowOf(0);
        for (int i = 0; i < 64; ++i)
        {
            WritePacket(m_packets[0], kept.internal, kept.remote);
            m_table.TranslateOutbound(m_packets[0]);
        }
    }

    std::string m_name;
    SimulatedNatTime m_time;
    NatTime m_now{0};
    std::unique_ptr<RandomEngine> m_engine;
    std::unique_ptr<RandomEngine> m_picks;
    NatTable m_table;
    std::size_t m_flows;
    FlowOfNumber m_flowOf;
    uint64_t m_made{0};
    std::vector<NatEndpoint> m_externals;
    std::vector<Buffer> m_buffers;
    std::vector<std::span<std::byte>> m_packets;
};

} // namespace bindstorm

#endif // BINDSTORM_PACKET_CONTENDER_H
