/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/component-spec.h"
#include "model/workload/packet-workload.h"
#include "perf-on-table.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>

namespace bindstorm
{

namespace
{

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// A box that has one packet at a time, for one microsecond, and refuses each 100th when told to.
class OnePacketHost final : public PacketWorkloadHost
{
  public:
    explicit OnePacketHost(const NatConfig& config, bool refusesSome = false)
        : m_refusesSome(refusesSome),
          m_portEngine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "ports"})),
          m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "workload"})),
          m_draws(*m_engine, m_drawn),
          m_table(config, *m_portEngine, m_time)
    {
    }

    std::unique_ptr<PacketWorkload>
    Run(const std::map<std::string, SettingValue>& given)
    {
        const PacketWorkloadInfo& info = FindPacketWorkload("libalias-perf");
        Settings settings;
        for (const SettingInfo& setting : info.settings)
        {
            settings.Set(setting.name, setting.defaultValue.value());
        }
        for (const auto& [name, value] : given)
        {
            settings.Set(name, value);
        }
        auto workload = info.create(settings, *this);
        workload->Start();
        while (m_waiting)
        {
            m_now += microseconds{1};
            m_time.Set(m_now);
            const PacketAnswer answer = *m_waiting;
            m_waiting.reset();
            ++packets[answer.mark.phase];
            ok[answer.mark.phase] += workload->OnAnswer(0, answer) ? 1 : 0;
        }
        return workload;
    }

    std::chrono::nanoseconds
    Now() const override
    {
        return m_now;
    }

    void
    Outbound(uint32_t, const NatFlow& flow, TcpFlags flags, const PacketMark& mark) override
    {
        Take(PacketDirection::OUTBOUND, mark, [&]() { return m_table.Outbound(flow, flags); });
    }

    void
    Inbound(uint32_t, const NatArrival& arrival, TcpFlags flags, const PacketMark& mark) override
    {
        Take(PacketDirection::INBOUND, mark, [&]() { return m_table.Inbound(arrival, flags); });
    }

    void
    Translate(uint32_t, PacketDirection, std::vector<std::byte>, const PacketMark&) override
    {
        ADD_FAILURE() << "the test knows endpoints only";
    }

    void
    WakeAt(uint32_t, std::chrono::nanoseconds, uint32_t) override
    {
        FAIL() << "it goes from packet to packet";
    }

    void
    End(uint32_t, const Exchange&) override
    {
        FAIL() << "packets are its unit";
    }

    DrawSource&
    Draws() override
    {
        return m_draws;
    }

    NatTable&
    Table() override
    {
        return m_table;
    }

    std::map<uint8_t, uint64_t> packets;
    std::map<uint8_t, uint64_t> ok;

  private:
    template <class Translate>
    void
    Take(PacketDirection direction, const PacketMark& mark, const Translate& translate)
    {
        ASSERT_FALSE(m_waiting) << "one packet after the other";
        m_waiting = PacketAnswer{.direction = direction, .mark = mark};
        if (m_refusesSome && ++m_taken % 100 == 0)
        {
            m_waiting->isServed = false;
            return;
        }
        m_waiting->nat = translate();
    }

    bool m_refusesSome;
    uint64_t m_taken{0};
    std::chrono::nanoseconds m_now{0};
    std::unique_ptr<RandomEngine> m_portEngine;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_drawn;
    DrawSource m_draws;
    SimulatedNatTime m_time;
    NatTable m_table;
    std::optional<PacketAnswer> m_waiting;
};

TEST(LibaliasPerfWorkload, DoesWhatTheTestDoesOnATableDirectly)
{
    OnePacketHost host(PerfOnTable::Config());
    const auto workload = host.Run({{"seconds", 0.2}});
    PerfOnTable test({.duration = milliseconds{200}});
    EXPECT_EQ(workload->Report(), test.Run().ToReport());
}

TEST(LibaliasPerfWorkload, IsFairWhenAskedTo)
{
    OnePacketHost host(PerfOnTable::Config());
    const auto workload = host.Run({{"mode", std::string("fair")},
                                    {"batch_size", int64_t{100}},
                                    {"redir_size", int64_t{7}},
                                    {"rounds", int64_t{3}}});
    PerfOnTable test({.isFair = true, .batchSize = 100, .redirSize = 7, .rounds = 3});
    EXPECT_EQ(workload->Report(), test.Run().ToReport());
    EXPECT_EQ(host.packets, (std::map<uint8_t, uint64_t>{{0, 300}, {1, 300}, {2, 300}, {3, 300}}));
    EXPECT_EQ(host.ok[0], 300U);
    EXPECT_EQ(host.ok[3], 300U);
}

TEST(LibaliasPerfWorkload, CountsPacketsThatFoundNoRoomAsFailed)
{
    OnePacketHost host(PerfOnTable::Config(), true);
    const auto report = host.Run({{"seconds", 0.01}, {"attack_size", int64_t{0}}})->Report();
    int64_t failed = 0;
    for (const auto& count : report.counts)
    {
        failed += count.name == "new_nat_fail" ? count.value : 0;
    }
    EXPECT_EQ(failed, 20); // of 2000 in the round that there is time for
}

TEST(LibaliasPerfWorkload, RefusesATableWithoutAnAddress)
{
    NatConfig config = PerfOnTable::Config();
    config.external.clear();
    OnePacketHost host(config);
    EXPECT_THROW(host.Run({}), ConfigError);
}

} // namespace

} // namespace bindstorm
