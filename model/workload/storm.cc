/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "workload-settings.h"

#include "model/base/exponential-draw.h"

#include <deque>

namespace bindstorm
{

namespace
{

/**
 * Many processes that bind at a given rate whether or not earlier binds have come back: an open
 * loop. Each socket is held for a while and closed.
 */
class Storm final : public Workload
{
  public:
    Storm(const Settings& settings, WorkloadHost& host)
        : Workload(host),
          m_protocol(ProtocolOf(settings)),
          m_request(RequestOf(settings)),
          m_interval(settings.GetDuration("interval")),
          m_hold(settings.GetDuration("hold")),
          m_burst(static_cast<uint32_t>(settings.GetInteger("burst"))),
          m_isPoisson(settings.GetText("pace") == "poisson"),
          m_remaining(static_cast<std::size_t>(settings.GetInteger("processes")),
                      static_cast<uint64_t>(settings.GetInteger("count")))
    {
    }

    void
    Start() override
    {
        m_closing.resize(m_remaining.size());
        for (uint32_t process = 0; process < m_remaining.size(); ++process)
        {
            // Processes do not start in step: the first burst falls anywhere in an interval.
            const uint64_t draw = m_host.Draws().Draw();
            const auto interval = static_cast<uint64_t>(m_interval.count());
            const uint64_t first =
                (interval >> 32) * draw + ((interval & 0xFFFF'FFFF) * draw >> 32);
            Wait(process, std::chrono::nanoseconds{static_cast<int64_t>(first)});
        }
    }

    void
    OnCompletion(uint32_t process, const Completion& completion) override
    {
        if (completion.kind != OperationKind::BIND || completion.error != BindError::NONE)
        {
            return;
        }
        if (m_hold.count() == 0)
        {
            Close(process, completion.socket);
            return;
        }
        // Every socket is held equally long, so they end in the order in which they came.
        const auto until = m_host.Now() + m_hold;
        m_closing[process].push_back({until, completion.socket});
        m_host.WakeAt(process, until);
    }

    void
    OnWake(uint32_t process) override
    {
        auto& closing = m_closing[process];
        if (!closing.empty() && closing.front().until <= m_host.Now())
        {
            const SocketHandle socket = closing.front().socket;
            closing.pop_front();
            Close(process, socket);
            return;
        }
        Burst(process);
    }

    std::vector<std::pair<Protocol, PortRequest>>
    Requests() const override
    {
        return {{m_protocol, m_request}};
    }

  private:
    struct Held
    {
        std::chrono::nanoseconds until;
        SocketHandle socket;
    };

    void
    Wait(uint32_t process, std::chrono::nanoseconds delay)
    {
        m_host.WakeAt(process, m_host.Now() + delay);
    }

    void
    Burst(uint32_t process)
    {
        uint64_t& remaining = m_remaining[process];
        for (uint32_t i = 0; i < m_burst && remaining > 0; ++i, --remaining)
        {
            m_host.Submit(
                process,
                {.kind = OperationKind::BIND, .protocol = m_protocol, .request = m_request});
        }
        if (remaining == 0)
        {
            return;
        }
        const auto mean = static_cast<uint64_t>(m_interval.count());
        Wait(process,
             std::chrono::nanoseconds{
                 static_cast<int64_t>(m_isPoisson ? DrawExponential(m_host.Draws(), mean) : mean)});
    }

    void
    Close(uint32_t process, SocketHandle socket)
    {
        m_host.Submit(process,
                      {.kind = OperationKind::CLOSE, .protocol = m_protocol, .socket = socket});
    }

    Protocol m_protocol;
    PortRequest m_request;
    std::chrono::nanoseconds m_interval;
    std::chrono::nanoseconds m_hold;
    uint32_t m_burst;
    bool m_isPoisson;
    std::vector<uint64_t> m_remaining;       ///< binds left, by process
    std::vector<std::deque<Held>> m_closing; ///< by process, in order of their end
};

} // namespace

WorkloadInfo
DescribeStorm()
{
    return {.name = "storm",
            .summary = "many processes bind in bursts at a given rate, an open loop, and hold each "
                       "socket for a while",
            .settings = WithSocketSettings(
                {CountSetting("count", 1000, "Binds of each process."),
                 ProcessesSetting(100),
                 {.name = "interval",
                  .type = SettingType::DURATION,
                  .defaultValue = int64_t{10'000'000},
                  .low = 1,
                  .high = 1e15,
                  .help = "Mean time between two bursts of a process."},
                 {.name = "burst",
                  .type = SettingType::INTEGER,
                  .defaultValue = int64_t{1},
                  .low = 1,
                  .high = 1e6,
                  .help = "Binds that a process asks for at once."},
                 {.name = "pace",
                  .type = SettingType::CHOICE,
                  .defaultValue = "poisson",
                  .choices = {"poisson", "periodic"},
                  .help = "Whether the times between bursts are exponential or all equal."},
                 {.name = "hold",
                  .type = SettingType::DURATION,
                  .defaultValue = int64_t{0},
                  .low = 0,
                  .high = 1e15,
                  .help = "How long each socket stays open."}}),
            .create = [](const Settings& settings, WorkloadHost& host) -> std::unique_ptr<Workload>
            { return std::make_unique<Storm>(settings, host); }};
}

} // namespace bindstorm
