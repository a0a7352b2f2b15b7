/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_DETERMINISTIC_PLAN_H
#define BINDSTORM_DETERMINISTIC_PLAN_H

#include <cstdint>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup nat
 * Which ports of which external address an internal host has, by arithmetic alone, so that nothing
 * need be logged (RFC 7422). Blocks of B ports from port 1024 on: host d has block d mod h of
 * address d / h, h = 64512 / B blocks an address, all rounded down. Where B divides 64512 that is
 * the printed formula of vendors, 1024 + d B mod 64512; where it does not, theirs has blocks that
 * begin on one address and end beyond port 65535, ours has none.
 */
class DeterministicPlan
{
  public:
    static constexpr uint32_t FIRST_PORT = 1024;
    static constexpr uint32_t PORTS = 65536 - FIRST_PORT;

    /// What a host has.
    struct Share
    {
        uint32_t externalIndex; ///< number of the external address, from 0
        uint16_t low;
        uint16_t high;
    };

    /**
     * @param inside number of internal addresses, at least 1
     * @param outside number of external addresses, at least 1
     * @param block ports a host; 0: as many as all hosts can have
     * @throws ConfigError when the hosts do not fit
     */
    DeterministicPlan(uint32_t inside, uint32_t outside, uint32_t block);

    /// @return ports a host
    uint32_t
    BlockSize() const
    {
        return m_block;
    }

    /// @param internalIndex number of the internal address, from 0
    /// @return nothing for an address beyond the inside ones
    std::optional<Share> Find(uint32_t internalIndex) const;

  private:
    uint32_t m_inside;
    uint32_t m_block;
};

/**
 * @ingroup nat
 * The inverse: who had an external endpoint.
 * @param plan by which ports were given
 * @param externalIndex number of the external address, from 0
 * @param port external port
 * @return number of the internal address; nothing for a port that nobody has
 */
std::optional<uint32_t> FindInternalIndex(const DeterministicPlan& plan,
                                          uint32_t externalIndex,
                                          uint16_t port);

} // namespace bindstorm

#endif // BINDSTORM_DETERMINISTIC_PLAN_H
