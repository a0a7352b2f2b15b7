/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/component-spec.h"
#include "model/base/ip-address.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

namespace
{

using namespace std::string_literals;

TEST(IpAddress, TheDefaultIsTheIpv4Wildcard)
{
    const IpAddress address;
    EXPECT_EQ(address.GetFamily(), IpAddress::Family::IPV4);
    EXPECT_TRUE(address.IsAny());
    EXPECT_EQ(address.ToString(), "0.0.0.0");
    EXPECT_EQ(address, IpAddress::Parse("0.0.0.0"));
}

TEST(IpAddress, WildcardsOfTheFamiliesDiffer)
{
    EXPECT_TRUE(IpAddress::AnyIpv6().IsAny());
    EXPECT_EQ(IpAddress::AnyIpv6(), IpAddress::Parse("::"));
    EXPECT_NE(IpAddress::AnyIpv6(), IpAddress());
    EXPECT_LT(IpAddress(), IpAddress::AnyIpv6());
}

TEST(IpAddress, Ipv4KeepsItsBytesInNetworkOrder)
{
    const IpAddress address = IpAddress::FromIpv4(0xC0000201);
    EXPECT_EQ(address.ToString(), "192.0.2.1");
    EXPECT_EQ(address.Bytes()[0], 192);
    EXPECT_EQ(address.Bytes()[3], 1);
    EXPECT_EQ(address.Bytes()[4], 0);
    EXPECT_FALSE(address.IsAny());
}

/// Texts of RFC 4291, section 2.2, and their form of RFC 5952.
TEST(IpAddress, ReadsIpv6InEveryFormAndWritesOne)
{
    EXPECT_EQ(IpAddress::Parse("2001:DB8:0:0:8:800:200C:417A").ToString(),
              "2001:db8::8:800:200c:417a");
    EXPECT_EQ(IpAddress::Parse("FF01:0:0:0:0:0:0:101").ToString(), "ff01::101");
    EXPECT_EQ(IpAddress::Parse("0:0:0:0:0:FFFF:129.144.52.38").ToString(), "::ffff:129.144.52.38");
    EXPECT_EQ(IpAddress::Parse("::1").GetFamily(), IpAddress::Family::IPV6);
    EXPECT_EQ(IpAddress::Parse("::1").Bytes()[15], 1);
}

TEST(IpAddress, RefusesEverythingElseAndNamesIt)
{
    for (const std::string& text : {""s,
                                    "1.2.3"s,
                                    "1.2.3.4.5"s,
                                    "1.2.3.256"s,
                                    "1.2.3.04"s,
                                    " 1.2.3.4"s,
                                    "1.2.3.4 "s,
                                    "1.2.3.4\0"s,
                                    "1.2.3.4\0x"s,
                                    "0x1.2.3.4"s,
                                    "host"s,
                                    ":"s,
                                    ":::"s,
                                    "1::2::3"s,
                                    "12345::"s,
                                    "::1/64"s,
                                    "fe80::1%eth0"s})
    {
        try
        {
            IpAddress::Parse(text);
            FAIL() << "accepted '" << text << "'";
        }
        catch (const ConfigError& error)
        {
            // A message ends at a zero byte of the text.
            const std::string expected = "'" + text + "' is not an IPv4 or IPv6 address";
            EXPECT_STREQ(error.what(), expected.c_str());
        }
    }
}

RC_GTEST_PROP(IpAddress, Ipv4SurvivesItsText, (uint32_t number))
{
    const IpAddress address = IpAddress::FromIpv4(number);
    RC_ASSERT(IpAddress::Parse(address.ToString()) == address);
}

RC_GTEST_PROP(IpAddress, Ipv6SurvivesItsText, (const std::array<uint16_t, 8>& groups))
{
    std::string text;
    for (const uint16_t group : groups)
    {
        constexpr std::string_view DIGITS = "0123456789abcdef";
        text += text.empty() ? "" : ":";
        for (int shift = 12; shift >= 0; shift -= 4)
        {
            text += DIGITS[group >> shift & 15];
        }
    }
    const IpAddress address = IpAddress::Parse(text);
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        RC_ASSERT(address.Bytes()[2 * i] == groups[i] >> 8);
        RC_ASSERT(address.Bytes()[2 * i + 1] == (groups[i] & 255));
    }
    RC_ASSERT(IpAddress::Parse(address.ToString()) == address);
}

RC_GTEST_PROP(IpAddress, Ipv4OrderIsNumericOrder, (uint32_t a, uint32_t b))
{
    RC_ASSERT((IpAddress::FromIpv4(a) < IpAddress::FromIpv4(b)) == (a < b));
}

} // namespace

} // namespace bindstorm
