/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COST_TABLE_TEXT_H
#define BINDSTORM_COST_TABLE_TEXT_H

#include "calibration.h"

#include <map>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * @param calibration what was measured
 * @param machine see DescribeMachine()
 * @param program which build measured, in words
 * @param date of the measurement, see UtcNow()
 * @return a cost table file that says where its numbers come from; ReadCostTable() reads it
 */
std::string CostTableText(const Calibration& calibration,
                          const std::map<std::string, std::string>& machine,
                          const std::string& program,
                          const std::string& date);

} // namespace bindstorm

#endif // BINDSTORM_COST_TABLE_TEXT_H
