/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_QUEUE_BOX_H
#define BINDSTORM_QUEUE_BOX_H

#include "fake-box.h"

#include "model/base/random-engine.h"
#include "model/workload/packet-workload.h"

#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace bindstorm
{

/// An event loop of a few lines and a box with one server, a queue, and a time for each packet.
class QueueBox final : public PacketWorkloadHost
{
  public:
    QueueBox(const NatConfig& config, std::size_t queue)
        : m_queueLimit(queue),
          m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "queue", "workload"})),
          m_draws(*m_engine, m_drawn),
          m_portEngine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "queue", "ports"})),
          m_table(config, *m_portEngine, m_time)
    {
    }

    /// @return what the workload reports
    WorkloadReport
    Run(const std::string& kind, const std::map<std::string, SettingValue>& given)
    {
        m_workload = FindPacketWorkload(kind).create(MakePacketSettings(kind, given), *this);
        m_workload->Start();
        while (!m_events.empty())
        {
            auto next = m_events.extract(m_events.begin());
            m_now = std::chrono::nanoseconds{next.key().first};
            next.mapped()();
        }
        return m_workload->Report();
    }

    std::chrono::nanoseconds
    Now() const override
    {
        return m_now;
    }

    void
    Outbound(uint32_t /* process */,
             const NatFlow& flow,
             TcpFlags flags,
             const PacketMark& mark) override
    {
        Submit(PacketDirection::OUTBOUND,
               mark,
               [=, this] { return Table().Outbound(flow, flags); });
    }

    void
    Inbound(uint32_t /* process */,
            const NatArrival& arrival,
            TcpFlags flags,
            const PacketMark& mark) override
    {
        Submit(PacketDirection::INBOUND,
               mark,
               [=, this] { return Table().Inbound(arrival, flags); });
    }

    void
    Translate(uint32_t /* process */,
              PacketDirection direction,
              std::vector<std::byte> packet,
              const PacketMark& mark) override
    {
        Submit(direction,
               mark,
               [=, this]() mutable
               {
                   return NatAnswer{.verdict = direction == PacketDirection::OUTBOUND
                                                   ? Table().TranslateOutbound(packet)
                                                   : Table().TranslateInbound(packet)};
               });
    }

    void
    WakeAt(uint32_t process, std::chrono::nanoseconds at, uint32_t tag) override
    {
        At(at, [=, this] { m_workload->OnWake(process, tag); });
    }

    void
    End(uint32_t /* process */, const Exchange& /* exchange */) override
    {
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

    /// How long a packet takes, from what the table did for it.
    std::function<std::chrono::nanoseconds(const PacketAnswer&, const PacketWork&)> cost =
        [](const PacketAnswer&, const PacketWork&) { return std::chrono::nanoseconds{40}; };
    /// May change what became of a packet, as another box would have it.
    std::function<void(PacketAnswer&)> spoil = [](PacketAnswer&) {};
    std::map<uint8_t, uint64_t> packets; ///< by phase
    std::map<uint8_t, uint64_t> right;   ///< those of which the workload says that they are
    std::map<uint8_t, std::chrono::nanoseconds> firstOf; ///< of a phase: when it was handed in
    std::map<uint8_t, std::chrono::nanoseconds> lastOf;

  private:
    struct Job
    {
        PacketAnswer answer;
        std::function<NatAnswer()> ask;
    };

    void
    Submit(PacketDirection direction, const PacketMark& mark, std::function<NatAnswer()> ask)
    {
        firstOf.try_emplace(mark.phase, m_now);
        lastOf[mark.phase] = m_now;
        Job job{{.direction = direction, .mark = mark}, std::move(ask)};
        if (!m_isBusy)
        {
            Serve(std::move(job));
        }
        else if (m_queue.size() < m_queueLimit)
        {
            m_queue.push_back(std::move(job));
        }
        else
        {
            job.answer.isServed = false;
            At(m_now, [=, this] { Tell(job.answer); });
        }
    }

    void
    Serve(Job job)
    {
        m_isBusy = true;
        job.answer.nat = job.ask();
        const auto time = cost(job.answer, m_table.LastWork());
        At(m_now + time,
           [=, this]
           {
               m_isBusy = false;
               if (!m_queue.empty())
               {
                   Job next = std::move(m_queue.front());
                   m_queue.pop_front();
                   Serve(std::move(next));
               }
               Tell(job.answer);
           });
    }

    void
    Tell(PacketAnswer answer)
    {
        spoil(answer);
        ++packets[answer.mark.phase];
        right[answer.mark.phase] += m_workload->OnAnswer(0, answer) ? 1 : 0;
    }

    void
    At(std::chrono::nanoseconds time, std::function<void()> action)
    {
        m_events.emplace(std::pair{time.count(), m_order++}, std::move(action));
    }

    std::size_t m_queueLimit;
    bool m_isBusy{false};
    std::deque<Job> m_queue;
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

/// @return a count of a report; fails the test when there is none of that name
inline int64_t
CountOf(const WorkloadReport& report, const std::string& name)
{
    for (const WorkloadReport::Count& count : report.counts)
    {
        if (count.name == name)
        {
            return count.value;
        }
    }
    ADD_FAILURE() << "no count of the name " << name;
    return -1;
}

/// @return a config with one external address
inline NatConfig
WithOneAddress(NatConfig config = {})
{
    config.external = {203U << 24 | 113U << 8 | 1};
    return config;
}

} // namespace bindstorm

#endif // BINDSTORM_QUEUE_BOX_H
