/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "busy-pattern.h"

#include "model/base/find-by-name.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace bindstorm
{

namespace
{

/**
 * A pattern with what it does. `make` gets the eligible ports in ascending order and leaves the
 * busy ones.
 */
struct Pattern
{
    BusyPatternInfo info;
    void (*check)(const ComponentSpec& spec); ///< throws ConfigError; nullptr: nothing to check
    void (*make)(const ComponentSpec& spec,
                 const PortRange& range,
                 std::vector<uint16_t>& ports,
                 DrawSource& draws);
};

ConfigError
Refuse(const ComponentSpec& spec, const std::string& reason)
{
    return ConfigError("busy ports '" + spec.ToString() + "': " + reason);
}

std::string
GetGiven(const ComponentSpec& spec, const std::string& key)
{
    const std::optional<std::string> text = spec.Get(key);
    if (!text)
    {
        throw Refuse(spec, "'" + key + "' is missing");
    }
    return *text;
}

PortRange
GetBlock(const ComponentSpec& spec)
{
    return PortRange::Parse(GetGiven(spec, "range"));
}

PortSet
GetList(const ComponentSpec& spec)
{
    std::string text = GetGiven(spec, "list");
    std::ranges::replace(text, '+', ',');
    return PortSet::Parse(text);
}

double
GetShare(const ComponentSpec& spec)
{
    GetGiven(spec, "share");
    return *spec.GetNumber("share", 0, 1);
}

uint32_t
GetStep(const ComponentSpec& spec)
{
    GetGiven(spec, "step");
    return static_cast<uint32_t>(*spec.GetInteger("step", 1, 65535));
}

template <class Predicate>
void
Keep(std::vector<uint16_t>& ports, Predicate isKept)
{
    std::erase_if(ports, [&](uint16_t port) { return !isKept(port); });
}

/// Named ports that all lie elsewhere are a mistake in the range or in the name.
void
RequireOverlap(const ComponentSpec& spec, const PortRange& range, const PortSet& named)
{
    if (named.CountWithin(range) == 0)
    {
        throw Refuse(spec, "none of these ports is in the range " + range.ToString());
    }
}

void
MakeNone(const ComponentSpec&, const PortRange&, std::vector<uint16_t>& ports, DrawSource&)
{
    ports.clear();
}

void
MakeAll(const ComponentSpec&, const PortRange&, std::vector<uint16_t>&, DrawSource&)
{
}

/// Partial Fisher-Yates: every set of that size is equally likely, in every order.
void
MakeRandom(const ComponentSpec& spec,
           const PortRange&,
           std::vector<uint16_t>& ports,
           DrawSource& draws)
{
    const auto count =
        static_cast<std::size_t>(std::llround(GetShare(spec) * static_cast<double>(ports.size())));
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto rest = static_cast<uint32_t>(ports.size() - i);
        std::swap(ports[i], ports[i + draws.DrawBelow(rest)]);
    }
    ports.resize(count);
}

void
MakeEvery(const ComponentSpec& spec,
          const PortRange& range,
          std::vector<uint16_t>& ports,
          DrawSource&)
{
    const uint32_t step = GetStep(spec);
    Keep(ports, [&](uint16_t port) { return (port - uint32_t{range.Low()}) % step == 0; });
}

/// @return the first port of the upper half; the middle port of an odd range belongs to it
uint32_t
Middle(const PortRange& range)
{
    return range.Low() + range.Size() / 2;
}

void
MakeLowerHalf(const ComponentSpec&,
              const PortRange& range,
              std::vector<uint16_t>& ports,
              DrawSource&)
{
    Keep(ports, [&](uint16_t port) { return port < Middle(range); });
}

void
MakeUpperHalf(const ComponentSpec&,
              const PortRange& range,
              std::vector<uint16_t>& ports,
              DrawSource&)
{
    Keep(ports, [&](uint16_t port) { return port >= Middle(range); });
}

void
MakeBlock(const ComponentSpec& spec,
          const PortRange& range,
          std::vector<uint16_t>& ports,
          DrawSource&)
{
    PortSet block;
    block.Insert(GetBlock(spec));
    RequireOverlap(spec, range, block);
    Keep(ports, [&](uint16_t port) { return block.Contains(port); });
}

void
MakeAllBut(const ComponentSpec& spec,
           const PortRange& range,
           std::vector<uint16_t>& ports,
           DrawSource&)
{
    PortSet block;
    block.Insert(GetBlock(spec));
    RequireOverlap(spec, range, block);
    Keep(ports, [&](uint16_t port) { return !block.Contains(port); });
}

void
MakeList(const ComponentSpec& spec,
         const PortRange& range,
         std::vector<uint16_t>& ports,
         DrawSource&)
{
    const PortSet list = GetList(spec);
    RequireOverlap(spec, range, list);
    Keep(ports, [&](uint16_t port) { return list.Contains(port); });
}

const std::vector<Pattern>&
GetPatterns()
{
    static const ParameterInfo RANGE{.name = "range",
                                     .defaultValue = "",
                                     .choices = {},
                                     .help = "First and last port with a hyphen between them."};
    static const std::vector<Pattern> PATTERNS{
        {{"none", "No port.", {}}, nullptr, MakeNone},
        {{"all", "Every port.", {}}, nullptr, MakeAll},
        {{"random",
          "A share of the ports, drawn at random without replacement.",
          {{"share", "", {}, "From 0 to 1; the number of ports is rounded to the nearest one."}}},
         [](const ComponentSpec& spec) { GetShare(spec); },
         MakeRandom},
        {{"every",
          "Every step-th port, from the first of the range on.",
          {{"step", "2", {}, "From one busy port to the next, 1 to 65535."}}},
         [](const ComponentSpec& spec) { GetStep(spec); },
         MakeEvery},
        {{"lower-half", "The lower half of the range, without the middle port.", {}},
         nullptr,
         MakeLowerHalf},
        {{"upper-half", "The upper half of the range, with the middle port.", {}},
         nullptr,
         MakeUpperHalf},
        {{"block", "The ports of a block.", {RANGE}},
         [](const ComponentSpec& spec) { GetBlock(spec); },
         MakeBlock},
        {{"all-but", "Every port outside a block.", {RANGE}},
         [](const ComponentSpec& spec) { GetBlock(spec); },
         MakeAllBut},
        {{"ports",
          "The ports of a list.",
          {{"list", "", {}, "Ports and ranges with plus signs between them, 5000+6000-6010."}}},
         [](const ComponentSpec& spec) { GetList(spec); },
         MakeList}};
    return PATTERNS;
}

const Pattern&
FindPattern(const ComponentSpec& spec)
{
    const std::vector<Pattern>& patterns = GetPatterns();
    const BusyPatternInfo& info = FindByName(GetBusyPatterns(), "busy pattern", spec.GetName());
    return patterns[static_cast<std::size_t>(&info - GetBusyPatterns().data())];
}

} // namespace

