/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_GUARDED_DESK_H
#define BINDSTORM_GUARDED_DESK_H

#include "port-desk.h"

#include <atomic>
#include <stdexcept>

namespace bindstorm
{

/**
 * @ingroup python
 * A PortDesk that refuses a second caller. Long calls run without Python's lock, so another thread,
 * or a signal handler of the same one, could come in between. Waiting for each other would make the
 * ports depend on timing, so the second caller gets an error.
 */
class GuardedDesk
{
  public:
    explicit GuardedDesk(const PortDesk::Config& config)
        : m_desk(config)
    {
    }

    /**
     * The right to use the desk, as long as this object lives.
     */
    class Use
    {
      public:
        /// @throws std::runtime_error when another call is under way
        explicit Use(GuardedDesk& guarded)
            : m_guarded(guarded)
        {
            if (m_guarded.m_isInUse.exchange(true))
            {
                throw std::runtime_error(
                    "this PortAllocator is in the middle of another call; give "
                    "each thread an allocator of its own");
            }
        }

        ~Use()
        {
            m_guarded.m_isInUse.store(false);
        }

        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

        PortDesk*
        operator->()
        {
            return &m_guarded.m_desk;
        }

      private:
        GuardedDesk& m_guarded;
    };

  private:
    PortDesk m_desk;
    std::atomic<bool> m_isInUse{false};
};

} // namespace bindstorm

#endif // BINDSTORM_GUARDED_DESK_H
