/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-meter.h"

namespace bindstorm
{

PortMeter::PortMeter(const PortRange& range, const FreePortMap& free)
    : m_range(range),
      m_counts(range)
{
    Restart(free);
}

void
PortMeter::Restart(const FreePortMap& free)
{
    m_counts = Counts(m_range);
    for (uint32_t port = m_range.Low(); port <= m_range.High(); ++port)
    {
        if (!free.IsFree(static_cast<uint16_t>(port)))
        {
            OnBusy(static_cast<uint16_t>(port));
        }
    }
}

void
PortMeter::OnBusy(uint16_t port)
{
    if (m_isChoosing)
    {
        m_heldBack = port;
        return;
    }
    m_counts.exposure.OnBusy(port);
    m_counts.groups.OnBusy(port);
}

void
PortMeter::OnFree(uint16_t port)
{
    m_counts.exposure.OnFree(port);
    m_counts.groups.OnFree(port);
}

void
PortMeter::BeginChoice()
{
    m_isChoosing = true;
    m_heldBack.reset();
}

void
PortMeter::EndChoice(std::optional<uint16_t> port)
{
    m_isChoosing = false;
    if (port)
    {
        const uint32_t free = m_counts.exposure.GetFreeCount();
        m_counts.exposure.OnAllocate(*port, free);
        m_counts.groups.OnAllocate(*port, free);
        m_counts.serial.Add(*port);
    }
    if (m_heldBack)
    {
        OnBusy(*m_heldBack);
    }
}

UniformityReport
PortMeter::Report(double familywiseLevel) const
{
    return MeasureUniformity(m_counts.exposure,
                             &m_counts.groups,
                             &m_counts.serial,
                             familywiseLevel);
}

} // namespace bindstorm
