/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "expectation.h"

#include "quantity-text.h"
#include "scenarios/engine/reader/number-text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace bindstorm
{

namespace
{

/// The number of one run, or why there is none.
struct Value
{
    const FinishedRun* run;
    std::optional<double> number;
    std::string problem;
};

/// Finds runs by all their parameters except some.
class Divisors
{
  public:
    Divisors(const std::vector<FinishedRun>& runs,
             const std::vector<UnfinishedRun>& unfinished,
             const Selection& ratioTo)
        : m_ratioTo(ratioTo)
    {
        for (const UnfinishedRun& run : unfinished)
        {
            if (MatchesSelection(run.parameters, ratioTo))
            {
                m_unfinished[Rest(run.parameters)] = run.hasFailed;
            }
        }
        for (const FinishedRun& run : runs)
        {
            if (run.Matches(ratioTo))
            {
                m_runs[Rest(run.parameters)].push_back(&run);
            }
        }
    }

    /// @return the ratio of a run, or why there is none
    Value
    Divide(const FinishedRun& run, double number, const std::string& metric) const
    {
        const auto rest = Rest(run.parameters);
        const auto found = m_runs.find(rest);
        if (found == m_runs.end())
        {
            const auto missing = m_unfinished.find(rest);
            return {&run,
                    {},
                    missing == m_unfinished.end() ? "no run to divide by"
                    : missing->second             ? "the run to divide by failed"
                                                  : "the run to divide by is not done"};
        }
        if (found->second.size() > 1)
        {
            return {&run, {}, "more than one run to divide by"};
        }
        const auto& metrics = found->second.front()->metrics;
        const auto divisor = metrics.find(metric);
        if (divisor == metrics.end())
        {
            return {&run, {}, "the run to divide by has no such metric"};
        }
        const double ratio = number / divisor->second;
        if (divisor->second == 0.0 || std::isnan(ratio))
        {
            return {&run,
                    {},
                    NumberText(number) + " / " + NumberText(divisor->second) + " is no number"};
        }
        return {&run, ratio, {}};
    }

  private:
    std::map<std::string, std::string>
    Rest(const RunParameters& parameters) const
    {
        std::map<std::string, std::string> rest(parameters.begin(), parameters.end());
        for (const auto& [name, value] : m_ratioTo)
        {
            rest.erase(name);
        }
        return rest;
    }

    const Selection& m_ratioTo;
    std::map<std::map<std::string, std::string>, std::vector<const FinishedRun*>> m_runs;
    std::map<std::map<std::string, std::string>, bool> m_unfinished; ///< whether each has failed
};

std::vector<Value>
GetValues(const Expectation& expectation,
          const std::vector<FinishedRun>& runs,
          const std::vector<UnfinishedRun>& unfinished)
{
    const bool isRatio = expectation.ratioTo.has_value();
    std::optional<Divisors> divisors;
    if (isRatio)
    {
        divisors.emplace(runs, unfinished, *expectation.ratioTo);
    }
    std::vector<Value> values;
    for (const FinishedRun* run : SelectRuns(runs, expectation.where))
    {
        if (isRatio && run->Matches(*expectation.ratioTo))
        {
            continue;
        }
        const auto metric = run->metrics.find(expectation.metric);
        if (metric == run->metrics.end() || std::isnan(metric->second))
        {
            values.push_back({run, {}, "no such metric"});
        }
        else if (isRatio)
        {
            values.push_back(divisors->Divide(*run, metric->second, expectation.metric));
        }
        else
        {
            values.push_back({run, metric->second, {}});
        }
    }
    return values;
}

bool
IsWithin(const Expectation& expectation, double number)
{
    return number >= expectation.atLeast && number <= expectation.atMost;
}

/// @return the number, in full where it must be told apart from a limit
std::string
ObservedText(const Expectation& expectation, double number)
{
    const bool isOfRuns =
        !expectation.ratioTo && expectation.aggregate != Expectation::Aggregate::COUNT;
    if (number == 0.0 && isOfRuns && IsProbability(expectation.metric))
    {
        return FormatProbabilities({number}).front();
    }
    return IsWithin(expectation, number) ? FormatNumber(number, 6) : NumberText(number);
}

/// @return the one number that the values become
double
Aggregated(Expectation::Aggregate aggregate, const std::vector<double>& numbers)
{
    const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    switch (aggregate)
    {
    case Expectation::Aggregate::MEAN:
        return sum / static_cast<double>(numbers.size());
    case Expectation::Aggregate::MIN:
        return *std::min_element(numbers.begin(), numbers.end());
    case Expectation::Aggregate::MAX:
        return *std::max_element(numbers.begin(), numbers.end());
    case Expectation::Aggregate::SUM:
        return sum;
    case Expectation::Aggregate::EACH:
    case Expectation::Aggregate::COUNT:
        break;
    }
    return static_cast<double>(numbers.size());
}

void
CompareEach(const Expectation& expectation,
            const std::vector<double>& numbers,
            ExpectationResult& result)
{
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    result.passed = IsWithin(expectation, *low) && IsWithin(expectation, *high);
    result.observed = ObservedText(expectation, *low);
    if (*low != *high)
    {
        result.observed += " to " + ObservedText(expectation, *high);
    }
}

/// Fails the expectation for the first run that has no number.
bool
HasProblem(const std::vector<Value>& values, ExpectationResult& result)
{
    for (const Value& value : values)
    {
        if (!value.number)
        {
            result.observed = result.observed.empty() ? value.problem : result.observed;
            result.failing.push_back(value.run->parameters);
        }
    }
    return !result.failing.empty();
}

ExpectationResult
Evaluate(const Expectation& expectation,
         const std::vector<FinishedRun>& runs,
         const std::vector<UnfinishedRun>& unfinished)
{
    using Aggregate = Expectation::Aggregate;
    ExpectationResult result{};
    const std::vector<Value> values = GetValues(expectation, runs, unfinished);
    result.runs = values.size();
    if (values.empty())
    {
        result.observed = DescribeNoRun(unfinished, expectation.where);
        return result;
    }
    const Aggregate aggregate = expectation.aggregate;
    if (aggregate != Aggregate::COUNT && HasProblem(values, result))
    {
        return result;
    }
    std::vector<double> numbers;
    for (const Value& value : values)
    {
        if (value.number)
        {
            numbers.push_back(*value.number);
        }
    }
    if (aggregate == Aggregate::EACH)
    {
        CompareEach(expectation, numbers, result);
    }
    else
    {
        const double number = Aggregated(aggregate, numbers);
        result.passed = IsWithin(expectation, number);
        result.observed = ObservedText(expectation, number);
    }
    const bool isOfRuns =
        aggregate == Aggregate::EACH || aggregate == Aggregate::MIN || aggregate == Aggregate::MAX;
    for (const Value& value : values)
    {
        if (!result.passed && isOfRuns && !IsWithin(expectation, *value.number))
        {
            result.failing.push_back(value.run->parameters);
        }
    }
    return result;
}

} // namespace

const std::string*
FinishedRun::FindParameter(const std::string& name) const
{
    const auto found = std::find_if(parameters.begin(),
                                    parameters.end(),
                                    [&name](const auto& entry) { return entry.first == name; });
    return found == parameters.end() ? nullptr : &found->second;
}

bool
FinishedRun::Matches(const Selection& selection) const
{
    return MatchesSelection(parameters, selection);
}

std::vector<FinishedRun>
GetFinishedRuns(const std::vector<ExperimentRun>& runs)
{
    std::vector<FinishedRun> finished;
    for (const ExperimentRun& run : runs)
    {
        if (run.run)
        {
            FinishedRun& added = finished.emplace_back();
            added.parameters = run.parameters;
            for (const Metric& metric : run.metrics)
            {
                added.metrics[metric.name] = metric.value;
            }
        }
    }
    return finished;
}

std::vector<const FinishedRun*>
SelectRuns(const std::vector<FinishedRun>& runs, const Selection& where)
{
    std::vector<const FinishedRun*> selected;
    for (const FinishedRun& run : runs)
    {
        if (run.Matches(where))
        {
            selected.push_back(&run);
        }
    }
    return selected;
}

std::vector<ExpectationResult>
EvaluateExpectations(const std::vector<Expectation>& expectations,
                     const std::vector<FinishedRun>& runs,
                     const std::vector<UnfinishedRun>& unfinished)
{
    std::vector<ExpectationResult> results;
    for (const Expectation& expectation : expectations)
    {
        ExpectationResult result = Evaluate(expectation, runs, unfinished);
        result.index = results.size();
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace bindstorm
