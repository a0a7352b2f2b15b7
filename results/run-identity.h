/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RUN_IDENTITY_H
#define BINDSTORM_RUN_IDENTITY_H

#include "build-info.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup results
 * What kind of thing a stored run is.
 */
enum class RunKind : uint8_t
{
    SIM,   ///< simulated: deterministic, has a digest
    BENCH, ///< real time, threads, real clocks
    PROBE, ///< a live kernel was asked
    CHECK  ///< a verdict on ports that were given
};

/// Names in the store, in the order of RunKind.
inline constexpr std::array<std::string_view, 4> RUN_KIND_NAMES{"sim", "bench", "probe", "check"};

/**
 * @ingroup results
 * The identity under which a run is stored and found again. Two runs with one identity are one run.
 * @param kind what kind of run
 * @param spec canonical text of the specification, with the content of cost tables in it
 * @param build of the program: whoever edits an allocator gets new numbers. Compiler and build type
 *        do not count, since equal sources must give equal results
 * @param plugins hash of the content of plug-ins; empty without any
 * @return SHA-256, hexadecimal, over "bindstorm run 1", kind, build, plugins and spec, with a line
 *         feed between
 */
std::string RunIdentity(RunKind kind,
                        const std::string& spec,
                        const BuildInfo& build,
                        const std::string& plugins = {});

} // namespace bindstorm

#endif // BINDSTORM_RUN_IDENTITY_H
