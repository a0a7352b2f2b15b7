/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_MARKDOWN_TABLE_H
#define BINDSTORM_MARKDOWN_TABLE_H

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A table of Markdown text.
 */
class MarkdownTable
{
  public:
    explicit MarkdownTable(const std::vector<std::string>& headings);

    /// @param cells as many as there are headings; Markdown, in which '|' needs no escape
    void AddRow(const std::vector<std::string>& cells);

    /// @return the lines, each with its end
    const std::string& ToString() const;

  private:
    std::string m_text;
};

/// @ingroup engine
/// @return the text as code; nothing for no text
std::string MarkdownCode(const std::string& text);

} // namespace bindstorm

#endif // BINDSTORM_MARKDOWN_TABLE_H
