/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PROGRESS_BAR_H
#define BINDSTORM_PROGRESS_BAR_H

#include <chrono>
#include <cstddef>

namespace bindstorm
{

/**
 * @ingroup program
 * One line on standard error, drawn only when that is a terminal.
 */
class ProgressBar
{
  public:
    ProgressBar();
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void Update(std::size_t done, std::size_t all);

    /// Clears the line, so that what follows starts at its beginning.
    void Clear();

  private:
    bool m_isTerminal;
    bool m_isDrawn{false};
    std::size_t m_first{0}; ///< done at the first update: says nothing about speed
    bool m_hasFirst{false};
    std::chrono::steady_clock::time_point m_began;
};

} // namespace bindstorm

#endif // BINDSTORM_PROGRESS_BAR_H
