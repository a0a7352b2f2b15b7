/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PARABOLA_FIT_H
#define BINDSTORM_PARABOLA_FIT_H

#include <cstdint>
#include <span>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Relative density a + b x + k x^2 of the ports of a range, x in ports from its middle
 * (low + high) / 2. 1 everywhere for an allocator without bias.
 */
struct ParabolaFit
{
    double a{0};      ///< relative density in the middle
    double b{0};      ///< per port
    double k{0};      ///< per port^2; above 0: the ends are preferred
    double kError{0}; ///< standard error of k from counting noise alone
    double zOfK{0};   ///< k / kError; standard normal without bias
    double vertex{
        0}; ///< port at which the parabola turns, -b/(2k) + (low + high)/2; no number when k is 0
    double vertexError{0}; ///< its standard error, ports, to first order; large when k is unsure
    double rSquared{0};    ///< explained share of the weighted variation between blocks
    double misfit{0};      ///< weighted squares left per degree of freedom; about 1 for a parabola
    uint32_t blocks{0};    ///< blocks fitted
};

/**
 * @ingroup analysis
 * Which terms are fitted.
 */
enum class ParabolaTerms : uint8_t
{
    FULL,    ///< a, b and k
    CENTRED, ///< a and k: the vertex is the middle by assumption, with error 0
};

/**
 * @ingroup analysis
 * Weighted least squares (Householder QR of Eigen) over blocks of 128 ports from `low`: density O/E
 * of a block, weight E, since its variance is 1/E under the hypothesis. Fewer than 128 ports at the
 * end and blocks without expectation are left out.
 *
 * The errors hold for counts of independent draws; with an exact law for counts, as its multiples,
 * they say what that many draws would show.
 * @param low first port
 * @param observed counts from `low` on
 * @param expected counts, as many
 * @throws ConfigError when the lengths differ or fewer blocks than terms plus one can be fitted.
 *         O(ports)
 */
ParabolaFit FitParabola(uint16_t low,
                        std::span<const uint64_t> observed,
                        std::span<const double> expected,
                        ParabolaTerms terms = ParabolaTerms::FULL);

} // namespace bindstorm

#endif // BINDSTORM_PARABOLA_FIT_H
