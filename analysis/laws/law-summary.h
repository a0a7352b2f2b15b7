/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LAW_SUMMARY_H
#define BINDSTORM_LAW_SUMMARY_H

#include "port-law.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * A law in a few numbers, of choices that find a port, over the free ports. All are NaN when no
 * port can be found.
 */
struct LawSummary
{
    double possible{0};       ///< log2 of the number of free ports, bits
    double entropy{0};        ///< Shannon entropy of the port chosen, bits
    double minEntropy{0};     ///< -log2 of the most likely port: the first guess of an attacker
    double totalVariation{0}; ///< (1/2) sum |p - 1/f|, 0 to 1
    double least{0};          ///< smallest p * f
    double greatest{0};       ///< largest p * f
    uint16_t leastAt{0};      ///< its port
    uint16_t greatestAt{0};   ///< its port
    double maxToMin{1};       ///< greatest / least; infinite when a free port is never chosen
    uint32_t neverChosen{0};  ///< free ports of probability 0 (of an estimate: never seen)
    /// p * f of sixteen parts of the range; NaN where a part has no free port.
    std::array<double, 16> sixteenths{};
};

/// @ingroup analysis
LawSummary SummarizeLaw(const PortLaw& law);

/**
 * @ingroup analysis
 * Clopper and Pearson's interval for every port of an estimate, each by itself.
 * @param level e.g. 0.99
 * @return lower and upper bounds by port; the law itself, twice, unless it is an estimate
 */
std::pair<std::vector<double>, std::vector<double>> LawIntervals(const PortLaw& law, double level);

/**
 * @ingroup analysis
 * @param allocator as the user wrote it
 * @return a page for a terminal, ending with a line feed
 */
std::string FormatLaw(const PortLaw& law, const std::string& allocator);

} // namespace bindstorm

#endif // BINDSTORM_LAW_SUMMARY_H
