/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "progress-bar.h"

#include <cstdio>
#include <fmt/core.h>
#include <string>
#include <unistd.h>

namespace bindstorm
{

ProgressBar::ProgressBar()
    : m_isTerminal(isatty(STDERR_FILENO) == 1),
      m_began(std::chrono::steady_clock::now())
{
}

ProgressBar::~ProgressBar()
{
    Clear();
}

void
ProgressBar::Update(std::size_t done, std::size_t all)
{
    if (!m_hasFirst)
    {
        m_first = done;
        m_hasFirst = true;
    }
    if (!m_isTerminal || all == 0)
    {
        return;
    }
    constexpr std::size_t WIDTH = 40;
    const std::size_t filled = WIDTH * done / all;
    std::string rest;
    if (done > m_first && done < all)
    {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_began;
        const double left =
            passed.count() / static_cast<double>(done - m_first) * static_cast<double>(all - done);
        rest = fmt::format(", about {:.0f} s left", left);
    }
    fmt::print(stderr,
               "\r\x1b[K[{}{}] {} of {} runs{}",
               std::string(filled, '='),
               std::string(WIDTH - filled, ' '),
               done,
               all,
               rest);
    std::fflush(stderr);
    m_isDrawn = true;
}

void
ProgressBar::Clear()
{
    if (m_isDrawn)
    {
        fmt::print(stderr, "\r\x1b[K");
        std::fflush(stderr);
        m_isDrawn = false;
    }
}

} // namespace bindstorm
