/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"

#include "analysis/uniformity-text.h"
#include "analysis/uniformity.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

void
AddTest(py::module_& module)
{
    py::class_<UniformityTest>(module, "UniformityTest")
        .def_readonly("name", &UniformityTest::name)
        .def_readonly("statistic", &UniformityTest::statistic)
        .def_readonly("degrees_of_freedom", &UniformityTest::degreesOfFreedom)
        .def_readonly("p_value", &UniformityTest::pValue)
        .def_readonly("p_holm", &UniformityTest::pHolm)
        .def_readonly("effect_size", &UniformityTest::effectSize)
        .def_property_readonly("method",
                               [](const UniformityTest& self)
                               { return std::string(GetText(self.method)); });
}

void
AddSizes(py::module_& module)
{
    py::class_<TotalVariation>(module, "TotalVariation")
        .def_readonly("distance", &TotalVariation::distance)
        .def_readonly("expected", &TotalVariation::expected)
        .def_readonly("deviation", &TotalVariation::deviation);
    py::class_<DensitySpread>(module, "DensitySpread")
        .def_readonly("cells", &DensitySpread::cells)
        .def_readonly("least", &DensitySpread::least)
        .def_readonly("greatest", &DensitySpread::greatest)
        .def_readonly("least_at", &DensitySpread::leastAt)
        .def_readonly("greatest_at", &DensitySpread::greatestAt)
        .def_readonly("least_corrected", &DensitySpread::leastCorrected)
        .def_readonly("greatest_corrected", &DensitySpread::greatestCorrected);
    py::class_<EntropyEstimate>(module, "EntropyEstimate")
        .def_readonly("possible", &EntropyEstimate::possible)
        .def_readonly("plug_in", &EntropyEstimate::plugIn)
        .def_readonly("corrected", &EntropyEstimate::corrected)
        .def_readonly("is_reliable", &EntropyEstimate::isReliable)
        .def_readonly("min_plug_in", &EntropyEstimate::minPlugIn)
        .def_readonly("min_corrected", &EntropyEstimate::minCorrected)
        .def_readonly("min_lower_bound", &EntropyEstimate::minLowerBound);
}

} // namespace

void
AddUniformityReport(py::module_& module)
{
    AddTest(module);
    AddSizes(module);
    py::class_<UniformityReport>(module, "UniformityReport")
        .def_readonly("low", &UniformityReport::low)
        .def_readonly("high", &UniformityReport::high)
        .def_readonly("samples", &UniformityReport::samples)
        .def_readonly("outside", &UniformityReport::outside)
        .def_readonly("is_static", &UniformityReport::isStatic)
        .def_readonly("tests", &UniformityReport::tests)
        .def_readonly("level", &UniformityReport::familywiseLevel)
        .def_readonly("p_overall", &UniformityReport::pOverall)
        .def_readonly("is_rejected", &UniformityReport::isRejected)
        .def_readonly("worst", &UniformityReport::worst)
        .def_readonly("total_variation", &UniformityReport::totalVariation)
        .def_readonly("ports", &UniformityReport::ports)
        .def_readonly("bins64", &UniformityReport::bins64)
        .def_readonly("sixteenths", &UniformityReport::sixteenths)
        .def_readonly("entropy", &UniformityReport::entropy)
        .def_readonly("even_share", &UniformityReport::evenShare)
        .def_readonly("even_share_expected", &UniformityReport::evenShareExpected)
        .def_readonly("has_serial", &UniformityReport::hasSerial)
        .def_readonly("lag_one_correlation", &UniformityReport::lagOneCorrelation)
        .def_readonly("rise_share", &UniformityReport::riseShare)
        .def_readonly("is_monotone", &UniformityReport::isMonotone)
        .def("format", &Format);
}

} // namespace bindstorm
