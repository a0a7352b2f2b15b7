/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "recording-observer.h"

#include "model/host/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace bindstorm
{

namespace
{

constexpr uint32_t DEVICES = 1000;
constexpr uint16_t LOW = 49152; ///< of 16,384 ports
constexpr std::size_t BINDS = 10;

/// All devices boot at one instant and open some sockets. @return their ports, by device
std::vector<std::vector<uint16_t>>
Boot(uint64_t run)
{
    SimulationSpec spec;
    spec.run = run;
    for (uint32_t i = 1; i <= DEVICES; ++i)
    {
        HostSpec host = MakeHost("device-" + std::to_string(i), "linux-2.6.29");
        host.range = PortRange(LOW, 65535);
        host.measuresPorts = false;
        host.workloads.push_back(MakeWorkload("open-close", {{"count", int64_t{BINDS}}}));
        spec.hosts.push_back(std::move(host));
    }
    RecordingObserver observer;
    RunSimulation(spec, observer);
    std::vector<std::vector<uint16_t>> ports(DEVICES);
    for (const OperationRecord& record : observer.operations)
    {
        if (record.kind == OperationKind::BIND)
        {
            ports[record.host].push_back(record.port);
        }
    }
    return ports;
}

uint32_t
CountEqualFirstPorts(const std::vector<std::vector<uint16_t>>& ports)
{
    std::map<uint16_t, uint32_t> seen;
    uint32_t pairs = 0;
    for (const auto& ofDevice : ports)
    {
        pairs += seen[ofDevice.front()]++;
    }
    return pairs;
}

double
Correlation(const std::vector<std::pair<uint16_t, uint16_t>>& pairs)
{
    double x = 0;
    double y = 0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (const auto& [first, second] : pairs)
    {
        x += first;
        y += second;
        xx += static_cast<double>(first) * first;
        yy += static_cast<double>(second) * second;
        xy += static_cast<double>(first) * second;
    }
    const auto n = static_cast<double>(pairs.size());
    return (n * xy - x * y) / std::sqrt((n * xx - x * x) * (n * yy - y * y));
}

} // namespace

TEST(BootCase, E18DevicesThatBootAtOnceAndAgainDoNotRepeatPorts)
{
    const auto first = Boot(0);
    const auto second = Boot(1);
    // Pairs of devices with one first port: Poisson(1000 * 999 / 2 / 16384 = 30.49), 1e-6 a side.
    for (const auto& ports : {first, second})
    {
        EXPECT_GE(CountEqualFirstPorts(ports), 8U);
        EXPECT_LE(CountEqualFirstPorts(ports), 60U);
    }
    // A device has its first port again with 1/16384: more than 3 of 1000 have chance 6e-7.
    uint32_t same = 0;
    std::vector<std::pair<uint16_t, uint16_t>> boots;
    std::vector<std::pair<uint16_t, uint16_t>> neighbours;
    for (uint32_t i = 0; i < DEVICES; ++i)
    {
        ASSERT_EQ(first[i].size(), BINDS);
        same += first[i].front() == second[i].front() ? 1 : 0;
        for (std::size_t k = 0; k < BINDS; ++k)
        {
            boots.emplace_back(first[i][k], second[i][k]);
            neighbours.emplace_back(first[i][k], first[(i + 1) % DEVICES][k]);
        }
    }
    EXPECT_LE(same, 3U);
    // Of 10,000 pairs; |r| above 0.049 has chance 1e-6.
    EXPECT_LT(std::abs(Correlation(boots)), 0.049);
    EXPECT_LT(std::abs(Correlation(neighbours)), 0.049);
}

} // namespace bindstorm
