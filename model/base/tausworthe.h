/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TAUSWORTHE_H
#define BINDSTORM_TAUSWORTHE_H

#include "random-engine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace bindstorm
{

/**
 * @ingroup base
 * One linear feedback shift register on 32 bits, stepped by
 * `s = ((s & mask) << d) ^ (((s << a) ^ s) >> b)`.
 */
struct TauswortheComponent
{
    unsigned a;
    unsigned b;
    uint32_t mask; ///< the bits that matter; a state without any of them stays zero for ever
    unsigned d;

    constexpr uint32_t
    Step(uint32_t state) const
    {
        return ((state & mask) << d) ^ (((state << a) ^ state) >> b);
    }

    /// @return the smallest state that does not die: 2, 8, 16 for taus88, 128 for the fourth
    constexpr uint32_t
    GetMinimum() const
    {
        return ~mask + 1;
    }
};

/**
 * @ingroup base
 * L'Ecuyer's combined Tausworthe generator: the components step together, the output is their XOR
 * after the step. The recurrences are our own because Boost.Random corrects small seeds by itself,
 * which would hide what the kernels of 2008 did.
 * @tparam COMPONENTS a constexpr array of TauswortheComponent
 */
template <const auto& COMPONENTS>
class Tausworthe final : public RandomEngine
{
  public:
    static constexpr std::size_t SIZE = COMPONENTS.size();
    using State = std::array<uint32_t, SIZE>;

    explicit Tausworthe(const State& state)
        : m_state(state)
    {
    }

    uint32_t
    Next() override
    {
        return StepAll(std::make_index_sequence<SIZE>{});
    }

  private:
    template <std::size_t... I>
    uint32_t
    StepAll(std::index_sequence<I...> /* indices */)
    {
        ((m_state[I] = COMPONENTS[I].Step(m_state[I])), ...);
        return (m_state[I] ^ ...);
    }

    State m_state;
};

/**
 * @ingroup base
 * Starts a generator as the kernels do: each word of the seed below a minimum has it added, then
 * some numbers are thrown away. Parameters s1, s2, ... replace words of the seed; where all of them
 * are given the state is theirs and nothing is thrown away.
 * @param spec resolved parameters of the generator
 * @param seed the words that no parameter gives
 * @param shortfall how much smaller than needed the minima are: 1 in the kernels of 2008
 * @param warmUp numbers to throw away
 * @throws ConfigError when s1, s2, ... is not a number of 32 bits
 */
template <const auto& COMPONENTS>
std::unique_ptr<RandomEngine>
SeedTausworthe(const ComponentSpec& spec, const StreamSeed& seed, uint32_t shortfall, int warmUp)
{
    typename Tausworthe<COMPONENTS>::State state{};
    std::size_t given = 0;
    for (std::size_t i = 0; i < state.size(); ++i)
    {
        const auto word = spec.GetInteger("s" + std::to_string(i + 1), 0, UINT32_MAX);
        given += word ? 1 : 0;
        state[i] = word ? static_cast<uint32_t>(*word) : seed.Word(static_cast<unsigned>(i));
        const uint32_t minimum = COMPONENTS[i].GetMinimum() - shortfall;
        state[i] += state[i] < minimum ? minimum : 0;
    }
    auto engine = std::make_unique<Tausworthe<COMPONENTS>>(state);
    for (int i = 0; given < state.size() && i < warmUp; ++i)
    {
        engine->Next();
    }
    return engine;
}

} // namespace bindstorm

#endif // BINDSTORM_TAUSWORTHE_H
