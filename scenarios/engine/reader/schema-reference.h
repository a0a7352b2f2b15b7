/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCHEMA_REFERENCE_H
#define BINDSTORM_SCHEMA_REFERENCE_H

#include <string>

namespace bindstorm
{

/// @ingroup engine
/// @return the reference of scenario files and cost tables in Markdown, made from the lists that
/// the
///         reader itself works by, and from the registries of workloads, allocators, generators and
///         busy patterns. It is committed as scenarios/reference.md.
std::string SchemaReference();

} // namespace bindstorm

#endif // BINDSTORM_SCHEMA_REFERENCE_H
