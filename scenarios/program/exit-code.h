/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXIT_CODE_H
#define BINDSTORM_EXIT_CODE_H

namespace bindstorm
{

/**
 * @ingroup program
 * Exit statuses of every command.
 */
enum class ExitCode : int
{
    PASS = 0,
    EXPECTATION_FAILED = 1,
    BAD_INPUT = 2,     ///< usage, or a file that cannot be used
    INCONCLUSIVE = 3,  ///< too little data for a verdict
    COULD_NOT_RUN = 4, ///< a run failed, was stopped, or could not be written
};

} // namespace bindstorm

#endif // BINDSTORM_EXIT_CODE_H
