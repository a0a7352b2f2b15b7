/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "worker-pool.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bindstorm
{

namespace
{

constexpr char SUCCESS = 'R';
constexpr char FAILURE = 'E';

void
WriteAll(int fd, const std::string& bytes)
{
    std::size_t done = 0;
    while (done < bytes.size())
    {
        const ssize_t written = write(fd, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno != EINTR)
        {
            _exit(4);
        }
        done += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
}

[[noreturn]] void
RunChild(int fd, pid_t parent, const std::function<std::string(std::size_t)>& work, std::size_t job)
{
    // A killed parent takes its children along; Ctrl-C is the parent's to handle.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
    {
        _exit(4);
    }
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_DFL);
    std::string answer;
    try
    {
        answer = SUCCESS + work(job);
    }
    catch (const std::exception& error)
    {
        answer = std::string(1, FAILURE) + error.what();
    }
    WriteAll(fd, answer);
    // No destructors: they belong to the parent, whose store is open here too.
    _exit(0);
}

/// A child at work.
struct Child
{
    std::size_t job;
    pid_t pid;
    int fd;
    std::string bytes;
};

std::string
DescribeStatus(int status)
{
    if (WIFSIGNALED(status))
    {
        return std::string("the run's process was ended by signal ") +
               std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
    }
    return "the run's process ended with exit status " + std::to_string(WEXITSTATUS(status)) +
           " and no result";
}

WorkerPool::Outcome
Collect(Child& child)
{
    close(child.fd);
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR)
    {
    }
    WorkerPool::Outcome outcome{child.job, {}, {}};
    const bool isWhole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !child.bytes.empty();
    if (!isWhole)
    {
        outcome.error = DescribeStatus(status);
    }
    else if (child.bytes.front() == SUCCESS)
    {
        outcome.bytes = child.bytes.substr(1);
    }
    else
    {
        outcome.error = child.bytes.substr(1);
    }
    return outcome;
}

/// The children of one call of Run(), ended when it is left in whatever way.
class Children
{
  public:
    Children() = default;
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;

    ~Children()
    {
        for (const Child& child : m_all)
        {
            kill(child.pid, SIGKILL);
            close(child.fd);
            waitpid(child.pid, nullptr, 0);
        }
    }

    std::size_t
    Size() const
    {
        return m_all.size();
    }

    void
    Start(std::size_t job, const std::function<std::string(std::size_t)>& work)
    {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0)
        {
            throw std::runtime_error(std::string("no pipe for a worker process: ") +
                                     std::strerror(errno));
        }
        const pid_t parent = getpid();
        const pid_t pid = fork();
        if (pid < 0)
        {
            close(ends[0]);
            close(ends[1]);
            throw std::runtime_error(std::string("no worker process: ") + std::strerror(errno));
        }
        if (pid == 0)
        {
            close(ends[0]);
            RunChild(ends[1], parent, work, job);
        }
        close(ends[1]);
        m_all.push_back({job, pid, ends[0], {}});
    }

    /// Reads what has come, and returns what has ended.
    std::vector<WorkerPool::Outcome>
    Wait()
    {
        std::vector<pollfd> polled;
        polled.reserve(m_all.size());
        for (const Child& child : m_all)
        {
            polled.push_back({child.fd, POLLIN, 0});
        }
        // A timeout, so that a stop asked for by a signal is seen soon.
        poll(polled.data(), polled.size(), 200);
        std::vector<WorkerPool::Outcome> ended;
        for (std::size_t i = m_all.size(); i-- > 0;)
        {
            if (polled[i].revents != 0 && !ReadSome(m_all[i]))
            {
                ended.push_back(Collect(m_all[i]));
                m_all.erase(m_all.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        return ended;
    }

  private:
    /// @return false at the end of the pipe
    static bool
    ReadSome(Child& child)
    {
        std::array<char, 65536> buffer{};
        const ssize_t got = read(child.fd, buffer.data(), buffer.size());
        if (got > 0)
        {
            child.bytes.append(buffer.data(), static_cast<std::size_t>(got));
            return true;
        }
        return got < 0 && errno == EINTR;
    }

    std::vector<Child> m_all;
};

} // namespace

WorkerPool::WorkerPool(unsigned workers)
    : m_workers(std::max(1U, workers))
{
}

void
WorkerPool::Run(const std::vector<std::size_t>& jobs,
                const std::function<std::string(std::size_t)>& work,
                const std::function<void(const Outcome&)>& onOutcome,
                const std::function<bool()>& isStopped)
{
    Children children;
    std::size_t next = 0;
    while ((next < jobs.size() || children.Size() > 0) && !isStopped())
    {
        while (next < jobs.size() && children.Size() < m_workers)
        {
            children.Start(jobs[next++], work);
        }
        for (const Outcome& outcome : children.Wait())
        {
            onOutcome(outcome);
        }
    }
}

} // namespace bindstorm
