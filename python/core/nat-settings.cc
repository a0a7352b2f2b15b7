/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-settings.h"

#include "model/nat/nat-address-text.h"
#include "model/nat/nat-profile.h"

#include <algorithm>
#include <array>
#include <map>
#include <pybind11/stl.h>
#include <span>
#include <string_view>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

using NatSetter = void (*)(NatConfig&, const py::handle&);

constexpr std::array<std::string_view, 3> DEPENDENCES{"endpoint-independent",
                                                      "address-dependent",
                                                      "address-and-port-dependent"};
constexpr std::array<std::string_view, 4> POOLINGS{"paired",
                                                   "soft-paired",
                                                   "arbitrary",
                                                   "in-order"};
constexpr std::array<std::string_view, 2> WHEN_FULL{"refuse", "evict-unassured"};
constexpr std::array<std::string_view, 3> SOURCES{"all", "unregistered", "unregistered-cgn"};
constexpr std::array<std::string_view, 2> UNSOLICITED{"deny", "accept"};

/// @param words in the order of the enum
template <class Enum>
Enum
WordOf(const char* what, std::span<const std::string_view> words, const py::handle& value)
{
    const auto word = value.cast<std::string>();
    const auto found = std::ranges::find(words, word);
    if (found == words.end())
    {
        std::string known;
        for (const std::string_view each : words)
        {
            known += (known.empty() ? "\"" : ", \"") + std::string(each) + "\"";
        }
        throw ConfigError(std::string(what) + " \"" + word + "\": expected is one of " + known);
    }
    return static_cast<Enum>(found - words.begin());
}

template <NatProtocolBehaviour NatConfig::*Protocol>
void
SetMapping(NatConfig& config, const py::handle& value)
{
    (config.*Protocol).mapping = WordOf<NatDependence>("mapping", DEPENDENCES, value);
}

template <NatProtocolBehaviour NatConfig::*Protocol>
void
SetFiltering(NatConfig& config, const py::handle& value)
{
    (config.*Protocol).filtering = WordOf<NatDependence>("filtering", DEPENDENCES, value);
}

template <auto Member>
void
SetPart(NatConfig& config, const py::handle& value)
{
    config.*Member = ComponentSpec::Parse(value.cast<std::string>());
}

template <auto Member>
void
SetValue(NatConfig& config, const py::handle& value)
{
    using Value = std::remove_reference_t<decltype(config.*Member)>;
    config.*Member = value.cast<Value>();
}

template <auto Member>
void
SetAddress(NatConfig& config, const py::handle& value)
{
    config.*Member = ParseIpv4(value.cast<std::string>());
}

template <auto Member>
void
SetTime(NatConfig& config, const py::handle& value)
{
    config.*Member = NatTime{value.cast<NatTime::rep>()};
}

template <auto Member>
void
SetTimer(NatConfig& config, const py::handle& value)
{
    config.timers.*Member = NatTime{value.cast<NatTime::rep>()};
}

void
SetExternal(NatConfig& config, const py::handle& value)
{
    config.external.clear();
    for (const py::handle& address : value)
    {
        config.external.push_back(ParseIpv4(address.cast<std::string>()));
    }
}

const std::map<std::string, NatSetter>&
NatSetters()
{
    static const std::map<std::string, NatSetter> all{
        {"external", &SetExternal},
        {"index", &SetPart<&NatConfig::index>},
        {"housekeeping", &SetPart<&NatConfig::housekeeping>},
        {"clock", &SetPart<&NatConfig::clock>},
        {"ports", &SetPart<&NatConfig::ports>},
        {"range",
         [](NatConfig& config, const py::handle& value)
         { config.range = PortRange::Parse(value.cast<std::string>()); }},
        {"reserved",
         [](NatConfig& config, const py::handle& value)
         { config.reserved = PortSet::Parse(value.cast<std::string>()); }},
        {"first_internal", &SetAddress<&NatConfig::firstInternal>},
        {"udp.mapping", &SetMapping<&NatConfig::udp>},
        {"tcp.mapping", &SetMapping<&NatConfig::tcp>},
        {"icmp.mapping", &SetMapping<&NatConfig::icmp>},
        {"udp.filtering", &SetFiltering<&NatConfig::udp>},
        {"tcp.filtering", &SetFiltering<&NatConfig::tcp>},
        {"icmp.filtering", &SetFiltering<&NatConfig::icmp>},
        {"timers.udp", &SetTimer<&NatTimers::udp>},
        {"timers.udp_unreplied", &SetTimer<&NatTimers::udpUnreplied>},
        {"timers.icmp", &SetTimer<&NatTimers::icmp>},
        {"timers.other", &SetTimer<&NatTimers::other>},
        {"timers.tcp_opening", &SetTimer<&NatTimers::tcpOpening>},
        {"timers.tcp_established", &SetTimer<&NatTimers::tcpEstablished>},
        {"timers.tcp_half_closed", &SetTimer<&NatTimers::tcpHalfClosed>},
        {"timers.tcp_closed", &SetTimer<&NatTimers::tcpClosed>},
        {"timers.tcp_reset", &SetTimer<&NatTimers::tcpReset>},
        {"pooling",
         [](NatConfig& config, const py::handle& value)
         { config.pooling = WordOf<NatPooling>("pooling", POOLINGS, value); }},
        {"preserve_port", &SetValue<&NatConfig::preservePort>},
        {"keep_parity", &SetValue<&NatConfig::keepParity>},
        {"keep_class", &SetValue<&NatConfig::keepClass>},
        {"overload", &SetValue<&NatConfig::overload>},
        {"hairpin", &SetValue<&NatConfig::hairpin>},
        {"inbound_refresh", &SetValue<&NatConfig::inboundRefresh>},
        {"max_links", &SetValue<&NatConfig::maxLinks>},
        {"max_ports_per_host", &SetValue<&NatConfig::maxPortsPerHost>},
        {"when_full",
         [](NatConfig& config, const py::handle& value)
         { config.whenFull = WordOf<NatWhenFull>("when_full", WHEN_FULL, value); }},
        {"port_hold", &SetTime<&NatConfig::portHold>},
        {"syn_hold", &SetTime<&NatConfig::synHold>},
        {"sources",
         [](NatConfig& config, const py::handle& value)
         { config.sources = WordOf<NatSources>("sources", SOURCES, value); }},
        {"unsolicited",
         [](NatConfig& config, const py::handle& value)
         { config.unsolicited = WordOf<NatUnsolicited>("unsolicited", UNSOLICITED, value); }},
        {"target", &SetAddress<&NatConfig::target>},
        {"reset_on_address_change", &SetValue<&NatConfig::resetOnAddressChange>},
        {"reverse", &SetValue<&NatConfig::reverse>},
        {"denied_fragments_open", &SetValue<&NatConfig::deniedFragmentsOpen>},
        {"max_fragmented_datagrams", &SetValue<&NatConfig::maxFragmentedDatagrams>},
        {"max_held_fragments", &SetValue<&NatConfig::maxHeldFragments>}};
    return all;
}

} // namespace

NatConfig
NatConfigOf(const std::string& profile, const py::dict& settings)
{
    NatConfig config = FindNatProfile(profile).config;
    for (const auto& [key, value] : settings)
    {
        const auto name = key.cast<std::string>();
        const auto setter = NatSetters().find(name);
        if (setter == NatSetters().end())
        {
            throw ConfigError("a NAT has no setting \"" + name + "\"");
        }
        setter->second(config, value);
    }
    return config;
}

} // namespace bindstorm
