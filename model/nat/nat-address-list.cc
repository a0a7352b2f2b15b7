/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-address-list.h"

#include "nat-address-text.h"

#include "model/base/component-spec.h"

#include <charconv>
#include <system_error>

namespace bindstorm
{

namespace
{

std::string_view
WithoutBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos
               ? std::string_view{}
               : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

void
AddAddresses(std::string_view part, std::vector<uint32_t>& addresses)
{
    const std::size_t dash = part.find('-');
    const uint32_t first = ParseIpv4(WithoutBlanks(part.substr(0, dash)));
    const uint32_t last =
        dash == std::string_view::npos ? first : ParseIpv4(WithoutBlanks(part.substr(dash + 1)));
    if (last < first)
    {
        throw ConfigError("addresses \"" + std::string(part) + "\": the range runs backwards");
    }
    if (uint64_t{last} - first + 1 + addresses.size() > MOST_ADDRESSES)
    {
        throw ConfigError("addresses \"" + std::string(part) + "\": more than " +
                          std::to_string(MOST_ADDRESSES) + " addresses");
    }
    for (uint64_t address = first; address <= last; ++address)
    {
        addresses.push_back(static_cast<uint32_t>(address));
    }
}

} // namespace

std::vector<uint32_t>
ParseIpv4List(std::string_view text)
{
    std::vector<uint32_t> addresses;
    if (WithoutBlanks(text).empty())
    {
        return addresses;
    }
    for (bool more = true; more;)
    {
        const std::size_t comma = text.find(',');
        AddAddresses(WithoutBlanks(text.substr(0, comma)), addresses);
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : 0);
    }
    return addresses;
}

std::string
Ipv4ListText(const std::vector<uint32_t>& addresses)
{
    std::string text;
    for (std::size_t i = 0; i < addresses.size();)
    {
        std::size_t end = i + 1;
        while (end < addresses.size() && addresses[end - 1] != UINT32_MAX &&
               addresses[end] == addresses[end - 1] + 1)
        {
            ++end;
        }
        text += (text.empty() ? "" : ",") + Ipv4Text(addresses[i]);
        text += end - i > 1 ? "-" + Ipv4Text(addresses[end - 1]) : "";
        i = end;
    }
    return text;
}

NatEndpoint
ParseNatEndpoint(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::string_view digits =
        colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
    NatEndpoint endpoint;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), endpoint.port);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
    {
        throw ConfigError("endpoint \"" + std::string(text) +
                          "\": an IPv4 address and a port are expected, \"192.0.2.1:80\"");
    }
    endpoint.address = ParseIpv4(text.substr(0, colon));
    return endpoint;
}

std::string
NatEndpointText(const NatEndpoint& endpoint)
{
    return Ipv4Text(endpoint.address) + ":" + std::to_string(endpoint.port);
}

} // namespace bindstorm
