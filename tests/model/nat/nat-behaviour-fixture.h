/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_BEHAVIOUR_FIXTURE_H
#define BINDSTORM_NAT_BEHAVIOUR_FIXTURE_H

#include "model/base/random-engine.h"
#include "model/nat/nat-table.h"

#include <memory>

namespace bindstorm
{

// Internal hosts A and B, remotes Y1 and Y2 as RFC 4787 calls them, addresses of the NAT.
inline constexpr uint32_t OWN = 0xCB007101;   // 203.0.113.1
inline constexpr uint32_t OWN_2 = 0xCB007102; // 203.0.113.2
inline constexpr uint32_t A = 0x0A000001;     // 10.0.0.1
inline constexpr uint32_t B = 0x0A000002;     // 10.0.0.2
inline constexpr NatEndpoint Y1{0xC6336401, 80};
inline constexpr NatEndpoint Y1_OTHER_PORT{0xC6336401, 81};
inline constexpr NatEndpoint Y2{0xC6336402, 80};

/**
 * A table, made with `config` when the first packet comes, and packets as endpoints.
 */
class NatBehaviour : public testing::Test
{
  protected:
    NatBehaviour()
    {
        config.external = {OWN};
    }

    NatTable&
    Nat()
    {
        if (!m_nat)
        {
            m_nat = std::make_unique<NatTable>(config, *m_engine, m_time);
        }
        return *m_nat;
    }

    void
    At(NatTime now)
    {
        m_time.Set(now);
    }

    NatEndpoint
    Out(const NatEndpoint& internal,
        const NatEndpoint& remote,
        uint8_t protocol = IP_UDP,
        TcpFlags flags = {})
    {
        const NatAnswer answer = Nat().Outbound({protocol, internal, remote}, flags);
        EXPECT_EQ(answer.verdict, NatVerdict::TRANSLATED);
        return answer.endpoint;
    }

    NatVerdict
    TryOut(const NatEndpoint& internal, const NatEndpoint& remote, uint8_t protocol = IP_UDP)
    {
        return Nat().Outbound({protocol, internal, remote}).verdict;
    }

    NatVerdict
    In(const NatEndpoint& remote,
       const NatEndpoint& external,
       uint8_t protocol = IP_UDP,
       TcpFlags flags = {})
    {
        return Nat().Inbound({protocol, remote, external}, flags).verdict;
    }

    NatConfig config;

  private:
    SimulatedNatTime m_time;
    std::unique_ptr<RandomEngine> m_engine{
        CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "behaviour", "ports"})};
    std::unique_ptr<NatTable> m_nat;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_BEHAVIOUR_FIXTURE_H
