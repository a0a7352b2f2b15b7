/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "setting-reader.h"

#include "duration.h"
#include "number-text.h"

#include "model/base/component-spec.h"
#include "model/base/ip-address.h"
#include "model/base/nearest-name.h"
#include "model/base/random-engine.h"
#include "model/nat/nat-address-list.h"
#include "model/nat/nat-clock.h"
#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-port-choice.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"
#include "model/ports/port-range.h"
#include "model/ports/port-set.h"

#include <algorithm>
#include <type_traits>

namespace bindstorm
{

namespace
{

/// The value of one setting, or why it is none.
class ValueReader
{
  public:
    ValueReader(const ConfigNode& node, const SettingInfo& info, const std::string& key)
        : m_node(node),
          m_info(info),
          m_key(key)
    {
    }

    SettingValue
    Read() const
    {
        switch (m_info.type)
        {
        case SettingType::BOOLEAN:
            return Get<bool>();
        case SettingType::INTEGER:
            return InRange(Get<int64_t>());
        case SettingType::NUMBER:
            return ReadNumber();
        case SettingType::TEXT:
            return ReadText();
        case SettingType::CHOICE:
            return ReadChoice();
        case SettingType::DURATION:
            return InRange(ReadTextAs([](const std::string& text)
                                      { return int64_t{ParseDuration(text).count()}; }));
        case SettingType::RANGE:
            return ReadTextAs([](const std::string& text)
                              { return PortRange::Parse(text).ToString(); });
        case SettingType::PORTS:
            return ReadTextAs([](const std::string& text)
                              { return PortSet::Parse(text).ToString(); });
        case SettingType::ADDRESS:
            return ReadTextAs([](const std::string& text)
                              { return IpAddress::Parse(text).ToString(); });
        case SettingType::ALLOCATOR:
            return ReadComponent(ResolvePortAllocator);
        case SettingType::GENERATOR:
            return ReadComponent(ResolveRandomEngine);
        case SettingType::BUSY:
            return ReadComponent(ResolveBusyPattern);
        case SettingType::ADDRESSES:
            return ReadTextAs([](const std::string& text)
                              { return Ipv4ListText(ParseIpv4List(text)); });
        case SettingType::ENDPOINT:
            return ReadTextAs([](const std::string& text)
                              { return NatEndpointText(ParseNatEndpoint(text)); });
        case SettingType::NAT_INDEX:
            return ReadComponent(ResolveNatIndex);
        case SettingType::NAT_HOUSEKEEPING:
            return ReadComponent(ResolveNatHousekeeping);
        case SettingType::NAT_CLOCK:
            return ReadComponent(ResolveNatClock);
        case SettingType::NAT_PORTS:
            return ReadComponent(ResolveNatPortChoice);
        }
        return {};
    }

  private:
    [[noreturn]] void
    RefuseValue(const std::string& reason = "") const
    {
        std::string what = "must be " + DescribeAllowed(m_info) + ", is " + m_node.Describe();
        what += reason.empty() ? "" : ": " + reason;
        what += m_info.help.empty() ? "" : " (" + m_info.help + ")";
        Refuse(m_node.place, m_key, what);
    }

    template <class Value>
    const Value&
    Get() const
    {
        const Value* value = std::get_if<Value>(&m_node.value);
        if (value == nullptr)
        {
            RefuseValue(HowToWrite());
        }
        return *value;
    }

    std::string
    HowToWrite() const
    {
        const bool isNumber = std::holds_alternative<int64_t>(m_node.value) ||
                              std::holds_alternative<double>(m_node.value);
        if (m_info.type == SettingType::BOOLEAN && m_node.AsText() != nullptr)
        {
            return "write true or false without quotes";
        }
        if (m_info.type == SettingType::INTEGER && isNumber)
        {
            return "write all digits, 1_000_000, without point or exponent";
        }
        if (m_info.type == SettingType::INTEGER && m_node.AsText() != nullptr)
        {
            return "write it without quotes";
        }
        if (m_info.type == SettingType::DURATION && isNumber)
        {
            return "write a number and a unit in quotes, \"10 s\"";
        }
        return IsWrittenAsText(m_info.type) && m_node.AsText() == nullptr ? "write it in quotes"
                                                                          : "";
    }

    int64_t
    InRange(int64_t value) const
    {
        if (value < IntegerLimit(m_info.low) || value > IntegerLimit(m_info.high))
        {
            RefuseValue();
        }
        return value;
    }

    double
    ReadNumber() const
    {
        double number{};
        if (const auto* whole = std::get_if<int64_t>(&m_node.value))
        {
            number = static_cast<double>(*whole);
        }
        else
        {
            number = Get<double>();
        }
        if (!(number >= m_info.low && number <= m_info.high))
        {
            RefuseValue();
        }
        return number == 0 ? 0.0 : number; // -0.0 means the same and must look the same
    }

    std::string
    ReadText() const
    {
        const std::string& text = Get<std::string>();
        const bool isBlank = text.find_first_not_of(" \t\r\n") == std::string::npos;
        if (isBlank && !m_info.defaultValue)
        {
            RefuseValue("it says nothing");
        }
        return text;
    }

