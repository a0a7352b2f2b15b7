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
#include <unordered_map>
#include <vector>

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
    NatPorts(const NatConfig& config,
             NatSessions& sessions,
             RandomEngine& engine,
             PacketWork& work);
    ~NatPorts();

    /// What Choose() found.
    struct Choice
    {
        NatVerdict verdict; ///< TRANSLATED, NO_PORT or HOST_LIMIT
        NatEndpoint external{};
    };

    /**
     * @param flow wants a mapping
     * @param address the external address when it is given; none: one of the pool
     */
    Choice Choose(const NatFlow& flow, std::optional<uint32_t> address);

    /// Ports whose time of rest is over may be given again.
    void BeginPacket(NatTime now);

    /// A link was made, or has gone.
    void OnMade(const NatLink& link);
    void OnReleased(const NatLink& link);

    /// The pool is another one now. To be called after its old sessions were ended, if they were.
    void OnPoolChanged();

    /// @return the address that packets without ports of a host get: its own when the pool is empty
    uint32_t AddressOf(uint32_t internal);

  private:
    class View;

    /// Which free ports count together: those of an external address, towards one remote endpoint
    /// where ports are shared between remotes.
    struct FreeKey
    {
        uint8_t protocol;
        uint32_t address;
        NatEndpoint remote;

        bool operator==(const FreeKey&) const = default;
    };

    struct FreeKeyHash
    {
        std::size_t operator()(const FreeKey& key) const;
    };

    /// Ports that one kind of flow may get.
    struct Eligible
    {
        PortRange range;
        PortSet reserved;
    };

    bool IsShared(uint8_t protocol) const;
    std::size_t EligibleIndex(const NatFlow& flow) const;
    std::optional<uint16_t> ChoosePort(const NatFlow& flow, uint32_t address, uint32_t index);
    Choice ChooseAt(const NatFlow& flow, const InternalHost& host, uint32_t address);
    Choice ChooseInPool(const NatFlow& flow, InternalHost& host);
    FreeRemotePorts& FindFree(const FreeKey& key, std::size_t eligible);
    template <class Function>
    void ForFreeKeys(const NatLink& link, const Function& function);
    void Count(const FreeKey& key, uint16_t port);
    void Uncount(const FreeKey& key, uint16_t port);

    const NatConfig& m_config;
    NatSessions& m_sessions;
    PacketWork& m_work;
    DrawSource m_draws;
    std::unique_ptr<NatPortChoice> m_choice;
    bool m_usesFreeSet;
    std::vector<Eligible> m_eligible; ///< by EligibleIndex()
    InternalHosts m_hosts;
    HeldPorts m_held;
    std::unordered_map<FreeKey, std::vector<FreeRemotePorts>, FreeKeyHash> m_free;
    std::size_t m_anyAddressRules{0};
    std::size_t m_nextAddress{0};
    NatTime m_now{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_PORTS_H
