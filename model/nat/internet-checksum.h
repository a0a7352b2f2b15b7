/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_INTERNET_CHECKSUM_H
#define BINDSTORM_INTERNET_CHECKSUM_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace bindstorm
{

/// @ingroup nat
/// @return the checksum (RFC 1071) of bytes whose own checksum field is 0; of bytes with the right
///         one in them: 0
uint16_t InternetChecksum(std::span<const std::byte> bytes);

/**
 * @ingroup nat
 * What changing some words of a packet does to its checksum, by equation 3 of RFC 1624:
 * HC' = ~(~HC + ~m + m'). Words must lie at even offsets of what is summed. The result is the one
 * that a full computation gives; equation 4 would give 0xFFFF for 0x0000.
 */
class ChecksumChange
{
  public:
    void
    Replace(uint16_t was, uint16_t is)
    {
        m_sum += static_cast<uint16_t>(~was);
        m_sum += is;
    }

    /// Two words at once.
    void
    Replace(uint32_t was, uint32_t is)
    {
        m_sum += ~was;
        m_sum += is;
    }

    /// Four words at once.
    void
    Replace(uint64_t was, uint64_t is)
    {
        Replace(static_cast<uint32_t>(was >> 32), static_cast<uint32_t>(is >> 32));
        Replace(static_cast<uint32_t>(was), static_cast<uint32_t>(is));
    }

    /// What changed elsewhere changed here too.
    void
    Add(const ChecksumChange& other)
    {
        m_sum += other.m_sum;
    }

    /// @return the checksum after the change
    uint16_t
    ApplyTo(uint16_t checksum) const
    {
        // Each word adds below 2^33, so 2^30 of them fit.
        uint64_t sum = m_sum + static_cast<uint16_t>(~checksum);
        sum = (sum >> 32) + (sum & 0xFFFFFFFF);
        sum = (sum >> 16) + (sum & 0xFFFF);
        sum = (sum >> 16) + (sum & 0xFFFF);
        sum = (sum >> 16) + (sum & 0xFFFF);
        return static_cast<uint16_t>(~sum);
    }

    /// As ApplyTo() with the rules of UDP over IPv4 (RFC 768): 0 says that there is none, so it
    /// stays, and a checksum that comes out as 0 is sent as 0xFFFF.
    uint16_t
    ApplyToOptional(uint16_t checksum) const
    {
        if (checksum == 0)
        {
            return 0;
        }
        const uint16_t changed = ApplyTo(checksum);
        return changed == 0 ? uint16_t{0xFFFF} : changed;
    }

  private:
    uint64_t m_sum{0};
};

} // namespace bindstorm

#endif // BINDSTORM_INTERNET_CHECKSUM_H
