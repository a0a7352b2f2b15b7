/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-perf-report.h"

#include "model/base/component-spec.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

int64_t
Signed(uint64_t number)
{
    return static_cast<int64_t>(number);
}

std::string
NameOfKind(std::size_t kind, const char* outcome)
{
    return std::string(PERF_KIND_NAMES[kind]) + outcome;
}

std::string
NameOfMean(std::size_t phase)
{
    return std::string(PERF_PHASE_NAMES[phase]) + "_ps";
}

/**
 * The columns of a table, by name.
 */
class TableReader
{
  public:
    explicit TableReader(const WorkloadReport::Table& table)
        : m_table(table)
    {
    }

    /// @return the column, at least so long
    const std::vector<int64_t>&
    Get(const std::string& name, std::size_t length) const
    {
        const auto found = std::ranges::find(m_table.columns, name, &WorkloadReport::Column::name);
        if (found == m_table.columns.end() || found->values.size() < length)
        {
            throw ConfigError("table '" + m_table.name + "' is none of the libalias test: it has " +
                              (found == m_table.columns.end() ? "no column '" : "too little in '") +
                              name + "'");
        }
        return found->values;
    }

    template <class Number>
    Number
    GetFirst(const std::string& name) const
    {
        return static_cast<Number>(Get(name, 1).front());
    }

  private:
    const WorkloadReport::Table& m_table;
};

WorkloadReport::Table
TableOfRounds(const LibaliasPerfResult& result)
{
    WorkloadReport::Table table{.name = "rounds", .columns = {{"round", {}}, {"second_ns", {}}}};
    for (std::size_t phase = 0; phase < PERF_PHASES; ++phase)
    {
        table.columns.push_back({NameOfMean(phase), {}});
    }
    for (const LibaliasPerfResult::Row& row : result.rows)
    {
        table.columns[0].values.push_back(row.round);
        table.columns[1].values.push_back(row.second.count());
        for (std::size_t phase = 0; phase < PERF_PHASES; ++phase)
        {
            table.columns[2 + phase].values.push_back(row.means[phase]);
        }
    }
    return table;
}

std::vector<WorkloadReport::Count>
CountsOf(const LibaliasPerfResult& result)
{
    std::vector<WorkloadReport::Count> counts;
    for (std::size_t kind = 0; kind < PERF_KINDS; ++kind)
    {
        counts.push_back({NameOfKind(kind, "_ok"), Signed(result.counts[kind].ok)});
        counts.push_back({NameOfKind(kind, "_fail"), Signed(result.counts[kind].fail)});
    }
    return counts;
}

WorkloadReport::Table
TableOfTotals(const LibaliasPerfRun& run)
{
    const LibaliasPerfSettings& settings = run.settings;
    WorkloadReport::Table table{.name = "totals",
                                .columns = {{"is_fair", {settings.isFair ? 1 : 0}},
                                            {"duration_ns", {settings.duration.count()}},
                                            {"rounds_asked", {settings.rounds}},
                                            {"batch_size", {settings.batchSize}},
                                            {"random_size", {settings.randomSize}},
                                            {"attack_size", {settings.attackSize}},
                                            {"redir_size", {settings.redirSize}},
                                            {"rounds", {run.result.rounds}}}};
    for (const WorkloadReport::Count& count : CountsOf(run.result))
    {
        table.columns.push_back({count.name, {count.value}});
    }
    return table;
}

} // namespace

WorkloadReport
LibaliasPerfRun::ToReport() const
{
    WorkloadReport report;
    report.counts = {{"rounds", result.rounds}, {"total", Signed(result.Total())}};
    for (WorkloadReport::Count& count : CountsOf(result))
    {
        report.counts.push_back(std::move(count));
    }
    for (std::size_t phase = 0; phase < PERF_PHASES; ++phase)
    {
        const int64_t mean = result.Mean(static_cast<PerfPhase>(phase));
        if (mean != LibaliasPerfResult::NO_PACKET)
        {
            report.counts.push_back({NameOfMean(phase), mean});
        }
    }
    report.tables = {TableOfRounds(result), TableOfTotals(*this)};
    return report;
}

LibaliasPerfRun
LibaliasPerfRun::FromTables(const WorkloadReport::Table& rounds,
                            const WorkloadReport::Table& totals)
{
    LibaliasPerfRun run;
    const TableReader total(totals);
    run.settings = {.isFair = total.GetFirst<int>("is_fair") != 0,
                    .batchSize = total.GetFirst<uint32_t>("batch_size"),
                    .randomSize = total.GetFirst<uint32_t>("random_size"),
                    .attackSize = total.GetFirst<uint32_t>("attack_size"),
                    .redirSize = total.GetFirst<uint32_t>("redir_size"),
                    .duration = NatTime{total.GetFirst<int64_t>("duration_ns")},
                    .rounds = total.GetFirst<uint32_t>("rounds_asked")};
    run.result.rounds = total.GetFirst<uint32_t>("rounds");
    for (std::size_t kind = 0; kind < PERF_KINDS; ++kind)
    {
        run.result.counts[kind] = {.ok = total.GetFirst<uint64_t>(NameOfKind(kind, "_ok")),
                                   .fail = total.GetFirst<uint64_t>(NameOfKind(kind, "_fail"))};
    }
    const TableReader row(rounds);
    const auto& numbers = row.Get("round", 0);
    const auto& seconds = row.Get("second_ns", numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
    {
        auto& made = run.result.rows.emplace_back();
        made.round = static_cast<uint32_t>(numbers[i]);
        made.second = NatTime{seconds[i]};
        for (std::size_t phase = 0; phase < PERF_PHASES; ++phase)
        {
            made.means[phase] = row.Get(NameOfMean(phase), numbers.size())[i];
        }
    }
    return run;
}

} // namespace bindstorm
