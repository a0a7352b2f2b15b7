/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXPERIMENT_REPORT_H
#define BINDSTORM_EXPERIMENT_REPORT_H

#include "exit-code.h"

#include "scenarios/engine/runner/experiment.h"
#include "scenarios/engine/verdict/default-view.h"
#include "scenarios/engine/verdict/expectation-text.h"
#include "scenarios/engine/verdict/expectation.h"
#include "scenarios/engine/verdict/figure-text.h"
#include "scenarios/engine/verdict/prediction.h"
#include "scenarios/engine/verdict/quantity-text.h"
#include "scenarios/engine/verdict/result-view.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup program
 * What `bindstorm run` says at its end: tables, published figures, expectations, where the store
 * is.
 */
class ExperimentReport
{
  public:
    ExperimentReport(const Scenario& scenario,
                     const ResultStore& store,
                     const ExperimentSummary& summary);

    std::string ToText(const TextPage& page) const;

    /// @return one object: experiment, runs, expectations, published, warnings, store
    std::string ToJson() const;

    /// COULD_NOT_RUN when a run failed or was stopped, else what the expectations say.
    ExitCode GetExitCode() const;

  private:
    std::vector<std::string> FindWarnings() const;
    std::string Footer() const;

    const Scenario& m_scenario;
    const ResultStore& m_store;
    const ExperimentSummary& m_summary;
    std::vector<ExperimentRun> m_stored;
    std::vector<FinishedRun> m_runs;
    std::vector<UnfinishedRun> m_unfinished;
    std::vector<ExpectationResult> m_expectations;
    std::vector<FigureComparison> m_figures;
};

} // namespace bindstorm

#endif // BINDSTORM_EXPERIMENT_REPORT_H
