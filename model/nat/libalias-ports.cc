/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "keep-port.h"
#include "nat-port-choice.h"

namespace bindstorm
{

namespace
{

/**
 * The internal port first, where it is to be kept, then random ones, up to a number of tries in
 * all. The internal port need not be in the range: the range is for those that change.
 */
class LibaliasPorts : public NatPortChoice
{
  public:
    LibaliasPorts(uint32_t tries, bool drawsFifteenBits)
        : m_tries(tries),
          m_drawsFifteenBits(drawsFifteenBits)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        uint32_t tries = 0;
        if (request.preserve)
        {
            ++tries;
            if (IsUsableAnywhere(view, request.flow.internal.port))
            {
                return request.flow.internal.port;
            }
        }
        for (; tries < m_tries; ++tries)
        {
            const uint32_t port = Draw(view.Range(), draws);
            if (IsUsable(view, port))
            {
                return static_cast<uint16_t>(port);
            }
        }
        return std::nullopt;
    }

  private:
    uint32_t
    Draw(const PortRange& range, DrawSource& draws) const
    {
        return range.Low() +
               (m_drawsFifteenBits ? draws.Draw() & 0x7fff : draws.DrawBelow(range.Size()));
    }

    uint32_t m_tries;
    bool m_drawsFifteenBits;
};

} // namespace

NatPortChoiceInfo
DescribeLibaliasPorts()
{
    return {.name = "libalias",
            .summary = "The internal port where it is to be kept, then random ports of the range, "
                       "20 tries in all.",
            .source = "FreeBSD libalias, GetNewPort; range and uniform draw as of 2021",
            .defaultRange = "32768-65535",
            .keepsOutOfRange = true,
            .identifiersInRange = true,
            .parameters = {{.name = "tries",
                            .defaultValue = "20",
                            .help = "Ports tried before it gives up, 1 to 65535."},
                           {.name = "draw",
                            .defaultValue = "new",
                            .choices = {"new", "old"},
                            .help = "new: uniform in the range; old: 15 bits above its first port, "
                                    "where those out of range are tries lost."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<NatPortChoice>
            {
                return std::make_unique<LibaliasPorts>(
                    static_cast<uint32_t>(*spec.GetInteger("tries", 1, 65535)),
                    spec.Get("draw") == "old");
            }};
}

} // namespace bindstorm