    std::string
    ReadChoice() const
    {
        const std::string& word = Get<std::string>();
        if (std::ranges::find(m_info.choices, word) == m_info.choices.end())
        {
            const auto nearest = NearestName(word, m_info.choices);
            RefuseValue(nearest ? "did you mean '" + *nearest + "'?" : "");
        }
        return word;
    }

    template <class Parse>
    std::invoke_result_t<Parse, const std::string&>
    ReadTextAs(Parse parse) const
    {
        const std::string& text = Get<std::string>();
        try
        {
            return parse(text);
        }
        catch (const ConfigError& error)
        {
            RefuseValue(error.what());
        }
    }

    std::string
    ReadComponent(ComponentSpec (*resolve)(const ComponentSpec&)) const
    {
        return ReadTextAs([&](const std::string& text)
                          { return resolve(ComponentSpec::Parse(text)).ToString(); });
    }

    const ConfigNode& m_node;
    const SettingInfo& m_info;
    const std::string& m_key;
};

ConfigNode
AsNode(const SettingInfo& info)
{
    ConfigNode node{Place(std::make_shared<const std::string>("built-in default")), false};
    const SettingValue& value = *info.defaultValue;
    if (info.type == SettingType::DURATION)
    {
        node.value = FormatSetting(info, value);
        return node;
    }
    std::visit([&](const auto& held) { node.value = held; }, value);
    return node;
}

} // namespace

SettingValue
ReadSetting(const ConfigNode& node, const SettingInfo& info, const std::string& key)
{
    return ValueReader(node, info, key).Read();
}

SettingValue
DefaultSetting(const SettingInfo& info)
{
    return ReadSetting(AsNode(info), info, info.name);
}

std::string
FormatSetting(const SettingInfo& info, const SettingValue& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
    {
        return *text;
    }
    if (const auto* whole = std::get_if<int64_t>(&value))
    {
        return info.type == SettingType::DURATION ? FormatDuration(std::chrono::nanoseconds{*whole})
                                                  : std::to_string(*whole);
    }
    if (const auto* number = std::get_if<double>(&value))
    {
        return NumberText(*number);
    }
    return std::get<bool>(value) ? "true" : "false";
}

std::string
DescribeAllowed(const SettingInfo& info)
{
    const auto limits = [&](const auto& format)
    { return " from " + format(info.low) + " to " + format(info.high); };
    switch (info.type)
    {
    case SettingType::BOOLEAN:
        return "true or false";
    case SettingType::INTEGER:
        if (info.low == info.high)
        {
            return std::to_string(IntegerLimit(info.low));
        }
        return "a whole number" +
               limits([](double limit) { return std::to_string(IntegerLimit(limit)); });
    case SettingType::NUMBER:
        return "a number" + limits(NumberText);
    case SettingType::TEXT:
        return "text";
    case SettingType::CHOICE:
        return JoinNames(info.choices);
    case SettingType::DURATION:
        return "a duration" +
               limits([](double limit)
                      { return FormatDuration(std::chrono::nanoseconds{IntegerLimit(limit)}); });
    case SettingType::RANGE:
        return "a range of ports \"low-high\" within 1 to 65535";
    case SettingType::PORTS:
        return "a list of ports and ranges within 0 to 65535, \"10250,30000-32767\"";
    case SettingType::ADDRESS:
        return "an IPv4 or IPv6 address";
    case SettingType::ALLOCATOR:
        return "an allocator, \"name\" or \"name(key=value)\"";
    case SettingType::GENERATOR:
        return "a generator, \"name\" or \"name(key=value)\"";
    case SettingType::BUSY:
        return "a busy pattern, \"name\" or \"name(value)\"";
    case SettingType::ADDRESSES:
        return "a list of IPv4 addresses and ranges, \"203.0.113.1,203.0.113.8-203.0.113.15\"";
    case SettingType::ENDPOINT:
        return "an IPv4 address and a port, \"192.0.2.1:80\"";
    case SettingType::NAT_INDEX:
        return "an index of a NAT, \"name\" or \"name(key=value)\"";
    case SettingType::NAT_HOUSEKEEPING:
        return "a way of housekeeping of a NAT, \"name\" or \"name(key=value)\"";
    case SettingType::NAT_CLOCK:
        return "a clock of a NAT, \"name\" or \"name(key=value)\"";
    case SettingType::NAT_PORTS:
        return "a port choice of a NAT, \"name\" or \"name(key=value)\"";
    }
    return {};
}

bool
IsWrittenAsText(SettingType type)
{
    switch (type)
    {
    case SettingType::BOOLEAN:
    case SettingType::INTEGER:
    case SettingType::NUMBER:
        return false;
    case SettingType::TEXT:
    case SettingType::CHOICE:
    case SettingType::DURATION:
    case SettingType::RANGE:
    case SettingType::PORTS:
    case SettingType::ADDRESS:
    case SettingType::ALLOCATOR:
    case SettingType::GENERATOR:
    case SettingType::BUSY:
    case SettingType::ADDRESSES:
    case SettingType::ENDPOINT:
    case SettingType::NAT_INDEX:
    case SettingType::NAT_HOUSEKEEPING:
    case SettingType::NAT_CLOCK:
    case SettingType::NAT_PORTS:
        return true;
    }
    return true;
}

} // namespace bindstorm
