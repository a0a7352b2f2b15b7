/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SPLIT_MIX_H
#define BINDSTORM_SPLIT_MIX_H

#include <cstdint>

namespace bindstorm
{

/// @ingroup base
/// @return a number of which each bit depends on each bit of the given one: a step of SplitMix64
///         (Steele, Lea and Flood, 2014), with variant 13 of Stafford's finalizers
constexpr uint64_t
SplitMix(uint64_t number)
{
    number += 0x9e3779b97f4a7c15;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return number ^ number >> 31;
}

} // namespace bindstorm

#endif // BINDSTORM_SPLIT_MIX_H
