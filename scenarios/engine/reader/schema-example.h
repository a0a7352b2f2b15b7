/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCHEMA_EXAMPLE_H
#define BINDSTORM_SCHEMA_EXAMPLE_H

#include "schema.h"

#include <string>

namespace bindstorm
{

/// @ingroup engine
/// @return a value of the key as it is written in TOML: its own example, else its default, else
///         something that its limits allow; empty for keys that are tables
std::string ExampleOf(const KeyInfo& key);

/// @ingroup engine
/// @return a value as it is written in TOML, text in quotes
std::string WriteToml(const SettingInfo& info, const SettingValue& value);

} // namespace bindstorm

#endif // BINDSTORM_SCHEMA_EXAMPLE_H
