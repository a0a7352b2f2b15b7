/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"

#include "model/base/random-engine.h"
#include "model/nat/nat-clock.h"
#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-port-choice.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

py::list
ToList(const std::vector<ParameterInfo>& parameters)
{
    py::list list;
    for (const ParameterInfo& info : parameters)
    {
        py::dict entry;
        entry["name"] = info.name;
        entry["default"] = info.defaultValue;
        entry["choices"] = py::tuple(py::cast(info.choices));
        entry["help"] = info.help;
        list.append(entry);
    }
    return list;
}

py::list
ListAllocators()
{
    py::list list;
    for (const PortAllocatorInfo& info : GetPortAllocators())
    {
        py::dict entry;
        entry["name"] = info.name;
        entry["summary"] = info.summary;
        entry["source"] = info.source;
        entry["chains"] = info.defaultChains;
        entry["lock"] = info.lockScope == LockScope::TABLE ? "table" : "chain";
        entry["plugin"] = info.plugin.path;
        entry["parameters"] = ToList(info.parameters);
        list.append(entry);
    }
    return list;
}

py::list
ListGenerators()
{
    py::list list;
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        py::dict entry;
        entry["name"] = info.name;
        entry["summary"] = info.summary;
        entry["good"] = info.good;
        entry["parameters"] = ToList(info.parameters);
        list.append(entry);
    }
    return list;
}

py::list
ListBusyPatterns()
{
    py::list list;
    for (const BusyPatternInfo& info : GetBusyPatterns())
    {
        py::dict entry;
        entry["name"] = info.name;
        entry["summary"] = info.summary;
        entry["parameters"] = ToList(info.parameters);
        list.append(entry);
    }
    return list;
}

/// What every part of a NAT has; `add` adds the rest.
template <class Info, class Add>
py::list
ListNatParts(std::span<const Info> parts, const Add& add)
{
    py::list list;
    for (const Info& info : parts)
    {
        py::dict entry;
        entry["name"] = info.name;
        entry["summary"] = info.summary;
        add(entry, info);
        entry["parameters"] = ToList(info.parameters);
        list.append(entry);
    }
    return list;
}

py::list
ListNatIndexes()
{
    return ListNatParts(GetNatIndexes(),
                        [](py::dict& entry, const NatIndexInfo& info)
                        { entry["source"] = info.source; });
}

py::list
ListNatHousekeeping()
{
    return ListNatParts(GetNatHousekeeping(),
                        [](py::dict& entry, const NatHousekeepingInfo& info)
                        { entry["source"] = info.source; });
}

py::list
ListNatClocks()
{
    return ListNatParts(GetNatClocks(), [](py::dict&, const NatClockInfo&) {});
}

py::list
ListNatPortChoices()
{
    return ListNatParts(GetNatPortChoices(),
                        [](py::dict& entry, const NatPortChoiceInfo& info)
                        {
                            entry["source"] = info.source;
                            entry["range"] = info.defaultRange;
                        });
}

} // namespace

void
AddRegistry(py::module_& module)
{
    module.def("allocators", &ListAllocators);
    module.def("generators", &ListGenerators);
    module.def("busy_patterns", &ListBusyPatterns);
    module.def("nat_indexes", &ListNatIndexes);
    module.def("nat_housekeeping", &ListNatHousekeeping);
    module.def("nat_clocks", &ListNatClocks);
    module.def("nat_port_choices", &ListNatPortChoices);
    module.def(
        "resolve_allocator",
        [](const std::string& text)
        { return ResolvePortAllocator(ComponentSpec::Parse(text)).ToString(); },
        py::arg("text"));
    module.def(
        "resolve_generator",
        [](const std::string& text)
        { return ResolveRandomEngine(ComponentSpec::Parse(text)).ToString(); },
        py::arg("text"));
    module.def(
        "resolve_busy_pattern",
        [](const std::string& text)
        { return ResolveBusyPattern(ComponentSpec::Parse(text)).ToString(); },
        py::arg("text"));
}

} // namespace bindstorm
