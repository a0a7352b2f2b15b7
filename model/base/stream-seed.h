/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STREAM_SEED_H
#define BINDSTORM_STREAM_SEED_H

#include <array>
#include <cstdint>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup base
 * 256 bits from which one stream of random numbers starts.
 *
 * Derivation: SHA-256 over the text "bindstorm stream 1\n<seed>\n<run>\n<host>\n<purpose>\n" with
 * the numbers in decimal. A stream depends on nothing else, so that another host, workload or
 * order of creation changes no one's draws.
 */
class StreamSeed
{
  public:
    /**
     * @param seed the experiment's seed, at least 1 (ns-3 forbids 0 as well)
     * @param run the replication, any number
     * @param host name of the host; replicas of one description have names of their own
     * @param purpose what the stream is for, e.g. "allocator" or "workload:web"
     * @throws ConfigError for seed 0 and for a line break in the host or the purpose
     */
    StreamSeed(uint64_t seed, uint64_t run, std::string_view host, std::string_view purpose);

    /// @param index 0 to 7
    /// @return 32 bits of the seed: bytes 4 * index to 4 * index + 3, the lowest first
    uint32_t Word(unsigned index) const;

    /// @return all 32 bytes
    const std::array<uint8_t, 32>& Bytes() const;

  private:
    std::array<uint8_t, 32> m_bytes;
};

} // namespace bindstorm

#endif // BINDSTORM_STREAM_SEED_H
