/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FUZZ_INPUT_H
#define BINDSTORM_FUZZ_INPUT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace bindstorm
{

/**
 * What a fuzzer was given, taken from the front. When there is no more, bytes are 0.
 */
class FuzzInput
{
  public:
    FuzzInput(const uint8_t* data, std::size_t size)
        : m_left(data, size)
    {
    }

    bool
    IsEmpty() const
    {
        return m_left.empty();
    }

    uint8_t
    TakeByte()
    {
        if (m_left.empty())
        {
            return 0;
        }
        const uint8_t byte = m_left.front();
        m_left = m_left.subspan(1);
        return byte;
    }

    /// @return that many bytes, or as many as there are
    std::span<const uint8_t>
    TakeBytes(std::size_t size)
    {
        const std::span<const uint8_t> taken = m_left.first(std::min(size, m_left.size()));
        m_left = m_left.subspan(taken.size());
        return taken;
    }

  private:
    std::span<const uint8_t> m_left;
};

/// Ends the fuzzer, which then keeps the input, when something does not hold.
inline void
Require(bool holds, const char* complaint)
{
    if (!holds)
    {
        std::fprintf(stderr, "fuzzer: %s\n", complaint);
        std::abort();
    }
}

} // namespace bindstorm

#endif // BINDSTORM_FUZZ_INPUT_H
