/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "workload-settings.h"

namespace bindstorm
{

std::vector<SettingInfo>
SocketSettings()
{
    return {
        {.name = "protocol",
         .type = SettingType::CHOICE,
         .defaultValue = "udp",
         .choices = {"udp", "tcp"},
         .help = "Port space of the sockets; the two are independent."},
        {.name = "address",
         .type = SettingType::ADDRESS,
         .defaultValue = "0.0.0.0",
         .help = "Local address of the sockets."},
        {.name = "device",
         .type = SettingType::INTEGER,
         .defaultValue = int64_t{0},
         .low = 0,
         .high = 4294967295.0,
         .help = "Interface that the sockets are bound to; 0 is none."},
        {.name = "reuse_address",
         .type = SettingType::BOOLEAN,
         .defaultValue = false,
         .help = "SO_REUSEADDR: two sockets that both have it never conflict."},
    };
}

std::vector<SettingInfo>
WithSocketSettings(std::vector<SettingInfo> own)
{
    for (SettingInfo& setting : SocketSettings())
    {
        own.push_back(std::move(setting));
    }
    return own;
}

SettingInfo
CountSetting(const std::string& name, int64_t defaultValue, const std::string& help)
{
    return {.name = name,
            .type = SettingType::INTEGER,
            .defaultValue = defaultValue,
            .low = 1,
            .high = 1e12,
            .help = help};
}

SettingInfo
ProcessesSetting(int64_t defaultValue)
{
    return {.name = "processes",
            .type = SettingType::INTEGER,
            .defaultValue = defaultValue,
            .low = 1,
            .high = 1e6,
            .help = "Number of processes that do this side by side."};
}

std::vector<uint16_t>
EligiblePorts(const SocketTable::Config& config)
{
    std::vector<uint16_t> ports;
    for (uint32_t port = config.range.Low(); port <= config.range.High(); ++port)
    {
        const auto candidate = static_cast<uint16_t>(port);
        if (!config.reserved.Contains(candidate) && !config.excluded.Contains(candidate))
        {
            ports.push_back(candidate);
        }
    }
    return ports;
}

Protocol
ProtocolOf(const Settings& settings)
{
    return settings.GetText("protocol") == "tcp" ? Protocol::TCP : Protocol::UDP;
}

PortRequest
RequestOf(const Settings& settings)
{
    return {.address = IpAddress::Parse(settings.GetText("address")),
            .device = static_cast<uint32_t>(settings.GetInteger("device")),
            .reuseAddress = settings.GetBoolean("reuse_address")};
}

} // namespace bindstorm
