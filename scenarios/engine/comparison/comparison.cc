/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "comparison.h"

#include "metric-choice.h"

#include <algorithm>
#include <map>
#include <set>

namespace bindstorm
{

namespace
{

/// @return what tells this pair from replications of it
RunParameters
CombinationOf(const RunPairing::Pair& pair)
{
    RunParameters combination{{"experiment", pair.before->experiment}};
    for (const auto& parameter : pair.parameters)
    {
        if (parameter.first != "seed" && parameter.first != "run")
        {
            combination.push_back(parameter);
        }
    }
    return combination;
}

/// @return the combinations in the order of the pairs
std::vector<RunParameters>
CombinationsOf(const RunPairing& pairing)
{
    std::vector<RunParameters> all;
    for (const RunPairing::Pair& pair : pairing.pairs)
    {
        RunParameters combination = CombinationOf(pair);
        if (std::ranges::find(all, combination) == all.end())
        {
            all.push_back(std::move(combination));
        }
    }
    return all;
}

/// @return the parameters in which a combination differs from another one
RunParameters
Distinguishing(const RunParameters& combination, const std::vector<RunParameters>& all)
{
    RunParameters rest = combination;
    std::erase_if(rest,
                  [&](const auto& parameter)
                  {
                      return std::ranges::all_of(
                          all,
                          [&](const RunParameters& other)
                          { return std::ranges::find(other, parameter) != other.end(); });
                  });
    return rest;
}

ComparisonSection
MakeSection(RunParameters where,
            const std::vector<const RunPairing::Pair*>& pairs,
            const std::vector<std::string>& metrics)
{
    ComparisonSection section{std::move(where), pairs.size(), 0, {}};
    for (const RunPairing::Pair* pair : pairs)
    {
        const bool isIdentical =
            !pair->before->digest.empty() && pair->before->digest == pair->after->digest;
        section.identical += isIdentical ? 1 : 0;
    }
    for (const std::string& name : metrics)
    {
        std::vector<std::pair<double, double>> numbers;
        for (const RunPairing::Pair* pair : pairs)
        {
            const auto before = pair->before->metrics.find(name);
            const auto after = pair->after->metrics.find(name);
            if (before != pair->before->metrics.end() && after != pair->after->metrics.end())
            {
                numbers.emplace_back(before->second, after->second);
            }
        }
        if (!numbers.empty())
        {
            section.metrics.push_back({name, ComparePairs(numbers)});
        }
    }
    return section;
}

} // namespace

std::vector<ComparisonSection>
CompareMetrics(const RunPairing& pairing, const std::vector<std::string>& wanted)
{
    const std::vector<std::string> metrics = ChooseMetrics(pairing, wanted);
    const std::vector<RunParameters> combinations = CombinationsOf(pairing);
    std::vector<ComparisonSection> sections;
    if (combinations.size() > MOST_COMPARISON_SECTIONS)
    {
        std::vector<const RunPairing::Pair*> all;
        for (const RunPairing::Pair& pair : pairing.pairs)
        {
            all.push_back(&pair);
        }
        sections.push_back(MakeSection({}, all, metrics));
        return sections;
    }
    for (const RunParameters& combination : combinations)
    {
        std::vector<const RunPairing::Pair*> chosen;
        for (const RunPairing::Pair& pair : pairing.pairs)
        {
            if (CombinationOf(pair) == combination)
            {
                chosen.push_back(&pair);
            }
        }
        sections.push_back(MakeSection(Distinguishing(combination, combinations), chosen, metrics));
    }
    return sections;
}

std::size_t
CountCombinations(const RunPairing& pairing)
{
    return CombinationsOf(pairing).size();
}

} // namespace bindstorm
