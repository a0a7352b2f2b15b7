/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "fuzz-input.h"

#include "model/nat/byte-order.h"
#include "model/nat/internet-checksum.h"
#include "model/nat/ipv4-packet.h"
#include "model/nat/nat-table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

/**
 * @file
 * Any bytes as packets in any order, with time passing between them: what is refused is untouched,
 * what is translated keeps its length and the validity of its checksum, each packet is counted
 * once, and nothing is read or written outside the packet (AddressSanitizer).
 *
 * A record of the input is a control byte, a length and a packet. The control byte says the
 * direction, how much time passes, and whether the packet is made a sound one first: chance alone
 * would hardly ever get an ICMP error past its checksum.
 */

using namespace bindstorm;

namespace
{

constexpr uint32_t EXTERNAL = 0xCB007105;
constexpr uint32_t HOST = 0x0A000001;
constexpr uint32_t REMOTE = 0xC6336401;

uint8_t
ByteAt(std::span<const std::byte> bytes, std::size_t at)
{
    return static_cast<uint8_t>(bytes[at]);
}

/// Makes a number one of a few, so that packets meet each other's mappings.
void
MakeOneOfFew(std::span<std::byte> bytes, std::size_t at)
{
    StoreNetwork(bytes.data() + at, static_cast<uint16_t>(1000 + ByteAt(bytes, at + 1) % 4));
}

void
RepairTransport(std::span<std::byte> bytes, uint8_t protocol)
{
    if (bytes.size() < 8)
    {
        return;
    }
    if (protocol == IP_ICMP)
    {
        MakeOneOfFew(bytes, 4);
        return;
    }
    MakeOneOfFew(bytes, 0);
    MakeOneOfFew(bytes, 2);
    if (protocol == IP_UDP)
    {
        StoreNetwork(bytes.data() + 4, static_cast<uint16_t>(bytes.size()));
    }
    if (protocol == IP_TCP && bytes.size() >= 20)
    {
        bytes[12] = std::byte{0x50};
    }
}

/// Makes an IPv4 packet of any bytes, with a checksum, and endpoints that the table may know.
void
RepairPacket(std::span<std::byte> bytes)
{
    constexpr std::array<uint32_t, 4> ADDRESSES{EXTERNAL, HOST, REMOTE, HOST + 1};
    constexpr std::array<uint8_t, 4> PROTOCOLS{IP_ICMP, IP_UDP, IP_TCP, 47};
    bytes[0] = std::byte{0x45};
    StoreNetwork(bytes.data() + 4, static_cast<uint16_t>(ByteAt(bytes, 5) % 2));
    // Half of them are fragments, and half of these are not the last one: that ends at a multiple
    // of 8.
    const bool isFragment = (ByteAt(bytes, 6) & 1) != 0;
    const bool hasMore = isFragment && (ByteAt(bytes, 6) & 2) != 0;
    const int offset = isFragment ? ByteAt(bytes, 7) & 3 : 0;
    StoreNetwork(bytes.data() + 6, static_cast<uint16_t>((hasMore ? 0x2000 : 0) | offset));
    const std::size_t size = bytes.size() - (hasMore ? (bytes.size() - IPV4_HEADER) % 8 : 0);
    StoreNetwork(bytes.data() + 2, static_cast<uint16_t>(size));
    const uint8_t protocol = PROTOCOLS[ByteAt(bytes, 9) % 4];
    bytes[9] = std::byte{protocol};
    for (const std::size_t at : {12U, 16U})
    {
        StoreNetwork(bytes.data() + at, ADDRESSES[ByteAt(bytes, at + 3) % 4]);
    }
    if (offset == 0)
    {
        RepairTransport(bytes.first(size).subspan(IPV4_HEADER), protocol);
    }
    StoreNetwork(bytes.data() + 10, uint16_t{0});
    StoreNetwork(bytes.data() + 10, InternetChecksum(bytes.first(IPV4_HEADER)));
}

/// Does the same for a packet and one that it quotes.
void
Repair(std::span<std::byte> bytes)
{
    if (bytes.size() < IPV4_HEADER)
    {
        return;
    }
    RepairPacket(bytes);
    const std::size_t size = LoadNetwork<uint16_t>(bytes.data() + 2);
    const std::span<std::byte> payload = bytes.first(size).subspan(IPV4_HEADER);
    if (ByteAt(bytes, 9) != IP_ICMP || payload.size() < 8 + IPV4_HEADER)
    {
        return;
    }
    const std::span<std::byte> quote = payload.subspan(8);
    RepairPacket(quote);
    // Who gets an error sent what it quotes.
    StoreNetwork(bytes.data() + 16, LoadNetwork<uint32_t>(quote.data() + 12));
    StoreNetwork(bytes.data() + 10, uint16_t{0});
    StoreNetwork(bytes.data() + 10, InternetChecksum(bytes.first(IPV4_HEADER)));
    StoreNetwork(payload.data() + 2, uint16_t{0});
    StoreNetwork(payload.data() + 2, InternetChecksum(payload));
}

NatConfig
ConfigOf(uint8_t choices)
{
    NatConfig config;
    config.external = {EXTERNAL, EXTERNAL + 1};
    config.preservePort = true; // so that the input can meet what it has mapped
    config.hairpin = (choices & 1) != 0;
    config.overload = (choices & 2) != 0;
    config.reverse = (choices & 4) != 0;
    config.deniedFragmentsOpen = (choices & 8) != 0;
    config.unsolicited = (choices & 16) != 0 ? NatUnsolicited::ACCEPT : NatUnsolicited::DENY;
    const NatDependence dependence = (choices & 32) != 0 ? NatDependence::ADDRESS_AND_PORT_DEPENDENT
                                                         : NatDependence::ENDPOINT_INDEPENDENT;
    config.udp = config.tcp = config.icmp = {dependence, dependence};
    config.maxLinks = (choices & 64) != 0 ? 8 : 0;
    config.maxFragmentedDatagrams = 4;
    config.maxHeldFragments = 4;
    return config;
}

/// @return a sum of the header that does not depend on how its zero is written
unsigned
HeaderSum(std::span<const std::byte> bytes)
{
    const std::size_t size = (static_cast<std::size_t>(bytes[0]) & 0xF) * 4;
    return InternetChecksum(bytes.first(size)) % 0xFFFFU;
}

void
CheckChange(std::span<const std::byte> was, std::span<const std::byte> is, NatVerdict verdict)
{
    if (!IsForwarded(verdict) || verdict == NatVerdict::PASSED)
    {
        Require(std::ranges::equal(was, is), "a packet was changed though it was not translated");
        return;
    }
    Require(HeaderSum(was) == HeaderSum(is), "the header's checksum changed its validity");
    Require(std::ranges::equal(was.first(10), is.first(10)), "a length or kind was changed");
    const std::size_t length = LoadNetwork<uint16_t>(was.data() + 2);
    Require(std::ranges::equal(was.subspan(length), is.subspan(length)),
            "bytes after the packet were changed");
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const auto engine =
        CreateRandomEngine(ComponentSpec("chacha20"), StreamSeed(1, 0, "nat", "fuzz"));
    SimulatedNatTime time;
    NatTable table(ConfigOf(input.TakeByte()), *engine, time);
    NatTime now{0};
    uint64_t packets = 0;
    while (!input.IsEmpty())
    {
        const uint8_t control = input.TakeByte();
        now += std::chrono::seconds{(control >> 2) * (control >> 2)};
        time.Set(now);
        const std::span<const uint8_t> taken = input.TakeBytes(input.TakeByte());
        // A buffer of just this size: the sanitizer sees the first step beyond it.
        const auto buffer = std::make_unique<std::byte[]>(taken.size());
        const std::span<std::byte> packet(buffer.get(), taken.size());
        std::ranges::copy(std::as_bytes(taken), packet.begin());
        if ((control & 2) != 0)
        {
            Repair(packet);
        }
        const std::vector<std::byte> before(packet.begin(), packet.end());
        const NatVerdict verdict =
            (control & 1) != 0 ? table.TranslateInbound(packet) : table.TranslateOutbound(packet);
        CheckChange(before, packet, verdict);
        const auto& verdicts = table.Verdicts();
        Require(std::accumulate(verdicts.begin(), verdicts.end(), uint64_t{0}) == ++packets,
                "a packet was not counted once");
        for (std::vector<std::byte>& fragment : table.TakeReleasedFragments())
        {
            const auto released = Ipv4Packet::Parse(fragment);
            Require(released && released->IsLaterFragment(), "what was released is no fragment");
        }
    }
    return 0;
}
