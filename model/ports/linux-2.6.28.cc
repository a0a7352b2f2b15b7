/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-allocator.h"

namespace bindstorm
{

namespace
{

/**
 * One odd step through all 65536 ports, which meets every port of the range once. Start and step
 * are the same number, so that they are tied when the range size is even. The walk tests one port a
 * chain scan: near exhaustion that is a scan for every port of the range.
 */
class Linux2628 : public PortAllocator
{
  public:
    explicit Linux2628(bool isLockedOnce)
        : m_isLockedOnce(isLockedOnce)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        WorkCounters& work = view.Work();
        const uint32_t draw = draws.Draw();
        const auto step = static_cast<uint16_t>(draw | 1);
        const auto first = static_cast<uint16_t>(view.Range().Low() + draw % view.Range().Size());
        work.locks += m_isLockedOnce ? 1 : 0;
        uint16_t port = first;
        do
        {
            if (view.IsEligible(port))
            {
                work.locks += m_isLockedOnce ? 0 : 1;
                if (view.IsFree(port))
                {
                    return port;
                }
            }
            // The reference counts the additions, not the start, which is drawn.
            ++work.steps;
            port = static_cast<uint16_t>(port + step);
        } while (port != first);
        return std::nullopt;
    }

    std::optional<LockScope>
    GetLockScope() const override
    {
        return m_isLockedOnce ? LockScope::TABLE : LockScope::CHAIN;
    }

  private:
    bool m_isLockedOnce;
};

} // namespace

PortAllocatorInfo
DescribeLinux2628()
{
    return {.name = "linux-2.6.28",
            .summary = "Start drawn from the range, one odd step through all ports, a chain scan "
                       "for each candidate.",
            .source = "Linux commit 9088c560 'udp: Improve port randomization', October 2008",
            .defaultChains = 128,
            .lockScope = LockScope::CHAIN,
            .needsChains = false,
            .parameters = {{.name = "lock",
                            .defaultValue = "per-probe",
                            .choices = {"per-probe", "table"},
                            .help = "One lock for each candidate, as in the thread of 2009, or one "
                                    "for the whole choice, as released in 2.6.28."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Linux2628>(spec.Get("lock") == "table"); }};
}

} // namespace bindstorm
