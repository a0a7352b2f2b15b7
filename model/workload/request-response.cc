/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "packet-workload.h"
#include "request-flows.h"
#include "workload-settings.h"

#include "model/base/exponential-draw.h"

#include <cmath>

namespace bindstorm
{

namespace
{

/// What a wake-up is for.
enum WakeKind : uint32_t
{
    NEXT,    ///< the host begins a flow
    SERVE,   ///< the server answers
    TIME_OUT ///< the host has waited long enough
};

/**
 * Internal hosts that ask servers beyond the box and wait for the answers. A flow is some requests,
 * each with its response; TCP opens and closes it. What the box drops is sent again after a while.
 */
class RequestResponse final : public PacketWorkload
{
  public:
    RequestResponse(const Settings& settings, PacketWorkloadHost& host)
        : PacketWorkload(host),
          m_isTcp(settings.GetText("protocol") == "tcp"),
          m_pace(settings.GetText("pace")),
          m_interval(static_cast<uint64_t>(std::llround(1e9 / settings.GetNumber("rate")))),
          m_requests(static_cast<uint32_t>(settings.GetInteger("requests"))),
          m_servers(static_cast<uint32_t>(settings.GetInteger("servers"))),
          m_serverPort(static_cast<uint16_t>(settings.GetInteger("server_port"))),
          m_serverDelay(settings.GetDuration("server_delay")),
          m_timeout(settings.GetDuration("timeout")),
          m_retries(static_cast<uint8_t>(settings.GetInteger("retries"))),
          m_hosts(static_cast<std::size_t>(settings.GetInteger("hosts")),
                  {static_cast<uint64_t>(settings.GetInteger("flows")), FIRST_PORT})
    {
    }

