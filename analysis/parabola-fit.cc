/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "parabola-fit.h"

#include "model/base/component-spec.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <vector>

namespace bindstorm
{

namespace
{

constexpr size_t BLOCK = 128;

struct Block
{
    double x{0}; ///< from the middle, in half ranges
    double density{0};
    double weight{0};
};

std::vector<Block>
MakeBlocks(std::span<const uint64_t> observed, std::span<const double> expected, double halfRange)
{
    std::vector<Block> blocks;
    const size_t ports = observed.size();
    for (size_t first = 0; first + BLOCK <= ports; first += BLOCK)
    {
        const size_t end = first + BLOCK;
        Block block;
        double count = 0;
        for (size_t i = first; i < end; ++i)
        {
            count += static_cast<double>(observed[i]);
            block.weight += expected[i];
        }
        if (block.weight > 0)
        {
            const double middle = static_cast<double>(first + end - 1) / 2;
            block.x = (middle - static_cast<double>(ports - 1) / 2) / halfRange;
            block.density = count / block.weight;
            blocks.push_back(block);
        }
    }
    return blocks;
}

} // namespace

ParabolaFit
FitParabola(uint16_t low,
            std::span<const uint64_t> observed,
            std::span<const double> expected,
            ParabolaTerms terms)
{
    if (observed.size() != expected.size())
    {
        throw ConfigError(fmt::format("parabola through {} observed and {} expected counts",
                                      observed.size(),
                                      expected.size()));
    }
    // Half ranges keep the columns of like size; ports would square to 1e8 beside 1.
    const double halfRange = std::max(1.0, static_cast<double>(observed.size()) / 2);
    const std::vector<Block> blocks = MakeBlocks(observed, expected, halfRange);
    const Eigen::Index rows = static_cast<Eigen::Index>(blocks.size());
    const Eigen::Index columns = terms == ParabolaTerms::FULL ? 3 : 2;
    if (rows <= columns)
    {
        throw ConfigError(fmt::format("a parabola cannot be fitted through {} blocks of {} ports",
                                      blocks.size(),
                                      BLOCK));
    }
    Eigen::MatrixXd design(rows, columns);
    Eigen::VectorXd values(rows);
    double weightSum = 0;
    double weightedSum = 0;
    for (Eigen::Index row = 0; row < rows; ++row)
    {
        const Block& block = blocks[static_cast<size_t>(row)];
        const double root = std::sqrt(block.weight);
        design(row, 0) = root;
        design(row, columns - 1) = root * block.x * block.x;
        if (terms == ParabolaTerms::FULL)
        {
            design(row, 1) = root * block.x;
        }
        values(row) = root * block.density;
        weightSum += block.weight;
        weightedSum += block.weight * block.density;
    }
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(design);
    const Eigen::VectorXd solution = qr.solve(values);
    const Eigen::MatrixXd triangle = qr.matrixQR().topRows(columns).triangularView<Eigen::Upper>();
    const Eigen::MatrixXd inverse =
        triangle.triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(columns, columns));
    const Eigen::MatrixXd covariance = inverse * inverse.transpose();

    ParabolaFit fit;
    const double slope = terms == ParabolaTerms::FULL ? solution(1) : 0;
    const double bend = solution(columns - 1);
    const double bendVariance = covariance(columns - 1, columns - 1);
    fit.a = solution(0);
    fit.b = slope / halfRange;
    fit.k = bend / (halfRange * halfRange);
    fit.kError = std::sqrt(bendVariance) / (halfRange * halfRange);
    fit.zOfK = bend / std::sqrt(bendVariance);
    fit.blocks = static_cast<uint32_t>(rows);
    fit.vertex = low + static_cast<double>(observed.size() - 1) / 2;
    if (terms == ParabolaTerms::FULL)
    {
        const double turn = -slope / (2 * bend);
        const double variance =
            (covariance(1, 1) / 4 + turn * covariance(1, 2) + turn * turn * bendVariance) /
            (bend * bend);
        fit.vertex += turn * halfRange;
        fit.vertexError = std::sqrt(variance) * halfRange;
    }
    const double mean = weightedSum / weightSum;
    double variation = 0;
    for (const Block& block : blocks)
    {
        variation += block.weight * (block.density - mean) * (block.density - mean);
    }
    const double left = (values - design * solution).squaredNorm();
    fit.rSquared = variation > 0 ? 1 - left / variation : 0;
    fit.misfit = left / static_cast<double>(rows - columns);
    return fit;
}

} // namespace bindstorm
