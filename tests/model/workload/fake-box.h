/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FAKE_BOX_H
#define BINDSTORM_FAKE_BOX_H

#include "model/base/random-engine.h"
#include "model/workload/packet-workload.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bindstorm
{

/// Default settings of a workload of packets with some replaced.
inline Settings
MakePacketSettings(const std::string& kind, const std::map<std::string, SettingValue>& given)
{
    Settings settings;
    for (const SettingInfo& info : FindPacketWorkload(kind).settings)
    {
        settings.Set(info.name, info.defaultValue.value());
    }
    for (const auto& [name, value] : given)
    {
        settings.Set(name, value);
    }
    return settings;
}

/// An event loop of a few lines and a box in which every packet takes one microsecond.
class FakeBox final : public PacketWorkloadHost
{
  public:
    explicit FakeBox(const NatConfig& config)
        : m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "fake", "workload"})),
          m_draws(*m_engine, m_drawn),
          m_portEngine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "fake", "ports"})),
          m_table(config, *m_portEngine, m_time)
    {
    }

    void
    Run(const std::string& kind, const Settings& settings)
    {
        m_workload = FindPacketWorkload(kind).create(settings, *this);
        m_workload->Start();
        while (!m_events.empty())
        {
            auto next = m_events.extract(m_events.begin());
            m_now = std::chrono::nanoseconds{next.key().first};
            next.mapped()();
        }
    }

    /// @return what the workload has to tell once it ran
    WorkloadReport
    Report() const
    {
        return m_workload->Report();
    }

    std::chrono::nanoseconds
    Now() const override
    {
        return m_now;
    }

    void
    Outbound(uint32_t process, const NatFlow& flow, TcpFlags flags, const PacketMark& mark) override
    {
        After(std::chrono::microseconds{1},
              [=, this]()
              {
                  Tell(process,
                       {.direction = PacketDirection::OUTBOUND,
                        .mark = mark,
                        .isServed = !loses(mark),
                        .nat = Table().Outbound(flow, flags)});
              });
    }

    void
    Inbound(uint32_t process,
            const NatArrival& arrival,
            TcpFlags flags,
            const PacketMark& mark) override
    {
        After(std::chrono::microseconds{1},
              [=, this]()
              {
                  Tell(process,
                       {.direction = PacketDirection::INBOUND,
                        .mark = mark,
                        .isServed = !loses(mark),
                        .nat = Table().Inbound(arrival, flags)});
              });
    }

    void
    Translate(uint32_t process,
              PacketDirection direction,
              std::vector<std::byte> packet,
              const PacketMark& mark) override
    {
        After(std::chrono::microseconds{1},
              [=, this]() mutable
              {
                  const NatVerdict verdict = direction == PacketDirection::OUTBOUND
                                                 ? Table().TranslateOutbound(packet)
                                                 : Table().TranslateInbound(packet);
                  Tell(process,
                       {.direction = direction,
                        .mark = mark,
                        .isServed = !loses(mark),
                        .nat = {.verdict = verdict}});
              });
    }

    void
    WakeAt(uint32_t process, std::chrono::nanoseconds at, uint32_t tag) override
    {
        After(at - m_now, [=, this]() { m_workload->OnWake(process, tag); });
    }

    void
    End(uint32_t /* process */, const Exchange& exchange) override
    {
        exchanges.push_back(exchange);
        durations.push_back(m_now - exchange.begun);
    }

    DrawSource&
    Draws() override
    {
        return m_draws;
    }

    NatTable&
    Table() override
    {
        m_time.Set(m_now);
        return m_table;
    }

    /// Packets for which it says so never come through.
    std::function<bool(const PacketMark&)> loses = [](const PacketMark&) { return false; };
    std::map<uint8_t, uint64_t> packets; ///< by phase
    uint64_t right{0};
    std::vector<Exchange> exchanges;
    std::vector<std::chrono::nanoseconds> durations;

  private:
    void
    Tell(uint32_t process, const PacketAnswer& answer)
    {
        ++packets[answer.mark.phase];
        right += m_workload->OnAnswer(process, answer) ? 1 : 0;
    }

    void
    After(std::chrono::nanoseconds delay, std::function<void()> action)
    {
        m_events.emplace(std::pair{(m_now + delay).count(), m_order++}, std::move(action));
    }

    std::chrono::nanoseconds m_now{0};
    uint64_t m_order{0};
    std::map<std::pair<int64_t, uint64_t>, std::function<void()>> m_events;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_drawn;
    DrawSource m_draws;
    std::unique_ptr<RandomEngine> m_portEngine;
    SimulatedNatTime m_time;
    NatTable m_table;
    std::unique_ptr<PacketWorkload> m_workload;
};

} // namespace bindstorm

#endif // BINDSTORM_FAKE_BOX_H
