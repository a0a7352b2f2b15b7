/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNIFORM_DRAWS_H
#define BINDSTORM_UNIFORM_DRAWS_H

#include <boost/random/mersenne_twister.hpp>
#include <cstdint>
#include <utility>
#include <vector>

namespace bindstorm
{

/// Unbiased bounded draws for tests, independent of the product's own.
class UniformDraws
{
  public:
    explicit UniformDraws(uint64_t seed)
        : m_engine(seed)
    {
    }

    uint32_t
    Below(uint32_t bound)
    {
        // Numbers below 2^32 mod bound would give some values one draw more than others.
        const uint32_t forbidden = (0U - bound) % bound;
        uint64_t product = 0;
        do
        {
            product = (m_engine() >> 32) * bound;
        } while (static_cast<uint32_t>(product) < forbidden);
        return static_cast<uint32_t>(product >> 32);
    }

    uint64_t
    Raw()
    {
        return m_engine();
    }

  private:
    boost::random::mt19937_64 m_engine;
};

/// A range whose allocator is perfect by construction: free and busy ports in two lists, one of
/// either drawn with equal chances.
class PerfectRange
{
  public:
    PerfectRange(uint16_t low, uint16_t high)
    {
        for (uint32_t port = low; port <= high; ++port)
        {
            m_free.push_back(static_cast<uint16_t>(port));
        }
    }

    uint32_t
    CountFree() const
    {
        return static_cast<uint32_t>(m_free.size());
    }

    uint16_t
    Open(UniformDraws& draws)
    {
        return Move(m_free, m_busy, draws);
    }

    uint16_t
    Close(UniformDraws& draws)
    {
        return Move(m_busy, m_free, draws);
    }

  private:
    static uint16_t
    Move(std::vector<uint16_t>& from, std::vector<uint16_t>& to, UniformDraws& draws)
    {
        const uint32_t place = draws.Below(static_cast<uint32_t>(from.size()));
        std::swap(from[place], from.back());
        to.push_back(from.back());
        from.pop_back();
        return to.back();
    }

    std::vector<uint16_t> m_free;
    std::vector<uint16_t> m_busy;
};

} // namespace bindstorm

#endif // BINDSTORM_UNIFORM_DRAWS_H
