/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STORED_RUN_H
#define BINDSTORM_STORED_RUN_H

#include "build-info.h"
#include "run-identity.h"
#include "run-result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bindstorm
{

/// @ingroup results
/// Row of a run or an experiment in one store. Not reproducible: runs arrive in any order.
using RunId = int64_t;
using ExperimentId = int64_t;

/// @ingroup results
/// Parameter names and values as text, in the order of the scenario file.
using RunParameters = std::vector<std::pair<std::string, std::string>>;

/**
 * @ingroup results
 * Who made a run, with what and where.
 */
struct Provenance
{
    BuildInfo build;
    std::string plugins; ///< SHA-256 of each plug-in used, ascending; empty without any
    std::map<std::string, std::string> libraries; ///< name to version
    std::map<std::string, std::string> machine;   ///< see DescribeMachine()
};

/**
 * @ingroup results
 * A run that is done, about to be stored.
 */
struct NewRun
{
    RunKind kind{RunKind::SIM};
    std::string spec; ///< canonical text, JSON
    uint64_t seed{0}; ///< below 2^63
    uint64_t run{0};  ///< below 2^63
    Provenance provenance;
    std::string startedAt; ///< see UtcNow()
    RunResult result;

    /// @return the identity that the run is stored under
    std::string
    Identity() const
    {
        return RunIdentity(kind, spec, provenance.build, provenance.plugins);
    }
};

/**
 * @ingroup results
 * A run as the store tells of it, without its numbers.
 */
struct StoredRun
{
    RunId id;
    RunKind kind;
    std::string identity;
    std::string spec;
    std::string specHash; ///< SHA-256 of spec: pairs runs of different builds
    uint64_t seed;
    uint64_t run;
    std::string digest;      ///< empty for kinds other than sim
    std::string contentHash; ///< of all numbers, see ContentHash()
    Provenance provenance;
    std::string startedAt;
    double wallSeconds;
};

/**
 * @ingroup results
 * An experiment about to begin: all its runs are known before the first of them is made.
 */
struct ExperimentPlan
{
    struct Run
    {
        std::string identity;
        RunParameters parameters;
    };

    std::string name;         ///< what users call it, e.g. "thread-2009"
    std::string scenarioPath; ///< as given
    std::string scenarioText; ///< the file as it is
    std::string title;
    std::string question;
    std::vector<Run> runs; ///< in the order of the scenario; one identity may occur more than once

    /**
     * @return SHA-256 over name, scenario text and runs. An experiment that is begun again with the
     *         same identity is gone on with.
     */
    std::string Identity() const;
};

/**
 * @ingroup results
 * An experiment as the store tells of it.
 */
struct StoredExperiment
{
    ExperimentId id;
    std::string identity;
    std::string name;
    std::string scenarioPath;
    std::string scenarioText;
    std::string title;
    std::string question;
    std::string createdAt;                 ///< UTC
    std::string begunAt;                   ///< UTC, begun or gone on with for the last time
    std::optional<std::string> finishedAt; ///< UTC; nothing while it is not finished
    uint64_t planned;                      ///< number of runs it is made of
    uint64_t done;                         ///< number of these that are stored
};

/**
 * @ingroup results
 * A planned run of an experiment, with its numbers when it is done.
 */
struct ExperimentRun
{
    uint64_t ordinal; ///< from 0, in the order of the scenario
    std::string identity;
    RunParameters parameters;
    std::optional<RunId> run; ///< nothing while it is not stored
    std::string digest;       ///< empty while it is not stored, and for kinds other than sim
    std::vector<Metric> metrics;
};

} // namespace bindstorm

#endif // BINDSTORM_STORED_RUN_H
