/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"
#include "in-process-allocator.h"

#include "plugins/shared-object.h"

#include <algorithm>
#include <array>
#include <limits>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

CheckedView&
Lent(const PythonView& view)
{
    return view.lent->Get();
}

DrawSource&
Lent(const PythonDraws& draws)
{
    return draws.lent->Get().Draws();
}

/// @throws ValueError, as the other host of such classes does
template <class Number>
Number
Within(const char* what, int64_t number, int64_t low)
{
    if (number < low || number > std::numeric_limits<Number>::max())
    {
        throw py::value_error(std::string(what) + " must be " + std::to_string(low) + " to " +
                              std::to_string(std::numeric_limits<Number>::max()) + ", not " +
                              std::to_string(number));
    }
    return static_cast<Number>(number);
}

uint16_t
ToPort(int64_t number)
{
    return Within<uint16_t>("a port", number, 0);
}

uint16_t
SelectFree(const PythonView& view, int64_t rank)
{
    const auto port = Lent(view).SelectFree(Within<uint16_t>("a rank", rank, 0));
    if (!port)
    {
        throw py::index_error("there is no free port of rank " + std::to_string(rank));
    }
    return *port;
}

uint32_t
ChainLength(const PythonView& view, int64_t port, int64_t limit)
{
    PortChains* const chains = Lent(view).Chains();
    const auto most = Within<uint32_t>("a limit", limit, 0);
    return chains != nullptr ? chains->Length(ToPort(port), most) : 0;
}

bool
IsPresent(const PythonView& view, int64_t port)
{
    PortChains* const chains = Lent(view).Chains();
    return chains != nullptr && chains->IsPresent(ToPort(port));
}

/// @return the slots as one number, that of slot 0 in the lowest bit
py::object
BusySlots(const PythonView& view, int64_t port)
{
    std::array<uint64_t, 1024> words{};
    const uint32_t count = Lent(view).MarkBusy(ToPort(port), words.data());
    const py::bytes bytes(reinterpret_cast<const char*>(words.data()), 8 * std::size_t{count});
    const py::object number = py::type::of(py::int_(0));
    return number.attr("from_bytes")(bytes, "little");
}

bool
IsEligible(const PythonView& view, int64_t port)
{
    PortView& lent = Lent(view).View();
    return port >= 0 && port <= 65535 && lent.IsEligible(static_cast<uint32_t>(port));
}

void
AddWork(const PythonView& view, const py::kwargs& work)
{
    std::array<uint64_t, WorkCounters::SIZE> counts{};
    for (const auto& [key, count] : work)
    {
        const auto unit = key.cast<std::string>();
        const auto place = std::ranges::find(WorkCounters::NAMES, unit);
        if (place == WorkCounters::NAMES.end())
        {
            throw py::type_error("'" + unit + "' is no unit of work");
        }
        // Any kind of whole number, numpy's too; as large as a child process can say it.
        const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(count.ptr()));
        if (!number)
        {
            PyErr_Clear();
        }
        if (!number || number < py::int_(0) || number > py::int_(uint64_t{1} << 62))
        {
            throw py::value_error(unit + " must be a whole number from 0 to 2**62, not " +
                                  py::repr(count).cast<std::string>());
        }
        counts[static_cast<std::size_t>(place - WorkCounters::NAMES.begin())] =
            number.cast<uint64_t>();
    }
    Lent(view).View().Work() +=
        {counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]};
}

uint32_t
DrawBelow(const PythonDraws& draws, int64_t bound)
{
    return Lent(draws).DrawBelow(Within<uint32_t>("a bound", bound, 1));
}

void
AddViewAndDraws(py::module_& module)
{
    py::class_<PythonView>(module, "View")
        .def_property_readonly("low",
                               [](const PythonView& v) { return Lent(v).View().Range().Low(); })
        .def_property_readonly("high",
                               [](const PythonView& v) { return Lent(v).View().Range().High(); })
        .def_property_readonly("size",
                               [](const PythonView& v) { return Lent(v).View().Range().Size(); })
        .def_property_readonly("chains", [](const PythonView& v) { return Lent(v).CountChains(); })
        .def("is_eligible", &IsEligible, py::arg("port"))
        .def(
            "is_free",
            [](const PythonView& view, int64_t port)
            { return Lent(view).View().IsFree(ToPort(port)); },
            py::arg("port"))
        .def("count_free", [](const PythonView& view) { return Lent(view).CountFree(); })
        .def("select_free", &SelectFree, py::arg("rank"))
        .def("chain_length", &ChainLength, py::arg("port"), py::arg("limit") = 65536)
        .def("is_present", &IsPresent, py::arg("port"))
        .def("busy_slots", &BusySlots, py::arg("port"))
        .def("add_work", &AddWork);
    py::class_<PythonDraws>(module, "Draws")
        .def("draw", [](const PythonDraws& draws) { return Lent(draws).Draw(); })
        .def("below", &DrawBelow, py::arg("bound"));
}

/**
 * Adds a class to the registry.
 * @param about as plugin_host.describe() gives it
 * @param make called with the texts of parameters that differ from their defaults
 */
void
AddClass(const py::dict& about,
         const py::object& make,
         const std::string& path,
         const std::string& hash)
{
    // The registry outlives the interpreter, so that it must not own anything of it.
    const py::handle kept = py::object(make).release();
    const auto name = about["name"].cast<std::string>();
    auto info = DescribeInProcess(
        about,
        [kept, name](const ComponentSpec& spec) -> std::unique_ptr<PortAllocator>
        {
            const py::gil_scoped_acquire locked;
            return std::make_unique<InProcessAllocator>(name, kept(spec.GetParameters()));
        });
    info.plugin = {.path = path, .hash = hash};
    AddPortAllocator(std::move(info));
}

} // namespace

void
AddOwnAllocator(py::module_& module)
{
    AddViewAndDraws(module);
    module.def("add_class",
               &AddClass,
               py::arg("about"),
               py::arg("make"),
               py::arg("path"),
               py::arg("hash"));
    module.def(
        "load_shared_object",
        [](const std::string& path, const std::string& hash)
        { return LoadSharedObject(path, hash); },
        py::arg("path"),
        py::arg("hash"));
}

} // namespace bindstorm
