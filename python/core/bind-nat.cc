/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bind-nat.h"

#include "bindings.h"
#include "handle-signals.h"
#include "nat-columns.h"
#include "nat-settings.h"

#include "model/nat/nat-address-text.h"
#include "scenarios/engine/reader/duration.h"

#include <cstring>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <tuple>
#include <utility>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

template <class Value>
using Column = py::array_t<Value, py::array::c_style | py::array::forcecast>;

/// Bits in the order of TcpFlags.
TcpFlags
FlagsOf(uint8_t bits)
{
    return {.syn = (bits & 1) != 0,
            .ack = (bits & 2) != 0,
            .fin = (bits & 4) != 0,
            .rst = (bits & 8) != 0};
}

std::tuple<std::string, uint16_t>
TextOf(const NatEndpoint& endpoint)
{
    return {Ipv4Text(endpoint.address), endpoint.port};
}

/// Verdict, endpoint, hairpin; what there is not is None.
using NatAnswerTuple = std::tuple<uint8_t,
                                  std::optional<std::tuple<std::string, uint16_t>>,
                                  std::optional<std::tuple<std::string, uint16_t>>>;

NatAnswerTuple
TupleOf(const NatAnswer& answer)
{
    NatAnswerTuple tuple{static_cast<uint8_t>(answer.verdict), std::nullopt, std::nullopt};
    if (IsForwarded(answer.verdict))
    {
        std::get<1>(tuple) = TextOf(answer.endpoint);
    }
    if (answer.verdict == NatVerdict::HAIRPINNED)
    {
        std::get<2>(tuple) = TextOf(answer.hairpin);
    }
    return tuple;
}

std::unique_ptr<GuardedNat>
MakeNat(const std::string& profile,
        const py::dict& settings,
        const std::string& generator,
        uint64_t seed,
        uint64_t run,
        const std::string& host)
{
    return std::make_unique<GuardedNat>(
        NatDesk::Config{.nat = NatConfigOf(profile, settings),
                        .generator = ComponentSpec::Parse(generator),
                        .seed = seed,
                        .run = run,
                        .hostName = host});
}

using TranslateFunction = NatVerdict (NatDesk::*)(std::span<std::byte>);

template <TranslateFunction Function>
std::pair<uint8_t, py::bytes>
TranslateBytes(GuardedNat& self, const py::bytes& packet)
{
    NatUse desk(self);
    const std::string_view text = packet;
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    const NatVerdict verdict = ((*desk).*Function)(bytes);
    return {static_cast<uint8_t>(verdict),
            py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
}

using ManyFunction = void (NatDesk::*)(const NatDesk::Packets&,
                                       const NatDesk::Answers&,
                                       const NatDesk::Pause&);

NatDesk::Pause
PauseForSignals()
{
    return &HandleSignals;
}

/// The columns come from Python with one length, but for the times, which may be none.
template <ManyFunction Function>
py::tuple
AskMany(GuardedNat& self,
        uint8_t protocol,
        uint8_t flags,
        const Column<int64_t>& times,
        const Column<uint32_t>& source,
        const Column<uint16_t>& sourcePort,
        const Column<uint32_t>& destination,
        const Column<uint16_t>& destinationPort)
{
    NatUse desk(self);
    const auto count = static_cast<std::size_t>(source.size());
    for (const py::ssize_t size : {sourcePort.size(), destination.size(), destinationPort.size()})
    {
        if (size != source.size())
        {
            throw ConfigError("columns of " + std::to_string(size) + " and " +
                              std::to_string(count) + " packets");
        }
    }
    if (times.size() != 0 && times.size() != source.size())
    {
        throw ConfigError(std::to_string(times.size()) + " times for " + std::to_string(count) +
                          " packets");
    }
    py::array_t<uint8_t> verdict(source.size());
    py::array_t<uint32_t> address(source.size());
    py::array_t<int32_t> port(source.size());
    const NatDesk::Packets packets{.protocol = protocol,
                                   .flags = FlagsOf(flags),
                                   .times = {times.data(), static_cast<std::size_t>(times.size())},
                                   .source = {source.data(), count},
                                   .sourcePort = {sourcePort.data(), count},
                                   .destination = {destination.data(), count},
                                   .destinationPort = {destinationPort.data(), count}};
    const NatDesk::Answers answers{.verdict = {verdict.mutable_data(), count},
                                   .address = {address.mutable_data(), count},
                                   .port = {port.mutable_data(), count}};
    {
        const py::gil_scoped_release unlocked;
        ((*desk).*Function)(packets, answers, PauseForSignals());
    }
    return py::make_tuple(verdict, address, port);
}

py::dict
WorkDict(const PacketWork& work)
{
    py::dict dict;
    const auto values = work.AsArray();
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        dict[py::str(std::string(PacketWork::NAMES[i]))] = values[i];
    }
    return dict;
}

py::dict
VerdictDict(const NatTable& table)
{
    py::dict dict;
    for (std::size_t i = 0; i < NAT_VERDICTS; ++i)
    {
        dict[py::str(std::string(NAT_VERDICT_NAMES[i]))] = table.Verdicts()[i];
    }
    return dict;
}

std::vector<py::bytes>
TakeFragments(GuardedNat& self)
{
    std::vector<py::bytes> taken;
    for (const std::vector<std::byte>& fragment : NatUse(self)->Table().TakeReleasedFragments())
    {
        taken.emplace_back(reinterpret_cast<const char*>(fragment.data()), fragment.size());
    }
    return taken;
}

