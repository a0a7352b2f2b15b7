/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "keep-port.h"
#include "nat-port-choice.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/// The ports that are tried, eligible or not.
struct LinuxClass
{
    uint32_t low;
    uint32_t size;
};

/**
 * Runs of neighbouring ports from random starts: 128 ports, then 64, 32, 16 and 8. The start is a
 * 16-bit number modulo the size, so the first ports of a range that does not divide 65536 are more
 * likely.
 */
class LinuxPorts : public NatPortChoice
{
  public:
    explicit LinuxPorts(bool isFullyRandom)
        : m_isFullyRandom(isFullyRandom)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        // Keeping the port is what it does unless told not to; the behaviour need not ask.
        if (!m_isFullyRandom && IsUsable(view, request.flow.internal.port))
        {
            return request.flow.internal.port;
        }
        const LinuxClass ports = FindClass(view.Range(), request.flow.internal.port);
        for (uint32_t attempts = std::min<uint32_t>(ports.size, LONGEST_RUN);; attempts /= 2)
        {
            const uint32_t start = draws.Draw() >> 16;
            for (uint32_t i = 0; i < attempts; ++i)
            {
                const uint32_t port = ports.low + (start + i) % ports.size;
                if (IsUsable(view, port))
                {
                    return static_cast<uint16_t>(port);
                }
            }
            if (attempts >= ports.size || attempts < LAST_HALVED)
            {
                return std::nullopt;
            }
        }
    }

  private:
    static constexpr uint32_t LONGEST_RUN = 128;
    static constexpr uint32_t LAST_HALVED = 16;

    /// Where no range was configured, it depends on the internal port.
    static LinuxClass
    FindClass(const PortRange& range, uint16_t internal)
    {
        if (range != PortRange(1, 65535))
        {
            return {range.Low(), range.Size()};
        }
        if (internal < 512)
        {
            return {1, 511};
        }
        return internal < 1024 ? LinuxClass{600, 424} : LinuxClass{1024, 64512};
    }

    bool m_isFullyRandom;
};

} // namespace

NatPortChoiceInfo
DescribeLinuxPorts()
{
    return {.name = "linux",
            .summary = "The internal port if it is free, else runs of 128, 64, 32, 16 and 8 ports "
                       "from random starts, 248 in all.",
            .source = "Linux 6.2, nf_nat_l4proto_unique_tuple; measured on 6.18",
            .defaultRange = "1-65535",
            .keepsClass = true,
            .parameters = {{.name = "random",
                            .defaultValue = "on-collision",
                            .choices = {"on-collision", "fully"},
                            .help = "When the port is random: when the internal one is taken, or "
                                    "always, also if it was to be kept."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<NatPortChoice>
            { return std::make_unique<LinuxPorts>(spec.Get("random") == "fully"); }};
}

} // namespace bindstorm
