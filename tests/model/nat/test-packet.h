/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TEST_PACKET_H
#define BINDSTORM_TEST_PACKET_H

#include "model/nat/nat-types.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bindstorm::test
{

using Bytes = std::vector<std::byte>;

inline uint16_t
Get16(const Bytes& bytes, std::size_t at)
{
    return static_cast<uint16_t>(static_cast<unsigned>(bytes[at]) << 8 |
                                 static_cast<unsigned>(bytes[at + 1]));
}

inline void
Put8(Bytes& bytes, std::size_t at, unsigned value)
{
    bytes[at] = static_cast<std::byte>(value);
}

inline void
Put16(Bytes& bytes, std::size_t at, unsigned value)
{
    Put8(bytes, at, value >> 8 & 0xFF);
    Put8(bytes, at + 1, value & 0xFF);
}

inline void
Put32(Bytes& bytes, std::size_t at, uint32_t value)
{
    Put16(bytes, at, value >> 16);
    Put16(bytes, at + 2, value & 0xFFFF);
}

/// @return the sum of 16-bit words, an odd byte last, by the book: nothing shared with what it
///         judges
inline uint32_t
PlainSum(const Bytes& bytes, std::size_t from, std::size_t to)
{
    uint32_t sum = 0;
    for (std::size_t at = from; at < to; at += 2)
    {
        sum += static_cast<uint32_t>(bytes[at]) << 8;
        sum += at + 1 < to ? static_cast<uint32_t>(bytes[at + 1]) : 0;
        sum = sum > 0xFFFF ? sum - 0xFFFF : sum;
    }
    return sum;
}

inline uint16_t
PlainChecksum(uint32_t sum)
{
    while (sum > 0xFFFF)
    {
        sum = (sum >> 16) + (sum & 0xFFFF);
    }
    return static_cast<uint16_t>(0xFFFF - sum);
}

inline std::size_t
HeaderSize(const Bytes& packet)
{
    return (static_cast<std::size_t>(packet[0]) & 0xF) * 4;
}

inline void
FillHeaderChecksum(Bytes& packet)
{
    Put16(packet, 10, 0);
    Put16(packet, 10, PlainChecksum(PlainSum(packet, 0, HeaderSize(packet))));
}

/// @return offset of the checksum in the transport header; 0: none that covers addresses or ports
inline std::size_t
ChecksumOffset(uint8_t protocol)
{
    switch (protocol)
    {
    case IP_TCP:
        return 16;
    case IP_ICMP:
        return 2;
    case IP_UDP:
    case 33:  // DCCP
    case 136: // UDP-Lite
        return 6;
    default:
        return 0;
    }
}

/// Computes all checksums of a whole packet anew: IPv4, and TCP, UDP, ICMP, DCCP or UDP-Lite (that
/// covers everything).
inline void
FillChecksums(Bytes& packet)
{
    FillHeaderChecksum(packet);
    const std::size_t transport = HeaderSize(packet);
    const auto protocol = static_cast<uint8_t>(packet[9]);
    const std::size_t offset = ChecksumOffset(protocol);
    if (offset == 0)
    {
        return;
    }
    Put16(packet, transport + offset, 0);
    uint32_t sum = PlainSum(packet, transport, packet.size());
    if (protocol != IP_ICMP)
    {
        sum += PlainSum(packet, 12, 20) + protocol;
        sum += static_cast<uint32_t>(packet.size() - transport);
    }
    const uint16_t checksum = PlainChecksum(sum);
    const bool isNeverZero = protocol == IP_UDP || protocol == 136;
    Put16(packet, transport + offset, checksum == 0 && isNeverZero ? 0xFFFF : checksum);
}

/**
 * A packet to be built. The defaults make a small UDP datagram from inside.
 */
struct PacketSpec
{
    uint8_t protocol{IP_UDP};
    NatEndpoint source{0x0A000001, 1234};
    NatEndpoint destination{0xC6336401, 53};
    std::size_t options{0};    ///< bytes of IPv4 options, a multiple of 4
    std::size_t tcpOptions{0}; ///< bytes, a multiple of 4
    std::size_t data{11};      ///< bytes after the transport header
    uint16_t identification{0x4321};
    uint8_t icmpType{8};
    uint16_t identifier{77};
    uint8_t tcpFlags{0x10};
    bool hasChecksum{true}; ///< of UDP
};

inline Bytes
Build(const PacketSpec& spec)
{
    const std::size_t transport = 20 + spec.options;
    const std::size_t header = spec.protocol == IP_TCP ? 20 + spec.tcpOptions
                               : spec.protocol == 33   ? 12
                                                       : 8;
    Bytes packet(transport + header + spec.data);
    Put8(packet, 0, static_cast<unsigned>(0x40 + transport / 4));
    Put16(packet, 2, static_cast<unsigned>(packet.size()));
    Put16(packet, 4, spec.identification);
    Put8(packet, 8, 64);
    Put8(packet, 9, spec.protocol);
    Put32(packet, 12, spec.source.address);
    Put32(packet, 16, spec.destination.address);
    for (std::size_t at = 20; at < transport; ++at)
    {
        Put8(packet, at, 1); // no operation
    }
    for (std::size_t at = transport; at < packet.size(); ++at)
    {
        Put8(packet, at, (at * 37 + spec.identification) & 0xFF);
    }
    if (spec.protocol == IP_ICMP)
    {
        Put8(packet, transport, spec.icmpType);
        Put8(packet, transport + 1, 0);
        Put16(packet, transport + 4, spec.identifier);
    }
    else
    {
        Put16(packet, transport, spec.source.port);
        Put16(packet, transport + 2, spec.destination.port);
    }
    if (spec.protocol == IP_UDP)
    {
        Put16(packet, transport + 4, static_cast<unsigned>(header + spec.data));
    }
    if (spec.protocol == IP_TCP)
    {
        Put8(packet, transport + 12, static_cast<unsigned>(header / 4) << 4);
        Put8(packet, transport + 13, spec.tcpFlags);
    }
    FillChecksums(packet);
    if (!spec.hasChecksum)
    {
        Put16(packet, transport + 6, 0);
    }
    return packet;
}

/// @param size bytes of data in each fragment, a multiple of 8
inline std::vector<Bytes>
Fragment(const Bytes& packet, std::size_t size)
{
    const std::size_t header = HeaderSize(packet);
    std::vector<Bytes> fragments;
    for (std::size_t from = header; from < packet.size(); from += size)
    {
        const std::size_t to = std::min(from + size, packet.size());
        const auto begin = packet.begin();
        Bytes fragment(begin, begin + static_cast<std::ptrdiff_t>(header));
        fragment.insert(fragment.end(),
                        begin + static_cast<std::ptrdiff_t>(from),
                        begin + static_cast<std::ptrdiff_t>(to));
        Put16(fragment, 2, static_cast<unsigned>(fragment.size()));
        const std::size_t more = to < packet.size() ? 0x2000 : 0;
        Put16(fragment, 6, static_cast<unsigned>(more + (from - header) / 8));
        FillHeaderChecksum(fragment);
        fragments.push_back(std::move(fragment));
    }
    return fragments;
}

/**
 * An ICMP error to be built, about the beginning of a packet.
 */
struct ErrorSpec
{
    uint8_t type{11};
    uint8_t code{0};
    uint32_t source{0};
    uint32_t destination{0};
    uint32_t rest{0};             ///< MTU, pointer
    std::size_t quoted{SIZE_MAX}; ///< bytes of the packet after its IPv4 header
    Bytes after{};                ///< padding, extensions
};

/// @param packet as it was when it met the router
inline Bytes
BuildError(const ErrorSpec& spec, Bytes packet)
{
    packet.resize(
        std::min(packet.size(),
                 spec.quoted == SIZE_MAX ? packet.size() : HeaderSize(packet) + spec.quoted));
    PacketSpec outer;
    outer.protocol = IP_ICMP;
    outer.source = {spec.source, 0};
    outer.destination = {spec.destination, 0};
    outer.data = packet.size() + spec.after.size();
    outer.icmpType = spec.type;
    Bytes error = Build(outer);
    Put8(error, 21, spec.code);
    Put32(error, 24, spec.rest);
    const auto quote = error.begin() + 28;
    std::copy(packet.begin(), packet.end(), quote);
    std::copy(spec.after.begin(),
              spec.after.end(),
              quote + static_cast<std::ptrdiff_t>(packet.size()));
    FillChecksums(error);
    return error;
}

/// @return the packet after a router, which lowers its time to live
inline Bytes
Routed(Bytes packet)
{
    Put8(packet, 8, static_cast<unsigned>(packet[8]) - 1);
    FillHeaderChecksum(packet);
    return packet;
}

/// Random numbers (splitmix64) that cost next to nothing in a build that is not optimised.
class TestRandom
{
  public:
    explicit TestRandom(uint64_t seed)
        : m_state(seed)
    {
    }

    uint64_t
    Next()
    {
        m_state += 0x9E3779B97F4A7C15;
        uint64_t mixed = m_state;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
        return mixed ^ mixed >> 31;
    }

    std::size_t
    Below(std::size_t bound)
    {
        return (Next() >> 32) * bound >> 32;
    }

  private:
    uint64_t m_state;
};

} // namespace bindstorm::test

#endif // BINDSTORM_TEST_PACKET_H
