/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_JOB_POOL_H
#define BINDSTORM_JOB_POOL_H

#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup host
 * Jobs of a CPU by number, from submission to completion. As many are kept as were ever there at
 * once.
 */
template <class Job>
class JobPool
{
  public:
    /// @return the number of a job, whose content is that of an earlier one. Moves the others.
    uint32_t
    Take()
    {
        if (m_idle.empty())
        {
            m_jobs.emplace_back();
            return static_cast<uint32_t>(m_jobs.size() - 1);
        }
        const uint32_t id = m_idle.back();
        m_idle.pop_back();
        return id;
    }

    /// The job is done.
    void
    Return(uint32_t id)
    {
        m_idle.push_back(id);
    }

    Job&
    operator[](uint32_t id)
    {
        return m_jobs[id];
    }

  private:
    std::vector<Job> m_jobs;
    std::vector<uint32_t> m_idle;
};

} // namespace bindstorm

#endif // BINDSTORM_JOB_POOL_H
