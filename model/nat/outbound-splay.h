/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_OUTBOUND_SPLAY_H
#define BINDSTORM_OUTBOUND_SPLAY_H

#include "nat-link-pool.h"
#include "splay-tree.h"

#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Links by what they look like from inside, in a splay tree. Of those that look alike (twins) the
 * newest is in the tree and leads a list of the others.
 */
class OutboundSplay
{
  public:
    /// @param losesTwins only the first of them enters the tree, and leaves it with whichever goes
    ///        first, as it was in libalias
    OutboundSplay(const NatLinkPool& pool, bool losesTwins)
        : m_pool(pool),
          m_losesTwins(losesTwins)
    {
    }

    void Insert(LinkId id, PacketWork& work);
    void Erase(LinkId id, PacketWork& work);
    LinkId Find(const NatFlow& flow, LinkScope scope, PacketWork& work);

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        return m_tree.Bytes() + m_twins.capacity() * sizeof(Twins);
    }

  private:
    struct Twins
    {
        LinkId newer{NO_LINK};
        LinkId older{NO_LINK};
    };

    /// How a flow compares with a link; the port that varies most first.
    std::strong_ordering Compare(const NatFlow& flow, LinkScope scope, LinkId id) const;
    void JoinTwins(LinkId id, PacketWork& work);

    const NatLinkPool& m_pool;
    bool m_losesTwins;
    SplayTree m_tree;
    std::vector<Twins> m_twins;
};

} // namespace bindstorm

#endif // BINDSTORM_OUTBOUND_SPLAY_H
