/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SPIN_LOCK_H
#define BINDSTORM_SPIN_LOCK_H

#include <atomic>
#include <thread>

namespace bindstorm
{

/**
 * @ingroup base
 * A lock whose waiters keep their CPU: test and test-and-set, which reads the lock's line of memory
 * until it is free before it writes there. Meets the standard's Lockable requirements.
 *
 * For sections much shorter than a change of threads. A holder who loses its CPU makes all wait, so
 * after a while a waiter offers its own to whoever wants it.
 */
class SpinLock
{
  public:
    SpinLock() = default;
    SpinLock(const SpinLock&) = delete;
    SpinLock& operator=(const SpinLock&) = delete;

    bool
    try_lock() // NOLINT(readability-identifier-naming): the name that std::unique_lock calls
    {
        return !m_isHeld.load(std::memory_order_relaxed) &&
               !m_isHeld.exchange(true, std::memory_order_acquire);
    }

    void
    lock() // NOLINT(readability-identifier-naming)
    {
        while (m_isHeld.exchange(true, std::memory_order_acquire))
        {
            for (unsigned looks = 1; m_isHeld.load(std::memory_order_relaxed); ++looks)
            {
                if (looks % LOOKS == 0)
                {
                    std::this_thread::yield();
                }
                else
                {
                    Pause();
                }
            }
        }
    }

    void
    unlock() // NOLINT(readability-identifier-naming)
    {
        m_isHeld.store(false, std::memory_order_release);
    }

  private:
    static constexpr unsigned LOOKS = 1000;

    /// Tells the CPU that this is a loop of waiting, where there is a way to.
    static void
    Pause()
    {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("isb");
#endif
    }

    std::atomic<bool> m_isHeld{false};
};

} // namespace bindstorm

#endif // BINDSTORM_SPIN_LOCK_H
