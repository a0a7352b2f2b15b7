/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "uniformity.h"

#include "uniformity-battery.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace bindstorm
{

namespace
{

void
CheckLengths(const UniformityInput& input, double familywiseLevel)
{
    if (input.high < input.low)
    {
        throw ConfigError(
            fmt::format("port range {}-{} ends before it begins", input.low, input.high));
    }
    const size_t ports = size_t{input.high} - input.low + 1;
    if (input.observed.size() != ports ||
        (!input.expected.empty() && input.expected.size() != ports) ||
        (!input.variance.empty() && input.variance.size() != ports))
    {
        throw ConfigError(fmt::format("{} observed, {} expected counts and {} variances for the {} "
                                      "ports of {}-{}",
                                      input.observed.size(),
                                      input.expected.size(),
                                      input.variance.size(),
                                      ports,
                                      input.low,
                                      input.high));
    }
    if (!input.isStatic && (input.variance.empty() || input.expected.empty()))
    {
        throw ConfigError(
            "uniformity under changing occupancy needs expected counts and variances");
    }
    if (!(familywiseLevel > 0 && familywiseLevel < 1))
    {
        throw ConfigError(
            fmt::format("family-wise level {} is not between 0 and 1", familywiseLevel));
    }
}

void
CheckTotals(std::span<const double> expected, uint64_t samples)
{
    constexpr long double TOLERANCE = 1e-12L;
    const long double total = std::accumulate(expected.begin(), expected.end(), 0.0L);
    const auto draws = static_cast<long double>(samples);
    if (!(std::abs(total - draws) <= TOLERANCE * draws))
    {
        throw ConfigError(fmt::format("observed counts sum to {} but expected counts to {}",
                                      samples,
                                      static_cast<double>(total)));
    }
}

void
FillVerdict(UniformityReport& report)
{
    report.pOverall = std::numeric_limits<double>::quiet_NaN();
    const UniformityTest* worst = nullptr;
    for (const UniformityTest& test : report.tests)
    {
        if (!std::isnan(test.pValue) && (worst == nullptr || test.pValue < worst->pValue))
        {
            worst = &test;
        }
    }
    if (worst != nullptr)
    {
        report.pOverall = worst->pHolm;
        report.isRejected = worst->pHolm <= report.familywiseLevel;
        report.worst = worst->name;
    }
}

DensitySpread
MeasureBins(const UniformityInput& input, uint32_t bins)
{
    const Grouping grouping = Grouping::EqualBins(input.low, input.high, bins);
    const std::vector<uint64_t> observed = grouping.Sum(input.observed);
    const std::vector<double> expected = grouping.Sum(input.expected);
    return MeasureDensitySpread(observed, expected, {});
}

/// @return chance of the likeliest port without counting noise
double
LargestShare(const UniformityReport& report, std::span<const double> expected)
{
    if (report.ports.cells == 0)
    {
        return 0;
    }
    // Under churn the expected counts differ by the accidents of occupancy, which are no property
    // of the allocator.
    const double share = report.isStatic ? *std::max_element(expected.begin(), expected.end()) /
                                               static_cast<double>(report.samples)
                                         : 1 / static_cast<double>(report.ports.cells);
    return report.ports.greatestCorrected * share;
}

void
FillSerial(UniformityReport& report, const SerialCounts& serial)
{
    report.hasSerial = true;
    report.lagOneCorrelation = serial.GetLagOneCorrelation();
    report.isMonotone = serial.IsMonotone();
    if (serial.GetPairs() > 0)
    {
        report.riseShare =
            static_cast<double>(serial.GetRises()) / static_cast<double>(serial.GetPairs());
    }
}

void
FillParity(UniformityReport& report, const UniformityInput& input)
{
    const Grouping parity = Grouping::Residues(input.low, input.high, 1);
    const std::vector<double> expected = parity.Sum(input.expected);
    const double total = expected[0] + expected[1];
    if (report.samples > 0 && total > 0)
    {
        report.evenShare = static_cast<double>(parity.Sum(input.observed)[0]) /
                           static_cast<double>(report.samples);
        report.evenShareExpected = expected[0] / total;
    }
}

} // namespace

UniformityReport
MeasureUniformity(const UniformityInput& given, double familywiseLevel)
{
    CheckLengths(given, familywiseLevel);
    UniformityReport report;
    report.low = given.low;
    report.high = given.high;
    report.samples = std::accumulate(given.observed.begin(), given.observed.end(), uint64_t{0});
    report.outside = given.outside;
    report.isStatic = given.isStatic;
    report.familywiseLevel = familywiseLevel;

    UniformityInput input = given;
    std::vector<double> equal;
    if (input.expected.empty())
    {
        const auto ports = static_cast<double>(input.observed.size());
        equal.assign(input.observed.size(), static_cast<double>(report.samples) / ports);
        input.expected = equal;
    }
    CheckTotals(input.expected, report.samples);

    report.tests = UniformityBattery(input).Run();
    FillVerdict(report);
    const std::span<const double> variance =
        input.isStatic ? std::span<const double>() : input.variance;
    report.totalVariation = MeasureTotalVariation(input.observed, input.expected, variance);
    report.ports = MeasureDensitySpread(input.observed, input.expected, variance);
    report.bins64 = MeasureBins(input, 64);
    report.sixteenths = MeasureBins(input, 16);
    report.entropy =
        EstimateEntropy(input.observed, input.expected, LargestShare(report, input.expected));
    FillParity(report, input);
    if (input.serial != nullptr)
    {
        FillSerial(report, *input.serial);
    }
    return report;
}

UniformityReport
MeasureUniformity(const PortExposure& exposure,
                  const GroupedExposure* groups,
                  const SerialCounts* serial,
                  double familywiseLevel)
{
    const std::vector<double> expected = exposure.Expected();
    const std::vector<double> variance = exposure.Variance();
    const std::vector<GroupTotals> totals =
        groups != nullptr ? groups->Totals() : std::vector<GroupTotals>();
    UniformityInput input;
    input.low = exposure.GetLow();
    input.high = exposure.GetHigh();
    input.observed = exposure.Observed();
    input.expected = expected;
    input.variance = variance;
    input.isStatic = exposure.IsStatic();
    input.groups = totals;
    input.serial = serial;
    input.outside = exposure.GetOutside() + exposure.GetNotFree();
    return MeasureUniformity(input, familywiseLevel);
}

} // namespace bindstorm
