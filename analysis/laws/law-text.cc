/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "law-summary.h"

#include <cmath>
#include <fmt/core.h>
#include <string>

namespace bindstorm
{

namespace
{

std::string
RelativeText(double value)
{
    return std::isnan(value) ? "-" : fmt::format("{:.3f}", value);
}

std::string
EstimateLines(const LawSummary& summary, const PortLaw& law)
{
    const auto [lower, upper] = LawIntervals(law, 0.99);
    const double scale = static_cast<double>(law.free.size()) / (1 - law.failure);
    const auto interval = [&](const char* which, uint16_t port)
    {
        return fmt::format("  the {} likely port: {:.4g} to {:.4g} times the mean\n",
                           which,
                           lower[port] * scale,
                           upper[port] * scale);
    };
    return fmt::format("These are of {} samples, whose noise spreads them, max : min above all.\n"
                       "99 % intervals of single ports (Clopper and Pearson):\n",
                       law.samples) +
           interval("most", summary.greatestAt) + interval("least", summary.leastAt);
}

std::string
SpreadLines(const LawSummary& summary, const PortLaw& law)
{
    std::string text;
    const bool isNever = summary.least <= 0;
    text += fmt::format("max : min        {}\n",
                        isNever ? "infinite" : fmt::format("{:.4g}", summary.maxToMin));
    text += fmt::format("  most likely    {:.4g} times the mean, port {}\n",
                        summary.greatest,
                        summary.greatestAt);
    text += isNever
                ? fmt::format("  {} {} free ports, the first is {}\n",
                              law.kind == LawKind::ESTIMATE ? "not seen yet  " : "never chosen  ",
                              summary.neverChosen,
                              summary.leastAt)
                : fmt::format("  least likely   {:.4g} times the mean, port {}\n",
                              summary.least,
                              summary.leastAt);
    text +=
        fmt::format("entropy          {:.4f} bits of {:.4f}\n", summary.entropy, summary.possible);
    text += fmt::format("min-entropy      {:.4f} bits\n", summary.minEntropy);
    text += fmt::format("total variation  {:.6f} from uniform\n", summary.totalVariation);
    text += "sixteenths       p / mean, from low to high\n";
    for (std::size_t part = 0; part < summary.sixteenths.size(); ++part)
    {
        text += fmt::format("{}{:>7}{}",
                            part % 8 == 0 ? "         " : "",
                            RelativeText(summary.sixteenths.at(part)),
                            part % 8 == 7 ? "\n" : "");
    }
    if (law.kind == LawKind::ESTIMATE)
    {
        text += EstimateLines(summary, law);
    }
    return text;
}

} // namespace

std::string
FormatLaw(const PortLaw& law, const std::string& allocator)
{
    const LawSummary summary = SummarizeLaw(law);
    std::string text = fmt::format("Law of {} in {}: {} of {} ports free\n",
                                   allocator,
                                   law.range.ToString(),
                                   law.free.size(),
                                   law.range.Size());
    text += fmt::format("{}{}. {}\n\n",
                        LAW_KIND_NAMES.at(static_cast<std::size_t>(law.kind)),
                        law.samples > 0 ? fmt::format(", {} samples", law.samples) : "",
                        law.method);
    text += fmt::format("failure          {:.6g}\n", law.failure);
    if (!law.free.empty() && law.failure < 1)
    {
        text += SpreadLines(summary, law);
    }
    text += "mean work of a choice\n";
    for (std::size_t i = 0; i < law.work.size(); ++i)
    {
        text += fmt::format("  {:<14} {:.6g}\n", WorkCounters::NAMES.at(i), law.work.at(i));
    }
    return text;
}

} // namespace bindstorm
