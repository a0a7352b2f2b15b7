/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-config-settings.h"

#include "nat-address-list.h"
#include "nat-clock.h"
#include "nat-housekeeping.h"
#include "nat-index.h"
#include "nat-port-choice.h"
#include "nat-profile.h"

#include <vector>

namespace bindstorm
{

namespace
{

void
AddParts(std::vector<NatSetting>& all)
{
    all.push_back(
        {.info = {.name = "external",
                  .type = SettingType::ADDRESSES,
                  .defaultValue = {},
                  .help = "External addresses of the pool, in the order of their use"},
         .example = "\"203.0.113.1\"",
         .get = [](const NatConfig& config) { return SettingValue(Ipv4ListText(config.external)); },
         .set = [](NatConfig& config, const SettingValue& value)
         { config.external = ParseIpv4List(std::get<std::string>(value)); }});
    all.push_back(NatComponent("index",
                               SettingType::NAT_INDEX,
                               &NatConfig::index,
                               ResolveNatIndex,
                               "How an entry of the table is found"));
    all.push_back(NatComponent("housekeeping",
                               SettingType::NAT_HOUSEKEEPING,
                               &NatConfig::housekeeping,
                               ResolveNatHousekeeping,
                               "How entries are found whose time is over"));
    all.push_back(NatComponent("clock",
                               SettingType::NAT_CLOCK,
                               &NatConfig::clock,
                               ResolveNatClock,
                               "Which clock the table reads, and how often"));
    all.push_back(NatComponent("ports",
                               SettingType::NAT_PORTS,
                               &NatConfig::ports,
                               ResolveNatPortChoice,
                               "What chooses the external port of a new flow"));
    all.push_back(
        {.info = {.name = "range",
                  .type = SettingType::RANGE,
                  .defaultValue = {},
                  .help = "External ports, both ends included; without it the port choice uses "
                          "the range it was written for"},
         .example = "\"1024-65535\"",
         .get =
             [](const NatConfig& config) {
                 return config.range ? std::optional<SettingValue>(config.range->ToString())
                                     : std::nullopt;
             },
         .set = [](NatConfig& config, const SettingValue& value)
         { config.range = PortRange::Parse(std::get<std::string>(value)); }});
    all.push_back(
        {.info = {.name = "reserved",
                  .type = SettingType::PORTS,
                  .defaultValue = {},
                  .help = "External ports that are never given"},
         .example = "\"5060,8080\"",
         .get = [](const NatConfig& config) { return SettingValue(config.reserved.ToString()); },
         .set = [](NatConfig& config, const SettingValue& value)
         { config.reserved = PortSet::Parse(std::get<std::string>(value)); }});
}

void
AddBehaviour(std::vector<NatSetting>& all)
{
    using Behaviour = NatProtocolBehaviour;
    using C = NatConfig;
    all.push_back(NatDependenceOf("mapping",
                                  &Behaviour::mapping,
                                  {&C::udp, &C::tcp, &C::icmp},
                                  "On what of the remote endpoint a mapping depends (RFC 4787)"));
    all.push_back(
        NatDependenceOf("udp_mapping", &Behaviour::mapping, {&C::udp}, "The same for UDP alone"));
    all.push_back(
        NatDependenceOf("tcp_mapping", &Behaviour::mapping, {&C::tcp}, "The same for TCP alone"));
    all.push_back(NatDependenceOf("icmp_mapping",
                                  &Behaviour::mapping,
                                  {&C::icmp},
                                  "The same for ICMP queries alone"));
    all.push_back(NatDependenceOf("filtering",
                                  &Behaviour::filtering,
                                  {&C::udp, &C::tcp, &C::icmp},
                                  "On what of the remote endpoint it depends who may answer"));
    all.push_back(NatDependenceOf("udp_filtering",
                                  &Behaviour::filtering,
                                  {&C::udp},
                                  "The same for UDP alone"));
    all.push_back(NatDependenceOf("tcp_filtering",
                                  &Behaviour::filtering,
                                  {&C::tcp},
                                  "The same for TCP alone"));
    all.push_back(NatDependenceOf("icmp_filtering",
                                  &Behaviour::filtering,
                                  {&C::icmp},
                                  "The same for ICMP queries alone"));
    all.push_back(NatChoice("pooling",
                            &C::pooling,
                            {"paired", "soft-paired", "arbitrary", "in-order"},
                            "Which external address of the pool an internal host gets"));
    all.push_back(NatSwitch("preserve_port", &C::preservePort, "The internal port is tried first"));
    all.push_back(NatSwitch("keep_parity",
                            &C::keepParity,
                            "An even port gets an even one, an odd port an odd one"));
    all.push_back(NatSwitch("keep_class",
                            &C::keepClass,
                            "Ports below 1024 get ports below 1024, others others"));
    all.push_back(NatSwitch("overload",
                            &C::overload,
                            "One external port may serve several internal endpoints towards "
                            "different remotes"));
    all.push_back(NatSwitch("hairpin",
                            &C::hairpin,
                            "Packets from inside to an external endpoint come back inside"));
    all.push_back(
        NatNumber("max_links",
                  &C::maxLinks,
                  1e8,
                  "links",
                  "Most sessions, mappings and rules; 0 for no limit. Rules are taken beyond it"));
    all.push_back(NatNumber("max_ports_per_host",
                            &C::maxPortsPerHost,
                            1e8,
                            "ports",
                            "Most external ports of an internal host; 0 for no limit"));
    all.push_back(NatChoice("when_full",
                            &C::whenFull,
                            {"refuse", "evict-unassured"},
                            "What happens to a new flow when the table is full"));
    all.push_back(
        {.info = {.name = "count_free_ports",
                  .type = SettingType::BOOLEAN,
                  .defaultValue = {},
                  .help = "Free ports are kept count of whatever the port choice, so that a flow "
                          "which got none while one was free is counted as false exhaustion"},
         .example = "true",
         .get = [](const NatConfig& config)
         { return config.countFreePorts ? std::optional<SettingValue>(true) : std::nullopt; },
         .set = [](NatConfig& config, const SettingValue& value)
         { config.countFreePorts = std::get<bool>(value); }});
    all.push_back(
        NatHold("port_hold", &C::portHold, "A port that became free is not given again so long"));
    all.push_back(NatHold("syn_hold",
                          &C::synHold,
                          "An unsolicited inbound SYN is answered after this time, if nothing came "
                          "out"));
    all.push_back(NatChoice("sources",
                            &C::sources,
                            {"all", "unregistered", "unregistered-cgn"},
                            "Which internal addresses are translated; others pass as they are"));
    all.push_back(NatChoice("unsolicited",
                            &C::unsolicited,
                            {"deny", "accept"},
                            "What becomes of an inbound packet that nothing in the table fits"));
    all.push_back(NatAddress("target", &C::target, "Where accepted unsolicited packets go"));
    all.push_back(NatAddress("first_internal",
                             &C::firstInternal,
                             "Internal hosts are numbered from this address on, for port choices "
                             "that go by the number"));
    all.push_back(NatSwitch("reset_on_address_change",
                            &C::resetOnAddressChange,
                            "Another external address ends all sessions"));
    all.push_back(NatSwitch("reverse", &C::reverse, "Inside and outside swap roles"));
}

void
AddTimers(std::vector<NatSetting>& all)
{
    using T = NatTimers;
    all.push_back(NatSwitch("inbound_refresh",
                            &NatConfig::inboundRefresh,
                            "Inbound packets renew the timer too"));
    all.push_back(NatTimer("udp_timeout", &T::udp, 1, "Idle time that ends a UDP session"));
    all.push_back(NatTimer("udp_unreplied_timeout",
                           &T::udpUnreplied,
                           0,
                           "The same before the first answer; 0 for as the others"));
    all.push_back(
        NatTimer("icmp_timeout", &T::icmp, 1, "Idle time that ends an ICMP query session"));
    all.push_back(NatTimer("other_timeout", &T::other, 1, "The same for protocols without ports"));
    all.push_back(NatTimer("tcp_opening_timeout",
                           &T::tcpOpening,
                           1,
                           "Idle time that ends a TCP session with SYNs not seen from both sides"));
    all.push_back(NatTimer("tcp_established_timeout",
                           &T::tcpEstablished,
                           1,
                           "The same with SYNs seen from both"));
    all.push_back(NatTimer("tcp_half_closed_timeout",
                           &T::tcpHalfClosed,
                           1,
                           "The same with a FIN seen from one side"));
    all.push_back(NatTimer("tcp_closed_timeout",
                           &T::tcpClosed,
                           1,
                           "The same with a FIN seen from both sides"));
    all.push_back(NatTimer("tcp_reset_timeout",
                           &T::tcpReset,
                           0,
                           "The same with an RST seen; 0: a reset counts as the FIN of its side"));
}

void
AddFragments(std::vector<NatSetting>& all)
{
    all.push_back(NatSwitch("denied_fragments_open",
                            &NatConfig::deniedFragmentsOpen,
                            "A first fragment that is denied opens the way for the later ones"));
    all.push_back(NatNumber("max_fragmented_datagrams",
                            &NatConfig::maxFragmentedDatagrams,
                            1e6,
                            "datagrams",
                            "Most fragmented datagrams that are remembered"));
    all.push_back(NatNumber("max_held_fragments",
                            &NatConfig::maxHeldFragments,
                            1e6,
                            "fragments",
                            "Most fragments kept that came before their first one"));
}

} // namespace

std::span<const NatSetting>
GetNatSettings()
{
    static const std::vector<NatSetting> all = []
    {
        std::vector<NatSetting> settings;
        AddParts(settings);
        AddBehaviour(settings);
        AddTimers(settings);
        AddFragments(settings);
        return settings;
    }();
    return all;
}

const SettingInfo&
GetNatProfileSetting()
{
    static const SettingInfo info = []
    {
        SettingInfo setting{.name = "profile",
                            .type = SettingType::CHOICE,
                            .defaultValue = GetNatProfiles().front().name,
                            .help = "What settings are that are not given"};
        for (const NatProfile& profile : GetNatProfiles())
        {
            setting.choices.push_back(profile.name);
            setting.help += "; " + profile.name + ": " + profile.summary;
        }
        return setting;
    }();
    return info;
}

NatConfig
MakeNatConfig(const Settings& given)
{
    const auto& values = given.All();
    const auto profile = values.find(GetNatProfileSetting().name);
    NatConfig config = profile == values.end() ? GetNatProfiles().front().config
                                               : FindNatProfile(given.GetText("profile")).config;
    for (const NatSetting& setting : GetNatSettings())
    {
        const auto value = values.find(setting.info.name);
        if (value != values.end())
        {
            setting.set(config, value->second);
        }
    }
    CheckNatConfig(config);
    return config;
}

Settings
MakeNatSettings(const NatConfig& config)
{
    Settings settings;
    settings.Set(GetNatProfileSetting().name, *GetNatProfileSetting().defaultValue);
    for (const NatSetting& setting : GetNatSettings())
    {
        if (const auto value = setting.get(config))
        {
            settings.Set(setting.info.name, *value);
        }
    }
    return settings;
}

} // namespace bindstorm
