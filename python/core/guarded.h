/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_GUARDED_H
#define BINDSTORM_GUARDED_H

#include <atomic>
#include <stdexcept>
#include <string>

namespace bindstorm
{

/**
 * @ingroup python
 * An object that refuses a second caller. Long calls run without Python's lock, so another thread,
 * or a signal handler of the same one, could come in between. Waiting for each other would make the
 * results depend on timing, so the second caller gets an error.
 *
 * @tparam Object has PYTHON_NAME, its class, and PYTHON_KIND, "an allocator"
 */
template <class Object>
class Guarded
{
  public:
    explicit Guarded(const typename Object::Config& config)
        : m_object(config)
    {
    }

    /**
     * The right to use the object, as long as this one lives.
     */
    class Use
    {
      public:
        /// @throws std::runtime_error when another call is under way
        explicit Use(Guarded& guarded)
            : m_guarded(guarded)
        {
            if (m_guarded.m_isInUse.exchange(true))
            {
                throw std::runtime_error(std::string("this ") + Object::PYTHON_NAME +
                                         " is in the middle of another call; give each thread " +
                                         Object::PYTHON_KIND + " of its own");
            }
        }

        ~Use()
        {
            m_guarded.m_isInUse.store(false);
        }

        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

        Object*
        operator->()
        {
            return &m_guarded.m_object;
        }

        Object&
        operator*()
        {
            return m_guarded.m_object;
        }

      private:
        Guarded& m_guarded;
    };

  private:
    Object m_object;
    std::atomic<bool> m_isInUse{false};
};

} // namespace bindstorm

#endif // BINDSTORM_GUARDED_H
