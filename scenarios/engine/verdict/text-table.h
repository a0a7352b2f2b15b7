/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TEXT_TABLE_H
#define BINDSTORM_TEXT_TABLE_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/// @ingroup engine
enum class TextFormat : uint8_t
{
    PLAIN,   ///< for a terminal of 100 columns
    MARKDOWN ///< for a page: GitHub's tables
};

/**
 * @ingroup engine
 * What text is written for.
 */
struct TextPage
{
    // An implicit conversion: most callers know the format only.
    TextPage(TextFormat pageFormat = TextFormat::PLAIN, std::size_t pageWidth = 0)
        : format(pageFormat),
          width(pageWidth)
    {
    }

    TextFormat format;
    /// Columns of a terminal; 0 for none: paragraphs have 100 then, tables what they need.
    std::size_t width;
};

/**
 * @ingroup engine
 * A table as text: columns as wide as what is in them, numbers to the right.
 */
class TextTable
{
  public:
    /**
     * @param heading where it is longer than the cells, the plain form breaks it at spaces
     * @param isNumber stands to the right
     * @param cells as many as in the other columns
     */
    void AddColumn(std::string heading, bool isNumber, std::vector<std::string> cells);

    /// Where the table is wider than the page, the plain form is in parts, and each begins with the
    /// first so many columns.
    void RepeatColumns(std::size_t count);

    /// @return the table, indented by two in plain form, ending with a line feed; at least one
    /// column
    std::string Render(const TextPage& page) const;

  private:
    struct Column
    {
        std::string heading;
        bool isNumber;
        std::vector<std::string> cells;
    };

    std::string RenderPlain(std::size_t width) const;
    std::string RenderPart(const std::vector<const Column*>& columns) const;
    std::string RenderMarkdown() const;

    std::vector<Column> m_columns;
    std::size_t m_repeated{0};
};

/**
 * @ingroup engine
 * @return lines of at most so many characters, broken at spaces; a longer word is not broken
 */
std::vector<std::string> Wrap(std::string_view text, std::size_t width);

/**
 * @ingroup engine
 * @param width of the page; 0 for one of 100 columns, and there is never more on a line
 * @return the text wrapped to the page, every line indented by so much and ending with a line feed
 */
std::string Paragraph(std::string_view text, std::size_t indent, std::size_t width = 0);

} // namespace bindstorm

#endif // BINDSTORM_TEXT_TABLE_H
