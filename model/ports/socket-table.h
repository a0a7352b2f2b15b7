/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SOCKET_TABLE_H
#define BINDSTORM_SOCKET_TABLE_H

#include "bind-error.h"
#include "free-port-map.h"
#include "port-allocator.h"
#include "port-request.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bindstorm
{

class FollowedFreeSets;
class SocketChains;
class WalkRequest;

/**
 * @ingroup ports
 * A socket of one table. A handle is never valid again after close, also when its place is reused.
 */
struct SocketHandle
{
    uint32_t index{0};
    uint32_t generation{0}; ///< 0 is no socket

    bool operator==(const SocketHandle&) const = default;
};

/**
 * @ingroup ports
 * What bind() or connect() brought.
 */
struct BindResult
{
    BindError error{BindError::NONE};
    uint16_t port{0};      ///< host order; 0 without success
    SocketHandle socket{}; ///< invalid without success
    /// What the allocator chose though it may not be given: the reason of the failure.
    std::optional<uint16_t> wrongChoice{};
};

/**
 * @ingroup ports
 * What the table tells whoever follows the free set of one request.
 */
class FreeSetListener
{
  public:
    virtual void OnBusy(uint16_t port) = 0;
    virtual void OnFree(uint16_t port) = 0;

  protected:
    ~FreeSetListener() = default;
};

/**
 * @ingroup ports
 * The sockets of one protocol on one host: hash chains by port, the conflict rule, reserved and
 * excluded ports. UDP and TCP have a table each, so that one port may be live once in both.
 */
class SocketTable
{
  public:
    struct Config
    {
        PortRange range{};    ///< of automatic choice
        PortSet reserved{};   ///< never chosen automatically; explicit bind is allowed
        PortSet excluded{};   ///< neither; explicit bind gives EACCES
        uint32_t chains{128}; ///< a power of two, 1 to 65536
    };

    /// @throws ConfigError when chains is not a power of two in range
    explicit SocketTable(const Config& config);
    ~SocketTable();
    SocketTable(const SocketTable&) = delete;
    SocketTable& operator=(const SocketTable&) = delete;

    /**
     * bind() to a given port. Counts a lock, a probe, a chain scan, the nodes visited; nothing when
     * the port is excluded. A socket that is inserted also counts bitmap words (see Close()).
     * @param port 1 to 65535
     * @return ADDRESS_IN_USE when a socket conflicts, PERMISSION_DENIED for an excluded port
     * @throws std::invalid_argument for port 0
     */
    BindResult BindTo(const PortRequest& request, uint16_t port, WorkCounters& work);

    /**
     * bind() to port 0, or connect() without bind when the request has a destination.
     * @param allocator chooses the port
     * @param draws randomness of the allocator; must count into the same work
     * @return ADDRESS_IN_USE, or ADDRESS_NOT_AVAILABLE with a destination, when nothing was found.
     *         A port that the allocator chose though it is not free for the request, or not
     *         eligible, is refused with the same error: two sockets in conflict never live on one
     *         port. Counts what the allocator counts; insertion happens under its lock.
     */
    BindResult BindAny(const PortRequest& request,
                       PortAllocator& allocator,
                       DrawSource& draws,
                       WorkCounters& work);

    /**
     * Constant time, apart from the free sets that are kept. Counts a lock; and, for each free set
     * that an allocator uses and the change concerns, FreePortMap::CHANGE_WORDS. What listeners
     * follow costs nothing, so that watching a table does not change its counters.
     * @return NONE, or BAD_SOCKET for a handle that is not live
     */
    BindError Close(SocketHandle socket, WorkCounters& work);

    /// @return the port of a live socket
    std::optional<uint16_t> GetPort(SocketHandle socket) const;

    /// @return number of live sockets
    std::size_t Size() const;

    const Config& GetConfig() const;

    /**
     * The free set of a request, built when first asked for and kept up to date from then on. The
     * table keeps the maps of at most 64 different requests, the longest unused goes first; one
     * with a listener stays and is not among the 64. Building visits every socket once.
     * @param work a map that has to be built counts the sockets and FreePortMap::BUILD_WORDS. (An
     *        allocator's first question counts the same, built before or not.)
     * @return valid until the next call that may build a map
     */
    const FreePortMap& FreeSet(const PortRequest& request, WorkCounters& work);

    /// Builds the free set of a request for an allocator that will ask for it: what is done now is
    /// not counted at its first question.
    void PrepareFreeSet(const PortRequest& request);

    /**
     * Tells a listener of every change of a request's free set, from now on. The listener must
     * outlive the table and must not change it from within a call. Counts nothing.
     */
    void Follow(const PortRequest& request, FreeSetListener& listener);

  private:
    BindResult Insert(const WalkRequest& request, uint16_t port, WorkCounters& work);

    Config m_config;
    PortSet m_ineligible; ///< reserved or excluded
    std::unique_ptr<SocketChains> m_chains;
    std::unique_ptr<FollowedFreeSets> m_freeSets;
};

} // namespace bindstorm

#endif // BINDSTORM_SOCKET_TABLE_H
