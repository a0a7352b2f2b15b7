/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_REAL_NAT_TIME_H
#define BINDSTORM_REAL_NAT_TIME_H

#include "model/nat/nat-clock.h"

#include <atomic>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace bindstorm
{

/**
 * The clocks of this machine. CLOCK_MONOTONIC and its coarse brother are read in the process (vDSO)
 * where the kernel has a time counter that it trusts; then a reading is no system call.
 */
class RealNatTime final : public NatTimeSource
{
  public:
    /// @param isSystemCall exact readings enter the kernel, as they all did where there was no vDSO
    explicit RealNatTime(bool isSystemCall = false)
        : m_isSystemCall(isSystemCall)
    {
    }

    RealNatTime(const RealNatTime&) = delete;
    RealNatTime& operator=(const RealNatTime&) = delete;

    ~RealNatTime()
    {
        if (m_ticker.joinable())
        {
            {
                const std::lock_guard lock(m_mutex);
                m_isOver = true;
            }
            m_wake.notify_one();
            m_ticker.join();
        }
    }

    NatTime
    Precise() override
    {
        timespec now{};
        if (m_isSystemCall)
        {
            syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
        }
        else
        {
            clock_gettime(CLOCK_MONOTONIC, &now);
        }
        return ToNatTime(now) - m_begin;
    }

    /// Its resolution is the kernel's.
    NatTime
    Coarse(NatTime /* resolution */) override
    {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
        // Before the first tick it is behind the beginning.
        return std::max(NatTime{0}, ToNatTime(now) - m_begin);
    }

    /// The first call starts the thread that writes the time down.
    NatTime
    Ticker(NatTime interval) override
    {
        if (!m_ticker.joinable())
        {
            m_ticker = std::thread([this, interval]() { Tick(interval); });
        }
        return NatTime{m_written.load(std::memory_order_relaxed)};
    }

  private:
    static NatTime
    ToNatTime(const timespec& time)
    {
        return std::chrono::seconds{time.tv_sec} + NatTime{time.tv_nsec};
    }

    static NatTime
    Begin()
    {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        return ToNatTime(now);
    }

    void
    Tick(NatTime interval)
    {
        std::unique_lock lock(m_mutex);
        while (!m_isOver)
        {
            m_written.store(Precise().count(), std::memory_order_relaxed);
            m_wake.wait_for(lock, interval);
        }
    }

    bool m_isSystemCall;
    NatTime m_begin{Begin()};
    std::atomic<int64_t> m_written{0};
    std::thread m_ticker;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_isOver{false};
};

} // namespace bindstorm

#endif // BINDSTORM_REAL_NAT_TIME_H
