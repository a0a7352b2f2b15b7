/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <utility>

namespace bindstorm
{

namespace
{

/**
 * The table again as a list of what is bound, with nothing kept that could go out of step.
 */
class NaiveTable
{
  public:
    explicit NaiveTable(HostSockets::Config config)
        : m_config(std::move(config))
    {
    }

    bool
    IsTaken(const PortRequest& request, uint32_t port) const
    {
        return std::ranges::any_of(m_sockets,
                                   [&](const auto& entry) {
                                       return entry.second.second == port &&
                                              Conflicts(entry.second.first, request);
                                   });
    }

    bool
    IsUsed(uint32_t port) const
    {
        return std::ranges::any_of(m_sockets,
                                   [&](const auto& entry) { return entry.second.second == port; });
    }

    bool
    IsEligible(uint32_t port) const
    {
        const auto number = static_cast<uint16_t>(port);
        return m_config.range.Contains(port) && !m_config.reserved.Contains(number) &&
               !m_config.excluded.Contains(number);
    }

    /// @return eligible ports that are free for the request
    std::size_t
    CountFree(const PortRequest& request) const
    {
        std::vector<bool> taken(65536);
        for (const auto& [number, socket] : m_sockets)
        {
            taken[socket.second] = taken[socket.second] || Conflicts(socket.first, request);
        }
        std::size_t free = 0;
        for (uint32_t port = m_config.range.Low(); port <= m_config.range.High(); ++port)
        {
            free += IsEligible(port) && !taken[port] ? 1 : 0;
        }
        return free;
    }

    bool
    HasUnusedPort() const
    {
        for (uint32_t port = m_config.range.Low(); port <= m_config.range.High(); ++port)
        {
            if (IsEligible(port) && !IsUsed(port))
            {
                return true;
            }
        }
        return false;
    }

    const HostSockets::Config&
    Config() const
    {
        return m_config;
    }

    std::map<std::size_t, std::pair<PortRequest, uint16_t>>&
    Sockets()
    {
        return m_sockets;
    }

  private:
    HostSockets::Config m_config;
    std::map<std::size_t, std::pair<PortRequest, uint16_t>> m_sockets; ///< by order of success
};

PortRequest
AnyRequest()
{
    static constexpr std::string_view ADDRESSES[] =
        {"0.0.0.0", "192.0.2.1", "192.0.2.2", "::", "2001:db8::1"};
    PortRequest request;
    if (*rc::gen::arbitrary<bool>())
    {
        return request;
    }
    request.address = IpAddress::Parse(ADDRESSES[*rc::gen::inRange(0, 5)]);
    request.device = static_cast<uint32_t>(*rc::gen::inRange(0, 3));
    request.reuseAddress = *rc::gen::arbitrary<bool>();
    request.ipv6Only = *rc::gen::arbitrary<bool>();
    if (*rc::gen::arbitrary<bool>())
    {
        request.remote = RemoteEndpoint{.address = IpAddress::Parse("198.51.100.1"),
                                        .port = static_cast<uint16_t>(*rc::gen::inRange(80, 82))};
    }
    return request;
}

/**
 * Table and model side by side, every answer of the one checked against the other.
 */
class Pair
{
  public:
    Pair(const std::string& allocator, const HostSockets::Config& config)
        : m_allocator(allocator),
          m_host(allocator, 1, config),
          m_model(config)
    {
    }

    void
    BindExplicitly()
    {
        const PortRange& range = m_model.Config().range;
        const uint32_t beyond = std::min(range.High() + 3U, 65535U);
        const uint32_t within = std::min(range.Low() + 12U, beyond);
        const auto port =
            static_cast<uint16_t>(*rc::gen::inRange(uint32_t{range.Low()}, within + 1));
        const PortRequest request = AnyRequest();
        const BindResult result = m_host.Bind(request, port);
        if (m_model.Config().excluded.Contains(port))
        {
            RC_ASSERT(result.error == BindError::PERMISSION_DENIED);
            return;
        }
        RC_ASSERT(result.error ==
                  (m_model.IsTaken(request, port) ? BindError::ADDRESS_IN_USE : BindError::NONE));
        Record(request, result);
    }

