/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FIGURE_TEXT_H
#define BINDSTORM_FIGURE_TEXT_H

#include "prediction.h"
#include "text-table.h"

#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// @return "simulated", "fitted" or "predicted"
std::string_view GetText(FigureComparison::Kind kind);

/// @ingroup engine
/// @return how our figure came about, or why there is none
std::string DescribeOrigin(const FigureComparison& comparison);

/**
 * @ingroup engine
 * @param figures as read
 * @param comparisons of CompareFigures()
 * @return a table of published figures beside ours, with how ours came about, and the sources.
 * Empty without figures.
 */
std::string FormatFigures(const std::vector<PublishedFigure>& figures,
                          const std::vector<FigureComparison>& comparisons,
                          const TextPage& page = {});

} // namespace bindstorm

#endif // BINDSTORM_FIGURE_TEXT_H
