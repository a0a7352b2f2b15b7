/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHECKED_VIEW_H
#define BINDSTORM_CHECKED_VIEW_H

#include "model/ports/port-view.h"

#include "model/base/draw-source.h"

#include <cstdint>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup plugins
 * What is lent to a choice by code that is not ours: a view and draws, as long as the call lasts.
 * Wrong questions have an answer here, and are not undefined.
 */
class CheckedView
{
  public:
    CheckedView(PortView& view, DrawSource& draws)
        : m_view(view),
          m_draws(draws),
          m_chains(view.Chains())
    {
    }

    PortView&
    View()
    {
        return m_view;
    }

    DrawSource&
    Draws()
    {
        return m_draws;
    }

    uint32_t
    CountFree()
    {
        m_free = m_view.CountFree();
        return *m_free;
    }

    /**
     * Counts the free ports first when nobody asked for their number yet.
     * @return the free port of that rank, or nothing when there are not so many
     */
    std::optional<uint16_t>
    SelectFree(uint32_t rank)
    {
        // Nothing becomes busy or free while a port is chosen.
        const uint32_t free = m_free ? *m_free : CountFree();
        return rank < free ? std::optional(m_view.SelectFree(rank)) : std::nullopt;
    }

    /// @return number of chains; 0 when there are none
    uint32_t
    CountChains() const
    {
        return m_chains != nullptr ? m_chains->Count() : 0;
    }

    /// @return the chains, or null
    PortChains*
    Chains()
    {
        return m_chains;
    }

    /**
     * Marks the busy slots of a port's chain.
     * @param words takes as many words as ChainMap has for the number of chains; none without
     *        chains
     * @return number of words
     */
    uint32_t
    MarkBusy(uint16_t port, uint64_t* words)
    {
        if (m_chains == nullptr)
        {
            return 0;
        }
        ChainMap busy(m_chains->Count());
        m_chains->MarkBusy(port, busy);
        for (uint32_t i = 0; i < busy.Words(); ++i)
        {
            words[i] = 0;
            for (uint32_t byte = 0; byte < 8; ++byte)
            {
                words[i] |= uint64_t{busy.Byte(8 * i + byte)} << (8 * byte);
            }
        }
        return busy.Words();
    }

  private:
    PortView& m_view;
    DrawSource& m_draws;
    PortChains* m_chains;
    std::optional<uint32_t> m_free;
};

} // namespace bindstorm

#endif // BINDSTORM_CHECKED_VIEW_H
