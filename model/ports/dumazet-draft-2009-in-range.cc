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
 * The draft with the mend that its author proposed in the thread: the start is derived from the
 * range. He did not say how. Reading taken: the whole draw, scaled to the range by multiply-shift;
 * the step stays the low half, and the result equals linux-2.6.29 draw by draw. The other reading
 * keeps the 16-bit bias of the draft and scales that: a range of 28233 ports then gets 2 or 3 of
 * the 65536 values a port, which is uneven by construction.
 */
class DumazetDraft2009InRange : public PortAllocator
{
  public:
    explicit DumazetDraft2009InRange(bool isHalf)
        : m_mask(isHalf ? 0xffff0000 : 0xffffffff)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        const uint32_t draw = draws.Draw();
        return FindFreeInChains(view, ScaleToRange(draw & m_mask, view.Range()), draw & 0xffff);
    }

  private:
    uint32_t m_mask; ///< the bits that make the bias
};

} // namespace

PortAllocatorInfo
DescribeDumazetDraft2009InRange()
{
    return {.name = "dumazet-draft-2009-in-range",
            .summary = "The draft of 2009 with its start drawn from the range instead of from all "
                       "65536 ports.",
            .source = "E. Dumazet, mail on netdev, January 2009: derive the number from the range",
            .defaultChains = 128,
            .lockScope = LockScope::CHAIN,
            .needsChains = true,
            .parameters = {{.name = "bias",
                            .defaultValue = "draw",
                            .choices = {"draw", "half"},
                            .help = "What is scaled to the range: the whole 32-bit draw or its "
                                    "high half."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<DumazetDraft2009InRange>(spec.Get("bias") == "half"); }};
}

} // namespace bindstorm
