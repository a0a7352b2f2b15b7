/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_REMEMBERED_VIEW_H
#define BINDSTORM_REMEMBERED_VIEW_H

#include "model/ports/free-port-map.h"
#include "model/ports/port-view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * What a RememberedView has beside the view, so that it exists before its base does.
 */
class RememberedEligibility
{
  protected:
    explicit RememberedEligibility(const PortView& view);

    PortSet m_ineligible; ///< ports of the range that may not be chosen
};

/**
 * @ingroup analysis
 * A view of a table that stands still, with a memory: an answer and its counted cost are asked of
 * the real view once. A law asks the same questions millions of times.
 *
 * The number and rank of free ports come from a map of its own, at the cost that a map which is
 * kept has. Asking the table's would make it keep one, which later operations would pay for.
 */
class RememberedView final : private RememberedEligibility, public PortView, public PortChains
{
  public:
    /**
     * @param real must outlive this object
     * @param work the costs of all answers go here; the real view's counters change, too
     */
    RememberedView(PortView& real, WorkCounters& work);
    virtual ~RememberedView() = default;

    bool IsFree(uint16_t port) override;
    uint32_t CountFree() override;
    uint16_t SelectFree(uint32_t rank) override;
    PortChains* Chains() override;

    uint32_t Count() const override;
    uint32_t Length(uint16_t port, uint32_t limit) override;
    bool IsPresent(uint16_t port) override;
    void MarkBusy(uint16_t port, ChainMap& map) override;

    /// @return what IsFree() costs for an eligible port
    const WorkCounters& CostOfProbe(uint16_t port);

    /// @return what MarkBusy() costs for the chain of a port
    WorkCounters CostOfMark(uint16_t port);

    /// @return whether an eligible port is free; costs nothing
    bool PeekFree(uint16_t port);

    /// @return eligible free ports, ascending
    const std::vector<uint16_t>& FreePorts();

  private:
    struct Answer
    {
        bool isKnown{false};
        bool isYes{false};
        WorkCounters cost;
    };

    const Answer& Probe(uint16_t port);
    FreePortMap& Map();

    PortView& m_real;
    PortChains* m_realChains;
    std::vector<Answer> m_probes;                   ///< by port
    std::vector<Answer> m_presence;                 ///< by port
    std::vector<std::optional<uint32_t>> m_lengths; ///< by chain
    std::unique_ptr<FreePortMap> m_map;
    std::vector<uint16_t> m_free;
    bool m_hasFree{false};
};

} // namespace bindstorm

#endif // BINDSTORM_REMEMBERED_VIEW_H