    void
    Start() override
    {
        for (uint32_t host = 0; host < m_hosts.size(); ++host)
        {
            // Hosts do not start in step: the first flow falls anywhere in an interval.
            const uint64_t draw = m_host.Draws().Draw();
            const uint64_t first =
                (m_interval >> 32) * draw + ((m_interval & 0xFFFF'FFFF) * draw >> 32);
            WakeAfter(host, m_pace == "closed" ? 0 : first, NEXT);
        }
    }

    bool
    OnAnswer(uint32_t process, const PacketAnswer& answer) override
    {
        const uint32_t slot = RequestFlows::SlotOf(answer.mark.tag);
        RequestFlow& flow = m_flows[slot];
        const bool isCurrent = flow.isOpen && RequestFlows::StepOf(answer.mark.tag) == flow.step;
        bool isRight = answer.IsForwarded();
        if (answer.direction == PacketDirection::INBOUND)
        {
            isRight = isRight && answer.nat.endpoint == flow.tuple.internal;
            if (isRight && isCurrent)
            {
                Receive(slot);
            }
        }
        else if (isRight && isCurrent)
        {
            flow.external = answer.nat.endpoint;
            if (flow.isLast)
            {
                EndFlow(slot);
            }
            else if (answer.mark.phase != REQUEST || m_serverDelay.count() == 0)
            {
                Serve(slot);
            }
            else
            {
                m_flows.Hold(slot);
                WakeAfter(process, static_cast<uint64_t>(m_serverDelay.count()), SERVE, slot);
            }
        }
        m_flows.Release(slot);
        return isRight;
    }

    void
    OnWake(uint32_t process, uint32_t tag) override
    {
        const uint32_t slot = RequestFlows::SlotOf(tag);
        switch (static_cast<WakeKind>(tag & 3))
        {
        case NEXT:
            BeginFlow(process);
            return;
        case SERVE:
            if (m_flows[slot].isOpen && RequestFlows::StepOf(tag) == m_flows[slot].step)
            {
                Serve(slot);
            }
            break;
        case TIME_OUT:
            if (m_flows[slot].isOpen && RequestFlows::StepOf(tag) == m_flows[slot].step &&
                m_host.Now() >= m_flows[slot].deadline)
            {
                GiveUpOrRepeat(slot);
            }
            break;
        }
        m_flows.Release(slot);
    }

    WorkloadReport
    Report() const override
    {
        return {.counts = {}, .tables = {}, .unfinished = m_flows.CountAsking()};
    }

  private:
    struct Host
    {
        uint64_t flows; ///< that it has still to begin
        uint16_t nextPort;
    };

    static constexpr uint16_t FIRST_PORT = 32768;
    static constexpr uint32_t FIRST_HOST = 10U << 24 | 1;                ///< 10.0.0.1
    static constexpr uint32_t FIRST_SERVER = 198U << 24 | 18U << 16 | 1; ///< 198.18.0.1, RFC 2544

    void
    WakeAfter(uint32_t host, uint64_t delay, WakeKind kind)
    {
        m_host.WakeAt(host, m_host.Now() + std::chrono::nanoseconds{delay}, kind);
    }

    void
    WakeAfter(uint32_t host, uint64_t delay, WakeKind kind, uint32_t slot)
    {
        m_host.WakeAt(host,
                      m_host.Now() + std::chrono::nanoseconds{delay},
                      m_flows.TagOf(slot, kind));
    }

    void
    BeginFlow(uint32_t process)
    {
        Host& host = m_hosts[process];
        if (host.flows == 0)
        {
            return;
        }
        --host.flows;
        const uint32_t slot = m_flows.Take();
        const uint32_t server = m_host.Draws().DrawBelow(m_servers);
        m_flows[slot] = {.host = process,
                         .tuple = {.protocol = m_isTcp ? IP_TCP : IP_UDP,
                                   .internal = {FIRST_HOST + process, host.nextPort},
                                   .remote = {FIRST_SERVER + server, m_serverPort}},
                         .external = {},
                         .requests = m_requests,
                         .phase = m_isTcp ? OPEN : REQUEST,
                         .step = m_flows[slot].step,
                         .isOpen = true};
        host.nextPort =
            host.nextPort == UINT16_MAX ? FIRST_PORT : static_cast<uint16_t>(host.nextPort + 1);
        if (m_pace != "closed" && host.flows > 0)
        {
            WakeAfter(process,
                      m_pace == "poisson" ? DrawExponential(m_host.Draws(), m_interval)
                                          : m_interval,
                      NEXT);
        }
        Step(slot, m_flows[slot].phase);
    }

    /// The host goes on to its next packet that is answered.
    void
    Step(uint32_t slot, RequestPhase phase)
    {
        RequestFlow& flow = m_flows[slot];
        flow.phase = phase;
        flow.attempts = 1;
        flow.begun = m_host.Now();
        ++flow.step;
        Send(slot);
    }

    void
    Send(uint32_t slot)
    {
        RequestFlow& flow = m_flows[slot];
        flow.deadline = m_host.Now() + m_timeout;
        m_flows.Hold(slot);
        m_flows.Hold(slot);
        WakeAfter(flow.host, static_cast<uint64_t>(m_timeout.count()), TIME_OUT, slot);
        const TcpFlags flags{.syn = m_isTcp && flow.phase == OPEN,
                             .ack = m_isTcp && flow.phase != OPEN,
                             .fin = m_isTcp && flow.phase == CLOSE && !flow.isLast,
                             .rst = false};
        m_host.Outbound(flow.host,
                        flow.tuple,
                        flags,
                        {.phase = flow.phase, .isSetUp = false, .tag = m_flows.TagOf(slot, 0)});
    }

    /// The server answers what came through.
    void
    Serve(uint32_t slot)
    {
        RequestFlow& flow = m_flows[slot];
        m_flows.Hold(slot);
        const TcpFlags flags{.syn = m_isTcp && flow.phase == OPEN,
                             .ack = m_isTcp,
                             .fin = m_isTcp && flow.phase == CLOSE,
                             .rst = false};
        const uint8_t phase = flow.phase == REQUEST ? RESPONSE : flow.phase;
        m_host.Inbound(flow.host,
                       {flow.tuple.protocol, flow.tuple.remote, flow.external},
                       flags,
                       {.phase = phase, .isSetUp = false, .tag = m_flows.TagOf(slot, 0)});
    }

    /// The answer that the host waited for arrived.
    void
    Receive(uint32_t slot)
    {
        RequestFlow& flow = m_flows[slot];
        if (flow.phase == REQUEST)
        {
            EndExchange(flow, true);
            if (--flow.requests > 0)
            {
                Step(slot, REQUEST);
            }
            else if (m_isTcp)
            {
                Step(slot, CLOSE);
            }
            else
            {
                EndFlow(slot);
            }
        }
        else if (flow.phase == OPEN)
        {
            Step(slot, REQUEST);
        }
        else
        {
            flow.isLast = true; // the last acknowledgement
            Step(slot, CLOSE);
        }
    }

    void
    GiveUpOrRepeat(uint32_t slot)
    {
        RequestFlow& flow = m_flows[slot];
        if (flow.attempts <= m_retries)
        {
            ++flow.attempts;
            Send(slot);
            return;
        }
        if (flow.phase != CLOSE)
        {
            EndExchange(flow, false);
        }
        EndFlow(slot);
    }

    void
    EndExchange(const RequestFlow& flow, bool isSuccess)
    {
        m_host.End(flow.host,
                   {.begun = flow.begun, .isSuccess = isSuccess, .attempts = flow.attempts});
    }

    void
    EndFlow(uint32_t slot)
    {
        m_flows[slot].isOpen = false;
        if (m_pace == "closed" && m_hosts[m_flows[slot].host].flows > 0)
        {
            // By an event of its own: the slot is still in use by whoever called.
            WakeAfter(m_flows[slot].host, 0, NEXT);
        }
    }

    bool m_isTcp;
    std::string m_pace;
    uint64_t m_interval; ///< mean time between the flows of one host, ns
    uint32_t m_requests;
    uint32_t m_servers;
    uint16_t m_serverPort;
    std::chrono::nanoseconds m_serverDelay;
    std::chrono::nanoseconds m_timeout;
    uint8_t m_retries;
    std::vector<Host> m_hosts;
    RequestFlows m_flows;
};

SettingInfo
WholeSetting(const std::string& name, int64_t defaultValue, double high, const std::string& help)
{
    return {.name = name,
            .type = SettingType::INTEGER,
            .defaultValue = defaultValue,
            .low = 1,
            .high = high,
            .help = help};
}

} // namespace

PacketWorkloadInfo
DescribeRequestResponse()
{
    return {.name = "request-response",
            .summary = "internal hosts that ask servers beyond the box and wait for the answers",
            .settings = {WholeSetting("hosts", 100, 1e6, "Internal hosts, from 10.0.0.1 on."),
                         CountSetting("flows", 100, "Flows that each host makes."),
                         {.name = "protocol",
                          .type = SettingType::CHOICE,
                          .defaultValue = "udp",
                          .choices = {"udp", "tcp"},
                          .help = "Protocol of the flows; TCP opens and closes them."},
                         {.name = "pace",
                          .type = SettingType::CHOICE,
                          .defaultValue = "poisson",
                          .choices = {"poisson", "periodic", "closed"},
                          .help = "When a host begins a flow: at the given rate, or when its last "
                                  "one ended."},
                         {.name = "rate",
                          .type = SettingType::NUMBER,
                          .defaultValue = 10.0,
                          .low = 1e-3,
                          .high = 1e9,
                          .help = "Flows that each host begins, where the pace is not closed.",
                          .unit = "per second"},
                         WholeSetting("requests", 1, 1e6, "Requests of each flow."),
                         WholeSetting("servers", 10, 131070, "Servers, from 198.18.0.1 on."),
                         WholeSetting("server_port", 443, 65535, "Port of every server."),
                         {.name = "server_delay",
                          .type = SettingType::DURATION,
                          .defaultValue = int64_t{10'000'000},
                          .low = 0,
                          .high = 1e15,
                          .help = "Time from a request beyond the box to its response there."},
                         {.name = "timeout",
                          .type = SettingType::DURATION,
                          .defaultValue = int64_t{1'000'000'000},
                          .low = 1,
                          .high = 1e15,
                          .help = "Time that a host waits for an answer."},
                         {.name = "retries",
                          .type = SettingType::INTEGER,
                          .defaultValue = int64_t{2},
                          .low = 0,
                          .high = 100,
                          .help = "How often a packet without an answer is sent again."}},
            .phases = {"open", "request", "response", "close"},
            .create = [](const Settings& settings,
                         PacketWorkloadHost& host) -> std::unique_ptr<PacketWorkload>
            { return std::make_unique<RequestResponse>(settings, host); }};
}

} // namespace bindstorm
