/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TOML_FILE_H
#define BINDSTORM_TOML_FILE_H

#include "config-node.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup engine
 * A TOML 1.0 file, read.
 */
struct TomlFile
{
    std::string text; ///< the file as it is
    ConfigNode root;  ///< a table
};

/**
 * @ingroup engine
 * @param text the document, UTF-8, with or without a byte order mark, LF or CRLF
 * @param name what messages call it
 * @return the document as a tree, tables in the order of their keys in the text
 * @throws ConfigError "name:line:column: ..." for anything that is not TOML 1.0, and for brackets
 *         nested more than 64 deep or keys of more than 32 parts, which no file of ours needs
 */
ConfigNode ParseToml(std::string_view text, const std::string& name);

/**
 * @ingroup engine
 * @throws ConfigError as ParseToml(); also when the file cannot be read or has more than 16 MiB
 */
TomlFile ReadTomlFile(const std::filesystem::path& path);

} // namespace bindstorm

#endif // BINDSTORM_TOML_FILE_H
