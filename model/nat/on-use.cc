/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-housekeeping.h"

namespace bindstorm
{

namespace
{

/// Leaves all to the table, which checks what it finds. What nobody asks for stays.
class OnUseHousekeeping final : public NatHousekeeping
{
  public:
    OnUseHousekeeping()
    {
        m_quietUntil = NatTime::max();
    }

    void
    OnInsert(LinkId /* id */) override
    {
    }

    void
    OnErase(LinkId /* id */) override
    {
    }

    void
    OnNearer(LinkId /* id */) override
    {
    }

    void
    OnPacket(NatTime /* now */,
             PacketWork& /* work */,
             const std::function<void(LinkId)>& /* expire */) override
    {
    }

    bool
    ChecksOnUse() const override
    {
        return true;
    }
};

} // namespace

NatHousekeepingInfo
DescribeOnUseHousekeeping()
{
    return {"on-use",
            "Nothing in the background; a link is checked whenever it is found.",
            "review D30277, the second half of it alone",
            {},
            [](const ComponentSpec& /* spec */, NatLinkPool& /* pool */)
            { return std::make_unique<OnUseHousekeeping>(); }};
}

} // namespace bindstorm
