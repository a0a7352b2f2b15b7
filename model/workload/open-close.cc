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
 * The program of the 2009 thread: bind() to port 0, read the port, close, again. A closed loop: a
 * process has one operation outstanding. A bind that is refused or fails counts as a round.
 */
class OpenClose final : public Workload
{
  public:
    OpenClose(const Settings& settings, WorkloadHost& host)
        : Workload(host),
          m_protocol(ProtocolOf(settings)),
          m_request(RequestOf(settings)),
          m_think(settings.GetDuration("think")),
          m_remaining(static_cast<std::size_t>(settings.GetInteger("processes")),
                      static_cast<uint64_t>(settings.GetInteger("count")))
    {
    }

    void
    Start() override
    {
        for (uint32_t process = 0; process < m_remaining.size(); ++process)
        {
            Open(process);
        }
    }

    void
    OnCompletion(uint32_t process, const Completion& completion) override
    {
        if (completion.kind == OperationKind::BIND && completion.error == BindError::NONE)
        {
            m_host.Submit(process,
                          {.kind = OperationKind::CLOSE,
                           .protocol = m_protocol,
                           .socket = completion.socket});
            return;
        }
        if (completion.kind == OperationKind::CLOSE && completion.error == BindError::NO_BUFFERS)
        {
            // A refused close leaves the socket open: this process ends with it.
            return;
        }
        if (--m_remaining[process] == 0)
        {
            return;
        }
        if (m_think.count() > 0)
        {
            m_host.WakeAt(process, m_host.Now() + m_think);
            return;
        }
        Open(process);
    }

    void
    OnWake(uint32_t process) override
    {
        Open(process);
    }

    std::vector<std::pair<Protocol, PortRequest>>
    Requests() const override
    {
        return {{m_protocol, m_request}};
    }

  private:
    void
    Open(uint32_t process)
    {
        m_host.Submit(process,
                      {.kind = OperationKind::BIND, .protocol = m_protocol, .request = m_request});
    }

    Protocol m_protocol;
    PortRequest m_request;
    std::chrono::nanoseconds m_think;
    std::vector<uint64_t> m_remaining; ///< rounds left, by process
};

} // namespace

WorkloadInfo
DescribeOpenClose()
{
    return {.name = "open-close",
            .summary =
                "bind(0), read the port, close, count times in a closed loop: the program of "
                "the 2009 thread",
            .settings = WithSocketSettings({CountSetting("count", 1000, "Rounds of each process."),
                                            ProcessesSetting(1),
                                            {.name = "think",
                                             .type = SettingType::DURATION,
                                             .defaultValue = int64_t{0},
                                             .low = 0,
                                             .high = 1e18,
                                             .help = "Pause between two rounds."}}),
            .create = [](const Settings& settings, WorkloadHost& host) -> std::unique_ptr<Workload>
            { return std::make_unique<OpenClose>(settings, host); }};
}

} // namespace bindstorm
