/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_METER_H
#define BINDSTORM_PORT_METER_H

#include "analysis/grouped-exposure.h"
#include "analysis/port-exposure.h"
#include "analysis/serial-counts.h"
#include "analysis/uniformity.h"
#include "model/ports/free-port-map.h"
#include "model/ports/socket-table.h"

#include <cstdint>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup python
 * Follows the free ports of the default request and what is chosen from them.
 */
class PortMeter final : public FreeSetListener
{
  public:
    /// @param range ports of automatic choice
    /// @param free what is free at this moment
    PortMeter(const PortRange& range, const FreePortMap& free);

    /// Forgets all choices and begins with what is free now.
    void Restart(const FreePortMap& free);

    void OnBusy(uint16_t port) override;
    void OnFree(uint16_t port) override;

    /// From now on, what becomes busy is the choice that is being made: it counts as busy after it.
    void BeginChoice();

    /// @param port what was chosen, or nothing when no port was found
    void EndChoice(std::optional<uint16_t> port);

    /// @return the verdict on all choices so far
    UniformityReport Report(double familywiseLevel) const;

  private:
    struct Counts
    {
        explicit Counts(const PortRange& range)
            : exposure(range.Low(), range.High()),
              groups(range.Low(), range.High()),
              serial(range.Low(), range.High())
        {
        }

        PortExposure exposure;
        GroupedExposure groups;
        SerialCounts serial;
    };

    PortRange m_range;
    Counts m_counts;
    bool m_isChoosing{false};
    std::optional<uint16_t> m_heldBack;
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_METER_H
