/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "result-view.h"

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

/// @return a column with the cells of a metric; times in the unit of the heading, or each with one
ViewColumn
MetricColumn(const ResultView::Column& column, NumberColumn numbers)
{
    ViewColumn made{column.heading, column.metric, {}, true, {}, {}};
    const bool isTime = column.metric.ends_with("_ns");
    const std::optional<double> unit = isTime ? UnitInHeading(column.heading) : std::nullopt;
    for (auto& number : numbers)
    {
        number = unit && number ? std::optional(*number / *unit) : number;
    }
    made.unit = isTime && !unit ? "ns" : "";
    made.cells = !made.unit.empty()             ? FormatTimes(numbers)
                 : IsProbability(column.metric) ? FormatProbabilities(numbers)
                                                : FormatColumn(numbers);
    made.numbers = std::move(numbers);
    return made;
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

std::string
Heading(const std::string& title, const TextPage& page)
{
    return page.format == TextFormat::PLAIN ? title + "\n\n" : "### " + title + "\n\n";
}

std::string
Sentence(std::string words)
{
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words + ".";
}

std::string
Note(const std::string& note, const TextPage& page)
{
    if (note.empty())
    {
        return {};
    }
    return "\n" + (page.format == TextFormat::PLAIN ? Paragraph(note, 2, page.width) : note + "\n");
}

} // namespace

std::vector<ViewColumn>
FillView(const ResultView& view, const std::vector<FinishedRun>& runs)
{
    const Line selected = SelectRuns(runs, view.where);
    if (selected.empty())
    {
        return {};
    }
    std::vector<ViewColumn> columns;
    const auto names = view.group.empty() ? VaryingParameters(selected) : view.group;
    const std::vector<Line> lines = Group(selected, view.group);
    for (const std::string& name : names)
    {
        auto cells =
            Map(lines, [&](const Line& line) { return ParameterCell(*line.front(), name); });
        const bool areNumbers = AreNumbers(cells);
        columns.push_back({ShortName(name, names), {}, {}, areNumbers, std::move(cells), {}});
    }
    if (lines.size() < selected.size())
    {
        auto counts = Map(lines, [](const Line& line) { return std::to_string(line.size()); });
        columns.push_back({"runs", {}, {}, true, std::move(counts), {}});
    }
    for (const ResultView::Column& column : view.columns)
    {
        columns.push_back(MetricColumn(
            column,
            Map(lines, [&](const Line& line) { return MeanOfLine(line, column.metric); })));
    }
    return columns;
}

std::string
FormatView(const ResultView& view,
           const std::vector<FinishedRun>& runs,
           const std::vector<UnfinishedRun>& unfinished,
           const TextPage& page)
{
    const std::string heading = Heading(view.title, page);
    std::vector<ViewColumn> columns = FillView(view, runs);
    if (columns.empty())
    {
        return heading + (page.format == TextFormat::PLAIN ? "  " : "") +
               Sentence(DescribeNoRun(unfinished, view.where)) + "\n";
    }
    TextTable table;
    std::size_t parameters = 0;
    for (ViewColumn& column : columns)
    {
        parameters += column.metric.empty() ? 1 : 0;
        table.AddColumn(std::move(column.heading), column.isNumber, std::move(column.cells));
    }
    table.RepeatColumns(parameters);
    return heading + table.Render(page) + Note(view.note, page);
}

} // namespace bindstorm
