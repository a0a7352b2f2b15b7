/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-exposure.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace bindstorm
{

PortExposure::PortExposure(uint16_t low, uint16_t high)
    : m_low(low),
      m_freeCount(uint32_t{high} - low + 1)
{
    if (high < low)
    {
        throw ConfigError(fmt::format("port range {}-{} ends before it begins", low, high));
    }
    m_observed.resize(m_freeCount);
    m_ports.resize(m_freeCount);
    m_isFree.assign(m_freeCount, 1);
}

uint16_t
PortExposure::GetLow() const
{
    return static_cast<uint16_t>(m_low);
}

uint16_t
PortExposure::GetHigh() const
{
    return static_cast<uint16_t>(m_low + m_observed.size() - 1);
}

uint32_t
PortExposure::GetFreeCount() const
{
    return m_freeCount;
}

uint64_t
PortExposure::GetTotal() const
{
    return m_total;
}

uint64_t
PortExposure::GetOutside() const
{
    return m_outside;
}

uint64_t
PortExposure::GetNotFree() const
{
    return m_notFree;
}

std::span<const uint64_t>
PortExposure::Observed() const
{
    return m_observed;
}

Uint128
PortExposure::ExposureOf(size_t index) const
{
    return m_ports[index].first + (m_isFree[index] != 0 ? m_sums.First() : Uint128{0});
}

std::vector<double>
PortExposure::Expected() const
{
    std::vector<double> expected(m_observed.size());
    for (size_t i = 0; i < expected.size(); ++i)
    {
        expected[i] = InverseSums::ToNumber(ExposureOf(i));
    }
    return expected;
}

std::vector<double>
PortExposure::Variance() const
{
    std::vector<double> variance(m_observed.size());
    for (size_t i = 0; i < variance.size(); ++i)
    {
        const Uint128 first = ExposureOf(i);
        const Uint128 second =
            m_ports[i].second + (m_isFree[i] != 0 ? m_sums.Second() : Uint128{0});
        variance[i] = InverseSums::ToNumber(first > second ? first - second : Uint128{0});
    }
    return variance;
}

bool
PortExposure::IsStatic() const
{
    for (size_t i = 0; i < m_observed.size(); ++i)
    {
        const Uint128 exposure = ExposureOf(i);
        if (exposure != 0 && exposure != m_sums.First())
        {
            return false;
        }
    }
    return true;
}

void
PortExposure::ThrowFreeCount(uint32_t freeCount) const
{
    throw std::logic_error(
        fmt::format("allocation {} saw {} free ports of {}-{}, but {} are known to be free",
                    m_total + 1,
                    freeCount,
                    m_low,
                    GetHigh(),
                    m_freeCount));
}

} // namespace bindstorm
