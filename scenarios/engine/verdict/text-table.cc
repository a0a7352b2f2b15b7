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

void
TextTable::RepeatColumns(std::size_t count)
{
    m_repeated = count;
}

std::string
TextTable::Render(const TextPage& page) const
{
    return page.format == TextFormat::PLAIN ? RenderPlain(page.width) : RenderMarkdown();
}

std::string
TextTable::RenderPlain(std::size_t width) const
{
    const auto widthOf = [](const Column& column)
    {
        const std::size_t cells = WidthOf(column.cells);
        return 2 + std::max(cells, WidthOf(Wrap(column.heading, std::max(cells, HEADING_WIDTH))));
    };
    std::vector<const Column*> repeated;
    std::size_t start = 0;
    for (std::size_t i = 0; i < m_repeated; ++i)
    {
        repeated.push_back(&m_columns[i]);
        start += widthOf(m_columns[i]);
    }
    std::string text;
    std::vector<const Column*> part = repeated;
    std::size_t used = start;
    for (std::size_t i = m_repeated; i < m_columns.size(); ++i)
    {
        const std::size_t more = widthOf(m_columns[i]);
        if (width > 0 && used + more > width && part.size() > repeated.size())
        {
            text += RenderPart(part) + "\n";
            part = repeated;
            used = start;
        }
        part.push_back(&m_columns[i]);
        used += more;
    }
    return text + RenderPart(part);
}

std::string
TextTable::RenderPart(const std::vector<const Column*>& columns) const
{
    std::vector<std::size_t> widths;
    std::vector<std::vector<std::string>> headings;
    std::size_t height = 0;
    for (const Column* column : columns)
    {
        const std::size_t width = WidthOf(column->cells);
        headings.push_back(Wrap(column->heading, std::max(width, HEADING_WIDTH)));
        widths.push_back(std::max(width, WidthOf(headings.back())));
        height = std::max(height, headings.back().size());
    }
    std::string text;
    const auto addLine = [&](const auto& cellOf)
    {
        std::string line;
        for (std::size_t i = 0; i < columns.size(); ++i)
        {
            line += "  " + Pad(cellOf(i), columns[i]->isNumber, widths[i]);
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
    for (std::size_t row = 0; row < columns.front()->cells.size(); ++row)
    {
        addLine([&](std::size_t i) { return columns[i]->cells[row]; });
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
Paragraph(std::string_view text, std::size_t indent, std::size_t width)
{
    const std::size_t page = width == 0 ? PAGE_WIDTH : std::min(width, PAGE_WIDTH);
    std::string paragraph;
    for (const std::string& line : Wrap(text, page > indent ? page - indent : 1))
    {
        paragraph += std::string(indent, ' ') + line + "\n";
    }
    return paragraph;
}

} // namespace bindstorm
