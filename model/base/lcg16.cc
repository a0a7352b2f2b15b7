/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "random-engine.h"

namespace bindstorm
{

namespace
{

class Lcg16 final : public RandomEngine
{
  public:
    explicit Lcg16(uint16_t state)
        : m_state(state)
    {
    }

    uint32_t
    Next() override
    {
        const uint32_t high = Step();
        return high << 16 | Step();
    }

  private:
    uint32_t
    Step()
    {
        m_state = static_cast<uint16_t>(m_state * 25173U + 13849U);
        return m_state;
    }

    uint16_t m_state;
};

std::unique_ptr<RandomEngine>
CreateLcg16(const ComponentSpec& /* spec */, const StreamSeed& seed)
{
    return std::make_unique<Lcg16>(static_cast<uint16_t>(seed.Word(0)));
}

} // namespace

RandomEngineInfo
DescribeLcg16()
{
    return {"lcg16",
            "Bad on purpose: x = 25173 x + 13849 mod 2^16 (Grogono's textbook generator), two "
            "states a number, first the high half; repeats after 32768 numbers.",
            false,
            {},
            &CreateLcg16};
}

} // namespace bindstorm
