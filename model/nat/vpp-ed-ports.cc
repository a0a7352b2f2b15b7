/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "keep-port.h"
#include "nat-port-choice.h"

namespace bindstorm
{

namespace
{

/**
 * Ten attempts in the slice of the ports that a worker has for itself, the internal port first if
 * it lies there. "There" is one port further up for the internal port than for the random ones, so
 * that the first port of a slice is never kept and the first one of the next slice is.
 */
class VppEdPorts : public NatPortChoice
{
  public:
    VppEdPorts(uint32_t workers, uint32_t worker)
        : m_workers(workers),
          m_worker(worker)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        const PortRange& range = view.Range();
        const uint32_t size = (uint32_t{range.High()} - range.Low()) / m_workers;
        if (size == 0)
        {
            return std::nullopt;
        }
        const uint32_t offset = range.Low() + m_worker * size;
        const uint32_t internal = request.flow.internal.port;
        uint32_t port =
            internal > offset && internal <= offset + size ? internal : Draw(offset, size, draws);
        for (uint32_t attempt = 1;; ++attempt)
        {
            if (IsUsable(view, port))
            {
                return static_cast<uint16_t>(port);
            }
            if (attempt == ATTEMPTS)
            {
                return std::nullopt;
            }
            port = Draw(offset, size, draws);
        }
    }

  private:
    static constexpr uint32_t ATTEMPTS = 10;

    /// Divides the draws into equal parts, but for the last one, which may be a good deal smaller.
    static uint32_t
    Draw(uint32_t offset, uint32_t size, DrawSource& draws)
    {
        const uint64_t part = uint64_t{UINT32_MAX} / size + 1;
        return offset + static_cast<uint32_t>(draws.Draw() / part);
    }

    uint32_t m_workers;
    uint32_t m_worker;
};

} // namespace

NatPortChoiceInfo
DescribeVppEdPorts()
{
    return {.name = "vpp-ed",
            .summary = "The internal port if it is in the worker's slice, then random ports of the "
                       "slice, 10 attempts in all.",
            .source = "VPP nat44-ed, nat_ed_alloc_addr_and_port, 2021 to 2023",
            .defaultRange = "1024-65535",
            .identifiersInRange = true,
            .parameters = {{.name = "workers",
                            .defaultValue = "1",
                            .help = "Workers that share the range, 1 to 1024."},
                           {.name = "worker",
                            .defaultValue = "0",
                            .help = "Which of them this is, from 0."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<NatPortChoice>
            {
                const uint64_t workers = *spec.GetInteger("workers", 1, 1024);
                const uint64_t worker = *spec.GetInteger("worker", 0, workers - 1);
                return std::make_unique<VppEdPorts>(static_cast<uint32_t>(workers),
                                                    static_cast<uint32_t>(worker));
            }};
}

} // namespace bindstorm
