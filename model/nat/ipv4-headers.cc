/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "ipv4-headers.h"

#include <array>

namespace bindstorm
{

void
Ipv4Headers::Rewrite(const NatEndpoint& source, const NatEndpoint& destination, uint16_t identifier)
{
    const uint64_t addressesWere = Addresses();
    const uint64_t addresses = uint64_t{source.address} << 32 | destination.address;
    StoreNetwork(m_header + 12, addresses);
    ChecksumChange change;
    change.Replace(addressesWere, addresses);
    std::byte* headerChecksum = m_header + 10;
    StoreNetwork(headerChecksum, change.ApplyTo(LoadNetwork<uint16_t>(headerChecksum)));

    if (!m_layout->coversAddresses)
    {
        change = {};
    }
    if (m_layout->hasPorts)
    {
        const uint32_t portsWere = Ports();
        const uint32_t ports = uint32_t{source.port} << 16 | destination.port;
        StoreNetwork(m_transport.data(), ports);
        change.Replace(portsWere, ports);
    }
    else if (m_layout->hasIdentifier)
    {
        change.Replace(Identifier(), identifier);
        StoreNetwork(m_transport.data() + 4, identifier);
    }
    if (HasChecksum())
    {
        std::byte* checksum = m_transport.data() + m_layout->checksumAt;
        const auto was = LoadNetwork<uint16_t>(checksum);
        StoreNetwork(checksum,
                     m_layout->checksumOptional ? change.ApplyToOptional(was)
                                                : change.ApplyTo(was));
    }
}

ChecksumChange
Ipv4Headers::RewriteQuoted(const NatEndpoint& source,
                           const NatEndpoint& destination,
                           uint16_t identifier)
{
    const auto words = [this]
    {
        return std::array<uint64_t, 5>{
            Addresses(),
            LoadNetwork<uint16_t>(m_header + 10),
            Ports(),
            Identifier(),
            HasChecksum() ? LoadNetwork<uint16_t>(m_transport.data() + m_layout->checksumAt)
                          : uint16_t{0}};
    };
    const auto were = words();
    Rewrite(source, destination, identifier);
    const auto are = words();
    ChecksumChange change;
    for (std::size_t i = 0; i < are.size(); ++i)
    {
        change.Replace(were[i], are[i]);
    }
    return change;
}

} // namespace bindstorm
