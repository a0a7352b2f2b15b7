/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "node-visit-cost.h"

#include "model/base/draw-source.h"
#include "model/ports/socket-chains.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace bindstorm
{

namespace
{

/// Sockets live on ports 1 to this; walks look for the ports above, which are on no socket.
constexpr uint32_t HIGHEST_PORT = 60000;
constexpr uint32_t MOST_CHAINS = 128;
/// Chains are at least so long, where the table is large enough: walks, not starts, are measured.
constexpr uint32_t SHORTEST_CHAIN = 64;

template <class Value>
void
ShuffleAll(std::vector<Value>& values, DrawSource& draws)
{
    for (std::size_t left = values.size(); left > 1; --left)
    {
        std::swap(values[left - 1], values[draws.DrawBelow(static_cast<uint32_t>(left))]);
    }
}

/// Fills a table such that the neighbours on a chain are not neighbours in memory.
void
FillScattered(SocketChains& chains, uint32_t sockets, DrawSource& draws)
{
    const PortRequest plain;
    const WalkRequest request(plain);
    std::vector<uint16_t> ports(sockets);
    for (uint32_t i = 0; i < sockets; ++i)
    {
        ports[i] = static_cast<uint16_t>(1 + i % HIGHEST_PORT);
    }
    std::vector<SocketHandle> handles;
    for (const uint16_t port : ports)
    {
        handles.push_back(chains.Insert(request, port));
    }
    // The place freed last is used first, so that the second filling has the shuffled order.
    ShuffleAll(handles, draws);
    for (const SocketHandle handle : handles)
    {
        chains.Erase(handle);
    }
    ShuffleAll(ports, draws);
    for (const uint16_t port : ports)
    {
        chains.Insert(request, port);
    }
}

} // namespace

BatchTimes
MeasureNodeVisit(const BatchTimer& timer, uint32_t sockets, double chainScan)
{
    const uint32_t count =
        std::clamp(std::bit_floor(std::max(sockets / SHORTEST_CHAIN, 1U)), 1U, MOST_CHAINS);
    WorkCounters unused;
    const auto engine =
        CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "calibration", "order"});
    DrawSource draws(*engine, unused);
    SocketChains chains(count);
    FillScattered(chains, sockets, draws);
    std::vector<uint16_t> order(count);
    std::iota(order.begin(), order.end(), static_cast<uint16_t>(HIGHEST_PORT + 1));
    ShuffleAll(order, draws);
    const PortRequest plain;
    const WalkRequest request(plain);
    std::size_t next = 0;
    uint64_t scans = 0;
    uint64_t visits = 0;
    BatchTimes times = timer.Measure(
        [&](uint64_t rounds)
        {
            WorkCounters work;
            for (uint64_t i = 0; i < rounds; ++i)
            {
                KeepResult(chains.HasConflict(request, order[next], work));
                next = next + 1 == order.size() ? 0 : next + 1;
            }
            scans += work.chainScans;
            visits += work.nodeVisits;
            return std::max<uint64_t>(work.nodeVisits, 1);
        });
    const double starts = chainScan * static_cast<double>(scans) / static_cast<double>(visits);
    for (double* time : {&times.least, &times.median, &times.upperQuartile})
    {
        *time = std::max(*time - starts, 0.0);
    }
    return times;
}

} // namespace bindstorm
