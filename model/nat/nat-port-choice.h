/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_PORT_CHOICE_H
#define BINDSTORM_NAT_PORT_CHOICE_H

#include "nat-types.h"

#include "model/base/component-spec.h"
#include "model/base/draw-source.h"
#include "model/ports/port-range.h"
#include "model/ports/port-view.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * For whom a port is wanted.
 */
struct NatPortRequest
{
    NatFlow flow{};
    uint32_t externalAddress{0};
    uint32_t internalIndex{0}; ///< the internal host's number, in order of appearance
    bool preserve{false};      ///< the behaviour asks to keep the internal port if it can be
};

/**
 * @ingroup nat
 * Chooses the external port of a new mapping, or the external identifier of an ICMP query, for
 * which 0 is as good as any other. What is free the view says: towards this remote endpoint, or at
 * all, as the behaviour wants it; parity, class and reserved ports are the view's business too
 * (PortView::IsEligible()). The view must answer IsFree() for ports out of its range as well.
 *
 * Counts steps, probes, draws and what the view counts. Locks are counted by the table, which holds
 * them for longer than the choice.
 */
class NatPortChoice
{
  public:
    NatPortChoice() = default;
    NatPortChoice(const NatPortChoice&) = delete;
    NatPortChoice& operator=(const NatPortChoice&) = delete;
    virtual ~NatPortChoice() = default;

    /**
     * @return a port that is free in the view and eligible, or the internal one though it is out of
     *         range where NatPortChoiceInfo::keepsOutOfRange says so (but never a reserved one, nor
     *         port 0 unless the range has it). Nothing when the algorithm gives up. The work is
     *         bounded for any view.
     */
    virtual std::optional<uint16_t> Choose(PortView& view,
                                           const NatPortRequest& request,
                                           DrawSource& draws) = 0;

    /// @return the number of the pool's address that an internal host has to get; nothing: any
    virtual std::optional<uint32_t>
    ExternalIndex(uint32_t /* internalIndex */) const
    {
        return std::nullopt;
    }

    /// A port that Choose() gave was taken by the internal host of the request.
    virtual void
    OnTake(const NatPortRequest& /* request */, uint16_t /* port */)
    {
    }

    /// The last link that used a port which was taken is gone.
    virtual void
    OnRelease(uint8_t /* protocol */,
              uint32_t /* externalAddress */,
              uint16_t /* port */,
              NatTime /* now */)
    {
    }
};

/**
 * @ingroup nat
 * What the registry knows of a port choice.
 */
struct NatPortChoiceInfo
{
    std::string name;
    std::string summary;         ///< one sentence: what it does
    std::string source;          ///< commit, thread or RFC section it follows
    std::string defaultRange;    ///< ports it was written for, "32768-65535"
    bool usesFreeSet{false};     ///< asks for CountFree() and SelectFree()
    bool keepsOutOfRange{false}; ///< may keep an internal port that is out of range
    bool keepsClass{false};      ///< sees to the class of ports below 1024 itself, given 1-65535
    /// ICMP identifiers come from the range of the ports; else any of 0 to 65535 may be chosen.
    bool identifiersInRange{false};
    bool usesHostNumber{false}; ///< goes by NatPortRequest::internalIndex, for which hosts are kept
    std::vector<ParameterInfo> parameters;
    std::function<std::unique_ptr<NatPortChoice>(const ComponentSpec&)> create;
};

/// @ingroup nat
/// @return every port choice, in the order of nat-port-choices.def
std::span<const NatPortChoiceInfo> GetNatPortChoices();

/// @ingroup nat
/// @throws ConfigError for an unknown name, with the nearest known one
const NatPortChoiceInfo& FindNatPortChoice(const std::string& name);

/**
 * @ingroup nat
 * @param info the port choice
 * @param configured the range that the behaviour asks for; none: what the choice was written for
 * @param protocol of the packets
 * @return the range that a view for the protocol must have
 */
PortRange GetExternalRange(const NatPortChoiceInfo& info,
                           const std::optional<PortRange>& configured,
                           uint8_t protocol);

/// @ingroup nat
/// @throws ConfigError for an unknown name or parameter, with the nearest known one
std::unique_ptr<NatPortChoice> CreateNatPortChoice(const ComponentSpec& spec);

/// @ingroup nat
/// @return the spec with its parameters and their values checked, in canonical form
ComponentSpec ResolveNatPortChoice(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_NAT_PORT_CHOICE_H
