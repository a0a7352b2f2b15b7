/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TERMINAL_PAGE_H
#define BINDSTORM_TERMINAL_PAGE_H

#include "scenarios/engine/verdict/text-table.h"

namespace bindstorm
{

/// @ingroup program
/// @return the page that standard output is: as wide as the terminal, where it is one, so that what
///         goes to a file is the same everywhere
TextPage GetTerminalPage(bool isMarkdown);

} // namespace bindstorm

#endif // BINDSTORM_TERMINAL_PAGE_H
