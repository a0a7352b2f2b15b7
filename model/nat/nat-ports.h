/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_PORTS_H
#define BINDSTORM_NAT_PORTS_H

#include "free-remote-ports.h"
#include "held-ports.h"
#include "internal-hosts.h"
#include "nat-config.h"
#include "nat-port-choice.h"
#include "nat-sessions.h"
#include "nat-verdict.h"

#include "model/base/draw-source.h"

#include <memory>
#include <optional>
#include <unordered_set>

namespace bindstorm
{

/**
 * @ingroup nat
 * Which external endpoint a new mapping gets: the address of the pool, the ports that may be given
 * at all, those that are free, and how many a host may have.
 */
class NatPorts
{
  public:
    /// @param key of the hashes of what a flow may choose, as of the index
    NatPorts(const NatConfig& config,
             const HashKey& key,
             NatSessions& sessions,
             RandomEngine& engine,
             PacketWork& work);
    ~NatPorts();

    /// What Choose() found.
    struct Choice
    {
        NatVerdict verdict; ///< TRANSLATED, NO_PORT or HOST_LIMIT
        NatEndpoint external{};
        bool isTaken{false}; ///< by the port choice, which is to hear of its end
    };

    /**
     * @param flow wants a mapping
     * @param address the external address when it is given; none: one of the pool
     * @param isRedirected the address is given by an address redirect: the port stays if it can
     */
    Choice Choose(const NatFlow& flow, std::optional<uint32_t> address, bool isRedirected);

    /**
     * @param flow,address as for Choose()
     * @return number of ports that the flow could get; nothing where they are not counted. Expired
     *         links that are still there hold theirs.
     */
    std::optional<uint32_t> CountFree(const NatFlow& flow, std::optional<uint32_t> address);

    /// What was chosen is not wanted after all.
    void Abandon(const NatFlow& flow, const Choice& choice);

    /// @return whether an address is one of the pool, in constant time
    bool
    IsInPool(uint32_t address) const
    {
        return m_pool.contains(address);
    }

    /// Ports whose time of rest is over may be given again.
    void
    BeginPacket(NatTime now)
    {
        m_now = now;
        if (!m_held.IsEmpty())
        {
            ReleaseHeld();
        }
    }

    /// A link was made, or has gone.
    void OnMade(const NatLink& link);
    void OnReleased(const NatLink& link);

    /// The pool is another one now. To be called after its old sessions were ended, if they were.
    void OnPoolChanged();

    /// @return the address that packets without ports of a host get: its own when the pool is empty
    uint32_t AddressOf(uint32_t internal) const;

  private:
    class View;

    void ReleaseHeld();

    /// Tables of used ports for the protocols that share one range.
    struct Used
    {
        Used(EligiblePortSets sets, const HashKey& key);

        EligiblePortSets eligible;
        NatFreePorts byExternal;
        FreeRemotePorts byRemote;
    };
    Used& TablesOf(uint8_t protocol);

    Choice ChooseFor(const NatFlow& flow,
                     InternalHost& host,
                     std::optional<uint32_t> address,
                     bool isRedirected);
    Choice ChooseRedirected(const NatFlow& flow, const InternalHost& host, uint32_t address);
    Choice ChooseAt(const NatFlow& flow, const InternalHost& host, uint32_t address);
    Choice ChooseInPool(const NatFlow& flow, InternalHost& host);
    const UsedPorts& FindUsed(const NatFlow& flow, uint32_t address);
    template <class Function>
    void ForAddresses(const NatLink& link, const Function& function) const;
    void Count(const NatLink& link);
    void Uncount(const NatLink& link);
    void CountHeld(uint8_t protocol, const NatEndpoint& external);

    const NatConfig& m_config;
    NatSessions& m_sessions;
    PacketWork& m_work;
    DrawSource m_draws;
    std::unique_ptr<NatPortChoice> m_choice;
    bool m_usesFreeSet; ///< used ports are counted
    Used m_ports;       ///< of TCP and UDP
    Used m_identifiers; ///< of ICMP
    InternalHosts m_hosts;
    HeldPorts m_held;
    std::unordered_set<uint32_t> m_pool; ///< the external addresses, to be found
    std::size_t m_anyAddressRules{0};
    std::size_t m_nextAddress{0};
    NatTime m_now{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_PORTS_H
