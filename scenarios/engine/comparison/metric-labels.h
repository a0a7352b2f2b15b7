/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_METRIC_LABELS_H
#define BINDSTORM_METRIC_LABELS_H

#include "comparison.h"

#include <set>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * Short names: the host is left out where all metrics are of the same, and so is the workload where
 * no operation occurs in two of them.
 */
class MetricLabels
{
  public:
    explicit MetricLabels(const std::vector<ComparisonSection>& sections);

    /// @return the metric's name without what is common to all
    std::string Of(const std::string& metric) const;

    /// @return a sentence that says what was left out, after a space; nothing where nothing was
    std::string Explanation() const;

  private:
    std::string m_host;                ///< with its dot; empty: stays
    std::set<std::string> m_workloads; ///< with their dots; empty: they stay
};

} // namespace bindstorm

#endif // BINDSTORM_METRIC_LABELS_H
