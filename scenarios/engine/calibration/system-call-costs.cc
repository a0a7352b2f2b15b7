/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "system-call-costs.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace bindstorm
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr std::size_t SOCKETS = 64;

/// The system does not let this process do what is to be measured.
class NotPermitted : public std::runtime_error
{
  public:
    explicit NotPermitted(const char* call)
        : std::runtime_error(std::string(call) + ": " + std::strerror(errno))
    {
    }
};

sockaddr_in
Loopback(uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// As many sockets as are bound in one batch, closed at the end whatever happens.
class SocketBatch
{
  public:
    SocketBatch()
    {
        m_sockets.fill(-1);
        for (int& socket : m_sockets)
        {
            socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
            if (socket < 0)
            {
                const int reason = errno;
                Close();
                errno = reason;
                throw NotPermitted("socket()");
            }
        }
    }

    ~SocketBatch()
    {
        Close();
    }

    SocketBatch(const SocketBatch&) = delete;
    SocketBatch& operator=(const SocketBatch&) = delete;

    /// @param ports one a socket, 0 for any
    /// @return whether all were bound
    bool
    Bind(const std::array<uint16_t, SOCKETS>& ports)
    {
        bool isBound = true;
        for (std::size_t i = 0; i < SOCKETS; ++i)
        {
            const sockaddr_in address = Loopback(ports[i]);
            isBound =
                bind(m_sockets[i], reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
                    0 &&
                isBound;
        }
        return isBound;
    }

    std::array<uint16_t, SOCKETS>
    Ports() const
    {
        std::array<uint16_t, SOCKETS> ports{};
        for (std::size_t i = 0; i < SOCKETS; ++i)
        {
            sockaddr_in address{};
            socklen_t size = sizeof address;
            if (getsockname(m_sockets[i], reinterpret_cast<sockaddr*>(&address), &size) != 0)
            {
                throw NotPermitted("getsockname()");
            }
            ports[i] = ntohs(address.sin_port);
        }
        return ports;
    }

    void
    Close()
    {
        for (int& socket : m_sockets)
        {
            if (socket >= 0)
            {
                close(socket);
                socket = -1;
            }
        }
    }

  private:
    std::array<int, SOCKETS> m_sockets;
};

double
PerSocket(const BatchTimer& timer, Clock::time_point begin, Clock::time_point end)
{
    return timer.Between(begin, end) * 1000 / SOCKETS;
}

SystemCallCosts
MeasureSockets(const BatchTimer& timer)
{
    constexpr std::size_t FEWEST_ROUNDS = 5;
    constexpr std::size_t MOST_FAILURES = 100;
    std::vector<double> bindTimes;
    std::vector<double> bindToTimes;
    std::vector<double> closeTimes;
    std::size_t failures = 0;
    const auto first = Clock::now();
    while (bindToTimes.size() < FEWEST_ROUNDS || Clock::now() - first < timer.Budget())
    {
        SocketBatch any;
        const auto a = Clock::now();
        const bool isBound = any.Bind({});
        const auto b = Clock::now();
        if (!isBound)
        {
            throw NotPermitted("bind()");
        }
        const auto ports = any.Ports();
        const auto c = Clock::now();
        any.Close();
        const auto d = Clock::now();
        bindTimes.push_back(PerSocket(timer, a, b));
        closeTimes.push_back(PerSocket(timer, c, d));

        // The ports were free a moment ago. Where someone else was faster, another batch counts.
        SocketBatch given;
        const auto e = Clock::now();
        const bool isGiven = given.Bind(ports);
        const auto f = Clock::now();
        if (isGiven)
        {
            bindToTimes.push_back(PerSocket(timer, e, f));
        }
        else if (++failures > MOST_FAILURES)
        {
            throw NotPermitted("bind() to a port");
        }
    }
    return {SummarizeBatches(bindTimes),
            SummarizeBatches(bindToTimes),
            SummarizeBatches(closeTimes),
            ""};
}

} // namespace

SystemCallCosts
MeasureSystemCalls(const BatchTimer& timer)
{
    try
    {
        return MeasureSockets(timer);
    }
    catch (const NotPermitted& error)
    {
        const BatchTimes call = timer.Measure(
            [](uint64_t rounds)
            {
                for (uint64_t i = 0; i < rounds; ++i)
                {
                    KeepResult(syscall(SYS_getppid));
                }
                return rounds;
            });
        return {call, call, call, error.what()};
    }
}

} // namespace bindstorm
