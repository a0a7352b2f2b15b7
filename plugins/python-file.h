/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PYTHON_FILE_H
#define BINDSTORM_PYTHON_FILE_H

#include "loaded-files.h"

namespace bindstorm
{

/**
 * @ingroup plugins
 * Adds the allocator classes of a Python file to the registry. They are served by a Python process
 * for each process of ours that uses them, started when it does; all execute the text given here,
 * whatever becomes of the file.
 * @param path the file, as it was given
 * @param source its content
 * @param hash SHA-256 of its content
 * @throws ConfigError with file, line and the last line of the traceback when it fails, has no
 *         allocator, describes it badly, or a name is taken
 * @throws std::runtime_error when there is no Python
 */
const AllocatorNames& LoadPythonFile(const std::filesystem::path& path,
                                     const std::string& source,
                                     const std::string& hash);

} // namespace bindstorm

#endif // BINDSTORM_PYTHON_FILE_H
