/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-desk.h"

#include "bind-failure.h"
#include "breather.h"

#include "model/base/stream-seed.h"
#include "model/ports/busy-pattern.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

PortSet
Ineligible(const HostSockets::Config& config)
{
    PortSet both = config.reserved;
    both.Insert(config.excluded);
    return both;
}

std::unique_ptr<RandomEngine>
MakeEngine(const PortDesk::Config& config, const ComponentSpec& generator, const char* purpose)
{
    return CreateRandomEngine(generator, {config.seed, config.run, config.hostName, purpose});
}

bool
IsMeant(const PortRequest& request, const PortDesk::Which& which)
{
    return (!which.address || request.address == *which.address) &&
           (!which.device || request.device == *which.device) &&
           (!which.remote || request.remote == which.remote);
}

} // namespace

PortDesk::PortDesk(const Config& config)
    : m_config(config),
      m_engine(MakeEngine(config, config.generator, "allocator")),
      m_sockets(config.host, *m_engine),
      m_churnEngine(MakeEngine(config, ComponentSpec("mt19937_64"), "workload:churn")),
      m_churnDraws(*m_churnEngine, m_churnWork)
{
    m_busy = MakeBusyPorts(config.busy,
                           config.host.range,
                           Ineligible(config.host),
                           config.seed,
                           config.run,
                           config.hostName);
    for (const uint16_t port : m_busy)
    {
        const BindResult result = m_sockets.Bind(config.protocol, PortRequest{}, port);
        if (result.error != BindError::NONE)
        {
            throw BindFailure(result.error, "busy port " + std::to_string(port));
        }
    }
    std::ranges::sort(m_busy);
}

uint16_t
PortDesk::Open(const PortRequest& request, uint16_t port, SocketHandle& handle, bool isSetUp)
{
    const bool isMeasured = m_meter && !isSetUp && port == 0 && request == PortRequest{};
    if (isMeasured)
    {
        m_meter->BeginChoice();
    }
    BindResult result;
    try
    {
        result = m_sockets.Bind(m_config.protocol, request, port);
    }
    catch (...)
    {
        // By an allocator of Python: nothing was chosen.
        if (isMeasured)
        {
            m_meter->EndChoice(std::nullopt);
        }
        throw;
    }
    const bool isOpen = result.error == BindError::NONE;
    if (isMeasured)
    {
        m_meter->EndChoice(isOpen ? std::optional(result.port) : std::nullopt);
    }
    ++m_work.binds;
    m_work.failures += isOpen ? 0 : 1;
    m_work.lastBind = m_sockets.LastWork();
    m_work.bind += m_work.lastBind;
    if (!isOpen)
    {
        const std::string chosen = result.wrongChoice ? ", which chose port " +
                                                            std::to_string(*result.wrongChoice) +
                                                            ", not free or not eligible"
                                                      : "";
        throw BindFailure(result.error, Describe(port) + chosen);
    }
    handle = result.socket;
    return result.port;
}

void
PortDesk::CloseHandle(const SocketHandle& handle)
{
    const BindError error = m_sockets.Close(m_config.protocol, handle);
    ++m_work.closes;
    m_work.close += m_sockets.LastWork();
    if (error != BindError::NONE)
    {
        throw BindFailure(error, "close()");
    }
}

void
PortDesk::CloseRandom()
{
    const auto held = static_cast<uint32_t>(m_held.Size());
    CloseHandle(m_held.RemoveAt(m_churnDraws.DrawBelow(held)).handle);
}

std::string
PortDesk::Describe(uint16_t port) const
{
    return "bind(" + std::to_string(port) + ") by " + m_config.host.allocator.GetName() + " in " +
           m_config.host.range.ToString() + " with " + std::to_string(m_held.Size()) +
           " sockets held and " + std::to_string(m_busy.size()) + " ports busy";
}

uint16_t
PortDesk::Bind(const PortRequest& request, uint16_t port)
{
    SocketHandle handle;
    const uint16_t given = Open(request, port, handle);
    m_held.Add(given, handle, request);
    return given;
}

