/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_COUNTS_H
#define BINDSTORM_PORT_COUNTS_H

#include <array>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup ports
 * How many ports of a set lie in each part of the port space, on three levels, so that the k-th one
 * is found in time that does not depend on the set. The set itself, a bitmap of 1024 words, is kept
 * by whoever uses this.
 */
class PortCounts
{
  public:
    /// 64-bit words that hold the counts.
    static constexpr uint32_t WORDS = 256 + 32 + 4;
    /// 64-bit words that one change touches.
    static constexpr uint32_t CHANGE_WORDS = 3;
    /// 64-bit words that hold what Find() sums, four counts a word.
    static constexpr uint32_t FIND_WORDS = 4 + 2 + 2;

    /// Where a port of the set lies: which word of the bitmap, and how many in it lie below.
    struct Place
    {
        uint32_t word;
        uint32_t rank;
    };

    /// The port joined the set.
    void
    Add(uint16_t port)
    {
        m_words[port / 64 / 4] += Lanes(port / 64U);
        m_groups[port / GROUP / 4] += Lanes(port / GROUP);
        m_blocks[port / BLOCK / 4] += Lanes(port / BLOCK);
    }

    /// The port left the set.
    void
    Subtract(uint16_t port)
    {
        m_words[port / 64 / 4] -= Lanes(port / 64U);
        m_groups[port / GROUP / 4] -= Lanes(port / GROUP);
        m_blocks[port / BLOCK / 4] -= Lanes(port / BLOCK);
    }

    /**
     * Constant time, the same instructions for every rank and set.
     * @param rank below the number of ports in the set
     * @return where the port with that many ports of the set below it lies
     */
    Place
    Find(uint32_t rank) const
    {
        const uint32_t block = Descend<4>(m_blocks.data(), rank);
        const uint32_t group = 8 * block + Descend<2>(&m_groups[2 * block], rank);
        const uint32_t word = 8 * group + Descend<2>(&m_words[2 * group], rank);
        return {word, rank};
    }

    /// @return number of ports of the set in the words of the bitmap before this one
    uint32_t CountBefore(uint32_t word) const;

  private:
    static constexpr uint32_t GROUP = 512;               ///< ports
    static constexpr uint32_t BLOCK = 4096;              ///< ports
    static constexpr uint64_t ONES = 0x0001000100010001; ///< the lowest bit of each of four lanes

    /// @return what counts one in the lane of a part and in those above it
    static constexpr uint64_t
    Lanes(uint32_t part)
    {
        return ONES << (16 * (part % 4));
    }

    /**
     * Finds the lane in which a rank falls. All by arithmetic: where it falls is random, so that a
     * branch would be mispredicted each time, which costs more than looking at every lane.
     * @tparam N number of words of four lanes each; a word's lanes stay below 2^15
     * @param lanes counts, each lane with those below it in its word
     * @param rank in: below the sum of all lanes; out: rank within the lane
     * @return index of the lane
     */
    template <uint32_t N>
    static uint32_t
    Descend(const uint64_t* lanes, uint32_t& rank)
    {
        constexpr uint64_t HIGHS = 0x8000800080008000;
        uint32_t word = 0;
        uint32_t sum = 0;
        uint32_t below = 0;
        for (uint32_t i = 0; i + 1 < N; ++i)
        {
            const auto count = static_cast<uint32_t>(lanes[i] >> 48);
            sum += count;
            const uint32_t isBelow = 0U - ((sum - rank - 1) >> 31); // all ones or none
            below += count & isBelow;
            word -= isBelow;
        }
        rank -= below;
        // A lane lies below the wanted one if its sum <= rank.
        const uint64_t sums = lanes[word];
        const uint64_t lanesBelow = (((rank * ONES) | HIGHS) - sums) & HIGHS;
        const uint64_t lane = ((lanesBelow >> 15) * ONES) >> 48;
        rank -= static_cast<uint32_t>(((sums << 16) >> (16 * lane)) & 0xffff);
        return 4 * word + static_cast<uint32_t>(lane);
    }

    // Four lanes of 16 bits a word, each lane with those below it, so that a change is one addition
    // and a search need not sum.
    std::array<uint64_t, 256> m_words{};
    std::array<uint64_t, 32> m_groups{};
    std::array<uint64_t, 4> m_blocks{};
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_COUNTS_H
