/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "child-process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace bindstorm
{

ChildProcess::ChildProcess(const std::function<int()>& function)
    : m_pid(fork())
{
    if (m_pid < 0)
    {
        throw std::runtime_error("cannot make a process");
    }
    if (m_pid == 0)
    {
        int status = 99;
        try
        {
            status = function();
        }
        catch (const std::exception& error)
        {
            std::fprintf(stderr, "child: %s\n", error.what());
        }
        _exit(status);
    }
}

ChildProcess::~ChildProcess()
{
    if (m_pid > 0)
    {
        Kill();
        Wait();
    }
}

void
ChildProcess::Kill() const
{
    kill(m_pid, SIGKILL);
}

int
ChildProcess::Wait()
{
    int status = 0;
    while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR)
    {
    }
    m_pid = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

SharedCounter::SharedCounter()
{
    static_assert(std::atomic<uint64_t>::is_always_lock_free);
    void* memory = mmap(nullptr,
                        sizeof(std::atomic<uint64_t>),
                        PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS,
                        -1,
                        0);
    if (memory == MAP_FAILED)
    {
        throw std::runtime_error("cannot share memory");
    }
    m_number = new (memory) std::atomic<uint64_t>(0);
}

SharedCounter::~SharedCounter()
{
    munmap(m_number, sizeof(std::atomic<uint64_t>));
}

void
SharedCounter::IncrementAndWaitFor(uint64_t value) const
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    m_number->fetch_add(1);
    while (m_number->load() < value)
    {
        if (std::chrono::steady_clock::now() > end)
        {
            throw std::runtime_error("the other processes did not come");
        }
        std::this_thread::yield();
    }
}

} // namespace bindstorm
