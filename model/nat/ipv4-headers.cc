/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "ipv4-headers.h"

namespace bindstorm
{

ChecksumChange
Ipv4Headers::Rewrite(const NatEndpoint& source, const NatEndpoint& destination, uint16_t identifier)
{
    const uint64_t addressesWere = Addresses();
    const uint64_t addresses = uint64_t{source.address} << 32 | destination.address;
    StoreNetwork(m_header + 12, addresses);
    ChecksumChange addressChange;
    addressChange.Replace(addressesWere, addresses);

    std::byte* headerChecksum = m_header + 10;
    const auto headerSumWas = LoadNetwork<uint16_t>(headerChecksum);
    const uint16_t headerSum = addressChange.ApplyTo(headerSumWas);
    StoreNetwork(headerChecksum, headerSum);

    ChecksumChange total = addressChange;
    total.Replace(headerSumWas, headerSum);

    ChecksumChange transportChange;
    if (m_layout->hasPorts)
    {
        const uint32_t portsWere = Ports();
        const uint32_t ports = uint32_t{source.port} << 16 | destination.port;
        StoreNetwork(m_transport.data(), ports);
        transportChange.Replace(portsWere, ports);
    }
    else if (m_layout->hasIdentifier)
    {
        transportChange.Replace(Identifier(), identifier);
        StoreNetwork(m_transport.data() + 4, identifier);
    }
    total.Add(transportChange);

    const std::size_t checksumAt = m_layout->checksumAt;
    if (checksumAt != 0 && m_transport.size() >= checksumAt + 2)
    {
        if (m_layout->coversAddresses)
        {
            transportChange.Add(addressChange);
        }
        std::byte* checksum = m_transport.data() + checksumAt;
        const auto was = LoadNetwork<uint16_t>(checksum);
        const uint16_t is = m_layout->checksumOptional ? transportChange.ApplyToOptional(was)
                                                       : transportChange.ApplyTo(was);
        StoreNetwork(checksum, is);
        total.Replace(was, is);
    }
    return total;
}

} // namespace bindstorm
