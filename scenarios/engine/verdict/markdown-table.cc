/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "markdown-table.h"

namespace bindstorm
{

MarkdownTable::MarkdownTable(const std::vector<std::string>& headings)
{
    AddRow(headings);
    AddRow(std::vector<std::string>(headings.size(), "---"));
}

void
MarkdownTable::AddRow(const std::vector<std::string>& cells)
{
    m_text += "|";
    for (const std::string& cell : cells)
    {
        m_text += cell.empty() ? "" : " ";
        for (const char c : cell)
        {
            m_text += c == '|' ? "\\|" : std::string(1, c);
        }
        m_text += " |";
    }
    m_text += "\n";
}

const std::string&
MarkdownTable::ToString() const
{
    return m_text;
}

std::string
MarkdownCode(const std::string& text)
{
    return text.empty() ? "" : "`" + text + "`";
}

} // namespace bindstorm
