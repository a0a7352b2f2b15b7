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

class Counter final : public RandomEngine
{
  public:
    explicit Counter(uint32_t start)
        : m_next(start)
    {
    }

    uint32_t
    Next() override
    {
        return m_next++;
    }

  private:
    uint32_t m_next;
};

std::unique_ptr<RandomEngine>
CreateCounter(const ComponentSpec& /* spec */, const StreamSeed& seed)
{
    return std::make_unique<Counter>(seed.Word(0));
}

} // namespace

RandomEngineInfo
DescribeCounter()
{
    return {"counter",
            "Bad on purpose: counts up by one from the first word of the stream's seed.",
            false,
            {},
            &CreateCounter};
}

} // namespace bindstorm
