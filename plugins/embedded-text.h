/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EMBEDDED_TEXT_H
#define BINDSTORM_EMBEDDED_TEXT_H

namespace bindstorm
{

/// @ingroup plugins
/// Content of bindstorm-plugin.h.
extern const char* const PLUGIN_HEADER;

/// @ingroup plugins
/// Content of python/bindstorm/plugin_host.py, the script that serves allocators of a Python file.
extern const char* const PLUGIN_HOST;

} // namespace bindstorm

#endif // BINDSTORM_EMBEDDED_TEXT_H
