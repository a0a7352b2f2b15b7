/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_WORKLOAD_RUNNER_H
#define BINDSTORM_PACKET_WORKLOAD_RUNNER_H

#include "nat-box.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup host
 * Gives one workload of packets its box: time and timers of the event loop, the CPU, a stream of
 * its own.
 */
class NatBox::Runner final : public PacketWorkloadHost
{
  public:
    Runner(NatBox& box, const WorkloadSpec& spec, uint32_t index, const StreamSeed& seed);

    std::chrono::nanoseconds Now() const override;
    void Outbound(uint32_t process,
                  const NatFlow& flow,
                  TcpFlags flags,
                  const PacketMark& mark) override;
    void Inbound(uint32_t process,
                 const NatArrival& arrival,
                 TcpFlags flags,
                 const PacketMark& mark) override;
    void Translate(uint32_t process,
                   PacketDirection direction,
                   std::vector<std::byte> packet,
                   const PacketMark& mark) override;
    void WakeAt(uint32_t process, std::chrono::nanoseconds at, uint32_t tag) override;
    void End(uint32_t process, const Exchange& exchange) override;
    DrawSource& Draws() override;
    NatTable& Table() override;

    /// Schedules the workload's start.
    void ScheduleStart();

    PacketWorkload&
    GetWorkload()
    {
        return *m_workload;
    }

    uint32_t
    Index() const
    {
        return m_index;
    }

  private:
    void Begin();
    void Wake(uint32_t process, uint32_t tag);

    NatBox& m_box;
    uint32_t m_index;
    std::string m_name;
    std::chrono::nanoseconds m_start;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_drawn; ///< draws of the workload, which are no work of the box
    DrawSource m_draws;
    std::unique_ptr<PacketWorkload> m_workload;
};

} // namespace bindstorm

#endif // BINDSTORM_PACKET_WORKLOAD_RUNNER_H
