/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"

#include "analysis/laws/law-summary.h"

#include <algorithm>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <string>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

template <class Number, class Values>
py::array_t<Number>
CopyToArray(const Values& values)
{
    py::array_t<Number> array(static_cast<py::ssize_t>(values.size()));
    std::copy(values.begin(), values.end(), array.mutable_data());
    return array;
}

} // namespace

void
AddPortLaw(py::module_& module)
{
    py::class_<LawSummary>(module, "LawSummary")
        .def_readonly("possible", &LawSummary::possible)
        .def_readonly("entropy", &LawSummary::entropy)
        .def_readonly("min_entropy", &LawSummary::minEntropy)
        .def_readonly("total_variation", &LawSummary::totalVariation)
        .def_readonly("least", &LawSummary::least)
        .def_readonly("greatest", &LawSummary::greatest)
        .def_readonly("least_at", &LawSummary::leastAt)
        .def_readonly("greatest_at", &LawSummary::greatestAt)
        .def_readonly("max_to_min", &LawSummary::maxToMin)
        .def_readonly("never_chosen", &LawSummary::neverChosen)
        .def_property_readonly("sixteenths",
                               [](const LawSummary& summary)
                               { return CopyToArray<double>(summary.sixteenths); });
    py::class_<PortLaw>(module, "PortLaw")
        .def_property_readonly(
            "kind",
            [](const PortLaw& law)
            { return std::string(LAW_KIND_NAMES.at(static_cast<std::size_t>(law.kind))); })
        .def_property_readonly("method", [](const PortLaw& law) { return std::string(law.method); })
        .def_property_readonly("low", [](const PortLaw& law) { return law.range.Low(); })
        .def_property_readonly("high", [](const PortLaw& law) { return law.range.High(); })
        .def_property_readonly("free",
                               [](const PortLaw& law) { return CopyToArray<int32_t>(law.free); })
        .def_property_readonly("probability",
                               [](const PortLaw& law)
                               { return CopyToArray<double>(law.probability); })
        .def_readonly("failure", &PortLaw::failure)
        .def_readonly("samples", &PortLaw::samples)
        .def_property_readonly("work",
                               [](const PortLaw& law)
                               {
                                   py::dict work;
                                   for (std::size_t i = 0; i < law.work.size(); ++i)
                                   {
                                       work[py::str(std::string(WorkCounters::NAMES.at(i)))] =
                                           law.work.at(i);
                                   }
                                   return work;
                               })
        .def("summary", &SummarizeLaw)
        .def(
            "intervals",
            [](const PortLaw& law, double level)
            {
                const auto [lower, upper] = LawIntervals(law, level);
                return py::make_tuple(CopyToArray<double>(lower), CopyToArray<double>(upper));
            },
            py::arg("level"))
        .def("format", &FormatLaw, py::arg("allocator"));
}

} // namespace bindstorm
