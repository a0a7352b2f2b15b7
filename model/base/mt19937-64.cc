/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "random-engine.h"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/seed_seq.hpp>

#include <array>

namespace bindstorm
{

namespace
{

class Mt19937x64 final : public RandomEngine
{
  public:
    explicit Mt19937x64(boost::random::seed_seq& seeds)
        : m_engine(seeds)
    {
    }

    uint32_t
    Next() override
    {
        if (m_isLowNext)
        {
            m_isLowNext = false;
            return static_cast<uint32_t>(m_number);
        }
        m_isLowNext = true;
        m_number = m_engine();
        return static_cast<uint32_t>(m_number >> 32);
    }

  private:
    boost::random::mt19937_64 m_engine;
    uint64_t m_number{0};
    bool m_isLowNext{false};
};

std::unique_ptr<RandomEngine>
CreateMt19937(const ComponentSpec& /* spec */, const StreamSeed& seed)
{
    std::array<uint32_t, 8> words{};
    for (unsigned i = 0; i < words.size(); ++i)
    {
        words.at(i) = seed.Word(i);
    }
    boost::random::seed_seq seeds(words.begin(), words.end());
    return std::make_unique<Mt19937x64>(seeds);
}

} // namespace

RandomEngineInfo
DescribeMt19937x64()
{
    return {"mt19937_64",
            "Mersenne Twister on 64 bits (Nishimura 2000; Boost.Random), started by seed_seq from "
            "all words of the stream's seed; each number gives its high, then its low half.",
            true,
            {},
            &CreateMt19937};
}

} // namespace bindstorm
