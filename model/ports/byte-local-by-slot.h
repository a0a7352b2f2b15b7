/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BYTE_LOCAL_BY_SLOT_H
#define BINDSTORM_BYTE_LOCAL_BY_SLOT_H

#include "byte-pick.h"
#include "port-allocator.h"

namespace bindstorm
{

/**
 * @ingroup ports
 * The byte-local idea with a bitmap of one chain: the eight neighbours of a byte are a chain count
 * apart. The candidate is drawn from the range. If it is busy, a free and eligible bit of its byte
 * is picked; if there is none, another byte of the chain is tried, without a candidate of its own;
 * then the next chain. A byte with f free bits gives each of them weight 1/f, so that a lone free
 * port is up to eight times as likely as others.
 *
 * Counts a step a byte, a probe a byte that holds an eligible port, and a probe for the bit taken.
 */
class ByteLocalBySlot : public PortAllocator
{
  public:
    /// @param spec resolved, with the parameters "pick" and "full"
    explicit ByteLocalBySlot(const ComponentSpec& spec);

    std::optional<uint16_t> Choose(PortView& view, DrawSource& draws) override;

  private:
    BytePick m_pick;
    bool m_isRedrawn;
};

} // namespace bindstorm

#endif // BINDSTORM_BYTE_LOCAL_BY_SLOT_H
