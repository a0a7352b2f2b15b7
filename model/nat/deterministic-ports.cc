/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "choose-within.h"
#include "deterministic-plan.h"
#include "keep-port.h"
#include "nat-port-choice.h"

namespace bindstorm
{

namespace
{

/// The ports that arithmetic gives the host, and never any other. Without state.
class DeterministicPorts : public NatPortChoice
{
  public:
    explicit DeterministicPorts(const DeterministicPlan& plan)
        : m_plan(plan)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        const std::optional<DeterministicPlan::Share> share = m_plan.Find(request.internalIndex);
        if (!share)
        {
            return std::nullopt;
        }
        const uint16_t internal = request.flow.internal.port;
        if (internal >= share->low && internal <= share->high && IsKept(view, request))
        {
            return internal;
        }
        return ChooseWithin(view, share->low, share->high, draws);
    }

    std::optional<uint32_t>
    ExternalIndex(uint32_t internalIndex) const override
    {
        const std::optional<DeterministicPlan::Share> share = m_plan.Find(internalIndex);
        return share ? std::optional(share->externalIndex) : std::nullopt;
    }

  private:
    DeterministicPlan m_plan;
};

} // namespace

NatPortChoiceInfo
DescribeDeterministicPorts()
{
    return {.name = "deterministic",
            .summary = "A block of ports that arithmetic gives each internal host, random within; "
                       "nothing need be logged.",
            .source = "RFC 7422; formula of vendors, 64512 ports from 1024 on",
            .defaultRange = "1024-65535",
            .identifiersInRange = true,
            .usesHostNumber = true,
            .parameters = {{.name = "block",
                            .defaultValue = "0",
                            .help = "Ports a host; 0: 64512 divided by hosts an external address."},
                           {.name = "inside",
                            .defaultValue = "64",
                            .help = "Internal hosts, numbered in order of appearance; a further "
                                    "one gets no port."},
                           {.name = "outside",
                            .defaultValue = "1",
                            .help = "External addresses of the pool."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<NatPortChoice>
            {
                const auto number = [&](const char* key, uint64_t low, uint64_t high)
                { return static_cast<uint32_t>(*spec.GetInteger(key, low, high)); };
                return std::make_unique<DeterministicPorts>(
                    DeterministicPlan(number("inside", 1, UINT32_MAX),
                                      number("outside", 1, UINT32_MAX),
                                      number("block", 0, DeterministicPlan::PORTS)));
            }};
}

} // namespace bindstorm
