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
 * Chooses the external port of a new mapping. What is free the view says: towards this remote
 * endpoint, or at all, as the behaviour wants it; parity, class and reserved ports are the view's
 * business too (PortView::IsEligible()).
 */
class NatPortChoice
{
  public:
    NatPortChoice() = default;
    NatPortChoice(const NatPortChoice&) = delete;
    NatPortChoice& operator=(const NatPortChoice&) = delete;
    virtual ~NatPortChoice() = default;

    /**
     * @return a port that is eligible and free in the view, or nothing when the algorithm gives up.
     *         The work is bounded for any view.
     */
    virtual std::optional<uint16_t> Choose(PortView& view,
                                           const NatPortRequest& request,
                                           DrawSource& draws) = 0;

    /**
     * @param internalIndex number of the internal host
     * @param pool number of external addresses
     * @return which of them the host's ports are on, or nothing when the choice does not say. A
     *         number beyond the pool: the host gets none.
     */
    virtual std::optional<std::size_t>
    ExternalIndex(uint32_t /* internalIndex */, std::size_t /* pool */) const
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
    std::string summary;      ///< one sentence: what it does
    std::string source;       ///< commit, thread or RFC section it follows
    std::string defaultRange; ///< ports it was written for, "32768-65535"
    bool usesFreeSet{false};  ///< asks for CountFree() and SelectFree()
    std::vector<ParameterInfo> parameters;
    std::function<std::unique_ptr<NatPortChoice>(const ComponentSpec&)> create;
};

/// @ingroup nat
/// @return every port choice, in the order of nat-port-choices.def
std::span<const NatPortChoiceInfo> GetNatPortChoices();

/// @ingroup nat
/// @throws ConfigError for an unknown name, with the nearest known one
const NatPortChoiceInfo& FindNatPortChoice(const std::string& name);

/// @ingroup nat
/// @throws ConfigError for an unknown name or parameter, with the nearest known one
std::unique_ptr<NatPortChoice> CreateNatPortChoice(const ComponentSpec& spec);

/// @ingroup nat
/// @return the spec with its parameters checked, in canonical form
ComponentSpec ResolveNatPortChoice(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_NAT_PORT_CHOICE_H
