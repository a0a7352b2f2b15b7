/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "workload-settings.h"

#include <algorithm>
#include <cmath>

namespace bindstorm
{

namespace
{

/**
 * Holds a steady number of sockets: closes a random one, opens one, count times. The sockets held
 * at first are part of the set-up, not of what is measured.
 */
class Churn final : public Workload
{
  public:
    Churn(const Settings& settings, WorkloadHost& host)
        : Workload(host),
          m_protocol(ProtocolOf(settings)),
          m_request(RequestOf(settings)),
          m_count(static_cast<uint64_t>(settings.GetInteger("count"))),
          m_isPlacedAtRandom(settings.GetText("placement") == "random")
    {
        const auto eligible = EligiblePorts(host.TableConfig()).size();
        // llround of an exact product of doubles: the same on every machine.
        m_target = static_cast<std::size_t>(
            std::llround(settings.GetNumber("occupancy") * static_cast<double>(eligible)));
        m_held.reserve(m_target);
    }

    void
    Start() override
    {
        if (m_isPlacedAtRandom)
        {
            PlanRandomPlaces();
        }
        Next();
    }

    void
    OnCompletion(uint32_t /* process */, const Completion& completion) override
    {
        const bool isSetUp = m_isSettingUp;
        if (completion.error == BindError::NONE && completion.kind != OperationKind::CLOSE)
        {
            m_held.push_back(completion.socket);
        }
        if (!isSetUp && completion.kind == OperationKind::BIND)
        {
            ++m_done;
        }
        if (isSetUp && completion.error != BindError::NONE && ++m_failures > m_target)
        {
            return; // the range cannot hold that many: results count the failures of set-up
        }
        if (completion.kind == OperationKind::CLOSE)
        {
            if (completion.error == BindError::NONE)
            {
                Open(false);
                return;
            }
            // A refused close leaves its socket open, and counts so that the loop ends.
            m_held.push_back(m_closing);
            ++m_done;
        }
        Next();
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
    Next()
    {
        m_isSettingUp = m_done == 0 && m_held.size() < m_target;
        if (m_isSettingUp)
        {
            Open(true);
        }
        else if (m_done < m_count)
        {
            CloseOne();
        }
    }

    void
    Open(bool isSetUp)
    {
        Operation operation{.kind = OperationKind::BIND,
                            .protocol = m_protocol,
                            .request = m_request,
                            .isSetUp = isSetUp};
        if (isSetUp && !m_places.empty())
        {
            operation.kind = OperationKind::BIND_TO;
            operation.port = m_places.back();
            m_places.pop_back();
        }
        m_host.Submit(0, operation);
    }

    void
    CloseOne()
    {
        if (m_held.empty())
        {
            Open(false);
            return;
        }
        const uint32_t which = m_host.Draws().DrawBelow(static_cast<uint32_t>(m_held.size()));
        std::swap(m_held[which], m_held.back());
        m_closing = m_held.back();
        m_held.pop_back();
        m_host.Submit(0,
                      {.kind = OperationKind::CLOSE, .protocol = m_protocol, .socket = m_closing});
    }

    /// A uniform choice without replacement: the last m_target of a shuffled list.
    void
    PlanRandomPlaces()
    {
        m_places = EligiblePorts(m_host.TableConfig());
        for (std::size_t i = m_places.size(); i > 1; --i)
        {
            std::swap(m_places[i - 1],
                      m_places[m_host.Draws().DrawBelow(static_cast<uint32_t>(i))]);
        }
    }

    Protocol m_protocol;
    PortRequest m_request;
    uint64_t m_count;
    bool m_isPlacedAtRandom;
    std::size_t m_target{0};
    std::vector<SocketHandle> m_held;
    SocketHandle m_closing;         ///< the socket of the last close asked for
    std::vector<uint16_t> m_places; ///< ports still to be bound explicitly while setting up
    uint64_t m_done{0};
    std::size_t m_failures{0};
    bool m_isSettingUp{false};
};

} // namespace

WorkloadInfo
DescribeChurn()
{
    return {.name = "churn",
            .summary = "holds a steady share of the range: closes a random socket, opens one",
            .settings = WithSocketSettings(
                {CountSetting("count", 10000, "Sockets replaced."),
                 {.name = "occupancy",
                  .type = SettingType::NUMBER,
                  .defaultValue = 0.5,
                  .low = 0,
                  .high = 1,
                  .help = "Share of the eligible ports that is held."},
                 {.name = "placement",
                  .type = SettingType::CHOICE,
                  .defaultValue = "allocator",
                  .choices = {"allocator", "random"},
                  .help = "Who places the sockets that are held at first: the allocator, or a "
                          "uniform choice bound explicitly."}}),
            .create = [](const Settings& settings, WorkloadHost& host) -> std::unique_ptr<Workload>
            { return std::make_unique<Churn>(settings, host); }};
}

} // namespace bindstorm
