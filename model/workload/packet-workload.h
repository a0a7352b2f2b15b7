/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_WORKLOAD_H
#define BINDSTORM_PACKET_WORKLOAD_H

#include "model/base/draw-source.h"
#include "model/base/packet-record.h"
#include "model/base/setting.h"
#include "model/base/workload-report.h"
#include "model/nat/nat-table.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup workload
 * What a workload says of a packet that it sends.
 */
struct PacketMark
{
    uint8_t phase{0}; ///< index into PacketWorkloadInfo::phases: packets that are counted together
    bool isSetUp{false}; ///< brings about the state to be measured
    uint32_t tag{0};     ///< the workload's own; comes back with the answer
};

/**
 * @ingroup workload
 * What became of a packet.
 */
struct PacketAnswer
{
    PacketDirection direction{PacketDirection::OUTBOUND};
    PacketMark mark{};
    bool isServed{true}; ///< false: the box had no room for it in its queue
    NatAnswer nat{};     ///< what the table said, if it was asked

    /// @return whether the packet goes on
    bool
    IsForwarded() const
    {
        return isServed && bindstorm::IsForwarded(nat.verdict);
    }
};

/**
 * @ingroup workload
 * Several packets that count as one thing done, e.g. a request with its response.
 */
struct Exchange
{
    std::chrono::nanoseconds begun{0};
    bool isSuccess{false};
    uint8_t attempts{1};
    bool isSetUp{false};
};

/**
 * @ingroup workload
 * What a workload may ask of the box that its packets pass. Processes are numbered from 0 within a
 * workload.
 */
class PacketWorkloadHost
{
  public:
    /// @return simulated time since the start of the run
    virtual std::chrono::nanoseconds Now() const = 0;

    /// Hands a packet from inside to the box. OnAnswer() follows, never from within this call.
    virtual void Outbound(uint32_t process,
                          const NatFlow& flow,
                          TcpFlags flags,
                          const PacketMark& mark) = 0;

    /// The same for a packet from outside.
    virtual void Inbound(uint32_t process,
                         const NatArrival& arrival,
                         TcpFlags flags,
                         const PacketMark& mark) = 0;

    /**
     * The same for a packet as bytes, an IPv4 packet from its first byte on. The answer has the
     * verdict; what goes on, fragments released by this one included, is gone.
     */
    virtual void Translate(uint32_t process,
                           PacketDirection direction,
                           std::vector<std::byte> packet,
                           const PacketMark& mark) = 0;

    /// Calls OnWake() with the tag at that time, not before now.
    virtual void WakeAt(uint32_t process, std::chrono::nanoseconds at, uint32_t tag = 0) = 0;

    /// An exchange ended now.
    virtual void End(uint32_t process, const Exchange& exchange) = 0;

    /// @return the workload's own stream; its draws are not part of any packet's work
    virtual DrawSource& Draws() = 0;

    /// @return the table, to set it up (redirects) and to look at it; what is done there directly
    ///         takes no time and is no packet
    virtual NatTable& Table() = 0;

  protected:
    ~PacketWorkloadHost() = default;
};

/**
 * @ingroup workload
 * What the hosts on both sides of a box do: a state machine without ns-3 and without a clock of its
 * own.
 */
class PacketWorkload
{
  public:
    explicit PacketWorkload(PacketWorkloadHost& host)
        : m_host(host)
    {
    }

    PacketWorkload(const PacketWorkload&) = delete;
    PacketWorkload& operator=(const PacketWorkload&) = delete;
    virtual ~PacketWorkload() = default;

    /// Called once, at the workload's start time.
    virtual void Start() = 0;
    /// @return whether that is what should have become of the packet
    [[nodiscard]] virtual bool OnAnswer(uint32_t process, const PacketAnswer& answer) = 0;
    virtual void OnWake(uint32_t process, uint32_t tag) = 0;

    /// Called once, when the run ends.
    virtual WorkloadReport
    Report() const
    {
        return {};
    }

  protected:
    PacketWorkloadHost& m_host;
};

/**
 * @ingroup workload
 * What the registry knows of a workload of packets.
 */
struct PacketWorkloadInfo
{
    std::string name;
    std::string summary; ///< one sentence
    std::vector<SettingInfo> settings;
    std::vector<std::string> phases; ///< names in results, at least one, at most 255
    std::unique_ptr<PacketWorkload> (*create)(const Settings&, PacketWorkloadHost&);
    /// What it costs to make the other workloads of the box fail is measured.
    bool isAttack{false};
    /// Throws a ConfigError for settings that contradict each other or the box, before anything
    /// runs; null where none can.
    void (*check)(const Settings&, const NatConfig&){nullptr};
    /// Asks for PacketWorkloadHost::Table(), which a box of several instances does not have.
    bool needsOneTable{false};
    /// Empties the table and judges every packet's loss: nothing else may pass the box.
    bool needsWholeBox{false};
};

/// @ingroup workload
/// What a workload with PacketWorkloadInfo::isAttack calls its count of links that it holds at the
/// end, in its report.
inline constexpr const char* ATTACK_ENTRIES = "entries_held";

/// @ingroup workload
/// @return every workload of packets, in the order of packet-workloads.def
std::span<const PacketWorkloadInfo> GetPacketWorkloads();

/// @ingroup workload
/// @throws ConfigError for an unknown name, with the nearest known one
const PacketWorkloadInfo& FindPacketWorkload(const std::string& name);

} // namespace bindstorm

#endif // BINDSTORM_PACKET_WORKLOAD_H
