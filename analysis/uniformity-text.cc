/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "uniformity-text.h"

#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace bindstorm
{

namespace
{

std::string
FormatP(double p)
{
    if (std::isnan(p))
    {
        return "-";
    }
    return p == 0 ? "< 1e-300" : fmt::format("{:.3g}", p);
}

std::string
FormatVerdict(const UniformityReport& report)
{
    if (std::isnan(report.pOverall))
    {
        return report.samples == 0 ? "no data" : "nothing to test";
    }
    return report.isRejected ? fmt::format("NOT uniform; clearest defect: {}", report.worst)
                             : fmt::format("not rejected; least p: {}", report.worst);
}

std::string
FormatSpread(std::string_view name, const DensitySpread& spread, uint32_t first)
{
    if (spread.cells == 0)
    {
        return {};
    }
    std::string ratio = "inf";
    if (spread.leastCorrected > 0)
    {
        ratio = fmt::format("{:.4g}", spread.greatestCorrected / spread.leastCorrected);
    }
    return fmt::format("  {:<12} {:>9.4f} {:>7} {:>9.4f} {:>7} {:>9.4f} {:>9.4f} {:>9}\n",
                       name,
                       spread.least,
                       first + spread.leastAt,
                       spread.greatest,
                       first + spread.greatestAt,
                       spread.leastCorrected,
                       spread.greatestCorrected,
                       ratio);
}

} // namespace

std::string
Format(const UniformityReport& report)
{
    std::string text;
    auto out = std::back_inserter(text);
    fmt::format_to(out,
                   "ports {}-{}, {} samples, {} occupancy: {}\n",
                   report.low,
                   report.high,
                   report.samples,
                   report.isStatic ? "static" : "changing",
                   FormatVerdict(report));
    if (report.outside > 0)
    {
        fmt::format_to(out, "{} draws were no free port of the range\n", report.outside);
    }
    fmt::format_to(out,
                   "overall p {} at family-wise level {:g} (Holm, {} tests)\n\n",
                   FormatP(report.pOverall),
                   report.familywiseLevel,
                   report.tests.size());
    fmt::format_to(out,
                   "  {:<28} {:>12} {:>7} {:>9} {:>9} {:>8}  {}\n",
                   "test",
                   "statistic",
                   "dof",
                   "p",
                   "p (Holm)",
                   "effect",
                   "method");
    for (const UniformityTest& test : report.tests)
    {
        fmt::format_to(out,
                       "  {:<28} {:>12.6g} {:>7.6g} {:>9} {:>9} {:>8.4f}  {}\n",
                       test.name,
                       test.statistic,
                       test.degreesOfFreedom,
                       FormatP(test.pValue),
                       FormatP(test.pHolm),
                       test.effectSize,
                       GetText(test.method));
    }
    if (report.samples == 0)
    {
        return text;
    }
    fmt::format_to(out,
                   "\ntotal variation {:.5f} (by chance {:.5f} +- {:.5f})\n\n"
                   "  {:<12} {:>9} {:>7} {:>9} {:>7} {:>29}\n",
                   report.totalVariation.distance,
                   report.totalVariation.expected,
                   report.totalVariation.deviation,
                   "O/E",
                   "least",
                   "at",
                   "greatest",
                   "at",
                   "without noise, max:min");
    text += FormatSpread("ports", report.ports, report.low);
    text += FormatSpread("64 bins", report.bins64, 0);
    text += FormatSpread("sixteenths", report.sixteenths, 0);
    fmt::format_to(std::back_inserter(text),
                   "\nentropy {:.3f} of {:.3f} bits (uncorrected {:.3f}){}\n"
                   "min-entropy {:.3f} bits (uncorrected {:.3f}, at least {:.3f})\n"
                   "even ports {:.4f} (expected {:.4f})\n",
                   report.entropy.corrected,
                   report.entropy.possible,
                   report.entropy.plugIn,
                   report.entropy.isReliable ? "" : ", too small with so few samples a port",
                   report.entropy.minCorrected,
                   report.entropy.minPlugIn,
                   report.entropy.minLowerBound,
                   report.evenShare,
                   report.evenShareExpected);
    if (report.hasSerial)
    {
        fmt::format_to(std::back_inserter(text),
                       "successive ports: correlation {:+.5f}, rising {:.4f}{}{}\n",
                       report.lagOneCorrelation,
                       report.riseShare,
                       report.isMonotone ? ", monotone" : "",
                       report.isStatic ? "" : " (not tested: occupancy changes)");
    }
    return text;
}

} // namespace bindstorm
