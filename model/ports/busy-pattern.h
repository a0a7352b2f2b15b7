/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BUSY_PATTERN_H
#define BINDSTORM_BUSY_PATTERN_H

#include "port-range.h"
#include "port-set.h"

#include "model/base/component-spec.h"
#include "model/base/draw-source.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup ports
 * What is known of a pattern of ports that are busy before an experiment starts, written as a
 * ComponentSpec: `none`, `all`, `random(0.9)`, `every(2)`, `lower-half`, `upper-half`,
 * `block(32768-46883)`, `all-but(46000-46099)`, `ports(32768+32770+40000-40010)`. A comma separates
 * parameters there, so that a list of ports has plus signs.
 */
struct BusyPatternInfo
{
    std::string name;
    std::string summary; ///< one sentence: which ports are busy
    std::vector<ParameterInfo> parameters;
};

/// @return every pattern, in a fixed order
std::span<const BusyPatternInfo> GetBusyPatterns();

/**
 * @return the spec with its parameters checked, in canonical form
 * @throws ConfigError for an unknown name or parameter, or a value that has the wrong form
 */
ComponentSpec ResolveBusyPattern(const ComponentSpec& spec);

/**
 * The ports of a pattern. Reserved ports are never busy: a pattern speaks of the ports that may be
 * chosen, a share is a share of those.
 * @param spec resolved or not
 * @param range ports of automatic choice
 * @param reserved ports in it that are not eligible (reserved and excluded ones)
 * @param draws asked by `random` alone, once a port
 * @return distinct ports; ascending, or in the order drawn
 * @throws ConfigError as ResolveBusyPattern, and when named ports have none in common with the
 * range
 */
std::vector<uint16_t> MakeBusyPorts(const ComponentSpec& spec,
                                    const PortRange& range,
                                    const PortSet& reserved,
                                    DrawSource& draws);

/**
 * @ingroup ports
 * The same with the draws of a host's own stream: wherever a host of that name, seed and run is
 * looked at, the same ports are busy.
 * @throws ConfigError also for seed 0
 */
std::vector<uint16_t> MakeBusyPorts(const ComponentSpec& spec,
                                    const PortRange& range,
                                    const PortSet& reserved,
                                    uint64_t seed,
                                    uint64_t run,
                                    const std::string& host);

} // namespace bindstorm

#endif // BINDSTORM_BUSY_PATTERN_H
