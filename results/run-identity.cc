/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "run-identity.h"

#include "sha256.h"

namespace bindstorm
{

std::string
RunIdentity(RunKind kind,
            const std::string& spec,
            const BuildInfo& build,
            const std::string& plugins)
{
    // Only the last part may contain line feeds, so different parts never give one text.
    std::string text = "bindstorm run 1\n";
    text += RUN_KIND_NAMES.at(static_cast<std::size_t>(kind));
    text += "\n" + build.Identity() + "\n" + plugins + "\n" + spec;
    return Sha256(text);
}

} // namespace bindstorm
