/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TOML_DEPTH_H
#define BINDSTORM_TOML_DEPTH_H

#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup engine
 * Refuses a document that is nested so deeply that a parser or a destructor which recurses could
 * run out of stack. toml++ 3.3 limits brackets, but not the tables made by a key such as a.a.a.a.
 * One pass over the text; what is not TOML passes here and is left to the parser.
 * @param text the document
 * @param name what the message calls it
 * @throws ConfigError "name:line:column: ..." for brackets more than 64 deep or a key of more than
 *         32 parts
 */
void CheckTomlDepth(std::string_view text, const std::string& name);

} // namespace bindstorm

#endif // BINDSTORM_TOML_DEPTH_H
