/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CANONICAL_RUN_READER_H
#define BINDSTORM_CANONICAL_RUN_READER_H

#include "scenarios/engine/scenario.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * The way back from RunSpec::canonical, which a result store keeps of each run: neither the
 * scenario nor a cost table is needed. Everything is checked as if it stood in a scenario file.
 * @param canonical the JSON text
 * @param source what messages name, e.g. "demo.sqlite, run 3"
 * @return the run, without parameters; its own canonical text is made anew, and equal to what was
 *         read as long as this program knows the settings that the writing one knew
 * @throws ConfigError for what is no such text, or has a setting or value this program cannot use
 */
RunSpec ReadCanonicalRun(const std::string& canonical, const std::string& source);

} // namespace bindstorm

#endif // BINDSTORM_CANONICAL_RUN_READER_H
