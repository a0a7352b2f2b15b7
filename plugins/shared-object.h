/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SHARED_OBJECT_H
#define BINDSTORM_SHARED_OBJECT_H

#include "loaded-files.h"

namespace bindstorm
{

/**
 * @ingroup plugins
 * Loads a shared object that exports bindstorm_plugin() (see bindstorm-plugin.h) and adds its
 * allocator to the registry. It stays loaded.
 * @param path the file, as it was given
 * @param hash SHA-256 of its content
 * @throws ConfigError with the file and the reason: it is no shared object, has no such symbol, was
 *         built for another ABI, describes its allocator badly, or the name is taken
 */
const AllocatorNames& LoadSharedObject(const std::filesystem::path& path, const std::string& hash);

} // namespace bindstorm

#endif // BINDSTORM_SHARED_OBJECT_H
