/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bind-nat.h"

#include <pybind11/stl.h>
#include <tuple>
#include <utility>

namespace py = pybind11;

namespace bindstorm
{

void
AddNatRules(py::class_<GuardedNat>& nat)
{
    const auto addRule = [](auto function)
    {
        return [function](GuardedNat& self,
                          uint8_t protocol,
                          const std::tuple<std::string, uint16_t>& internal,
                          const std::tuple<std::string, uint16_t>& external,
                          const std::tuple<std::string, uint16_t>& remote)
        {
            const NatRedirect redirect{.protocol = protocol,
                                       .internal = std::apply(&EndpointOf, internal),
                                       .remote = std::apply(&EndpointOf, remote),
                                       .external = std::apply(&EndpointOf, external)};
            const LinkHandle handle = function(NatUse(self)->Table(), redirect);
            return std::pair(handle.id, handle.generation);
        };
    };
    const auto addRedirect = addRule([](NatTable& table, const NatRedirect& redirect)
                                     { return table.AddRedirect(redirect); });
    const auto addProtocolRedirect = addRule([](NatTable& table, const NatRedirect& redirect)
                                             { return table.AddProtocolRedirect(redirect); });

    const auto rule = [&nat](const char* name, auto function)
    {
        nat.def(name,
                function,
                py::arg("protocol"),
                py::arg("internal"),
                py::arg("external"),
                py::arg("remote"));
    };
    rule("add_redirect", addRedirect);
    rule("add_protocol_redirect", addProtocolRedirect);
    nat.def(
        "add_address_redirect",
        [](GuardedNat& self, const std::string& internal, const std::string& external)
        {
            const LinkHandle handle =
                NatUse(self)->Table().AddAddressRedirect(ParseIpv4(internal), ParseIpv4(external));
            return std::pair(handle.id, handle.generation);
        },
        py::arg("internal"),
        py::arg("external"));
    nat.def(
        "add_server",
        [](GuardedNat& self,
           uint32_t id,
           uint32_t generation,
           const std::string& address,
           uint16_t port) {
            return NatUse(self)->Table().AddServer({id, generation}, EndpointOf(address, port));
        },
        py::arg("id"),
        py::arg("generation"),
        py::arg("address"),
        py::arg("port"));
    nat.def(
        "make_dynamic",
        [](GuardedNat& self, uint32_t id, uint32_t generation) {
            return NatUse(self)->Table().MakeDynamic({id, generation});
        },
        py::arg("id"),
        py::arg("generation"));
    nat.def(
        "delete",
        [](GuardedNat& self, uint32_t id, uint32_t generation, bool endSessions) {
            return NatUse(self)->Table().Delete({id, generation}, endSessions);
        },
        py::arg("id"),
        py::arg("generation"),
        py::arg("end_sessions"));
}

} // namespace bindstorm
