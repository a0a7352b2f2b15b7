/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"

#include "model/base/component-spec.h"
#include "scenarios/engine/reader/statement-reader.h"
#include "scenarios/engine/verdict/default-view.h"
#include "scenarios/engine/verdict/expectation-text.h"
#include "scenarios/engine/verdict/expectation.h"
#include "scenarios/engine/verdict/figure-text.h"
#include "scenarios/engine/verdict/prediction.h"
#include "scenarios/engine/verdict/result-view.h"

#include <map>
#include <pybind11/stl.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

/// Parameters and metrics of a run that is done.
using GivenRun = std::pair<RunParameters, std::map<std::string, double>>;

/// What a scenario says and what became of it.
struct Judgement
{
    ScenarioStatements statements;
    std::vector<std::vector<ViewColumn>> views; ///< in the order of statements.views
    std::vector<FigureComparison> figures;
    std::vector<ExpectationResult> expectations;
};

/// @return the runs that were planned and are not done; a store does not know which of them failed
std::vector<UnfinishedRun>
FindUnfinished(const std::vector<RunParameters>& planned, const std::vector<GivenRun>& given)
{
    std::multiset<RunParameters> done;
    for (const auto& [parameters, metrics] : given)
    {
        done.insert(parameters);
    }
    std::vector<UnfinishedRun> unfinished;
    for (const RunParameters& parameters : planned)
    {
        if (done.extract(parameters).empty())
        {
            unfinished.push_back({.parameters = parameters});
        }
    }
    return unfinished;
}

Judgement
Judge(const std::string& text,
      const std::string& name,
      const std::vector<RunParameters>& planned,
      const std::vector<GivenRun>& given)
{
    const py::gil_scoped_release unlocked;
    Judgement judgement{ReadStatements(text, name, planned), {}, {}, {}};
    std::vector<FinishedRun> runs;
    runs.reserve(given.size());
    for (const auto& [parameters, metrics] : given)
    {
        runs.push_back({parameters, metrics});
    }
    if (judgement.statements.views.empty())
    {
        judgement.statements.views.push_back(DefaultView(runs));
    }
    for (const ResultView& view : judgement.statements.views)
    {
        judgement.views.push_back(view.columns.empty() ? std::vector<ViewColumn>()
                                                       : FillView(view, runs));
    }
    const std::vector<UnfinishedRun> unfinished = FindUnfinished(planned, given);
    judgement.figures = CompareFigures(judgement.statements.published, runs, unfinished);
    judgement.expectations =
        EvaluateExpectations(judgement.statements.expectations, runs, unfinished);
    return judgement;
}

py::list
ListViews(const Judgement& judgement)
{
    py::list views;
    for (std::size_t i = 0; i < judgement.views.size(); ++i)
    {
        py::list columns;
        for (const ViewColumn& column : judgement.views[i])
        {
            py::dict one;
            one["heading"] = column.heading;
            one["metric"] = column.metric;
            one["unit"] = column.unit;
            one["is_number"] = column.isNumber;
            one["cells"] = column.cells;
            one["numbers"] = column.numbers;
            columns.append(one);
        }
        py::dict view;
        view["title"] = judgement.statements.views[i].title;
        view["note"] = judgement.statements.views[i].note;
        view["columns"] = columns;
        views.append(view);
    }
    return views;
}

py::list
ListFigures(const Judgement& judgement)
{
    py::list figures;
    for (const FigureComparison& comparison : judgement.figures)
    {
        const PublishedFigure& figure = judgement.statements.published[comparison.index];
        const double unit = comparison.isTime ? NanosecondsIn(figure.unit).value_or(1.0) : 1.0;
        py::dict one;
        one["label"] = figure.label;
        one["source"] = figure.source;
        one["unit"] = figure.unit;
        one["published"] = figure.value;
        one["ours"] = comparison.ours ? std::optional(*comparison.ours / unit) : std::nullopt;
        one["relative_error"] = comparison.relative;
        one["kind"] = GetText(comparison.kind);
        one["note"] = DescribeOrigin(comparison);
        figures.append(one);
    }
    return figures;
}

py::list
ListExpectations(const Judgement& judgement)
{
    py::list expectations;
    for (const ExpectationResult& result : judgement.expectations)
    {
        const Expectation& expectation = judgement.statements.expectations[result.index];
        py::dict one;
        one["metric"] = expectation.metric;
        one["condition"] = DescribeCondition(expectation);
        one["where"] = expectation.where;
        one["reason"] = expectation.reason;
        one["observed"] = result.observed;
        one["runs"] = result.runs;
        one["passed"] = result.passed;
        one["failing"] = result.failing;
        one["line"] = expectation.line;
        expectations.append(one);
    }
    return expectations;
}

} // namespace

void
AddJudge(py::module_& module)
{
    module.def(
        "judge",
        [](const std::string& text,
           const std::string& name,
           const std::vector<RunParameters>& planned,
           const std::vector<GivenRun>& runs)
        {
            const Judgement judgement = Judge(text, name, planned, runs);
            py::dict answer;
            answer["views"] = ListViews(judgement);
            answer["published"] = ListFigures(judgement);
            answer["expectations"] = ListExpectations(judgement);
            return answer;
        },
        py::arg("text"),
        py::arg("name"),
        py::arg("planned"),
        py::arg("runs"));
    module.def("format_number", &FormatNumber, py::arg("number"), py::arg("digits") = 4);
    module.def("format_time", &FormatTime, py::arg("nanoseconds"), py::arg("digits") = 4);
}

} // namespace bindstorm
