/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BYTE_LOCAL_BY_PORT_H
#define BINDSTORM_BYTE_LOCAL_BY_PORT_H

#include "byte-pick.h"
#include "port-allocator.h"

namespace bindstorm
{

/**
 * @ingroup ports
 * The byte-local idea with one map of all ports: a byte is eight consecutive ports, so that a
 * choice is displaced by 7 at most. No table here keeps such a map, so each bit is asked of the
 * table, the candidate first, at the price of a probe.
 *
 * Counts one lock, a step a byte, and what the questions cost.
 */
class ByteLocalByPort : public PortAllocator
{
  public:
    /// @param spec resolved, with the parameters "pick" and "full"
    explicit ByteLocalByPort(const ComponentSpec& spec);

    std::optional<uint16_t> Choose(PortView& view, DrawSource& draws) override;

  private:
    BytePick m_pick;
    bool m_isRedrawn;
};

} // namespace bindstorm

#endif // BINDSTORM_BYTE_LOCAL_BY_PORT_H
