/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PASS_WORKLOAD_H
#define BINDSTORM_PASS_WORKLOAD_H

#include "limit-search.h"
#include "packet-workload.h"
#include "pass-counts.h"

#include "model/base/setting.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup workload
 * A number of packets at one pace.
 */
struct PacketPass
{
    uint32_t packets{1};     ///< at least 1
    uint64_t rate{0};        ///< packets a second; 0: each when the one before it is answered
    bool isPoisson{false};   ///< with a rate: exponential times between packets, else equal ones
    bool stopsAtLoss{false}; ///< without a rate: nothing is sent after a packet that is lost
};

/**
 * @ingroup workload
 * A workload that sends packets in passes. A pass is over when all its packets were sent and
 * answered, so each finds an idle box. What it does between passes is the derived class's part.
 */
class PassWorkload : public PacketWorkload
{
  public:
    bool OnAnswer(uint32_t process, const PacketAnswer& answer) final;
    void OnWake(uint32_t process, uint32_t tag) final;

  protected:
    using PacketWorkload::PacketWorkload;

    /// The one process that there is.
    static constexpr uint32_t PROCESS = 0;

    void Begin(const PacketPass& pass);
    /// OnPause() follows after that time. Not within a pass.
    void Pause(std::chrono::nanoseconds time);

    /// @return of the pass that is on, or of the last one
    const PassCounts&
    Counts() const
    {
        return m_counts;
    }

    /// Hands in a packet of the pass, numbered from 0; its mark has the number as its tag.
    virtual void Send(uint32_t number) = 0;
    /// @return what became of a packet that was served
    virtual PacketFate Judge(const PacketAnswer& answer) = 0;
    virtual void OnPassEnd() = 0;
    virtual void OnPause() = 0;

  private:
    enum WakeTag : uint32_t
    {
        SEND,
        PAUSE_END
    };

    void SendNext();
    void SendDue();
    std::chrono::nanoseconds NextDue();

    PacketPass m_pass;
    PassCounts m_counts;
    std::chrono::nanoseconds m_begun{0};
    std::chrono::nanoseconds m_due{0}; ///< when the next packet is to be sent
    uint64_t m_fine{0};                ///< the same since the beginning, exactly, where drawn
    uint64_t m_answered{0};
};

/// @ingroup workload
/// @return the settings lowest_rate, highest_rate, resolution and pace
std::vector<SettingInfo> RateSettings();

/**
 * @ingroup workload
 * @return the bounds of the search that the settings ask for, with no first rate yet
 * @throws ConfigError when lowest_rate is above highest_rate
 */
LimitSearch::Bounds RateBounds(const Settings& settings, const std::string& workload);

} // namespace bindstorm

#endif // BINDSTORM_PASS_WORKLOAD_H
