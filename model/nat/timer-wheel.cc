/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "link-queues.h"
#include "nat-housekeeping.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace bindstorm
{

namespace
{

/**
 * A hierarchical timing wheel (Varghese and Lauck, 1987). Time is counted in ticks, written in
 * digits of six bits. A link lies on the wheel of the highest digit in which its deadline differs
 * from the wheel's position, in the slot of that digit; when time comes to that slot, its links are
 * looked at and filed again, nearer. Those of the tick that has come are looked at with every
 * packet until they are over, so expiry is exact to the nanosecond.
 *
 * A link whose deadline moved away is left where it is until its old slot comes up.
 */
class TimerWheel final : public NatHousekeeping
{
  public:
    TimerWheel(const ComponentSpec& spec, NatLinkPool& pool)
        : m_pool(pool),
          m_tick(std::llround(spec.GetNumber("tick", 1e-9, 3600).value() * 1e9)),
          m_batch(spec.GetInteger("batch", 0, UINT32_MAX).value()),
          m_queues(PENDING + 1, pool)
    {
    }

    void
    OnInsert(LinkId id) override
    {
        File(id);
    }

    void
    OnErase(LinkId id) override
    {
        m_queues.Erase(id);
    }

    void
    OnNearer(LinkId id) override
    {
        m_queues.Erase(id);
        File(id);
    }

    void
    OnPacket(NatTime now, PacketWork& work, const std::function<void(LinkId)>& expire) override
    {
        m_quietUntil = NatTime::min();
        m_queues.Append(PENDING, DUE);
        Advance(static_cast<uint64_t>(now.count() / m_tick), work);
        LookAtPending(m_batch == 0 ? UINT64_MAX : m_batch, now, work, expire);
        if (m_queues.First(PENDING) == NO_LINK && m_queues.First(DUE) == NO_LINK)
        {
            m_quietUntil = NextSlot();
        }
    }

    bool
    ChecksOnUse() const override
    {
        // A bound on the links handled with a packet must not let any pass late.
        return true;
    }

    bool
    KnowsAllOver() const override
    {
        return true;
    }

    void
    ExpireAll(NatTime now, PacketWork& work, const std::function<void(LinkId)>& expire) override
    {
        LookAtPending(UINT64_MAX, now, work, expire);
    }

  private:
    static constexpr unsigned DIGIT = 6;
    static constexpr uint32_t SLOTS = 1U << DIGIT;
    static constexpr uint32_t WHEELS = 11;          ///< digits of the longest time
    static constexpr uint32_t DUE = WHEELS * SLOTS; ///< their tick has come, or had already
    static constexpr uint32_t PENDING = DUE + 1;    ///< to be looked at

    uint64_t
    DeadlineTick(LinkId id) const
    {
        return static_cast<uint64_t>(m_pool[id].Deadline().count() / m_tick);
    }

    void
    File(LinkId id)
    {
        const uint64_t tick = DeadlineTick(id);
        m_quietUntil = std::min(m_quietUntil, TimeOf(tick));
        if (tick <= m_position)
        {
            m_queues.PushBack(DUE, id);
            return;
        }
        const auto highest = static_cast<unsigned>(std::bit_width(tick ^ m_position)) - 1;
        const uint32_t wheel = highest / DIGIT;
        const auto slot = static_cast<uint32_t>(tick >> (wheel * DIGIT)) % SLOTS;
        m_used[wheel] |= uint64_t{1} << slot;
        m_usedWheels |= 1U << wheel;
        m_queues.PushBack(wheel * SLOTS + slot, id);
    }

    NatTime
    TimeOf(uint64_t tick) const
    {
        return NatTime{static_cast<int64_t>(tick) * m_tick};
    }

    /// @return when the next slot begins that may have links
    NatTime
    NextSlot() const
    {
        return m_usedWheels == 0 ? NatTime::max() : TimeOf(FirstUsedTick());
    }

    /// @return the tick with which the nearest used slot begins; there is one
    uint64_t
    FirstUsedTick() const
    {
        const auto wheel = static_cast<uint32_t>(std::countr_zero(m_usedWheels));
        const auto slot = static_cast<uint32_t>(std::countr_zero(m_used[wheel]));
        // Digits above are those of the position; digits below are 0 when the slot begins.
        const unsigned shift = wheel * DIGIT;
        const uint64_t above = m_position >> shift >> DIGIT;
        return (above << DIGIT | slot) << shift;
    }

    /// @param most links to look at; those that are not over are filed again
    void
    LookAtPending(uint64_t most,
                  NatTime now,
                  PacketWork& work,
                  const std::function<void(LinkId)>& expire)
    {
        for (; most > 0; --most)
        {
            const LinkId id = m_queues.First(PENDING);
            if (id == NO_LINK)
            {
                return;
            }
            ++work.nodeVisits;
            ++work.expiryChecks;
            m_queues.Erase(id);
            File(id);
            if (m_pool[id].Deadline() <= now)
            {
                expire(id);
            }
        }
    }

    /// Takes the slots that begin until the tick, the nearest first, out of the wheels.
    void
    Advance(uint64_t tick, PacketWork& work)
    {
        while (m_usedWheels != 0)
        {
            if (FirstUsedTick() > tick)
            {
                break;
            }
            const auto wheel = static_cast<uint32_t>(std::countr_zero(m_usedWheels));
            const auto slot = static_cast<uint32_t>(std::countr_zero(m_used[wheel]));
            ++work.chainScans;
            m_queues.Append(PENDING, wheel * SLOTS + slot);
            m_used[wheel] &= m_used[wheel] - 1;
            if (m_used[wheel] == 0)
            {
                m_usedWheels &= m_usedWheels - 1;
            }
        }
        m_position = std::max(m_position, tick);
    }

    const NatLinkPool& m_pool;
    int64_t m_tick;
    uint64_t m_batch;
    uint64_t m_position{0}; ///< tick until which all slots were taken out
    uint32_t m_usedWheels{0};
    std::array<uint64_t, WHEELS> m_used{}; ///< slots with links in them, or that had some
    LinkQueues m_queues;
};

} // namespace

NatHousekeepingInfo
DescribeTimerWheelHousekeeping()
{
    return {"timer-wheel",
            "A hierarchical timing wheel: each link is looked at when its time comes, exactly.",
            "Varghese and Lauck, Hashed and Hierarchical Timing Wheels, 1987",
            {{.name = "tick",
              .defaultValue = "0.000001",
              .help = "seconds of a slot of the finest wheel; expiry is exact with any"},
             {.name = "batch",
              .defaultValue = "64",
              .help = "links looked at with a packet at most, so that none pays for many; 0: all "
                      "that are due. None is found late: what is found is checked"}},
            [](const ComponentSpec& spec, NatLinkPool& pool)
            { return std::make_unique<TimerWheel>(spec, pool); }};
}

} // namespace bindstorm
