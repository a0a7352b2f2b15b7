/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "comparison-text.h"

#include "comparison-table.h"

#include "scenarios/engine/record/reference-digests.h"

#include <algorithm>
#include <fmt/format.h>

namespace bindstorm
{

namespace
{

constexpr std::size_t MAIL_WIDTH = 78;

std::string
Wrapped(const std::string& text, const std::string& indent, TextFormat format)
{
    if (format == TextFormat::MARKDOWN)
    {
        return text + "\n";
    }
    std::string wrapped;
    for (const std::string& line : Wrap(text, MAIL_WIDTH - indent.size()))
    {
        wrapped += (wrapped.empty() ? "" : indent) + line + "\n";
    }
    return wrapped;
}

std::string
Plural(std::size_t count, const std::string& what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// "5 pairs; the results of 2 are identical"
std::string
DescribePairs(const ComparisonSection& section)
{
    std::string text = Plural(section.pairs, "pair");
    if (section.identical == section.pairs)
    {
        text += section.pairs == 1 ? ", identical results (equal digests)"
                                   : ", all with identical results (equal digests)";
    }
    else if (section.identical > 0)
    {
        text += fmt::format(", {} with identical results (equal digests)", section.identical);
    }
    return text + (section.pairs == 1 ? "; one pair has no interval" : "");
}

std::string
FormatSection(const ComparisonSection& section, const MetricLabels& labels, TextFormat format)
{
    const bool isMarkdown = format == TextFormat::MARKDOWN;
    const std::string where = ParametersText(section.where);
    std::string text = where.empty() ? "" : (isMarkdown ? "### " : "") + where + "\n";
    text += (isMarkdown && !where.empty() ? "\n" : "") + DescribePairs(section) + "\n\n";
    if (section.metrics.empty())
    {
        return text + "No metric that both sides have.\n";
    }
    text += FormatMetrics(section, labels, format, MAIL_WIDTH);
    for (const ComparedMetric& metric : section.metrics)
    {
        const PairedDifference& found = metric.difference;
        if (found.pairs != section.pairs)
        {
            const std::size_t missing = section.pairs - found.pairs - found.leftOut;
            text += fmt::format("{}{}: {} of {} pairs{}{}\n",
                                isMarkdown ? "\n" : "  ",
                                labels.Of(metric.name),
                                found.pairs,
                                section.pairs,
                                missing > 0 ? fmt::format("; {} lack it", missing) : "",
                                found.leftOut > 0 ? fmt::format("; {} are infinite", found.leftOut)
                                                  : "");
        }
    }
    return text;
}

std::string
FormatUnmatched(const std::string& side,
                const std::vector<const ComparedRun*>& runs,
                TextFormat format)
{
    if (runs.empty())
    {
        return "";
    }
    const bool isMarkdown = format == TextFormat::MARKDOWN;
    std::string text = fmt::format("\n{} of {} without a partner:\n{}",
                                   Plural(runs.size(), "run"),
                                   side,
                                   isMarkdown ? "\n" : "");
    constexpr std::size_t MOST = 8;
    for (std::size_t i = 0; i < runs.size() && i < MOST; ++i)
    {
        const std::string line = fmt::format("run {} of {} {}",
                                             runs[i]->id,
                                             runs[i]->experiment,
                                             ParametersText(runs[i]->parameters));
        text += isMarkdown ? "- " + line + "\n" : "  " + Wrapped(line, "      ", format);
    }
    return text +
           (runs.size() > MOST
                ? fmt::format("{}and {} more\n", isMarkdown ? "- " : "  ", runs.size() - MOST)
                : "");
}

} // namespace

std::string
FormatComparison(const ComparedSides& sides,
                 const RunPairing& pairing,
                 const std::vector<ComparisonSection>& sections,
                 TextFormat format)
{
    const bool isMarkdown = format == TextFormat::MARKDOWN;
    const std::string bullet = isMarkdown ? "- " : "";
    std::string text = fmt::format("{}{} (A) and {} (B): {}\n\n",
                                   isMarkdown ? "## " : "",
                                   sides.before.label,
                                   sides.after.label,
                                   sides.what);
    text += bullet + Wrapped("A: " + sides.before.about, "   ", format);
    text += bullet + Wrapped("B: " + sides.after.about, "   ", format);
    text += bullet + Wrapped(fmt::format("{} by {}; {} of A and {} of B without a partner",
                                         Plural(pairing.pairs.size(), "pair"),
                                         pairing.by,
                                         Plural(pairing.unmatchedBefore.size(), "run"),
                                         Plural(pairing.unmatchedAfter.size(), "run")),
                             "",
                             format);
    const auto same = std::ranges::count_if(
        pairing.pairs,
        [](const RunPairing::Pair& pair) { return pair.before->identity == pair.after->identity; });
    if (same > 0)
    {
        text += bullet + Wrapped(fmt::format("{} of these pairs {} one and the same run (equal "
                                             "build and specification), equal by definition",
                                             same,
                                             same == 1 ? "is" : "are"),
                                 "",
                                 format);
    }
    const std::size_t combinations = CountCombinations(pairing);
    if (combinations > sections.size())
    {
        text += bullet +
                Wrapped(fmt::format("{} combinations of parameters, shown as one", combinations),
                        "",
                        format);
    }
    const MetricLabels labels(sections);
    for (const ComparisonSection& section : sections)
    {
        text += "\n" + FormatSection(section, labels, format);
    }
    text += "\n" + Wrapped("B - A is the mean difference of the pairs and half the width of its "
                           "95 % interval (Student's t, paired): one interval in twenty "
                           "misses the truth by chance. In +/-/= are the pairs that rose, fell "
                           "and stayed." +
                               labels.Explanation(),
                           "",
                           format);
    text += FormatUnmatched("A", pairing.unmatchedBefore, format);
    return text + FormatUnmatched("B", pairing.unmatchedAfter, format);
}

} // namespace bindstorm
