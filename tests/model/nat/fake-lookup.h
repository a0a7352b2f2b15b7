/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FAKE_LOOKUP_H
#define BINDSTORM_FAKE_LOOKUP_H

#include "model/nat/nat-lookup.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace bindstorm::test
{

/**
 * A table in a few lines: endpoint-independent, ports in turn, never full. Protocols without ports
 * keep port 0. Counts what it is asked.
 */
class FakeLookup final : public NatLookup
{
  public:
    static constexpr uint32_t EXTERNAL = 0xCB007105; ///< 203.0.113.5

    NatAnswer
    Outbound(const NatFlow& flow, TcpFlags flags) override
    {
        ++translations;
        lastFlow = flow;
        lastFlags = flags;
        if (refuse)
        {
            return {*refuse, {}, {}};
        }
        if (untranslated == flow.internal.address)
        {
            return {NatVerdict::PASSED, {}, {}};
        }
        const NatEndpoint external = Map(flow.protocol, flow.internal);
        if (flow.remote.address == EXTERNAL)
        {
            const auto to = m_internal.find({flow.protocol, flow.remote});
            return to == m_internal.end() ? NatAnswer{NatVerdict::NO_MAPPING, {}, {}}
                                          : NatAnswer{NatVerdict::HAIRPINNED, external, to->second};
        }
        return {NatVerdict::TRANSLATED, external, {}};
    }

    NatAnswer
    Inbound(const NatArrival& arrival, TcpFlags flags) override
    {
        ++translations;
        lastArrival = arrival;
        lastFlags = flags;
        if (refuse)
        {
            return {*refuse, {}, {}};
        }
        const auto found = m_internal.find({arrival.protocol, arrival.external});
        return found == m_internal.end() ? NatAnswer{NatVerdict::NO_MAPPING, {}, {}}
                                         : NatAnswer{NatVerdict::TRANSLATED, found->second, {}};
    }

    std::optional<NatEndpoint>
    FindInternal(const NatArrival& arrival) override
    {
        return Find(m_internal, arrival.protocol, arrival.external);
    }

    std::optional<NatEndpoint>
    FindExternal(const NatFlow& flow) override
    {
        return Find(m_external, flow.protocol, flow.internal);
    }

    uint32_t
    ExternalAddressOf(uint32_t internal) override
    {
        const auto found = addresses.find(internal);
        return found == addresses.end() ? 0 : found->second;
    }

    /// @return the external endpoint, made if there is none
    NatEndpoint
    Map(uint8_t protocol, const NatEndpoint& internal)
    {
        const auto [place, isNew] = m_external.try_emplace({protocol, internal});
        if (isNew)
        {
            const bool hasPort = protocol == IP_TCP || protocol == IP_UDP || protocol == IP_ICMP;
            place->second = {EXTERNAL, hasPort ? m_nextPort++ : uint16_t{0}};
            m_internal[{protocol, place->second}] = internal;
        }
        return place->second;
    }

    int translations{0}; ///< calls of Outbound() and Inbound()
    NatFlow lastFlow{};
    NatArrival lastArrival{};
    TcpFlags lastFlags{};
    std::optional<NatVerdict> refuse{};       ///< the answer to everything
    uint32_t untranslated{0};                 ///< an internal host that keeps its address
    std::map<uint32_t, uint32_t> addresses{}; ///< of hosts, without ports

  private:
    using Endpoints = std::map<std::pair<uint8_t, NatEndpoint>, NatEndpoint>;

    static std::optional<NatEndpoint>
    Find(const Endpoints& endpoints, uint8_t protocol, const NatEndpoint& endpoint)
    {
        const auto found = endpoints.find({protocol, endpoint});
        return found == endpoints.end() ? std::nullopt : std::optional{found->second};
    }

    Endpoints m_external;
    Endpoints m_internal;
    uint16_t m_nextPort{40000};
};

} // namespace bindstorm::test

#endif // BINDSTORM_FAKE_LOOKUP_H
