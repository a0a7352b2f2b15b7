/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_IP_ADDRESS_H
#define BINDSTORM_IP_ADDRESS_H

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup base
 * An IPv4 or IPv6 address as a value, without ns-3. The default is the IPv4 wildcard 0.0.0.0.
 */
class IpAddress
{
  public:
    enum class Family : uint8_t
    {
        IPV4,
        IPV6
    };

    IpAddress() = default;

    /// @param text dotted quad or RFC 4291 text; @throws ConfigError when it is neither
    static IpAddress Parse(std::string_view text);
    /// @param address in host order
    static IpAddress FromIpv4(uint32_t address);
    /// @return the IPv6 wildcard ::
    static IpAddress AnyIpv6();

    Family GetFamily() const;
    bool IsAny() const;
    /// @return 16 bytes in network order; an IPv4 address fills the first four
    const std::array<uint8_t, 16>& Bytes() const;
    std::string ToString() const;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 mistakes the 0 that "<" compares with.
    auto operator<=>(const IpAddress&) const = default;

  private:
    Family m_family{Family::IPV4};
    std::array<uint8_t, 16> m_bytes{};
};

} // namespace bindstorm

#endif // BINDSTORM_IP_ADDRESS_H
