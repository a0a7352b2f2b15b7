/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_PERF_H
#define BINDSTORM_LIBALIAS_PERF_H

#include "libalias-perf-result.h"
#include "libalias-perf-settings.h"

#include "model/base/draw-source.h"
#include "model/base/packet-record.h"
#include "model/nat/nat-table.h"

#include <cstdint>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// What the performance test wants next.
enum class PerfStep : uint8_t
{
    PACKET, ///< the table's answer to Packet(), by Judge()
    TIME,   ///< the time, by Tell()
    END     ///< nothing, it is over
};

/**
 * @ingroup workload
 * A packet of the performance test.
 */
struct PerfPacket
{
    PacketDirection direction{PacketDirection::OUTBOUND};
    uint32_t flow{0};   ///< of which flow of the test it is; means nothing for RANDOM and ATTACK
    NatFlow outbound{}; ///< when it is from inside
    NatArrival inbound{};
};

/**
 * @ingroup workload
 * The performance test of the libalias reviews (FreeBSD, tests/sys/netinet/libalias, "perf"): says
 * which packets to send one after the other and counts what became of them. It has no clock: it
 * says when it wants the time, which is where the original looked at it. So the same test runs in
 * simulated and in real time.
 *
 * A round is the four phases of PerfPhase. The batch of flows is shuffled before it is used (the
 * original sorts it with a random comparator, which is nearly that). Rounds go on until the time is
 * over, which is looked at with about each thousandth packet.
 */
class LibaliasPerf
{
  public:
    /**
     * @param settings batchSize at least 1
     * @param external the address of the table
     * @param draws must outlive this object
     */
    LibaliasPerf(const LibaliasPerfSettings& settings, uint32_t external, DrawSource& draws);

    /// @return the redirects that are to be made before the first step
    std::vector<NatRedirect> DrawRedirects();

    PerfStep Next();

    /// @return after Next() said PACKET: that packet
    const PerfPacket& Packet() const;
    PerfPhase Phase() const;

    /// @param now the time, on a clock that does not go back
    void Tell(NatTime now);

    /**
     * @param answer the table's answer to Packet()
     * @return whether the test counts it as ok. Of RANDOM and ATTACK it does so for packets that
     *         pass, although nearly all of them should not.
     */
    bool Judge(const NatAnswer& answer);

    const LibaliasPerfResult& Result() const;

  private:
    /// What the time is wanted for.
    enum class Reading : uint8_t
    {
        NONE,
        START,
        PHASE_BEGIN,
        PHASE_END,
        DEADLINE
    };

    struct Flow
    {
        NatFlow flow;
        uint16_t externalPort;
    };

    void BeginPhase(PerfPhase phase);
    void EndPhase(NatTime now);
    void EndRound();
    bool FindNext();
    bool DrawInReview();
    bool DrawInUse();
    PerfPacket DrawFairPacket(PerfPhase phase);
    PerfPacket DrawPacketOf(uint32_t flow);
    PerfPacket OpenFlow();
    void Shuffle();
    bool JudgeNewFlow(const NatAnswer& answer);
    bool JudgeUse(const NatAnswer& answer) const;
    PerfKind KindOfPacket() const;

    LibaliasPerfSettings m_settings;
    uint32_t m_external;
    DrawSource& m_draws;
    LibaliasPerfResult m_result;

    bool m_isOver{false};
    Reading m_reading{Reading::START};
    NatTime m_start{0};
    NatTime m_begin{0}; ///< of the phase
    PerfPhase m_phase{PerfPhase::NEW_NAT};
    uint32_t m_sent{0};      ///< packets of the phase
    uint32_t m_unchecked{0}; ///< packets since the deadline was looked at

    std::vector<Flow> m_flows;       ///< of this round; fair: of all
    uint32_t m_turn{0};              ///< USE_NAT: the flow at which the window begins
    uint32_t m_left{0};              ///< USE_NAT: packets of its conversation
    std::vector<PerfPacket> m_drawn; ///< fair: packets of the phase
    PerfPacket m_packet;
};

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_PERF_H
