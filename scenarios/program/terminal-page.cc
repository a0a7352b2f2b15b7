/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "terminal-page.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace bindstorm
{

TextPage
GetTerminalPage(bool isMarkdown)
{
    if (isMarkdown)
    {
        return TextFormat::MARKDOWN;
    }
    winsize size{};
    const bool isTerminal =
        isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return {TextFormat::PLAIN, isTerminal ? size.ws_col : std::size_t{0}};
}

} // namespace bindstorm
