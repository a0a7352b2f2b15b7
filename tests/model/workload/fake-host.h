/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FAKE_HOST_H
#define BINDSTORM_FAKE_HOST_H

#include "model/base/random-engine.h"
#include "model/workload/workload.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace bindstorm
{

/// Default settings of a workload with some replaced.
inline Settings
MakeSettings(const std::string& kind, const std::map<std::string, SettingValue>& given)
{
    Settings settings;
    for (const SettingInfo& info : FindWorkload(kind).settings)
    {
        settings.Set(info.name, info.defaultValue.value());
    }
    for (const auto& [name, value] : given)
    {
        settings.Set(name, value);
    }
    return settings;
}

/// An event loop of a few lines and a host on which every operation takes one microsecond.
class FakeHost final : public WorkloadHost
{
  public:
    explicit FakeHost(const PortRange& range = PortRange(40000, 40999))
        : m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "fake", "workload"})),
          m_draws(*m_engine, m_drawn),
          m_socketEngine(
              CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "fake", "allocator"})),
          m_sockets({.range = range,
                     .reserved = {},
                     .excluded = {},
                     .chains = 128,
                     .allocator = ComponentSpec("uniform")},
                    *m_socketEngine)
    {
    }

    void
    Run(const std::string& kind, const Settings& settings)
    {
        m_workload = FindWorkload(kind).create(settings, *this);
        m_workload->Start();
        while (!m_events.empty())
        {
            auto next = m_events.extract(m_events.begin());
            m_now = std::chrono::nanoseconds{next.key().first};
            next.mapped()();
        }
    }

    std::chrono::nanoseconds
    Now() const override
    {
        return m_now;
    }

    void
    Submit(uint32_t process, const Operation& operation) override
    {
        ++submitted[operation.kind];
        setUp += operation.isSetUp ? 1 : 0;
        At(m_now + std::chrono::microseconds{1},
           [this, process, operation]()
           {
               Completion completion{.kind = operation.kind};
               if (operation.kind == OperationKind::CLOSE)
               {
                   completion.error = m_sockets.Close(operation.protocol, operation.socket);
               }
               else if (operation.kind != OperationKind::FRAME)
               {
                   const BindResult result =
                       m_sockets.Bind(operation.protocol, operation.request, operation.port);
                   completion.error = result.error;
                   completion.port = result.port;
                   completion.socket = result.socket;
               }
               ++outcomes[completion.error];
               most = std::max(most, LiveSockets(operation.protocol));
               if (operation.kind == OperationKind::CLOSE)
               {
                   leastAtClose = std::min(leastAtClose, LiveSockets(operation.protocol));
               }
               m_workload->OnCompletion(process, completion);
           });
    }

    void
    WakeAt(uint32_t process, std::chrono::nanoseconds at) override
    {
        At(at, [this, process]() { m_workload->OnWake(process); });
    }

    DrawSource&
    Draws() override
    {
        return m_draws;
    }

    const SocketTable::Config&
    TableConfig() const override
    {
        return m_sockets.Table(Protocol::UDP).GetConfig();
    }

    std::size_t
    LiveSockets(Protocol protocol) const override
    {
        return m_sockets.Table(protocol).Size();
    }

    std::map<OperationKind, uint64_t> submitted;
    std::map<BindError, uint64_t> outcomes;
    uint64_t setUp{0};
    std::size_t most{0};
    std::size_t leastAtClose{1000000};

  private:
    void
    At(std::chrono::nanoseconds time, std::function<void()> action)
    {
        m_events.emplace(std::pair{time.count(), m_order++}, std::move(action));
    }

    std::chrono::nanoseconds m_now{0};
    uint64_t m_order{0};
    std::map<std::pair<int64_t, uint64_t>, std::function<void()>> m_events;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_drawn;
    DrawSource m_draws;
    std::unique_ptr<RandomEngine> m_socketEngine;
    HostSockets m_sockets;
    std::unique_ptr<Workload> m_workload;
};

} // namespace bindstorm

#endif // BINDSTORM_FAKE_HOST_H