    void
    BindAutomatically()
    {
        const PortRequest request = AnyRequest();
        const std::size_t free = m_model.CountFree(request);
        const BindResult result = m_host.Bind(request);
        if (result.error == BindError::NONE)
        {
            RC_ASSERT(m_model.IsEligible(result.port));
            RC_ASSERT(!m_model.IsTaken(request, result.port));
        }
        else
        {
            RC_ASSERT(result.error == (request.remote ? BindError::ADDRESS_NOT_AVAILABLE
                                                      : BindError::ADDRESS_IN_USE));
            // The sequential one passes over every port that any socket has.
            const bool mayFail = !IsExhaustive(m_allocator) || free == 0 ||
                                 (m_allocator == "ns-3" && !m_model.HasUnusedPort());
            RC_ASSERT(mayFail);
        }
        Record(request, result);
    }

    void
    Close()
    {
        if (m_handles.empty())
        {
            return;
        }
        const auto number = *rc::gen::inRange(std::size_t{0}, m_handles.size());
        const bool isLive = m_model.Sockets().erase(number) == 1;
        RC_ASSERT(m_host.Close(m_handles[number]) ==
                  (isLive ? BindError::NONE : BindError::BAD_SOCKET));
    }

    void
    Compare()
    {
        RC_ASSERT(m_host.Table().Size() == m_model.Sockets().size());
        WorkCounters work;
        const PortRequest request = AnyRequest();
        RC_ASSERT(m_host.Table().FreeSet(request, work).CountFree() == m_model.CountFree(request));
        for (std::size_t number = 0; number < m_handles.size(); ++number)
        {
            const auto socket = m_model.Sockets().find(number);
            const std::optional<uint16_t> port = m_host.Table().GetPort(m_handles[number]);
            const uint16_t expected =
                socket == m_model.Sockets().end() ? uint16_t{0} : socket->second.second;
            RC_ASSERT(port.value_or(0) == expected);
        }
    }

  private:
    void
    Record(const PortRequest& request, const BindResult& result)
    {
        if (result.error == BindError::NONE)
        {
            m_model.Sockets()[m_handles.size()] = {request, result.port};
            m_handles.push_back(result.socket);
        }
    }

    std::string m_allocator;
    TestHost m_host;
    NaiveTable m_model;
    std::vector<SocketHandle> m_handles; ///< all that were ever given
};

RC_GTEST_PROP(SocketTable, AgreesWithANaiveModelUnderAnySequence, ())
{
    const std::string allocator = *rc::gen::elementOf(AllAllocatorTexts());
    const auto low = *rc::gen::element(1U, 32768U, 50001U, 65515U);
    const auto size = *rc::gen::element(1U, 2U, 3U, 21U);
    HostSockets::Config config{.range = PortRange(low, low + size - 1),
                               .chains = *rc::gen::element(1U, 4U, 128U, 65536U)};
    if (*rc::gen::arbitrary<bool>())
    {
        config.reserved.Insert(static_cast<uint16_t>(low + 1));
        config.excluded.Insert(static_cast<uint16_t>(low + 2));
    }
    Pair pair(allocator, config);
    const auto actions = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8));
    for (const int action : actions)
    {
        action < 2 ? pair.BindExplicitly() : action < 6 ? pair.BindAutomatically() : pair.Close();
        pair.Compare();
    }
}

RC_GTEST_PROP(SocketTable, AgreesWithANaiveModelOnAllPorts, ())
{
    const std::string allocator = *rc::gen::elementOf(AllAllocatorTexts());
    Pair pair(allocator, {.range = PortRange(1, 65535)});
    const auto actions = *rc::gen::container<std::vector<int>>(12, rc::gen::inRange(0, 8));
    for (const int action : actions)
    {
        action < 2 ? pair.BindExplicitly() : action < 6 ? pair.BindAutomatically() : pair.Close();
    }
    pair.Compare();
}

} // namespace

} // namespace bindstorm
