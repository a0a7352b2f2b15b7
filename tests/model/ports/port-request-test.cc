/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/port-request.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>

namespace bindstorm
{

namespace
{

PortRequest
On(std::string_view address)
{
    return {.address = IpAddress::Parse(address)};
}

PortRequest
To(std::string_view remote, uint16_t port)
{
    return {.remote = RemoteEndpoint{.address = IpAddress::Parse(remote), .port = port}};
}

TEST(PortRequest, ConflictsWithItself)
{
    EXPECT_TRUE(Conflicts({}, {}));
    EXPECT_TRUE(Conflicts(On("192.0.2.1"), On("192.0.2.1")));
}

TEST(PortRequest, SharesAPortBetweenAddressesButNotWithTheWildcard)
{
    EXPECT_FALSE(Conflicts(On("192.0.2.1"), On("192.0.2.2")));
    EXPECT_TRUE(Conflicts(On("192.0.2.1"), {}));
    EXPECT_TRUE(Conflicts({}, On("192.0.2.1")));
}

TEST(PortRequest, SharesAPortOnlyWhenBothReuse)
{
    const PortRequest reusing{.reuseAddress = true};
    EXPECT_FALSE(Conflicts(reusing, reusing));
    EXPECT_TRUE(Conflicts(reusing, {}));
    EXPECT_TRUE(Conflicts({}, reusing));
}

TEST(PortRequest, SharesAPortOnlyBetweenTwoDevices)
{
    const PortRequest first{.device = 1};
    const PortRequest second{.device = 2};
    EXPECT_FALSE(Conflicts(first, second));
    EXPECT_TRUE(Conflicts(first, first));
    EXPECT_TRUE(Conflicts(first, {}));
}

TEST(PortRequest, SharesAPortOnlyBetweenTwoDestinations)
{
    EXPECT_FALSE(Conflicts(To("198.51.100.1", 80), To("198.51.100.1", 81)));
    EXPECT_FALSE(Conflicts(To("198.51.100.1", 80), To("198.51.100.2", 80)));
    EXPECT_TRUE(Conflicts(To("198.51.100.1", 80), To("198.51.100.1", 80)));
    EXPECT_TRUE(Conflicts(To("198.51.100.1", 80), {}));
}

TEST(PortRequest, LetsTheIpv6WildcardReceiveIpv4UnlessToldNotTo)
{
    const PortRequest both = On("::");
    PortRequest only = both;
    only.ipv6Only = true;
    EXPECT_TRUE(Conflicts(both, {}));
    EXPECT_TRUE(Conflicts(both, On("192.0.2.1")));
    EXPECT_FALSE(Conflicts(only, {}));
    EXPECT_FALSE(Conflicts(only, On("192.0.2.1")));
    EXPECT_TRUE(Conflicts(only, both));
    EXPECT_TRUE(Conflicts(only, On("2001:db8::1")));
}

TEST(PortRequest, KeepsAnIpv6AddressApartFromIpv4)
{
    EXPECT_FALSE(Conflicts(On("2001:db8::1"), {}));
    EXPECT_FALSE(Conflicts(On("2001:db8::1"), On("192.0.2.1")));
}

TEST(PortRequest, TakesAMappedAddressForTheIpv4AddressWithin)
{
    EXPECT_TRUE(Conflicts(On("::ffff:192.0.2.1"), On("192.0.2.1")));
    EXPECT_TRUE(Conflicts(On("::ffff:192.0.2.1"), {}));
    EXPECT_FALSE(Conflicts(On("::ffff:192.0.2.1"), On("192.0.2.2")));
}

RC_GTEST_PROP(PortRequest, ConflictsBothWays, ())
{
    const auto draw = []
    {
        static constexpr std::string_view ADDRESSES[] =
            {"0.0.0.0", "192.0.2.1", "192.0.2.2", "::", "2001:db8::1", "::ffff:192.0.2.1"};
        PortRequest request = On(ADDRESSES[*rc::gen::inRange(0, 6)]);
        request.device = static_cast<uint32_t>(*rc::gen::inRange(0, 3));
        request.reuseAddress = *rc::gen::arbitrary<bool>();
        request.ipv6Only = *rc::gen::arbitrary<bool>();
        if (*rc::gen::arbitrary<bool>())
        {
            request.remote =
                RemoteEndpoint{.address = IpAddress::Parse("198.51.100.1"),
                               .port = static_cast<uint16_t>(*rc::gen::inRange(80, 82))};
        }
        return request;
    };
    const PortRequest a = draw();
    const PortRequest b = draw();
    RC_ASSERT(Conflicts(a, b) == Conflicts(b, a));
}

} // namespace

} // namespace bindstorm
