/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STATEMENT_READER_H
#define BINDSTORM_STATEMENT_READER_H

#include "scenarios/engine/scenario.h"

#include <string>
#include <utility>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * What a scenario says about its results.
 */
struct ScenarioStatements
{
    std::string title;
    std::string question;
    std::vector<Expectation> expectations;
    std::vector<PublishedFigure> published;
    std::vector<ResultView> views;
};

/**
 * @ingroup engine
 * Reads the text of a scenario whose runs are stored. Neither cost tables nor files are needed, nor
 * plug-ins as long as only allocators are selected that a run has.
 * @param text the scenario's file as it was
 * @param name what messages call it
 * @param runs parameters of its planned runs: --set may have given axes and values that the text
 *        does not have
 * @throws ConfigError as ReadScenario(), also for parameters that name no setting
 */
ScenarioStatements ReadStatements(
    const std::string& text,
    const std::string& name,
    const std::vector<std::vector<std::pair<std::string, std::string>>>& runs);

} // namespace bindstorm

#endif // BINDSTORM_STATEMENT_READER_H
