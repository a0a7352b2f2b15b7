/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RANDOM_ENGINE_H
#define BINDSTORM_RANDOM_ENGINE_H

#include "component-spec.h"
#include "stream-seed.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup base
 * A generator of 32-bit numbers. Implementations are value-like and hold no global state.
 */
class RandomEngine
{
  public:
    RandomEngine() = default;
    RandomEngine(const RandomEngine&) = delete;
    RandomEngine& operator=(const RandomEngine&) = delete;
    virtual ~RandomEngine() = default;

    /// @return the next number; every one of the 2^32 values where the generator is a good one
    virtual uint32_t Next() = 0;
};

/**
 * @ingroup base
 * What the registry knows of a generator.
 */
struct RandomEngineInfo
{
    std::string name;
    std::string summary; ///< one sentence, with the source
    bool good;           ///< false for the generators that are bad on purpose
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<RandomEngine> (*create)(const ComponentSpec&, const StreamSeed&);
};

/// @return every generator, in the order of engines.def
std::span<const RandomEngineInfo> GetRandomEngines();

/**
 * @param spec name and parameters, resolved or not
 * @param seed the seed of the stream (see StreamSeed)
 * @throws ConfigError for an unknown name or parameter, with the nearest known one
 */
std::unique_ptr<RandomEngine> CreateRandomEngine(const ComponentSpec& spec, const StreamSeed& seed);

/// @return the spec with its parameters checked, in canonical form; throws as CreateRandomEngine
ComponentSpec ResolveRandomEngine(const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_RANDOM_ENGINE_H
