/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "workload-settings.h"

namespace bindstorm
{

namespace
{

/**
 * A periodic foreground task on the same CPU, e.g. a game that draws: each period one piece of
 * work. A frame that does not end before the next period begins is late; its rate is the thread's
 * "frame rate".
 */
class Frames final : public Workload
{
  public:
    Frames(const Settings& settings, WorkloadHost& host)
        : Workload(host),
          m_period(settings.GetDuration("period")),
          m_work(settings.GetDuration("work")),
          m_remaining(static_cast<uint64_t>(settings.GetInteger("count")))
    {
    }

    void
    Start() override
    {
        OnWake(0);
    }

    void
    OnCompletion(uint32_t /* process */, const Completion& /* completion */) override
    {
    }

    void
    OnWake(uint32_t process) override
    {
        m_host.Submit(process, {.kind = OperationKind::FRAME, .work = m_work, .allowed = m_period});
        if (--m_remaining > 0)
        {
            m_host.WakeAt(process, m_host.Now() + m_period);
        }
    }

    std::vector<std::pair<Protocol, PortRequest>>
    Requests() const override
    {
        return {};
    }

  private:
    std::chrono::nanoseconds m_period;
    std::chrono::nanoseconds m_work;
    uint64_t m_remaining;
};

} // namespace

WorkloadInfo
DescribeFrames()
{
    return {.name = "frames",
            .summary = "a periodic foreground task on the same CPU whose late frames are counted",
            .settings = {CountSetting("count", 600, "Frames."),
                         {.name = "period",
                          .type = SettingType::DURATION,
                          .defaultValue = int64_t{16'666'667},
                          .low = 1,
                          .high = 1e15,
                          .help = "Time between the starts of two frames, which each has to end."},
                         {.name = "work",
                          .type = SettingType::DURATION,
                          .defaultValue = int64_t{5'000'000},
                          .low = 0,
                          .high = 1e15,
                          .help = "CPU time of a frame."}},
            .create = [](const Settings& settings, WorkloadHost& host) -> std::unique_ptr<Workload>
            { return std::make_unique<Frames>(settings, host); }};
}

} // namespace bindstorm
