/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"
#include "guarded.h"
#include "handle-signals.h"
#include "in-process-allocator.h"
#include "port-desk.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <utility>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

using GuardedDesk = Guarded<PortDesk>;
using DeskPorts = py::array_t<int32_t>;
using Remote = std::optional<std::pair<std::string, uint16_t>>;

/// A wide signed type: sums and differences of 16-bit ports overflow without a word.
DeskPorts
ToArray(const std::vector<uint16_t>& ports)
{
    DeskPorts array(static_cast<py::ssize_t>(ports.size()));
    std::ranges::copy(ports, array.mutable_data());
    return array;
}

py::dict
ToDict(const WorkCounters& work)
{
    py::dict dict;
    const auto values = work.AsArray();
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        dict[py::str(std::string(WorkCounters::NAMES[i]))] = values[i];
    }
    return dict;
}

std::optional<RemoteEndpoint>
ToRemote(const Remote& remote)
{
    if (!remote)
    {
        return std::nullopt;
    }
    return RemoteEndpoint{IpAddress::Parse(remote->first), remote->second};
}

std::unique_ptr<GuardedDesk>
Make(const std::string& allocator,
     uint32_t low,
     uint32_t high,
     const std::string& generator,
     uint64_t seed,
     uint64_t run,
     const std::string& host,
     uint32_t chains,
     const std::string& reserved,
     const std::string& excluded,
     const std::string& busy,
     bool isTcp,
     const std::optional<std::pair<py::object, py::dict>>& own)
{
    PortDesk::Config config;
    if (own)
    {
        const auto create = [object = own->first](const ComponentSpec& spec)
        { return std::make_unique<InProcessAllocator>(spec.GetName(), object); };
        config.host.ownAllocator =
            std::make_shared<PortAllocatorInfo>(DescribeInProcess(own->second, create));
    }
    config.host.range = PortRange(low, high);
    config.host.reserved = PortSet::Parse(reserved);
    config.host.excluded = PortSet::Parse(excluded);
    config.host.chains = chains;
    config.host.allocator = ComponentSpec::Parse(allocator);
    config.generator = ComponentSpec::Parse(generator);
    config.busy = ComponentSpec::Parse(busy);
    config.protocol = isTcp ? Protocol::TCP : Protocol::UDP;
    config.seed = seed;
    config.run = run;
    config.hostName = host;
    return std::make_unique<GuardedDesk>(config);
}

uint16_t
Bind(GuardedDesk& guarded,
     uint16_t port,
     const std::optional<std::string>& address,
     bool reuseAddress,
     bool ipv6Only,
     uint32_t device,
     const Remote& remote)
{
    GuardedDesk::Use desk(guarded);
    PortRequest request;
    request.address = address ? IpAddress::Parse(*address) : IpAddress();
    request.device = device;
    request.reuseAddress = reuseAddress;
    request.ipv6Only = ipv6Only;
    request.remote = ToRemote(remote);
    return desk->Bind(request, port);
}

void
Close(GuardedDesk& guarded,
      uint16_t port,
      const std::optional<std::string>& address,
      const std::optional<uint32_t>& device,
      const Remote& remote)
{
    GuardedDesk::Use desk(guarded);
    PortDesk::Which which;
    which.address = address ? std::optional(IpAddress::Parse(*address)) : std::nullopt;
    which.device = device;
    which.remote = ToRemote(remote);
    desk->Close(port, which);
}

/// Fills a new array by a long call without Python's lock.
template <class Function>
DeskPorts
Fill(GuardedDesk& guarded, std::size_t count, Function function)
{
    GuardedDesk::Use desk(guarded);
    DeskPorts ports(static_cast<py::ssize_t>(count));
    const std::span<int32_t> span(ports.mutable_data(), count);
    const py::gil_scoped_release unlocked;
    function(*desk, span);
    return ports;
}

} // namespace

void
AddPortDesk(py::module_& module)
{
    using Use = GuardedDesk::Use;
    py::class_<GuardedDesk>(module, "PortDesk")
        .def(py::init(&Make),
             py::kw_only(),
             py::arg("allocator"),
             py::arg("low"),
             py::arg("high"),
             py::arg("generator"),
             py::arg("seed"),
             py::arg("run"),
             py::arg("host"),
             py::arg("chains"),
             py::arg("reserved"),
             py::arg("excluded"),
             py::arg("busy"),
             py::arg("tcp"),
             py::arg("own"))
        .def("bind",
             &Bind,
             py::arg("port"),
             py::arg("address"),
             py::arg("reuse_address"),
             py::arg("ipv6_only"),
             py::arg("device"),
             py::arg("remote"))
        .def("close",
             &Close,
             py::arg("port"),
             py::arg("address"),
             py::arg("device"),
             py::arg("remote"))
        .def(
            "draw",
            [](GuardedDesk& self, std::size_t count)
            {
                return Fill(self,
                            count,
                            [](PortDesk& desk, std::span<int32_t> ports)
                            { desk.Draw(ports, &HandleSignals); });
            },
            py::arg("count"))
        .def(
            "churn",
            [](GuardedDesk& self, std::size_t count)
            {
                return Fill(self,
                            count,
                            [](PortDesk& desk, std::span<int32_t> ports)
                            { desk.Churn(ports, &HandleSignals); });
            },
            py::arg("count"))
        .def(
            "hold",
            [](GuardedDesk& self, std::size_t count)
            {
                Use desk(self);
                const py::gil_scoped_release unlocked;
                desk->Hold(count, &HandleSignals);
            },
            py::arg("count"))
        .def("close_all", [](GuardedDesk& self) { Use(self)->CloseAll(); })
        .def("count_held", [](GuardedDesk& self) { return Use(self)->CountHeld(); })
        .def("held", [](GuardedDesk& self) { return ToArray(Use(self)->Held()); })
        .def("busy", [](GuardedDesk& self) { return ToArray(Use(self)->Busy()); })
        .def("free", [](GuardedDesk& self) { return ToArray(Use(self)->Free()); })
        .def("count_eligible", [](GuardedDesk& self) { return Use(self)->CountEligible(); })
        .def("count_chains", [](GuardedDesk& self) { return Use(self)->CountChains(); })
        .def("work",
             [](GuardedDesk& self)
             {
                 const PortDesk::Work work = Use(self)->GetWork();
                 py::dict all;
                 all["binds"] = work.binds;
                 all["failures"] = work.failures;
                 all["closes"] = work.closes;
                 all["bind"] = ToDict(work.bind);
                 all["close"] = ToDict(work.close);
                 all["last_bind"] = ToDict(work.lastBind);
                 return all;
             })
        .def(
            "law",
            [](GuardedDesk& self, uint64_t samples)
            {
                Use desk(self);
                const py::gil_scoped_release unlocked;
                return desk->Law(samples);
            },
            py::arg("samples"))
        .def("measure", [](GuardedDesk& self) { Use(self)->Measure(); })
        .def(
            "report",
            [](GuardedDesk& self, double level) { return Use(self)->Report(level); },
            py::arg("level"));
}

} // namespace bindstorm
