/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCHEMA_JSON_H
#define BINDSTORM_SCHEMA_JSON_H

#include <string>

namespace bindstorm
{

/// @ingroup engine
/// @return a JSON Schema (draft 2020-12) of scenario files for editors, made from the lists that
/// the
///         reader works by. What needs more than one value to be known (axes that exist, bounds
///         that go together) is left to the reader.
std::string SchemaJson();

} // namespace bindstorm

#endif // BINDSTORM_SCHEMA_JSON_H
