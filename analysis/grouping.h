/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_GROUPING_H
#define BINDSTORM_GROUPING_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * A partition of a port range: equal bins of the range, or residues of the port number.
 */
class Grouping
{
  public:
    /**
     * Bins of the range whose sizes differ by at most one port: port p goes to bin
     * floor((p - low) * bins / ports), so every port of the range, the last too, is in one bin.
     * @param low first port
     * @param high last port, at least low
     * @param bins 1 to 4096
     * @throws ConfigError for another number of bins or a range that ends before it begins
     */
    static Grouping EqualBins(uint16_t low, uint16_t high, uint32_t bins);

    /**
     * Residues of the port number (not of its place in the range) mod 2^bits. 1: parity;
     * 7: the hash chains of a table of 128; 8: the low byte.
     * @param bits 1 to 16
     * @throws ConfigError for another number of bits or a range that ends before it begins
     */
    static Grouping Residues(uint16_t low, uint16_t high, uint32_t bits);

    /// @return the groupings that a report tests: parity, sixteenths, residues mod 4, 8, 16, 128,
    /// 256
    static std::vector<Grouping> Standard(uint16_t low, uint16_t high);

    /// @return e.g. "sixteenths", "parity", "residue mod 8", "chain (mod 128)", "low byte"
    const std::string& GetName() const;

    uint32_t CountGroups() const;

    /// @param port a port of the range. O(1), no division
    uint32_t
    GroupOf(uint16_t port) const
    {
        if (m_mask != 0)
        {
            return port & m_mask;
        }
        // Exact: the product is below 2^28, so the reciprocal, too big by at most 2^-48, adds less
        // than 2^-20 to a quotient whose distance from the next integer is at least 2^-16.
        return static_cast<uint32_t>(((uint64_t{port} - m_low) * m_groups * m_reciprocal) >> 48);
    }

    /**
     * Sums per-port values by group, in extended precision where they are not whole.
     * @param values one per port, from low
     * @throws ConfigError when there is not one value per port of the range
     */
    std::vector<uint64_t> Sum(std::span<const uint64_t> values) const;
    std::vector<double> Sum(std::span<const double> values) const;

  private:
    Grouping(uint16_t low, uint16_t high);
    template <class Sum, class Value>
    std::vector<Value> SumIn(std::span<const Value> values) const;

    std::string m_name;
    uint32_t m_low;
    uint32_t m_size;
    uint32_t m_groups{1};
    uint32_t m_mask{0};
    uint64_t m_reciprocal{0};
};

} // namespace bindstorm

#endif // BINDSTORM_GROUPING_H
