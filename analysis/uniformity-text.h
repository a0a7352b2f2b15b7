/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNIFORMITY_TEXT_H
#define BINDSTORM_UNIFORMITY_TEXT_H

#include "uniformity.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup analysis
 * A report for a terminal: verdict first, then a table of the tests, then sizes. ASCII, at most 100
 * columns, ends with a newline.
 */
std::string Format(const UniformityReport& report);

} // namespace bindstorm

#endif // BINDSTORM_UNIFORMITY_TEXT_H