std::span<const BusyPatternInfo>
GetBusyPatterns()
{
    static const std::vector<BusyPatternInfo> INFOS = []
    {
        std::vector<BusyPatternInfo> infos;
        std::ranges::transform(GetPatterns(), std::back_inserter(infos), &Pattern::info);
        return infos;
    }();
    return INFOS;
}

ComponentSpec
ResolveBusyPattern(const ComponentSpec& spec)
{
    const Pattern& pattern = FindPattern(spec);
    ComponentSpec resolved = spec.Resolved(pattern.info.parameters);
    if (pattern.check != nullptr)
    {
        pattern.check(resolved);
    }
    return resolved;
}

std::vector<uint16_t>
MakeBusyPorts(const ComponentSpec& spec,
              const PortRange& range,
              const PortSet& reserved,
              DrawSource& draws)
{
    const ComponentSpec resolved = ResolveBusyPattern(spec);
    std::vector<uint16_t> eligible;
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        if (!reserved.Contains(static_cast<uint16_t>(port)))
        {
            eligible.push_back(static_cast<uint16_t>(port));
        }
    }
    FindPattern(resolved).make(resolved, range, eligible, draws);
    return eligible;
}

std::vector<uint16_t>
MakeBusyPorts(const ComponentSpec& spec,
              const PortRange& range,
              const PortSet& reserved,
              uint64_t seed,
              uint64_t run,
              const std::string& host)
{
    const auto engine = CreateRandomEngine(ComponentSpec("mt19937_64"), {seed, run, host, "busy"});
    WorkCounters aside; // what makes the stage is no work of the host
    DrawSource draws(*engine, aside);
    return MakeBusyPorts(spec, range, reserved, draws);
}

} // namespace bindstorm
