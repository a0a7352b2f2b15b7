/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LATENCY_REPORT_H
#define BINDSTORM_LATENCY_REPORT_H

#include "analysis/latency-histogram.h"
#include "results/run-result.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * Adds mean, extremes and quantiles as metrics, and the histogram as table `name`.latency. Nothing
 * when the histogram is empty.
 */
void ReportLatency(const std::string& name, const LatencyHistogram& latency, RunResult& result);

} // namespace bindstorm

#endif // BINDSTORM_LATENCY_REPORT_H
