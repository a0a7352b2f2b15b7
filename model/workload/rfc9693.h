/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RFC9693_H
#define BINDSTORM_RFC9693_H

#include "connection-plan.h"
#include "pass-workload.h"
#include "unique-order.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// Phases of RFC 9693's measures, by index.
enum Rfc9693Phase : uint8_t
{
    RFC9693_PHASE_1,  ///< outbound packets that each make a connection
    RFC9693_PHASE_2,  ///< packets of connections
    RFC9693_TEAR_DOWN ///< packets from strangers, which housekeeping goes with
};

/**
 * @ingroup workload
 * What the measures of RFC 9693 have in common: phase 1, in which each packet makes a connection,
 * and phase 2 over the connections that there are.
 */
class Rfc9693Workload : public PassWorkload
{
  public:
    Rfc9693Workload(const Settings& settings, PacketWorkloadHost& host);

    void OnPause() override;

  protected:
    /// Which packets a connection gets in phase 2.
    enum class Ways : uint8_t
    {
        BOTH, ///< in turns
        OUTBOUND,
        INBOUND
    };

    /// Phase 1 for the first connections of the plan.
    void BeginPhase1(const PacketPass& pass, bool isSetUp);
    /// Phase 2: the packets go through the first connections of the plan, in another order.
    void BeginPhase2(const PacketPass& pass, Ways ways, uint32_t connections);
    /// One packet from a stranger to a port that nobody has.
    void BeginProbe();
    /// Ends every session of the table, which takes no time, and calls OnEmptied() when ports are
    /// free again.
    void Empty();

    virtual void OnEmptied() = 0;

    uint32_t
    Connections() const
    {
        return m_connections;
    }

    void Send(uint32_t number) override;
    PacketFate Judge(const PacketAnswer& answer) override;

  private:
    uint32_t ConnectionOf(uint32_t number) const;
    bool IsOutbound(uint32_t number) const;

    uint32_t m_connections; ///< of the settings
    ConnectionPlan m_plan;
    std::vector<NatEndpoint> m_external; ///< by connection
    Rfc9693Phase m_phase{RFC9693_PHASE_1};
    bool m_isSetUp{false};
    Ways m_ways{Ways::BOTH};
    uint32_t m_among{1};                ///< connections of phase 2
    std::optional<UniqueOrder> m_order; ///< of phase 2
    uint64_t m_firstTurn{0};            ///< place in that order at which the pass begins
    uint64_t m_turn{0};                 ///< at which the next one does: all take their turns
};

/// @ingroup workload
/// Binary search on the rate of phase 1.
std::unique_ptr<PacketWorkload> MakeRfc9693Establishment(const Settings& settings,
                                                         PacketWorkloadHost& host);
/// @ingroup workload
/// Binary search on the rate of phase 2.
std::unique_ptr<PacketWorkload> MakeRfc9693Throughput(const Settings& settings,
                                                      PacketWorkloadHost& host);
/// @ingroup workload
/// Time until all connections that are over are gone.
std::unique_ptr<PacketWorkload> MakeRfc9693TearDown(const Settings& settings,
                                                    PacketWorkloadHost& host);
/// @ingroup workload
/// Search for the most connections that can be there.
std::unique_ptr<PacketWorkload> MakeRfc9693Capacity(const Settings& settings,
                                                    PacketWorkloadHost& host);

} // namespace bindstorm

#endif // BINDSTORM_RFC9693_H
