/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "byte-local-by-port.h"
#include "byte-local-by-slot.h"
#include "port-allocator.h"

namespace bindstorm
{

PortAllocatorInfo
DescribeByteLocal2009()
{
    return {.name = "byte-local-2009",
            .summary = "Bitmap of one chain at a time; when the candidate drawn from the range is "
                       "busy, a free bit of its own byte is taken.",
            .source = "V. Mayatskikh, idea on netdev, January 2009; a sketch, the readings are the "
                      "parameters",
            .defaultChains = 128,
            .lockScope = LockScope::CHAIN,
            .needsChains = true,
            .parameters =
                {{.name = "index",
                  .defaultValue = "slot",
                  .choices = {"slot", "port"},
                  .help = "What a byte is: eight slots of one chain or eight consecutive ports."},
                 {.name = "pick",
                  .defaultValue = "uniform",
                  .choices = {"uniform", "lowest", "nearest"},
                  .help = "Which free bit of a byte is taken when the candidate is busy."},
                 {.name = "full",
                  .defaultValue = "step",
                  .choices = {"step", "redraw"},
                  .help = "Where a full byte leads: an odd step over the bytes, which meets each, "
                          "or a newly drawn byte, as often as there are bytes, which may miss a "
                          "free port."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<PortAllocator>
            {
                if (spec.Get("index") == "port")
                {
                    return std::make_unique<ByteLocalByPort>(spec);
                }
                return std::make_unique<ByteLocalBySlot>(spec);
            }};
}

} // namespace bindstorm
