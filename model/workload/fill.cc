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
 * Opens sockets and keeps them until no port is left (or a number is reached), then goes on trying.
 */
class Fill final : public Workload
{
  public:
    Fill(const Settings& settings, WorkloadHost& host)
        : Workload(host),
          m_protocol(ProtocolOf(settings)),
          m_request(RequestOf(settings)),
          m_limit(static_cast<uint64_t>(settings.GetInteger("limit"))),
          m_failures(static_cast<uint64_t>(settings.GetInteger("failures"))),
          m_processes(static_cast<uint32_t>(settings.GetInteger("processes")))
    {
        if (m_limit == 0 && m_request.reuseAddress)
        {
            // Sockets that share ports never meet a full range.
            m_limit = EligiblePorts(host.TableConfig()).size();
        }
    }

    void
    Start() override
    {
        for (uint32_t process = 0; process < m_processes; ++process)
        {
            Open(process);
        }
    }

    void
    OnCompletion(uint32_t process, const Completion& completion) override
    {
        --m_underWay;
        if (completion.error == BindError::NO_BUFFERS)
        {
            return; // no answer about ports: this process gives up, the others go on
        }
        if (completion.error == BindError::NONE)
        {
            ++m_held;
        }
        else
        {
            ++m_failed;
        }
        Open(process);
    }

    void
    OnWake(uint32_t /* process */) override
    {
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
        if (m_failed >= m_failures || (m_limit > 0 && m_held + m_underWay >= m_limit))
        {
            return;
        }
        ++m_underWay;
        m_host.Submit(process,
                      {.kind = OperationKind::BIND, .protocol = m_protocol, .request = m_request});
    }

    Protocol m_protocol;
    PortRequest m_request;
    uint64_t m_limit;
    uint64_t m_failures;
    uint32_t m_processes;
    uint64_t m_held{0};
    uint64_t m_underWay{0};
    uint64_t m_failed{0};
};

} // namespace

WorkloadInfo
DescribeFill()
{
    return {.name = "fill",
            .summary = "opens sockets and keeps them until the range is full, then fails a stated "
                       "number of times",
            .settings = WithSocketSettings(
                {{.name = "limit",
                  .type = SettingType::INTEGER,
                  .defaultValue = int64_t{0},
                  .low = 0,
                  .high = 1e12,
                  .help = "Sockets to open at the most; 0: as many as there are ports."},
                 CountSetting("failures", 1, "Ends after this many failed attempts."),
                 ProcessesSetting(1)}),
            .create = [](const Settings& settings, WorkloadHost& host) -> std::unique_ptr<Workload>
            { return std::make_unique<Fill>(settings, host); }};
}

} // namespace bindstorm
