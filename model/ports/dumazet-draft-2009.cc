/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chain-walk.h"
#include "port-allocator.h"

namespace bindstorm
{

namespace
{

/**
 * The first draft of the bitmap search as the mails describe it; its text is lost. The start is
 * uniform over all 65536 ports, so that more than half of the searches start outside the range and
 * walk into it from an end, where short steps pile up: the bent histogram of the thread.
 */
class DumazetDraft2009 : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        const uint32_t draw = draws.Draw();
        return FindFreeInChains(view, static_cast<uint16_t>(draw >> 16), draw & 0xffff);
    }
};

} // namespace

PortAllocatorInfo
DescribeDumazetDraft2009()
{
    return {.name = "dumazet-draft-2009",
            .summary = "Bitmap of one chain at a time, start drawn from all 65536 ports, odd step "
                       "through the slots: the draft with the bent histogram.",
            .source = "E. Dumazet, draft on netdev, 23 January 2009, reconstructed; high half of "
                      "the draw: start, low half: step",
            .defaultChains = 128,
            .lockScope = LockScope::CHAIN,
            .needsChains = true,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<DumazetDraft2009>(); }};
}

} // namespace bindstorm
