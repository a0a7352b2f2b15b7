/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SAMPLE_RUN_H
#define BINDSTORM_SAMPLE_RUN_H

#include "results/result-store.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace bindstorm
{

/// A folder that is there for one test.
class TemporaryFolder
{
  public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    std::filesystem::path
    operator/(const std::string& name) const
    {
        return m_path / name;
    }

    /// @return names of all files in the folder, sorted, with a space after each
    std::string List() const;

  private:
    std::filesystem::path m_path;
};

/**
 * @param number decides everything about the run except its times
 * @param rows length of its table
 * @return a made-up run: integers, reals with NaN and infinity, metrics
 */
NewRun SampleRun(uint64_t number, std::size_t rows = 100);

/// @return an experiment of the first so many sample runs
ExperimentPlan SamplePlan(uint64_t runs);

/// @return everything in a store that must be equal whenever equal work was done, as text
std::string ReproducibleContent(const ResultStore& store);

} // namespace bindstorm

#endif // BINDSTORM_SAMPLE_RUN_H
