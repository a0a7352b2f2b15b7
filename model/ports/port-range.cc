/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-range.h"

#include "parse-port.h"

#include "model/base/component-spec.h"

namespace bindstorm
{

namespace
{

/// @return what is wrong with the ends of a range; empty when nothing is
std::string
FindFault(uint32_t low, uint32_t high)
{
    if (low == 0 || high == 0)
    {
        return "port 0 cannot be bound";
    }
    if (low > MAXIMUM_PORT || high > MAXIMUM_PORT)
    {
        return "ports end at 65535";
    }
    if (low > high)
    {
        return "the first port is above the last one";
    }
    return {};
}

} // namespace

PortRange::PortRange(uint32_t low, uint32_t high)
    : m_low(static_cast<uint16_t>(low)),
      m_high(static_cast<uint16_t>(high))
{
    if (const std::string fault = FindFault(low, high); !fault.empty())
    {
        throw ConfigError("port range '" + std::to_string(low) + "-" + std::to_string(high) +
                          "': " + fault);
    }
}

PortRange
PortRange::Parse(std::string_view text)
{
    const std::optional<std::pair<uint32_t, uint32_t>> ends = ParsePortPair(text);
    if (!ends)
    {
        throw ConfigError("port range '" + std::string(text) +
                          "': two numbers with a hyphen between them are expected, "
                          "e.g. 32768-61000");
    }
    if (const std::string fault = FindFault(ends->first, ends->second); !fault.empty())
    {
        throw ConfigError("port range '" + std::string(text) + "': " + fault);
    }
    return PortRange(ends->first, ends->second);
}

std::string
PortRange::ToString() const
{
    return std::to_string(m_low) + "-" + std::to_string(m_high);
}

} // namespace bindstorm
