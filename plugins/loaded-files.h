/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LOADED_FILES_H
#define BINDSTORM_LOADED_FILES_H

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace bindstorm
{

/// @ingroup plugins
/// Names of the allocators that a file brings.
using AllocatorNames = std::vector<std::string>;

/**
 * @ingroup plugins
 * Loads a file of plug-ins once: the registry has no way back.
 * @param path the file, as it was given
 * @param hash SHA-256 of its content
 * @param load loads it and registers what it brings
 * @return what load() returned, now or when the file was loaded before
 * @throws ConfigError when it was loaded before with another content, and what load() throws
 */
const AllocatorNames& LoadOnce(const std::filesystem::path& path,
                               const std::string& hash,
                               const std::function<AllocatorNames()>& load);

} // namespace bindstorm

#endif // BINDSTORM_LOADED_FILES_H
