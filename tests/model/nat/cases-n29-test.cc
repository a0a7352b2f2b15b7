/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/random-engine.h"
#include "model/nat/nat-table.h"

// N29: a SYN scan fills the table with sessions that never see an answer. All numbers are a tenth
// of the report's: a table of 26,214, 1500 SYN/s for 120 s, and 10 legitimate connections a second,
// so that the table is full after the same 17.4 s.

namespace bindstorm
{

namespace
{

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr uint32_t LIMIT = 26'214;
constexpr uint32_t SCAN_RATE = 1500;
constexpr uint32_t RATE = 10;
constexpr uint32_t SECONDS = 120;
constexpr NatEndpoint SERVER{0xC6336401, 443};

/// What became of the legitimate connections, and of the table.
struct Outcome
{
    uint32_t tried{0};
    uint32_t triedWhenFull{0};
    uint32_t succeeded{0};
    uint32_t succeededWhenFull{0};
    uint64_t refused{0};
    uint32_t lostEstablished{0};
    double fullAfter{0}; ///< s; 0: never
};

class SynScan
{
  public:
    explicit SynScan(NatWhenFull whenFull)
        : m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "n29", "ports"})),
          m_nat(Config(whenFull), *m_engine, m_time)
    {
    }

    Outcome
    Run()
    {
        constexpr uint32_t STEPS_PER_CONNECTION = SCAN_RATE / RATE;
        for (uint32_t step = 0; step < SCAN_RATE * SECONDS; ++step)
        {
            m_time.Set(seconds{1} * step / SCAN_RATE);
            // Another host and port each time: 10.1.0.0/16 scans.
            const NatEndpoint scanner{0x0A010000 + step % 60'000,
                                      static_cast<uint16_t>(1024 + step / 60'000)};
            m_nat.Outbound({IP_TCP, scanner, {0xC6336500 + step % 200, 22}}, {.syn = true});
            if (step % STEPS_PER_CONNECTION == 0)
            {
                Connect(step / STEPS_PER_CONNECTION);
            }
            if (m_outcome.fullAfter == 0 && m_nat.Size() == LIMIT)
            {
                m_outcome.fullAfter = static_cast<double>(step) / SCAN_RATE;
            }
        }
        for (uint32_t i = 0; i < m_established.size(); ++i)
        {
            const bool isThere = IsForwarded(
                m_nat.Inbound({IP_TCP, SERVER, m_established[i]}, {.ack = true}).verdict);
            m_outcome.lostEstablished += isThere ? 0 : 1;
        }
        m_outcome.refused = m_nat.Verdicts()[static_cast<std::size_t>(NatVerdict::TABLE_FULL)];
        return m_outcome;
    }

  private:
    static NatConfig
    Config(NatWhenFull whenFull)
    {
        NatConfig config;
        config.external = {0xCB007101};
        // One link a session, as in conntrack, and ports that remotes share.
        config.tcp.mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
        config.overload = true;
        config.maxLinks = LIMIT;
        config.whenFull = whenFull;
        return config;
    }

    /// A handshake.
    void
    Connect(uint32_t number)
    {
        const NatFlow flow{IP_TCP,
                           {0x0A000001 + number % 250, static_cast<uint16_t>(20'000 + number)},
                           SERVER};
        const bool isFull = m_outcome.fullAfter > 0;
        ++m_outcome.tried;
        m_outcome.triedWhenFull += isFull ? 1 : 0;
        const NatAnswer out = m_nat.Outbound(flow, {.syn = true});
        const bool isUp =
            IsForwarded(out.verdict) &&
            IsForwarded(
                m_nat.Inbound({IP_TCP, SERVER, out.endpoint}, {.syn = true, .ack = true}).verdict);
        if (isUp)
        {
            m_established.push_back(out.endpoint);
            ++m_outcome.succeeded;
            m_outcome.succeededWhenFull += isFull ? 1 : 0;
        }
    }

    SimulatedNatTime m_time;
    std::unique_ptr<RandomEngine> m_engine;
    NatTable m_nat;
    std::vector<NatEndpoint> m_established;
    Outcome m_outcome;
};

TEST(CaseN29, AFullTableRefusesLegitimateConnectionsAndCountsEachRefusal)
{
    const Outcome outcome = SynScan(NatWhenFull::REFUSE).Run();
    EXPECT_NEAR(outcome.fullAfter, 17.36, 0.02);
    EXPECT_EQ(outcome.succeededWhenFull, 0) << "half-open sessions live for 240 s";
    EXPECT_EQ(outcome.refused, uint64_t{SCAN_RATE + RATE} * SECONDS - LIMIT);
    EXPECT_EQ(outcome.lostEstablished, 0);
}

TEST(CaseN29, EvictingHalfOpenSessionsKeepsLegitimateOnesComingAndEstablishedOnesUp)
{
    const Outcome outcome = SynScan(NatWhenFull::EVICT_UNASSURED).Run();
    EXPECT_NEAR(outcome.fullAfter, 17.36, 0.02);
    EXPECT_EQ(outcome.succeeded, outcome.tried);
    EXPECT_EQ(outcome.tried, RATE * SECONDS);
    EXPECT_EQ(outcome.refused, 0);
    EXPECT_EQ(outcome.lostEstablished, 0);
}

} // namespace

} // namespace bindstorm
