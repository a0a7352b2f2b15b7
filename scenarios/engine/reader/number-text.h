/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NUMBER_TEXT_H
#define BINDSTORM_NUMBER_TEXT_H

#include <cstdint>
#include <string>

namespace bindstorm
{

/// @ingroup engine
/// @return the shortest decimal text that reads back as the same double: "0.1", "10", "1e+20"
std::string NumberText(double value);

/**
 * @ingroup engine
 * Limits of settings are doubles, values are 64-bit integers: 2^63 as a limit means INT64_MAX.
 * @return the limit as the nearest int64_t
 */
int64_t IntegerLimit(double limit);

} // namespace bindstorm

#endif // BINDSTORM_NUMBER_TEXT_H
