/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_OVERRIDE_H
#define BINDSTORM_OVERRIDE_H

#include "matrix.h"
#include "scenario-keys.h"
#include "scenarios/engine/scenario.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * Applies what --set says. A value replaces that of the file; the matrix axis of the same key,
 * where there is one, keeps that value alone. A list or a range of whole numbers is an axis: it
 * replaces the one of the same key, or becomes the last axis of every block.
 *
 * Values are read as TOML where they are TOML (true, 12, "text", [1, 2]) and else as text, so that
 * shells need no quotes within quotes. A number stands for its text where a setting is text.
 * @param file what messages call the scenario
 * @param overrides what was given, in order
 * @param keys what may be given
 * @param root changed
 * @param blocks changed
 * @throws ConfigError "file: --set key=value: ..." for a key that names no setting or is given
 * twice, or for a value that is not allowed
 */
void ApplyOverrides(const std::string& file,
                    const std::vector<Override>& overrides,
                    const ScenarioKeys& keys,
                    ConfigNode& root,
                    std::vector<MatrixBlock>& blocks);

} // namespace bindstorm

#endif // BINDSTORM_OVERRIDE_H
