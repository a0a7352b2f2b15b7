/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "free-set-recorder.h"

#include "analysis/parabola-fit.h"
#include "analysis/uniformity.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bindstorm
{

namespace
{

constexpr std::size_t PARABOLA_BLOCK = 128;

/// The counts of several replicas, added up.
struct Totals
{
    std::vector<uint64_t> observed;
    std::vector<double> expected;
    std::vector<double> variance;
    std::vector<GroupTotals> groups;
    bool isStatic{true};
    uint64_t outside{0};
};

template <class T>
void
AddTo(std::vector<T>& sums, const std::vector<T>& values)
{
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
        sums[i] += values[i];
    }
}

/// Replicas make an ordinary chi-square together only when the same ports were free on each.
bool
HasSameSupport(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::equal(a.begin(),
                      a.end(),
                      b.begin(),
                      [](double left, double right) { return (left > 0) == (right > 0); });
}

Totals
AddUp(const std::vector<const FreeSetRecorder*>& replicas)
{
    Totals totals;
    for (const FreeSetRecorder* replica : replicas)
    {
        const PortExposure& exposure = replica->Exposure();
        const auto observed = exposure.Observed();
        const auto expected = exposure.Expected();
        const auto variance = exposure.Variance();
        totals.isStatic = totals.isStatic && exposure.IsStatic();
        totals.outside += exposure.GetOutside() + exposure.GetNotFree();
        if (totals.observed.empty())
        {
            totals.observed.assign(observed.begin(), observed.end());
            totals.expected = expected;
            totals.variance = variance;
            totals.groups = replica->Groups().Totals();
            continue;
        }
        totals.isStatic = totals.isStatic && HasSameSupport(totals.expected, expected);
        AddTo(totals.observed, {observed.begin(), observed.end()});
        AddTo(totals.expected, expected);
        AddTo(totals.variance, variance);
        const auto groups = replica->Groups().Totals();
        for (std::size_t i = 0; i < groups.size(); ++i)
        {
            AddTo(totals.groups[i].expected, groups[i].expected);
            AddTo(totals.groups[i].variance, groups[i].variance);
        }
    }
    return totals;
}

SerialCounts
MergeSerial(const std::vector<const FreeSetRecorder*>& replicas)
{
    SerialCounts merged(replicas.front()->Serial().GetLow(), replicas.front()->Serial().GetHigh());
    for (const FreeSetRecorder* replica : replicas)
    {
        merged.Merge(replica->Serial());
    }
    return merged;
}

/// A fit needs more blocks with an expectation than it has terms.
bool
HasEnoughBlocks(const std::vector<double>& expected)
{
    std::size_t blocks = 0;
    for (std::size_t from = 0; from < expected.size(); from += PARABOLA_BLOCK)
    {
        const auto to = std::min(expected.size(), from + PARABOLA_BLOCK);
        blocks += std::any_of(expected.begin() + static_cast<std::ptrdiff_t>(from),
                              expected.begin() + static_cast<std::ptrdiff_t>(to),
                              [](double value) { return value > 0; })
                      ? 1
                      : 0;
    }
    return blocks >= 5;
}

void
ReportSixteenths(const std::string& name,
                 uint16_t low,
                 uint16_t high,
                 const Totals& totals,
                 RunResult& result)
{
    if (totals.observed.size() < 16)
    {
        return;
    }
    const Grouping sixteenths = Grouping::EqualBins(low, high, 16);
    const auto observed = sixteenths.Sum(std::span<const uint64_t>(totals.observed));
    const auto expected = sixteenths.Sum(std::span<const double>(totals.expected));
    for (std::size_t i = 0; i < observed.size(); ++i)
    {
        if (expected[i] > 0)
        {
            result.metrics.push_back({fmt::format("{}.sixteenth_{:02}", name, i + 1),
                                      static_cast<double>(observed[i]) / expected[i]});
        }
    }
}

void
ReportParabola(const std::string& name, uint16_t low, const Totals& totals, RunResult& result)
{
    if (!HasEnoughBlocks(totals.expected))
    {
        return;
    }
    const ParabolaFit fit = FitParabola(low, totals.observed, totals.expected);
    const auto size = static_cast<double>(totals.observed.size());
    const double middle = low + (size - 1) / 2;
    result.metrics.push_back({name + ".parabola_a", fit.a});
    result.metrics.push_back({name + ".parabola_k", fit.k});
    result.metrics.push_back({name + ".parabola_k_error", fit.kError});
    result.metrics.push_back({name + ".parabola_z", fit.zOfK});
    result.metrics.push_back({name + ".parabola_vertex_offset", (fit.vertex - middle) / size});
    result.metrics.push_back({name + ".parabola_r_squared", fit.rSquared});
}

ResultTable
MakeTable(const std::string& name, uint16_t low, Totals& totals)
{
    std::vector<int64_t> ports(totals.observed.size());
    for (std::size_t i = 0; i < ports.size(); ++i)
    {
        ports[i] = low + static_cast<int64_t>(i);
    }
    return {name,
            {{"port", std::move(ports), {}},
             {"observed", {totals.observed.begin(), totals.observed.end()}, {}},
             {"expected", {}, std::move(totals.expected)},
             {"variance", {}, std::move(totals.variance)}}};
}

double
Ratio(double greatest, double least)
{
    return least > 0 ? greatest / least : std::numeric_limits<double>::infinity();
}

} // namespace

