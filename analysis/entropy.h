/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ENTROPY_H
#define BINDSTORM_ENTROPY_H

#include <cstdint>
#include <span>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Bits that one port hides from who knows the law but not the past.
 */
struct EntropyEstimate
{
    double possible{0}; ///< log2 of the ports that could be drawn
    double plugIn{0};   ///< Shannon entropy of the shares; too small by about (ports - 1)/(2N ln 2)
    double corrected{0}; ///< plus Miller and Madow's (ports seen - 1)/(2N ln 2), at most `possible`
    bool isReliable{
        false}; ///< N is at least five times the ports; with less, `corrected` is too small
    double minPlugIn{0}; ///< -log2 of the largest share; too small, since the luckiest port counts
    double minCorrected{0}; ///< -log2 of the largest share after noise is taken out (DensitySpread)
    double minLowerBound{0}; ///< 99 % lower bound by the most common value (NIST SP 800-90B 6.3.1)
};

/**
 * @ingroup analysis
 * @param observed counts
 * @param expected counts, as many; ports with 0 could not be drawn
 * @param largestShare share of the most likely port with noise taken out, see DensitySpread
 * @return zeros but for `possible` when nothing was drawn. O(ports)
 */
EntropyEstimate EstimateEntropy(std::span<const uint64_t> observed,
                                std::span<const double> expected,
                                double largestShare);

} // namespace bindstorm

#endif // BINDSTORM_ENTROPY_H