/// Remote address and port, and external address and port.
std::vector<std::tuple<std::string, uint16_t, std::string, uint16_t>>
TakeSyns(GuardedNat& self)
{
    std::vector<std::tuple<std::string, uint16_t, std::string, uint16_t>> taken;
    for (const NatArrival& arrival : NatUse(self)->Table().TakeUnansweredSyns())
    {
        taken.emplace_back(Ipv4Text(arrival.remote.address),
                           arrival.remote.port,
                           Ipv4Text(arrival.external.address),
                           arrival.external.port);
    }
    return taken;
}

py::dict
ConfigDict(GuardedNat& self)
{
    NatUse desk(self);
    const NatConfig& config = desk->Table().GetConfig();
    py::list external;
    for (const uint32_t address : config.external)
    {
        external.append(Ipv4Text(address));
    }
    py::dict dict;
    dict["index"] = config.index.ToString();
    dict["housekeeping"] = config.housekeeping.ToString();
    dict["clock"] = config.clock.ToString();
    dict["ports"] = config.ports.ToString();
    dict["external"] = external;
    return dict;
}

} // namespace

void
AddNat(py::module_& module)
{
    module.def(
        "parse_duration",
        [](const std::string& text) { return ParseDuration(text).count(); },
        py::arg("text"));
    module.def("parse_ipv4", &ParseIpv4, py::arg("text"));
    const auto one = [](auto function)
    {
        return [function](GuardedNat& self,
                          uint8_t protocol,
                          uint8_t flags,
                          const std::string& source,
                          uint16_t sourcePort,
                          const std::string& destination,
                          uint16_t destinationPort)
        {
            NatUse desk(self);
            return TupleOf(function(*desk,
                                    protocol,
                                    EndpointOf(source, sourcePort),
                                    EndpointOf(destination, destinationPort),
                                    FlagsOf(flags)));
        };
    };
    const auto outbound = one(
        [](NatDesk& desk, uint8_t protocol, auto from, auto to, auto flags) {
            return desk.Outbound({protocol, from, to}, flags);
        });
    const auto inbound = one(
        [](NatDesk& desk, uint8_t protocol, auto from, auto to, auto flags) {
            return desk.Inbound({protocol, from, to}, flags);
        });
    py::class_<GuardedNat> nat(module, "NatDesk");
    nat.def(py::init(&MakeNat),
            py::kw_only(),
            py::arg("profile"),
            py::arg("settings"),
            py::arg("generator"),
            py::arg("seed"),
            py::arg("run"),
            py::arg("host"));
    const auto packet = [&nat](const char* name, auto function)
    {
        nat.def(name,
                function,
                py::arg("protocol"),
                py::arg("flags"),
                py::arg("source"),
                py::arg("source_port"),
                py::arg("destination"),
                py::arg("destination_port"));
    };
    packet("outbound", outbound);
    packet("inbound", inbound);
    const auto packets = [&nat](const char* name, auto function)
    {
        nat.def(name,
                function,
                py::arg("protocol"),
                py::arg("flags"),
                py::arg("times"),
                py::arg("source"),
                py::arg("source_port"),
                py::arg("destination"),
                py::arg("destination_port"));
    };
    packets("outbound_many", &AskMany<&NatDesk::OutboundMany>);
    packets("inbound_many", &AskMany<&NatDesk::InboundMany>);
    nat.def("translate_out", &TranslateBytes<&NatDesk::TranslateOutbound>, py::arg("packet"));
    nat.def("translate_in", &TranslateBytes<&NatDesk::TranslateInbound>, py::arg("packet"));
    nat.def("released_fragments", &TakeFragments);
    nat.def("unanswered_syns", &TakeSyns);
    AddNatRules(nat);
    nat.def(
        "set_external",
        [](GuardedNat& self, const std::vector<std::string>& addresses)
        {
            std::vector<uint32_t> pool;
            for (const std::string& address : addresses)
            {
                pool.push_back(ParseIpv4(address));
            }
            NatUse(self)->Table().SetExternal(pool);
        },
        py::arg("addresses"));
    nat.def("columns", [](GuardedNat& self) { return NatColumns(*NatUse(self)); });
    nat.def("config", &ConfigDict);
    nat.def("verdicts", [](GuardedNat& self) { return VerdictDict(NatUse(self)->Table()); });
    nat.def("work", [](GuardedNat& self) { return WorkDict(NatUse(self)->Work()); });
    nat.def("last_work",
            [](GuardedNat& self) { return WorkDict(NatUse(self)->Table().LastWork()); });
    nat.def("count_packets", [](GuardedNat& self) { return NatUse(self)->CountPackets(); });
    nat.def("size", [](GuardedNat& self) { return NatUse(self)->Table().Size(); });
    nat.def("count_sessions",
            [](GuardedNat& self) { return NatUse(self)->Table().CountSessions(); });
    nat.def("count_mappings",
            [](GuardedNat& self) { return NatUse(self)->Table().CountMappings(); });
    nat.def("now", [](GuardedNat& self) { return NatUse(self)->Now().count(); });
    nat.def(
        "set_now",
        [](GuardedNat& self, int64_t now) { NatUse(self)->SetNow(NatTime{now}); },
        py::arg("now"));
}

} // namespace bindstorm