void
PortDesk::Close(uint16_t port, const Which& which)
{
    std::vector<HeldSockets::Socket> meant = m_held.On(port);
    std::erase_if(meant, [&](const auto& socket) { return !IsMeant(socket.request, which); });
    if (meant.empty())
    {
        const bool isOthers = std::ranges::binary_search(m_busy, port);
        throw BindFailure(BindError::BAD_SOCKET,
                          "close(" + std::to_string(port) + ")" +
                              (isOthers ? ", a port that the busy pattern holds" : ""));
    }
    const auto differs = [&](const auto& socket) { return socket.request != meant[0].request; };
    if (std::ranges::any_of(meant, differs))
    {
        std::string addresses;
        for (const HeldSockets::Socket& socket : meant)
        {
            addresses += (addresses.empty() ? "" : ", ") + socket.request.address.ToString();
        }
        throw ConfigError("close(" + std::to_string(port) + "): " + std::to_string(meant.size()) +
                          " different sockets share the port (addresses " + addresses +
                          "); say which one by address, device or remote");
    }
    CloseHandle(m_held.Remove(port, meant.back().handle).handle);
}

void
PortDesk::CloseAll()
{
    while (m_held.Size() > 0)
    {
        CloseHandle(m_held.RemoveAt(m_held.Size() - 1).handle);
    }
}

void
PortDesk::Draw(std::span<int32_t> ports, const Pause& pause)
{
    Breather breather(pause);
    for (int32_t& port : ports)
    {
        SocketHandle handle;
        port = Open(PortRequest{}, 0, handle);
        CloseHandle(handle);
        breather.OnOperation(m_work.lastBind);
    }
}

void
PortDesk::Churn(std::span<int32_t> ports, const Pause& pause)
{
    Breather breather(pause);
    for (int32_t& port : ports)
    {
        if (m_held.Size() == 0)
        {
            throw ConfigError("churn() needs sockets that are held: bind some, or give occupancy");
        }
        CloseRandom();
        port = Bind(PortRequest{}, 0);
        breather.OnOperation(m_work.lastBind);
    }
}

void
PortDesk::Hold(std::size_t count, const Pause& pause)
{
    Breather breather(pause);
    while (m_held.Size() != count)
    {
        if (m_held.Size() > count)
        {
            CloseRandom();
            breather.OnOperation(WorkCounters{});
        }
        else
        {
            SocketHandle handle;
            const uint16_t port = Open(PortRequest{}, 0, handle, true);
            m_held.Add(port, handle, PortRequest{});
            breather.OnOperation(m_work.lastBind);
        }
    }
}

std::vector<uint16_t>
PortDesk::Held() const
{
    return m_held.Ports();
}

const std::vector<uint16_t>&
PortDesk::Busy() const
{
    return m_busy;
}

std::vector<uint16_t>
PortDesk::Free()
{
    WorkCounters aside;
    const FreePortMap& map = m_sockets.Table(m_config.protocol).FreeSet(PortRequest{}, aside);
    std::vector<uint16_t> ports;
    ports.reserve(map.CountFree());
    for (uint32_t port = m_config.host.range.Low(); port <= m_config.host.range.High(); ++port)
    {
        if (map.IsFree(static_cast<uint16_t>(port)))
        {
            ports.push_back(static_cast<uint16_t>(port));
        }
    }
    return ports;
}

uint32_t
PortDesk::CountEligible() const
{
    const PortRange& range = m_config.host.range;
    return range.Size() - static_cast<uint32_t>(Ineligible(m_config.host).CountWithin(range));
}

const PortDesk::Work&
PortDesk::GetWork() const
{
    return m_work;
}

uint32_t
PortDesk::CountChains() const
{
    return m_sockets.Table(m_config.protocol).GetConfig().chains;
}

void
PortDesk::Measure()
{
    SocketTable& table = m_sockets.Table(m_config.protocol);
    WorkCounters aside;
    const FreePortMap& map = table.FreeSet(PortRequest{}, aside);
    if (m_meter)
    {
        m_meter->Restart(map);
        return;
    }
    m_meter = std::make_unique<PortMeter>(m_config.host.range, map);
    table.Follow(PortRequest{}, *m_meter);
}

PortLaw
PortDesk::Law(uint64_t samples)
{
    return ComputePortLaw({.allocator = m_config.host.allocator,
                           .table = m_sockets.Table(m_config.protocol),
                           .info = m_config.host.ownAllocator.get(),
                           .state = &m_sockets.Allocator(m_config.protocol),
                           .samples = samples,
                           .seed = m_config.seed});
}

UniformityReport
PortDesk::Report(double familywiseLevel) const
{
    if (!m_meter)
    {
        throw ConfigError("nothing was measured: call measure() before the ports are drawn");
    }
    return m_meter->Report(familywiseLevel);
}

} // namespace bindstorm
