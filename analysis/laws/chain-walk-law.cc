/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chain-walk-law.h"

#include "law-builder.h"

#include <algorithm>
#include <array>

namespace bindstorm
{

namespace
{

/**
 * Follows all draws of one step through the chains.
 */
class ChainPass
{
  public:
    ChainPass(RememberedView& view, LawBuilder& builder)
        : m_builder(builder),
          m_chains(view.Count()),
          m_slots(65536 / m_chains),
          m_isEligible(65536),
          m_isFree(65536),
          m_pending(65536),
          m_hasFree(m_chains),
          m_eligible(m_chains)
    {
        for (uint32_t port = view.Range().Low(); port <= view.Range().High(); ++port)
        {
            m_isEligible[port] = view.IsEligible(port) ? 1 : 0;
            m_eligible[port % m_chains] += m_isEligible[port];
        }
        for (const uint16_t port : view.FreePorts())
        {
            m_isFree[port] = 1;
            m_hasFree[port % m_chains] = 1;
        }
        for (uint32_t chain = 0; chain < m_chains; ++chain)
        {
            m_markCosts.push_back(view.CostOfMark(static_cast<uint16_t>(chain)));
            ++m_markCosts.back().locks;
        }
        m_isFull = view.FreePorts().empty();
    }

    /// @return number of slots, which steps are taken modulo
    uint32_t
    Slots() const
    {
        return m_slots;
    }

    void
    Start(uint16_t port, uint64_t draws)
    {
        m_pending[port] += draws;
    }

    /// Leads every draw that was started to where it ends.
    void
    Follow(uint32_t oddStep)
    {
        const auto stride = static_cast<uint16_t>(oddStep * m_chains);
        if (m_isFull)
        {
            // Each start goes through every chain.
            const uint64_t draws = TakeAll();
            for (uint32_t chain = 0; chain < m_chains; ++chain)
            {
                PassOver(chain, draws);
            }
            m_builder.AddFailure(draws);
            return;
        }
        // Behind a chain that has a free slot nothing is pending from before it.
        const auto known = std::find(m_hasFree.begin(), m_hasFree.end(), 1);
        const auto first = static_cast<uint32_t>(known - m_hasFree.begin()) + 1;
        for (uint32_t k = 0; k < m_chains; ++k)
        {
            const uint32_t chain = (first + k) % m_chains;
            if (m_hasFree[chain] != 0)
            {
                GoRound(chain, stride);
            }
            else
            {
                MoveOn(chain);
            }
        }
    }

  private:
    void
    PassOver(uint32_t chain, uint64_t draws)
    {
        WorkCounters work = m_markCosts[chain];
        work.steps = m_slots;
        work.probes = m_eligible[chain];
        m_builder.AddWork(work, draws);
    }

    uint64_t
    TakeAll()
    {
        uint64_t draws = 0;
        for (uint64_t& pending : m_pending)
        {
            draws += pending;
            pending = 0;
        }
        return draws;
    }

    void
    MoveOn(uint32_t chain)
    {
        uint64_t draws = 0;
        for (uint32_t port = chain; port < 65536; port += m_chains)
        {
            draws += m_pending[port];
            m_pending[(port + 1) % 65536] += m_pending[port];
            m_pending[port] = 0;
        }
        PassOver(chain, draws);
    }

    void
    GoRound(uint32_t chain, uint16_t stride)
    {
        uint32_t end = chain;
        while (m_isFree[end] == 0)
        {
            end += m_chains;
        }
        uint64_t walking = 0; // draws that look at the port
        uint64_t all = 0;
        WorkCounters sum;
        auto port = static_cast<uint16_t>(end);
        for (uint32_t i = 0; i < m_slots; ++i)
        {
            port = static_cast<uint16_t>(port + stride);
            all += m_pending[port];
            walking += m_pending[port];
            m_pending[port] = 0;
            sum.steps += walking;
            sum.probes += walking * m_isEligible[port];
            if (m_isFree[port] != 0)
            {
                m_builder.AddPort(port, walking);
                walking = 0;
            }
        }
        m_builder.AddWorkSum(sum);
        m_builder.AddWork(m_markCosts[chain], all);
    }

    LawBuilder& m_builder;
    uint32_t m_chains;
    uint32_t m_slots;
    std::vector<uint8_t> m_isEligible;
    std::vector<uint8_t> m_isFree;
    std::vector<uint64_t> m_pending;       ///< draws that start at the port
    std::vector<uint8_t> m_hasFree;        ///< by chain
    std::vector<uint32_t> m_eligible;      ///< by chain, number of ports
    std::vector<WorkCounters> m_markCosts; ///< by chain, with the lock
    bool m_isFull{false};
};

} // namespace

PortLaw
ChainWalkLaw(RememberedView& view, const std::vector<DrawInterval>& starts)
{
    LawBuilder builder;
    ChainPass pass(view, builder);
    for (uint32_t odd = 1; odd < std::max(pass.Slots(), 2U); odd += 2)
    {
        for (const DrawInterval& start : starts)
        {
            pass.Start(start.start, start.CountStep(pass.Slots(), odd));
        }
        pass.Follow(odd);
    }
    builder.AddWork({.rngDraws = 1}, LawBuilder::ALL_DRAWS);
    return builder.Finish(LawBuilder::ALL_DRAWS,
                          LawKind::EXACT,
                          "All 2^32 draws, by start and by the steps that differ modulo the slots "
                          "of a chain.",
                          view);
}

} // namespace bindstorm
