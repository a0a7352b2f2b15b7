/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "text-table.h"

#include <algorithm>
#include <utility>

namespace bindstorm
{

namespace
{

constexpr std::size_t PAGE_WIDTH = 100;

/// Below this width a heading is not worth a break.
constexpr std::size_t HEADING_WIDTH = 8;

std::string
Pad(std::string cell, bool isNumber, std::size_t width)
{
    cell.insert(isNumber ? 0 : cell.size(), width - cell.size(), ' ');
    return cell;
}

std::string
Escape(const std::string& cell)
{
    std::string text;
    for (const char c : cell)
    {
        text += c == '|' ? "\\|" : std::string(1, c == '\n' ? ' ' : c);
    }
    return text;
}

std::size_t
WidthOf(const std::vector<std::string>& texts)
{
    std::size_t width = 0;
    for (const std::string& text : texts)
    {
        width = std::max(width, text.size());
    }
    return width;
}

} // namespace

void
TextTable::AddColumn(std::string heading, bool isNumber, std::vector<std::string> cells)
{
    m_columns.push_back({std::move(heading), isNumber, std::move(cells)});
}

std::string
TextTable::Render(TextFormat format) const
{
    return format == TextFormat::PLAIN ? RenderPlain() : RenderMarkdown();
}

std::string
TextTable::RenderPlain() const
{
    std::vector<std::size_t> widths;
    std::vector<std::vector<std::string>> headings;
    std::size_t height = 0;
    for (const Column& column : m_columns)
    {
        const std::size_t width = WidthOf(column.cells);
        headings.push_back(Wrap(column.heading, std::max(width, HEADING_WIDTH)));
        widths.push_back(std::max(width, WidthOf(headings.back())));
        height = std::max(height, headings.back().size());
    }
    std::string text;
    const auto addLine = [&](const auto& cellOf)
    {
        std::string line;
        for (std::size_t i = 0; i < m_columns.size(); ++i)
        {
            line += "  " + Pad(cellOf(i), m_columns[i].isNumber, widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    for (std::size_t line = 0; line < height; ++line)
    {
        addLine(
            [&](std::size_t i)
            {
                const std::size_t above = height - headings[i].size();
                return line < above ? std::string() : headings[i][line - above];
            });
    }
    addLine([&](std::size_t i) { return std::string(widths[i], '-'); });
    for (std::size_t row = 0; row < m_columns.front().cells.size(); ++row)
    {
        addLine([&](std::size_t i) { return m_columns[i].cells[row]; });
    }
    return text;
}

std::string
TextTable::RenderMarkdown() const
{
    std::string head = "|";
    std::string rule = "|";
    for (const Column& column : m_columns)
    {
        head += " " + Escape(column.heading) + " |";
        rule += column.isNumber ? "--:|" : ":--|";
    }
    std::string text = head + "\n" + rule + "\n";
    for (std::size_t row = 0; row < m_columns.front().cells.size(); ++row)
    {
        text += "|";
        for (const Column& column : m_columns)
        {
            text += " " + Escape(column.cells[row]) + " |";
        }
        text += "\n";
    }
    return text;
}

std::vector<std::string>
Wrap(std::string_view text, std::size_t width)
{
    std::vector<std::string> lines;
    while (!text.empty())
    {
        const auto word = text.substr(0, text.find_first_of(" \n"));
        if (lines.empty() || lines.back().size() + 1 + word.size() > width)
        {
            lines.emplace_back(word);
        }
        else
        {
            lines.back().append(" ").append(word);
        }
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return lines;
}

std::string
Paragraph(std::string_view text, std::size_t indent)
{
    std::string paragraph;
    for (const std::string& line : Wrap(text, PAGE_WIDTH - indent))
    {
        paragraph += std::string(indent, ' ') + line + "\n";
    }
    return paragraph;
}

} // namespace bindstorm
