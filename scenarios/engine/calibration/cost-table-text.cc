/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "cost-table-text.h"

#include "scenarios/engine/reader/duration.h"
#include "scenarios/engine/verdict/text-table.h"

#include <cmath>
#include <fmt/format.h>

namespace bindstorm
{

namespace
{

/// @return the text without what would end or escape a TOML string
std::string
PlainAscii(std::string text)
{
    for (char& c : text)
    {
        const bool isPlain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
        c = isPlain ? c : ' ';
    }
    return text;
}

std::string
FindFact(const std::map<std::string, std::string>& machine, const std::string& key)
{
    const auto found = machine.find(key);
    return found == machine.end() ? "unknown " + key : PlainAscii(found->second);
}

std::string
CostText(double picoseconds)
{
    return FormatPicoseconds(static_cast<uint64_t>(std::llround(picoseconds)));
}

std::string
ProvenanceText(const Calibration& calibration,
               const std::map<std::string, std::string>& machine,
               const std::string& program,
               const std::string& date)
{
    std::string text = Paragraph(
        fmt::format("Measured by bindstorm calibrate at {} on this machine: {}, {} CPUs, {}, {}. "
                    "Program: {}. Every cost is the least of many batches of about half a "
                    "millisecond (system calls: of 64), because what disturbs only adds; in "
                    "brackets the median and the upper quartile of the batches, and their number. "
                    "A frame has no cost of its own.",
                    date,
                    FindFact(machine, "cpu"),
                    FindFact(machine, "cpus"),
                    FindFact(machine, "kernel"),
                    FindFact(machine, "system"),
                    PlainAscii(program)),
        0);
    for (const std::string& note : calibration.notes)
    {
        text += Paragraph("Note: " + PlainAscii(note) + ".", 0);
    }
    for (const Calibration::Line& line : calibration.lines)
    {
        std::string item = Paragraph(fmt::format("{}: {} [{}, {}; {}]",
                                                 line.what,
                                                 CostText(line.times.least),
                                                 CostText(line.times.median),
                                                 CostText(line.times.upperQuartile),
                                                 line.times.batches),
                                     2);
        text += item.replace(0, 1, "-");
    }
    return text;
}

std::string
NodeVisitsText(const CostTable& table)
{
    std::string text = "node_visits = [\n";
    for (const CostTable::NodeVisitCost& visit : table.nodeVisits)
    {
        text += fmt::format("    {{ sockets = {}, cost = \"{}\" }},\n",
                            visit.sockets,
                            FormatPicoseconds(visit.picoseconds));
    }
    return text + "]\n";
}

} // namespace

std::string
CostTableText(const Calibration& calibration,
              const std::map<std::string, std::string>& machine,
              const std::string& program,
              const std::string& date)
{
    const CostTable& table = calibration.table;
    std::string text = fmt::format("schema = 1\ntitle = \"{}, measured {}\"\nprovenance = "
                                   "\"\"\"\n{}\"\"\"\n\n[base]\n",
                                   FindFact(machine, "cpu"),
                                   date.substr(0, 10),
                                   ProvenanceText(calibration, machine, program, date));
    for (std::size_t i = 0; i < table.base.size(); ++i)
    {
        text += fmt::format("{} = \"{}\"\n", OPERATION_NAMES[i], FormatPicoseconds(table.base[i]));
    }
    text += "\n[work]\n";
    for (std::size_t i = 0; i < table.work.size(); ++i)
    {
        const bool isBySize = WorkCounters::NAMES[i] == "node_visits" && !table.nodeVisits.empty();
        text += isBySize ? NodeVisitsText(table)
                         : fmt::format("{} = \"{}\"\n",
                                       WorkCounters::NAMES[i],
                                       FormatPicoseconds(table.work[i]));
    }
    return text;
}

} // namespace bindstorm
