/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WORKER_POOL_H
#define BINDSTORM_WORKER_POOL_H

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * Does jobs in processes of their own, a fork for each: ns-3 holds global state and may end its
 * process, so that one simulation a process keeps results independent of what ran before.
 */
class WorkerPool
{
  public:
    /// What became of a job.
    struct Outcome
    {
        std::size_t job;
        std::string bytes; ///< what the job returned
        std::string error; ///< a sentence, when it did not end well; empty otherwise
    };

    /// @param workers processes at a time, at least 1
    explicit WorkerPool(unsigned workers);

    /**
     * @param jobs the numbers of the jobs, in the order in which they are to be started
     * @param work done in a child process; what it returns reaches the parent; an exception there
     *        becomes the outcome's error
     * @param onOutcome called in this process as each job ends, in any order; may throw, which ends
     *        the children and passes the exception on
     * @param isStopped asked between outcomes; true ends the children and returns
     */
    void Run(const std::vector<std::size_t>& jobs,
             const std::function<std::string(std::size_t)>& work,
             const std::function<void(const Outcome&)>& onOutcome,
             const std::function<bool()>& isStopped);

  private:
    unsigned m_workers;
};

} // namespace bindstorm

#endif // BINDSTORM_WORKER_POOL_H
