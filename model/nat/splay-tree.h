/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SPLAY_TREE_H
#define BINDSTORM_SPLAY_TREE_H

#include "model/base/packet-work.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * A splay tree (Sleator and Tarjan, 1985), turned top-down: what was asked for last is the root.
 * Holds the numbers of nodes; what their keys are, the caller knows. A search is amortised
 * O(log n), and may take n steps once.
 *
 * A comparison is a function of a node that returns how the key wanted compares with that node's.
 */
class SplayTree
{
  public:
    using Node = uint32_t;
    static constexpr Node NONE = UINT32_MAX;

    Node
    Root() const
    {
        return m_root;
    }

    /**
     * Makes the node of the key the root, or one of its neighbours in the order.
     * @param work chainScans counts the call, nodeVisits and comparisons each node compared
     * @return whether the key was found
     */
    template <class Compare>
    bool
    Splay(Compare&& compare, PacketWork& work)
    {
        ++work.chainScans;
        if (m_root == NONE)
        {
            return false;
        }
        m_order = Turn(compare, work);
        return std::is_eq(m_order);
    }

    /// Adds a node as the root, right after a Splay() of its key that has not found it.
    void
    Insert(Node node)
    {
        Grow(node);
        Children& own = m_children[node];
        own = {};
        if (m_root != NONE)
        {
            Children& old = m_children[m_root];
            if (std::is_lt(m_order))
            {
                own = {old.left, m_root};
                old.left = NONE;
            }
            else
            {
                own = {m_root, old.right};
                old.right = NONE;
            }
        }
        m_root = node;
    }

    /// Puts another node of an equal key in the place of the root.
    void
    ReplaceRoot(Node node)
    {
        Grow(node);
        m_children[node] = m_children[m_root];
        m_root = node;
    }

    /// Takes the root out, after a Splay() that has found it. @param compare the same
    template <class Compare>
    void
    EraseRoot(Compare&& compare, PacketWork& work)
    {
        const Children orphans = m_children[m_root];
        m_root = orphans.left;
        if (m_root == NONE)
        {
            m_root = orphans.right;
            return;
        }
        // All that is left of it is less, so its greatest comes up and has nothing to its right.
        Turn(compare, work);
        m_children[m_root].right = orphans.right;
    }

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        return m_children.capacity() * sizeof(Children);
    }

  private:
    struct Children
    {
        Node left{NONE};
        Node right{NONE};
    };

    void
    Grow(Node node)
    {
        if (node >= m_children.size())
        {
            m_children.resize(node + std::size_t{1});
        }
    }

    template <class Compare>
    static std::strong_ordering
    Ask(Node node, Compare&& compare, PacketWork& work)
    {
        ++work.nodeVisits;
        ++work.comparisons;
        return compare(node);
    }

    /// @return how the key compares with the new root's
    template <class Compare>
    std::strong_ordering
    Turn(Compare&& compare, PacketWork& work)
    {
        // Two trees grow beside the one that is left: of lesser nodes, by its rightmost place, and
        // of greater ones, by its leftmost.
        Children sides; // left: root of the greater ones; right: of the lesser ones
        Node lastLess = NONE;
        Node lastGreater = NONE;
        Node top = m_root;
        std::strong_ordering order = Ask(top, compare, work);
        while (std::is_neq(order))
        {
            const bool goLeft = std::is_lt(order);
            Node next = goLeft ? m_children[top].left : m_children[top].right;
            if (next == NONE)
            {
                break;
            }
            std::strong_ordering nextOrder = Ask(next, compare, work);
            if (std::is_neq(nextOrder) && std::is_lt(nextOrder) == goLeft)
            {
                Rotate(top, next, goLeft);
                top = next;
                order = nextOrder;
                next = goLeft ? m_children[top].left : m_children[top].right;
                if (next == NONE)
                {
                    break;
                }
                nextOrder = Ask(next, compare, work);
            }
            if (goLeft)
            {
                (lastGreater == NONE ? sides.left : m_children[lastGreater].left) = top;
                lastGreater = top;
            }
            else
            {
                (lastLess == NONE ? sides.right : m_children[lastLess].right) = top;
                lastLess = top;
            }
            top = next;
            order = nextOrder;
        }
        Children& own = m_children[top];
        (lastLess == NONE ? sides.right : m_children[lastLess].right) = own.left;
        (lastGreater == NONE ? sides.left : m_children[lastGreater].left) = own.right;
        own = {sides.right, sides.left};
        m_root = top;
        return order;
    }

    /// Turns the edge between a node and its child, which comes above it.
    void
    Rotate(Node above, Node child, bool isLeft)
    {
        if (isLeft)
        {
            m_children[above].left = m_children[child].right;
            m_children[child].right = above;
        }
        else
        {
            m_children[above].right = m_children[child].left;
            m_children[child].left = above;
        }
    }

    Node m_root{NONE};
    std::strong_ordering m_order{std::strong_ordering::equal}; ///< last key asked for to the root
    std::vector<Children> m_children;
};

} // namespace bindstorm

#endif // BINDSTORM_SPLAY_TREE_H
