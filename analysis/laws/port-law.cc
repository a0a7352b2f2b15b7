/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-law.h"

#include "byte-local-law.h"
#include "chain-walk-law.h"
#include "draw-interval.h"
#include "enumerated-law.h"
#include "law-builder.h"
#include "one-step-law.h"
#include "remembered-view.h"
#include "table-reader.h"

#include <map>
#include <string_view>
#include <vector>

namespace bindstorm
{

namespace
{

/// What a law is computed from.
struct LawInput
{
    const ComponentSpec& spec; ///< resolved
    RememberedView& view;
    PortAllocator& allocator; ///< may be changed
    uint64_t samples;
    uint64_t seed;
};

using ComputeLaw = PortLaw (*)(const LawInput&);

PortLaw
EstimateLaw(const LawInput& input)
{
    return EstimatedLaw(input.view, input.allocator, input.samples, input.seed);
}

/// The draft starts anywhere: the high half of the draw is the port.
PortLaw
DraftLaw(const LawInput& input)
{
    std::vector<DrawInterval> starts;
    for (uint64_t port = 0; port < 65536; ++port)
    {
        starts.push_back({static_cast<uint16_t>(port), port << 16, (port + 1) << 16});
    }
    return ChainWalkLaw(input.view, starts);
}

PortLaw
DraftInRangeLaw(const LawInput& input)
{
    const int bits = input.spec.Get("bias") == "half" ? 16 : 32;
    return ChainWalkLaw(input.view, ScaledIntervals(input.view.Range(), bits));
}

PortLaw
ByteLocalLaw(const LawInput& input)
{
    if (input.spec.Get("full") == "redraw")
    {
        return EstimateLaw(input); // as many draws as there are bytes, for each chain
    }
    return input.spec.Get("index") == "port" ? ByteLocalByPortLaw(input.view, input.spec)
                                             : ByteLocalBySlotLaw(input.view, input.spec);
}

PortLaw
LawOfRemainder(const LawInput& input)
{
    return RemainderLaw(input.view, input.allocator);
}

PortLaw
LawOfState(const LawInput& input)
{
    return GivenStateLaw(input.view, input.allocator);
}

ComputeLaw
FindLaw(const std::string& allocator)
{
    static const std::map<std::string_view, ComputeLaw> LAWS{
        {"linux-2.6.23", LawOfState},
        {"linux-2.6.27", LawOfRemainder},
        {"linux-2.6.28",
         [](const LawInput& input)
         { return OneStepLaw(input.view, input.spec.Get("lock") == "table"); }},
        {"dumazet-draft-2009", DraftLaw},
        {"dumazet-draft-2009-in-range", DraftInRangeLaw},
        {"byte-local-2009", ByteLocalLaw},
        {"linux-2.6.29",
         [](const LawInput& input)
         { return ChainWalkLaw(input.view, ScaledIntervals(input.view.Range(), 32)); }},
        {"ns-3", LawOfState},
        {"rfc6056-1", LawOfRemainder},
        {"rfc6056-2", [](const LawInput& input) { return RetryLaw(input.view); }},
        {"uniform", [](const LawInput& input) { return UniformLaw(input.view, input.allocator); }}};
    const auto found = LAWS.find(allocator);
    return found == LAWS.end() ? EstimateLaw : found->second;
}

} // namespace

PortLaw
ComputePortLaw(const LawQuestion& question)
{
    const PortAllocatorInfo& info =
        question.info != nullptr ? *question.info : FindPortAllocator(question.allocator.GetName());
    ComponentSpec spec = question.allocator;
    spec.Resolve(info.parameters);
    const ComputeLaw compute = question.info == nullptr ? FindLaw(spec.GetName()) : EstimateLaw;
    std::unique_ptr<PortAllocator> allocator =
        question.state == nullptr ? nullptr : question.state->Clone();
    if (!allocator)
    {
        allocator = info.create(spec);
    }
    PortLaw law;
    TableReader::Read(question.table,
                      question.request,
                      [&](PortView& real)
                      {
                          WorkCounters work;
                          RememberedView view(real, work);
                          law = compute({spec, view, *allocator, question.samples, question.seed});
                      });
    return law;
}

} // namespace bindstorm
