/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_DESK_H
#define BINDSTORM_PORT_DESK_H

#include "held-sockets.h"
#include "port-meter.h"

#include "analysis/laws/port-law.h"
#include "model/base/random-engine.h"
#include "model/ports/host-sockets.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup python
 * One port space with its allocator, its random streams and the sockets opened in it: what a
 * simulated host has, without clock and costs. Equal configurations give the ports that a host of
 * that name gives in a scenario.
 *
 * Long operations call `pause` about every ten milliseconds of work; it may throw, and leaves
 * whole operations only behind.
 */
class PortDesk
{
  public:
    static constexpr const char* PYTHON_NAME = "PortAllocator";
    static constexpr const char* PYTHON_KIND = "an allocator";

    struct Config
    {
        HostSockets::Config host;
        ComponentSpec generator; ///< of the allocator's draws
        ComponentSpec busy;      ///< ports held by others, for ever
        Protocol protocol{Protocol::UDP};
        uint64_t seed{1};
        uint64_t run{0};
        std::string hostName; ///< part of the seeds of the streams
    };

    /// Which of several sockets on a port is meant; what is empty does not matter.
    struct Which
    {
        std::optional<IpAddress> address;
        std::optional<uint32_t> device;
        std::optional<RemoteEndpoint> remote;
    };

    /// What bind() did, in total and last; see WorkCounters.
    struct Work
    {
        uint64_t binds{0};    ///< calls, the refused ones included
        uint64_t failures{0}; ///< refused calls
        uint64_t closes{0};
        WorkCounters bind;     ///< all calls of bind()
        WorkCounters close;    ///< all calls of close()
        WorkCounters lastBind; ///< the last call of bind()
    };

    using Pause = std::function<void()>;

    /// @throws ConfigError for an unknown part, a bad parameter, seed 0
    explicit PortDesk(const Config& config);

    /**
     * @param port 0: the allocator chooses
     * @throws BindFailure when no port is given
     */
    uint16_t Bind(const PortRequest& request, uint16_t port);

    /**
     * @throws BindFailure (BAD_SOCKET) when no socket that was opened here is meant
     * @throws ConfigError when sockets that differ are meant; of equal ones one is closed
     */
    void Close(uint16_t port, const Which& which);

    /// Closes every socket that was opened here, the one opened last first.
    void CloseAll();

    /**
     * bind(0) and close, once for each element.
     * @throws BindFailure when a bind() is refused
     */
    void Draw(std::span<int32_t> ports, const Pause& pause);

    /**
     * Closes a random socket of those held and opens one by bind(0), once for each element.
     * @throws BindFailure when a bind() is refused: one socket less is held
     * @throws ConfigError when nothing is held
     */
    void Churn(std::span<int32_t> ports, const Pause& pause);

    /**
     * Opens sockets by bind(0), or closes random ones, until that many are held. These choices set
     * the stage and are not measured.
     * @throws BindFailure when a bind() is refused
     */
    void Hold(std::size_t count, const Pause& pause);

    /// @return one port per socket opened here, ascending
    std::vector<uint16_t> Held() const;

    /// @return number of sockets opened here
    std::size_t
    CountHeld() const
    {
        return m_held.Size();
    }

    /// @return ports held by others, ascending
    const std::vector<uint16_t>& Busy() const;

    /// @return ports that a default request could be given, ascending
    std::vector<uint16_t> Free();

    /// @return number of ports that are neither reserved nor excluded
    uint32_t CountEligible() const;

    const Work& GetWork() const;

    uint32_t CountChains() const;

    /// Starts, or starts again, to measure automatic choices of default requests.
    void Measure();

    /**
     * The probability of every port at the next automatic choice of a default request. Nothing is
     * changed by asking.
     * @param samples of an estimate
     */
    PortLaw Law(uint64_t samples);

    /// @throws ConfigError when Measure() was never called
    UniformityReport Report(double familywiseLevel) const;

  private:
    uint16_t Open(const PortRequest& request,
                  uint16_t port,
                  SocketHandle& handle,
                  bool isSetUp = false);
    void CloseHandle(const SocketHandle& handle);
    void CloseRandom();
    std::string Describe(uint16_t port) const;

    Config m_config;
    std::unique_ptr<PortMeter> m_meter; ///< listens to a table of m_sockets, so it outlives it
    std::unique_ptr<RandomEngine> m_engine;
    HostSockets m_sockets;
    WorkCounters m_churnWork; ///< of the draws that choose what is closed
    std::unique_ptr<RandomEngine> m_churnEngine;
    DrawSource m_churnDraws;
    HeldSockets m_held;
    std::vector<uint16_t> m_busy;
    Work m_work;
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_DESK_H
