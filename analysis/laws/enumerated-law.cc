/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "enumerated-law.h"

#include "bounded-draw.h"
#include "law-builder.h"

#include "model/base/random-engine.h"

#include <cmath>

namespace bindstorm
{

namespace
{

/// Gives one number for ever.
class FixedEngine : public RandomEngine
{
  public:
    explicit FixedEngine(uint32_t number)
        : m_number(number)
    {
    }

    uint32_t
    Next() override
    {
        return m_number;
    }

  private:
    uint32_t m_number;
};

/// Asks the allocator with a given number; draws of that number count `draws` times.
void
AddChoice(LawBuilder& builder,
          RememberedView& view,
          PortAllocator& allocator,
          RandomEngine& engine,
          uint64_t draws)
{
    view.Work() = WorkCounters{};
    DrawSource source(engine, view.Work());
    const std::optional<uint16_t> port = allocator.Choose(view, source);
    builder.AddWork(view.Work(), draws);
    if (port && view.IsEligible(*port) && view.PeekFree(*port))
    {
        builder.AddPort(*port, draws);
    }
    else
    {
        builder.AddFailure(draws);
    }
}

} // namespace

PortLaw
RemainderLaw(RememberedView& view, PortAllocator& allocator)
{
    LawBuilder builder;
    const uint32_t size = view.Range().Size();
    for (uint32_t remainder = 0; remainder < size; ++remainder)
    {
        FixedEngine engine(remainder);
        AddChoice(builder, view, allocator, engine, CountOfRemainder(remainder, size));
    }
    return builder.Finish(LawBuilder::ALL_DRAWS,
                          LawKind::EXACT,
                          "All 2^32 draws, by their remainder modulo the size of the range.",
                          view);
}

PortLaw
GivenStateLaw(RememberedView& view, PortAllocator& allocator)
{
    LawBuilder builder;
    FixedEngine engine(0);
    AddChoice(builder, view, allocator, engine, 1);
    return builder.Finish(1,
                          LawKind::GIVEN_STATE,
                          "It draws nothing: the port that its state leads to.",
                          view);
}

PortLaw
RetryLaw(RememberedView& view)
{
    const PortRange& range = view.Range();
    constexpr double ALL = 4294967296.0;
    PortLaw law{.kind = LawKind::EXACT,
                .method = "Independent tries, at most as many as the range has ports; the first "
                          "that is free ends them.",
                .range = range,
                .free = view.FreePorts(),
                .probability = std::vector<double>(65536)};
    uint64_t hits = 0;
    std::array<double, WorkCounters::SIZE> once{};
    for (uint32_t index = 0; index < range.Size(); ++index)
    {
        const auto port = static_cast<uint16_t>(range.Low() + index);
        if (!view.IsEligible(port))
        {
            continue;
        }
        const uint64_t draws = CountOfRemainder(index, range.Size());
        const auto cost = view.CostOfProbe(port).AsArray();
        for (std::size_t i = 0; i < cost.size(); ++i)
        {
            once[i] += static_cast<double>(cost[i]) * static_cast<double>(draws) / ALL;
        }
        if (view.PeekFree(port))
        {
            hits += draws;
            law.probability[port] = static_cast<double>(draws) / ALL;
        }
    }
    const double hit = static_cast<double>(hits) / ALL;
    law.failure = std::exp(range.Size() * std::log1p(-hit));
    // Each try is made unless all before it missed: the mean number is (1 - miss^n) / hit.
    const double tries = hits == 0 ? range.Size() : (1 - law.failure) / hit;
    for (double& probability : law.probability)
    {
        probability *= tries;
    }
    const auto eachTry = WorkCounters{.rngDraws = 1, .steps = 1}.AsArray();
    const auto eachChoice = WorkCounters{.locks = 1}.AsArray();
    for (std::size_t i = 0; i < law.work.size(); ++i)
    {
        law.work[i] = tries * (once[i] + static_cast<double>(eachTry[i])) +
                      static_cast<double>(eachChoice[i]);
    }
    return law;
}

PortLaw
UniformLaw(RememberedView& view, PortAllocator& allocator)
{
    const std::vector<uint16_t>& free = view.FreePorts();
    PortLaw law{.kind = LawKind::EXACT,
                .method = "Every free port alike, by an unbiased rank.",
                .range = view.Range(),
                .free = free,
                .probability = std::vector<double>(65536),
                .failure = free.empty() ? 1.0 : 0.0};
    for (const uint16_t port : free)
    {
        law.probability[port] = 1.0 / static_cast<double>(free.size());
    }
    // The work is the same for every rank; what is rejected of the bounded draw comes on top.
    view.Work() = WorkCounters{};
    FixedEngine engine(0xffffffff);
    DrawSource source(engine, view.Work());
    allocator.Choose(view, source);
    const auto work = view.Work().AsArray();
    for (std::size_t i = 0; i < work.size(); ++i)
    {
        law.work[i] = static_cast<double>(work[i]);
    }
    law.work[0] = free.empty() ? 0 : MeanNumbersOfDrawBelow(static_cast<uint32_t>(free.size()));
    return law;
}

PortLaw
EstimatedLaw(RememberedView& view, PortAllocator& allocator, uint64_t samples, uint64_t seed)
{
    LawBuilder builder;
    const auto engine =
        CreateRandomEngine(ComponentSpec("chacha20"), StreamSeed(seed, 0, "", "law"));
    std::vector<uint64_t> counts(65536);
    for (uint64_t i = 0; i < samples; ++i)
    {
        AddChoice(builder, view, allocator, *engine, 1);
    }
    PortLaw law = builder.Finish(samples,
                                 LawKind::ESTIMATE,
                                 "An estimate: the allocator was asked that many times.",
                                 view);
    law.samples = samples;
    for (std::size_t port = 0; port < counts.size(); ++port)
    {
        counts[port] = static_cast<uint64_t>(
            std::llround(law.probability[port] * static_cast<double>(samples)));
    }
    law.counts = std::move(counts);
    return law;
}

} // namespace bindstorm
