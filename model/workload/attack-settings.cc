/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "attack-settings.h"

namespace bindstorm
{

namespace
{

SettingInfo
AttackNumber(const std::string& name,
             int64_t defaultValue,
             double low,
             double high,
             const std::string& help)
{
    return {.name = name,
            .type = SettingType::INTEGER,
            .defaultValue = defaultValue,
            .low = low,
            .high = high,
            .help = help};
}

SettingInfo
AttackChoice(const std::string& name,
             const std::vector<std::string>& words,
             const std::string& help)
{
    return {.name = name,
            .type = SettingType::CHOICE,
            .defaultValue = words.front(),
            .choices = words,
            .help = help};
}

} // namespace

std::vector<SettingInfo>
DescribeAttackSettings()
{
    return {
        AttackChoice(
            "pattern",
            {"random-inbound",
             "repeated-inbound",
             "port-scan",
             "syn-flood-outside",
             "syn-flood-inside",
             "exhaust-remote",
             "exhaust-remotes",
             "slow-trickle",
             "hash-flood",
             "one-port",
             "forged-rst",
             "fragment-flood"},
            "random-inbound: from anybody to any external port. repeated-inbound: the same "
            "few such packets again and again. port-scan: every external port in turn. "
            "syn-flood-outside: SYNs of strangers to one external port. syn-flood-inside: "
            "SYNs of any internal endpoint to anybody. exhaust-remote: many internal "
            "endpoints to one remote, in turn. exhaust-remotes: the same to many. "
            "slow-trickle: the same, meant for a rate that keeps the flows just alive. "
            "hash-flood: one internal endpoint to remotes whose flows collide in a hash; "
            "then used flows and strangers in turn. one-port: the same with remotes that "
            "do not collide. forged-rst: RSTs in the names of servers. fragment-flood: "
            "fragments of which the first one never comes, or too late."),
        {.name = "rate",
         .type = SettingType::NUMBER,
         .defaultValue = 1000.0,
         .low = 1e-3,
         .high = 1e9,
         .help = "Packets that the attackers send whatever becomes of them; replies come on top. "
                 "Their mean distance is a whole number of nanoseconds.",
         .unit = "per second"},
        AttackChoice("pace", {"poisson", "periodic"}, "Whether packets come at random or evenly."),
        {.name = "duration",
         .type = SettingType::DURATION,
         .defaultValue = int64_t{1'000'000'000},
         .low = 1,
         .high = 1e15,
         .help = "Time from the first to the last packet."},
        AttackChoice(
            "protocol",
            {"udp", "tcp"},
            "Protocol of the packets; SYN floods and RSTs are TCP, reversed fragments UDP, "
            "whatever it says."),
        AttackNumber("hosts",
                     1,
                     1,
                     1e6,
                     "Attackers inside, from 10.64.0.1 on. Used by patterns from inside but "
                     "hash-flood and one-port."),
        AttackNumber("remotes",
                     65534,
                     1,
                     AttackPattern::MOST_OUTSIDE,
                     "Attackers and accomplices outside, from 198.19.0.1 on. Not used by "
                     "exhaust-remote, port-scan, hash-flood and forged-rst."),
        AttackNumber("flows",
                     1000,
                     1,
                     1e7,
                     "Flows of the attackers, which they use again once all were opened; of "
                     "repeated-inbound the different packets."),
        AttackNumber("port",
                     50000,
                     1,
                     65535,
                     "syn-flood-outside: the external port. hash-flood, one-port and reversed "
                     "fragments: the internal port."),
        {.name = "replies",
         .type = SettingType::BOOLEAN,
         .defaultValue = false,
         .help = "Accomplices outside answer each flow when it is opened, and when it comes from "
                 "another port than before. Used by exhaust-remote, "
                 "exhaust-remotes, slow-trickle, hash-flood and one-port."},
        AttackChoice(
            "aim",
            {"guess", "known"},
            "forged-rst. guess: to any external port. known: to the TCP sessions that there "
            "are, in turn; as guess while there are none."),
        AttackNumber("servers",
                     10,
                     1,
                     131070,
                     "forged-rst, guessed: servers that hosts inside use, from 198.18.0.1 on."),
        AttackNumber("server_port",
                     443,
                     1,
                     65535,
                     "Port of those servers, and of what other flows from inside go to."),
        AttackChoice("hash",
                     {"sum", "mixed"},
                     "hash-flood: the hash that collides. sum: equal sums of addresses and ports, "
                     "whatever the buckets. mixed: that of split-chains, found by trying."),
        AttackNumber(
            "buckets",
            4001,
            1,
            1U << 20,
            "hash-flood with a mixed hash: buckets of the index. Finding one flow takes as "
            "many tries, at most 4294770690 for twice as many as there are flows."),
        AttackChoice("fragments",
                     {"headless", "reversed"},
                     "fragment-flood. headless: from outside, the first fragment never comes. "
                     "reversed: from inside, datagrams of two fragments, the later one first.")};
}

AttackSettings
ReadAttackSettings(const Settings& settings)
{
    const auto number = [&](const char* name)
    { return static_cast<uint32_t>(settings.GetInteger(name)); };
    return {.pattern = settings.GetText("pattern"),
            .protocol = settings.GetText("protocol") == "tcp" ? IP_TCP : IP_UDP,
            .hosts = number("hosts"),
            .remotes = number("remotes"),
            .flows = number("flows"),
            .port = static_cast<uint16_t>(number("port")),
            .isKnown = settings.GetText("aim") == "known",
            .servers = number("servers"),
            .serverPort = static_cast<uint16_t>(number("server_port")),
            .isSum = settings.GetText("hash") == "sum",
            .buckets = number("buckets"),
            .isReversed = settings.GetText("fragments") == "reversed"};
}

} // namespace bindstorm
