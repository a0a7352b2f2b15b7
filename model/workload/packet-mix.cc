/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "packet-mix.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace bindstorm
{

namespace
{

constexpr int64_t WHOLE = 1'000'000;

} // namespace

PacketMix::PacketMix(const Settings& settings)
{
    int64_t sum = 0;
    for (std::size_t i = 0; i < MIXED_PACKETS; ++i)
    {
        const std::string name(MIXED_PACKET_NAMES[i]);
        const double share = settings.GetNumber(name) * static_cast<double>(WHOLE);
        m_shares[i] = std::llround(share);
        if (std::abs(share - static_cast<double>(m_shares[i])) > 1e-3)
        {
            throw ConfigError(fmt::format("no-drop: {} = {} is finer than a millionth",
                                          name,
                                          settings.GetNumber(name)));
        }
        sum += m_shares[i];
    }
    if (sum != WHOLE)
    {
        throw ConfigError(fmt::format("no-drop: the shares hit_outbound, hit_inbound, new, miss, "
                                      "repeated_miss and filtered add up to {}, not to 1",
                                      static_cast<double>(sum) / static_cast<double>(WHOLE)));
    }
}

MixedPacket
PacketMix::Next()
{
    for (std::size_t i = 0; i < MIXED_PACKETS; ++i)
    {
        m_behind[i] += m_shares[i];
    }
    const auto furthest = std::ranges::max_element(m_behind);
    *furthest -= WHOLE;
    return static_cast<MixedPacket>(furthest - m_behind.begin());
}

std::vector<SettingInfo>
MixSettings()
{
    constexpr std::array<double, MIXED_PACKETS> DEFAULTS{0.5, 0.5, 0, 0, 0, 0};
    constexpr std::array<const char*, MIXED_PACKETS> WHAT{
        "outbound packets of flows that there are",
        "inbound packets of flows that there are",
        "first packets of flows",
        "unsolicited packets from outside, other endpoints each time",
        "the same unsolicited packet, again and again",
        "packets of strangers to external endpoints of flows"};
    std::vector<SettingInfo> settings;
    for (std::size_t i = 0; i < MIXED_PACKETS; ++i)
    {
        settings.push_back({.name = std::string(MIXED_PACKET_NAMES[i]),
                            .type = SettingType::NUMBER,
                            .defaultValue = DEFAULTS[i],
                            .low = 0,
                            .high = 1,
                            .help = fmt::format("Share of {}; the shares add up to 1.", WHAT[i])});
    }
    return settings;
}

} // namespace bindstorm
