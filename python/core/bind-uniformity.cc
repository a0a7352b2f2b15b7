/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"

#include "analysis/forged-answer.h"
#include "analysis/serial-counts.h"
#include "analysis/uniformity.h"
#include "model/base/component-spec.h"

#include <optional>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

constexpr auto PACKED = py::array::c_style | py::array::forcecast;
using Counts = py::array_t<uint64_t, PACKED>;
using Reals = py::array_t<double, PACKED>;
using Ports = py::array_t<int64_t, PACKED>;

template <class Array>
auto
ToSpan(const Array& array)
{
    return std::span(array.data(), static_cast<std::size_t>(array.size()));
}

UniformityReport
MeasureCounts(uint16_t low,
              uint16_t high,
              const Counts& observed,
              const std::optional<Reals>& expected,
              const std::optional<Reals>& variance,
              double level)
{
    UniformityInput input;
    input.low = low;
    input.high = high;
    input.observed = ToSpan(observed);
    if (expected)
    {
        input.expected = ToSpan(*expected);
    }
    if (variance)
    {
        input.variance = ToSpan(*variance);
        input.isStatic = false;
    }
    const py::gil_scoped_release unlocked;
    return MeasureUniformity(input, level);
}

/// The draws were made while the same ports were free all the time.
UniformityReport
MeasurePorts(uint16_t low,
             uint16_t high,
             const Ports& ports,
             const std::optional<Ports>& free,
             double level)
{
    const std::span<const int64_t> drawn = ToSpan(ports);
    const std::span<const int64_t> given = free ? ToSpan(*free) : std::span<const int64_t>();
    const bool isAllFree = !free;
    const py::gil_scoped_release unlocked;
    if (high < low)
    {
        throw ConfigError("port range ends before it begins");
    }
    const std::size_t size = std::size_t{high} - low + 1;
    std::vector<uint64_t> observed(size);
    std::vector<double> expected(size, isAllFree ? 1 : 0);
    for (const int64_t port : given)
    {
        if (port < low || port > high)
        {
            throw ConfigError("free port " + std::to_string(port) + " is not in the range");
        }
        expected[static_cast<std::size_t>(port - low)] = 1;
    }
    SerialCounts serial(low, high);
    UniformityInput input;
    uint64_t counted = 0;
    for (const int64_t port : drawn)
    {
        if (port < low || port > high || expected[static_cast<std::size_t>(port - low)] == 0)
        {
            ++input.outside;
            serial.Break();
            continue;
        }
        ++observed[static_cast<std::size_t>(port - low)];
        ++counted;
        serial.Add(static_cast<uint16_t>(port));
    }
    const auto eligible = static_cast<double>(std::ranges::count(expected, 1.0));
    for (double& value : expected)
    {
        value *= static_cast<double>(counted) / eligible;
    }
    input.low = low;
    input.high = high;
    input.observed = observed;
    input.expected = expected;
    input.serial = &serial;
    return MeasureUniformity(input, level);
}

} // namespace

void
AddUniformity(py::module_& module)
{
    module.def("measure_counts",
               &MeasureCounts,
               py::arg("low"),
               py::arg("high"),
               py::arg("observed"),
               py::arg("expected"),
               py::arg("variance"),
               py::arg("level"));
    module.def("measure_ports",
               &MeasurePorts,
               py::arg("low"),
               py::arg("high"),
               py::arg("ports"),
               py::arg("free"),
               py::arg("level"));
    module.def("forgery_probability",
               &ForgeryProbability,
               py::arg("likeliest_port"),
               py::arg("forgeries"),
               py::arg("windows"));
}

} // namespace bindstorm
