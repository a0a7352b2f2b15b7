/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "one-step-law.h"

#include "bounded-draw.h"
#include "law-builder.h"

#include <algorithm>
#include <vector>

namespace bindstorm
{

namespace
{

/// What a port is, in one word, since the pass looks at 2^31 of them.
class PortKind
{
  public:
    PortKind() = default;

    PortKind(bool isEligible, bool isFree, uint64_t nodes)
        : m_bits(1U | (isEligible ? 2U : 0U) | (isFree ? 4U : 0U) |
                 static_cast<uint32_t>(nodes) << 3)
    {
    }

    /// @return 1 when a walk may start there
    uint32_t
    IsInRange() const
    {
        return m_bits & 1;
    }

    uint32_t
    IsEligible() const
    {
        return (m_bits >> 1) & 1;
    }

    bool
    IsFree() const
    {
        return (m_bits & 4) != 0;
    }

    /// @return nodes visited when it is probed; 0 unless eligible
    uint32_t
    Nodes() const
    {
        return m_bits >> 3;
    }

  private:
    uint32_t m_bits{0};
};

/// By difference d: number of k below 65536 with 65536 k = d (mod n).
std::vector<uint32_t>
CountHighHalves(uint32_t n)
{
    std::vector<uint32_t> counts(n);
    for (uint64_t k = 0; k < 65536; ++k)
    {
        ++counts[(k << 16) % n];
    }
    return counts;
}

/**
 * By j = port + n - step mod n: the number of draws that start at the port and have the step. The
 * low halves step and step - 1 give the step, so that differences d and d + 1 count.
 */
std::vector<uint32_t>
CountStarts(const PortRange& range)
{
    const uint32_t n = range.Size();
    const std::vector<uint32_t> counts = CountHighHalves(n);
    std::vector<uint32_t> starts(65536 + n);
    for (uint32_t j = 0; j < starts.size(); ++j)
    {
        const uint32_t difference = (j + n - range.Low() % n) % n;
        starts[j] = counts[difference] + counts[(difference + 1) % n];
    }
    return starts;
}

/**
 * Follows all draws of one step round the cycle of 65536 ports.
 */
class OneStepPass
{
  public:
    /// @param free the ports that end a walk; may be empty
    OneStepPass(const PortRange& range,
                const std::vector<PortKind>& kinds,
                const std::vector<uint16_t>& free)
        : m_range(range),
          m_kinds(kinds),
          m_free(free),
          m_starts(CountStarts(range)),
          m_draws(65536)
    {
    }

    void
    Follow(uint32_t step)
    {
        const uint32_t* const starts = m_starts.data() + m_range.Size() - step % m_range.Size();
        if (m_free.empty())
        {
            Fail(starts);
            return;
        }
        // In variables of its own, or the compiler writes each sum to memory 65536 times.
        uint64_t walking = 0; // draws that arrive at the port
        uint64_t steps = 0;
        uint64_t probes = 0;
        uint64_t nodes = 0;
        // Just behind a free port no draw is on its way.
        uint16_t port = m_free.front();
        for (uint32_t i = 0; i < 65536; ++i)
        {
            port = static_cast<uint16_t>(port + step);
            const PortKind kind = m_kinds[port];
            steps += walking;
            walking += starts[port] * kind.IsInRange();
            probes += walking * kind.IsEligible();
            nodes += walking * kind.Nodes();
            if (kind.IsFree())
            {
                m_draws[port] += walking;
                walking = 0;
            }
        }
        Count(steps, probes, nodes);
    }

    /// Every port of the range is free: no step is ever taken.
    void
    TakeEveryStart()
    {
        for (uint32_t index = 0; index < m_range.Size(); ++index)
        {
            const auto port = static_cast<uint16_t>(m_range.Low() + index);
            m_draws[port] = CountOfRemainder(index, m_range.Size());
            Count(0, m_draws[port], m_draws[port] * m_kinds[port].Nodes());
        }
    }

    void
    AddTo(LawBuilder& builder, bool isLockedOnce) const
    {
        for (const uint16_t port : m_free)
        {
            builder.AddPort(port, m_draws[port]);
        }
        builder.AddFailure(m_failures);
        for (const WorkCounters& part : m_work)
        {
            WorkCounters work = part;
            work.chainScans = work.probes;
            work.locks = isLockedOnce ? 0 : work.probes;
            builder.AddWorkSum(work);
        }
    }

  private:
    /// Sums of one step fit 64 bits, sums of all steps need not.
    void
    Count(uint64_t steps, uint64_t probes, uint64_t nodes)
    {
        constexpr uint64_t ENOUGH = uint64_t{1} << 62;
        if (m_work.empty() || m_work.back().nodeVisits > ENOUGH || m_work.back().steps > ENOUGH)
        {
            m_work.emplace_back();
        }
        m_work.back().steps += steps;
        m_work.back().probes += probes;
        m_work.back().nodeVisits += nodes;
    }

    /// Each draw meets every port once.
    void
    Fail(const uint32_t* starts)
    {
        uint64_t draws = 0;
        uint64_t probes = 0;
        uint64_t nodes = 0;
        for (uint32_t port = m_range.Low(); port <= m_range.High(); ++port)
        {
            draws += starts[port];
            probes += m_kinds[port].IsEligible();
            nodes += m_kinds[port].Nodes();
        }
        m_failures += draws;
        Count(draws * 65536, draws * probes, draws * nodes);
    }

    PortRange m_range;
    const std::vector<PortKind>& m_kinds;
    const std::vector<uint16_t>& m_free;
    std::vector<uint32_t> m_starts;
    std::vector<uint64_t> m_draws; ///< by port
    uint64_t m_failures{0};
    std::vector<WorkCounters> m_work; ///< sums, in parts
};

} // namespace

PortLaw
OneStepLaw(RememberedView& view, bool isLockedOnce, uint32_t stepStride)
{
    const PortRange& range = view.Range();
    std::vector<PortKind> kinds(65536);
    for (uint32_t number = range.Low(); number <= range.High(); ++number)
    {
        const auto port = static_cast<uint16_t>(number);
        const bool isEligible = view.IsEligible(port);
        kinds[port] = PortKind(isEligible,
                               isEligible && view.PeekFree(port),
                               isEligible ? view.CostOfProbe(port).nodeVisits : 0);
    }
    LawBuilder builder;
    OneStepPass pass(range, kinds, view.FreePorts());
    // Of the draws there are 2 * 65536 for each odd step.
    const uint64_t all = uint64_t{2} * 65536 * (65536 / stepStride);
    const bool isIdle = view.FreePorts().size() == range.Size() && stepStride == 2;
    if (isIdle)
    {
        pass.TakeEveryStart();
    }
    for (uint32_t step = 1; step < 65536 && !isIdle; step += stepStride)
    {
        pass.Follow(step);
    }
    pass.AddTo(builder, isLockedOnce);
    builder.AddWork({.rngDraws = 1, .locks = isLockedOnce ? 1U : 0U}, all);
    return builder.Finish(all,
                          LawKind::EXACT,
                          "All 2^32 draws, by start and by each of the 32768 odd steps.",
                          view);
}

} // namespace bindstorm
