/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WHOLE_FILE_H
#define BINDSTORM_WHOLE_FILE_H

#include <filesystem>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * Writes a file by way of a second one beside it, so that a full disk or a kill leaves what was
 * there before.
 * @throws std::runtime_error when it cannot be written: path and reason
 */
void WriteWholeFile(const std::filesystem::path& path, const std::string& text);

} // namespace bindstorm

#endif // BINDSTORM_WHOLE_FILE_H
