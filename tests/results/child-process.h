/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHILD_PROCESS_H
#define BINDSTORM_CHILD_PROCESS_H

#include <atomic>
#include <cstdint>
#include <functional>
#include <sys/types.h>

namespace bindstorm
{

/**
 * A process of its own that runs one function. Its exit status is what the function returns, or 99
 * when that throws; nothing of the test program is torn down in it.
 */
class ChildProcess
{
  public:
    explicit ChildProcess(const std::function<int()>& function);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Kills and collects the process when nobody has waited for it.
    ~ChildProcess();

    /// Ends the process at once (SIGKILL).
    void Kill() const;

    /// @return the exit status, or minus the signal that ended the process
    int Wait();

  private:
    pid_t m_pid;
};

/**
 * A number that a process shares with all that it forks, for them to wait for each other.
 */
class SharedCounter
{
  public:
    SharedCounter();
    SharedCounter(const SharedCounter&) = delete;
    SharedCounter& operator=(const SharedCounter&) = delete;
    ~SharedCounter();

    /// Adds one and returns when the number has reached a value; throws after 20 s.
    void IncrementAndWaitFor(uint64_t value) const;

  private:
    std::atomic<uint64_t>* m_number;
};

} // namespace bindstorm

#endif // BINDSTORM_CHILD_PROCESS_H
