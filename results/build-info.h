/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BUILD_INFO_H
#define BINDSTORM_BUILD_INFO_H

#include <cstddef>
#include <string>

namespace bindstorm
{

/**
 * @ingroup results
 * Which program this is. Part of the identity of a stored run.
 */
struct BuildInfo
{
    std::string version;   ///< of the project
    std::string commit;    ///< full hash, or "unknown" outside a repository
    bool isDirty;          ///< tracked or untracked changes were present
    std::string changes;   ///< SHA-256 of the uncommitted changes, or of the sources; or empty
    std::string compiler;  ///< name and version
    std::string buildType; ///< Release, Debug, ...

    /// @return commit plus hash of changes: equal for equal sources only
    std::string
    Identity() const
    {
        return changes.empty() ? commit : commit + "+" + changes;
    }

    /// @return the same for people: twelve characters of each
    std::string
    ShortIdentity() const
    {
        constexpr std::size_t ENOUGH = 12;
        return commit.substr(0, ENOUGH) + (changes.empty() ? "" : "+" + changes.substr(0, ENOUGH));
    }
};

/// @return the build of this program, written by the build itself
const BuildInfo& GetBuildInfo();

} // namespace bindstorm

#endif // BINDSTORM_BUILD_INFO_H