FreeSetRecorder::FreeSetRecorder(uint16_t low, uint16_t high)
    : m_exposure(low, high),
      m_groups(low, high),
      m_serial(low, high)
{
}

void
ReportFreeSets(const std::string& name,
               const std::vector<const FreeSetRecorder*>& replicas,
               RunResult& result)
{
    const uint16_t low = replicas.front()->Exposure().GetLow();
    const uint16_t high = replicas.front()->Exposure().GetHigh();
    Totals totals = AddUp(replicas);
    const SerialCounts serial = MergeSerial(replicas);
    const UniformityReport report = MeasureUniformity({.low = low,
                                                       .high = high,
                                                       .observed = totals.observed,
                                                       .expected = totals.expected,
                                                       .variance = totals.variance,
                                                       .isStatic = totals.isStatic,
                                                       .groups = totals.groups,
                                                       .serial = &serial,
                                                       .outside = totals.outside});
    auto add = [&](const char* metric, double value) {
        result.metrics.push_back({name + "." + metric, value});
    };
    add("samples", static_cast<double>(report.samples));
    add("outside", static_cast<double>(report.outside));
    if (report.samples > 0)
    {
        add("is_static", report.isStatic ? 1 : 0);
        add("p_value", report.pOverall);
        add("rejected", report.isRejected ? 1 : 0);
        for (const UniformityTest& test : report.tests)
        {
            add(("p." + test.name).c_str(), test.pValue);
        }
        add("total_variation", report.totalVariation.distance);
        add("total_variation_by_chance", report.totalVariation.expected);
        add("max_over_expected", report.ports.greatest);
        add("min_over_expected", report.ports.least);
        add("max_to_min", Ratio(report.ports.greatest, report.ports.least));
        add("max_to_min_corrected",
            Ratio(report.ports.greatestCorrected, report.ports.leastCorrected));
        add("density_deviation", report.ports.trueDeviation);
        add("possible_bits", report.entropy.possible);
        add("entropy_bits", report.entropy.corrected);
        add("min_entropy_bits", report.entropy.minCorrected);
        add("even_share", report.evenShare);
        add("lag_one_correlation", report.lagOneCorrelation);
        ReportSixteenths(name, low, high, totals, result);
        ReportParabola(name, low, totals, result);
    }
    result.tables.push_back(MakeTable(name, low, totals));
}

} // namespace bindstorm
