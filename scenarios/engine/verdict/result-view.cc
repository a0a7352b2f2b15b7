/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "result-view.h"

#include "quantity-text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>

namespace bindstorm
{

namespace
{

/// @return the unit of time that a heading names as a word, in nanoseconds
std::optional<double>
UnitInHeading(const std::string& heading)
{
    std::optional<double> unit;
    std::string word;
    for (const char c : heading + " ")
    {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\'')
        {
            word += c;
            continue;
        }
        unit = NanosecondsIn(word) ? NanosecondsIn(word) : unit;
        word.clear();
    }
    return unit;
}

/// @return the cells of a metric; times in the unit of the heading, or each with a unit
std::vector<std::string>
FormatMetric(const ResultView::Column& column, NumberColumn numbers)
{
    if (!column.metric.ends_with("_ns"))
    {
        return FormatColumn(numbers);
    }
    const std::optional<double> unit = UnitInHeading(column.heading);
    if (!unit)
    {
        return FormatTimes(numbers);
    }
    for (auto& number : numbers)
    {
        number = number ? std::optional(*number / *unit) : std::nullopt;
    }
    return FormatColumn(numbers);
}

/// @return what the function makes of each item
template <class Item, class Function>
auto
Map(const std::vector<Item>& items, const Function& function)
{
    std::vector<decltype(function(items.front()))> results;
    results.reserve(items.size());
    for (const Item& item : items)
    {
        results.push_back(function(item));
    }
    return results;
}

/// The runs of one line of a view.
using Line = std::vector<const FinishedRun*>;

std::string
ParameterCell(const FinishedRun& run, const std::string& name)
{
    const std::string* value = run.FindParameter(name);
    return value == nullptr ? std::string("-") : *value;
}

/// @return the parameters that are not equal in all runs, in the order of the file
std::vector<std::string>
VaryingParameters(const Line& runs)
{
    std::vector<std::string> names;
    for (const FinishedRun* run : runs)
    {
        for (const auto& [name, value] : run->parameters)
        {
            if (std::find(names.begin(), names.end(), name) == names.end())
            {
                names.push_back(name);
            }
        }
    }
    std::erase_if(names,
                  [&runs](const std::string& name)
                  {
                      const std::string first = ParameterCell(*runs.front(), name);
                      return std::all_of(runs.begin(),
                                         runs.end(),
                                         [&](const FinishedRun* run)
                                         { return ParameterCell(*run, name) == first; });
                  });
    return names;
}

/// @return the runs put together in lines: those with equal parameters in one, or each in its own
std::vector<Line>
Group(const Line& runs, const std::vector<std::string>& group)
{
    std::vector<Line> lines;
    std::map<std::vector<std::string>, std::size_t> known;
    for (const FinishedRun* run : runs)
    {
        const auto key =
            Map(group, [run](const std::string& name) { return ParameterCell(*run, name); });
        const auto [place, isNew] = known.emplace(key, lines.size());
        if (isNew || group.empty())
        {
            lines.emplace_back();
            place->second = lines.size() - 1;
        }
        lines[place->second].push_back(run);
    }
    return lines;
}

/// @return the shortest end of a parameter's name, from a dot on, that no other one shown has
std::string
ShortName(const std::string& name, const std::vector<std::string>& all)
{
    for (std::size_t dot = name.rfind('.'); dot != name.npos; dot = name.rfind('.', dot - 1))
    {
        const std::string end = name.substr(dot);
        const auto sharers =
            std::count_if(all.begin(),
                          all.end(),
                          [&](const std::string& other)
                          { return other.ends_with(end) || other == end.substr(1); });
        if (sharers == 1)
        {
            return end.substr(1);
        }
        if (dot == 0)
        {
            break;
        }
    }
    return name;
}

bool
AreNumbers(const std::vector<std::string>& cells)
{
    return std::all_of(cells.begin(),
                       cells.end(),
                       [](const std::string& cell)
                       {
                           char* end = nullptr;
                           std::strtod(cell.c_str(), &end);
                           return cell == "-" || (!cell.empty() && *end == '\0');
                       });
}

std::optional<double>
MeanOfLine(const Line& line, const std::string& metric)
{
    double sum = 0;
    for (const FinishedRun* run : line)
    {
        const auto found = run->metrics.find(metric);
        if (found == run->metrics.end())
        {
            return std::nullopt;
        }
        sum += found->second;
    }
    return sum / static_cast<double>(line.size());
}

TextTable
MakeTable(const ResultView& view, const Line& runs)
{
    TextTable table;
    const auto names = view.group.empty() ? VaryingParameters(runs) : view.group;
    const std::vector<Line> lines = Group(runs, view.group);
    for (const std::string& name : names)
    {
        auto cells =
            Map(lines, [&](const Line& line) { return ParameterCell(*line.front(), name); });
        const bool areNumbers = AreNumbers(cells);
        table.AddColumn(ShortName(name, names), areNumbers, std::move(cells));
    }
    if (lines.size() < runs.size())
    {
        table.AddColumn("runs",
                        true,
                        Map(lines, [](const Line& line) { return std::to_string(line.size()); }));
    }
    for (const ResultView::Column& column : view.columns)
    {
        const NumberColumn numbers =
            Map(lines, [&](const Line& line) { return MeanOfLine(line, column.metric); });
        table.AddColumn(column.heading, true, FormatMetric(column, numbers));
    }
    return table;
}

std::string
Heading(const std::string& title, TextFormat format)
{
    return format == TextFormat::PLAIN ? title + "\n\n" : "### " + title + "\n\n";
}

std::string
Note(const std::string& note, TextFormat format)
{
    if (note.empty())
    {
        return {};
    }
    return "\n" + (format == TextFormat::PLAIN ? Paragraph(note, 2) : note + "\n");
}

} // namespace

std::string
FormatView(const ResultView& view, const std::vector<FinishedRun>& runs, TextFormat format)
{
    const Line selected = SelectRuns(runs, view.where);
    const std::string heading = Heading(view.title, format);
    if (selected.empty())
    {
        return heading + (format == TextFormat::PLAIN ? "  " : "") + "No run is selected.\n";
    }
    return heading + MakeTable(view, selected).Render(format) + Note(view.note, format);
}

} // namespace bindstorm
