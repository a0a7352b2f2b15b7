/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPARED_RUN_H
#define BINDSTORM_COMPARED_RUN_H

#include "results/result-store.h"

#include <map>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A stored run, as far as it is compared with another one.
 */
struct ComparedRun
{
    RunId id{0};
    std::string experiment; ///< name of one that planned it
    RunParameters parameters;
    std::string identity; ///< of build and specification: equal ones are one run
    std::string specHash;
    std::string digest;
    BuildInfo build;
    std::map<std::string, double> metrics;
};

/**
 * @ingroup engine
 * One of the two things that are compared.
 */
struct ComparedSide
{
    std::string label; ///< as it was asked for
    std::string about; ///< experiment and build, in a few words
    std::vector<ComparedRun> runs;
};

/**
 * @ingroup engine
 * @param experiments of the store
 * @return their runs that are done, in the order of the experiments; a run that several planned
 *         comes once
 */
std::vector<ComparedRun> LoadRuns(const ResultStore& store,
                                  const std::vector<StoredExperiment>& experiments);

/// @ingroup engine
/// @return of each name the newest experiment, in the order of the store
std::vector<StoredExperiment> NewestOfEachName(const ResultStore& store);

/// @ingroup engine
/// @return which experiments and builds the runs are of, and their number
std::string DescribeRuns(const std::vector<ComparedRun>& runs);

} // namespace bindstorm

#endif // BINDSTORM_COMPARED_RUN_H
