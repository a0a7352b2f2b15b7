/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/host-sockets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using testing::HasSubstr;

/// Chooses what it was made with, free or not.
class Stubborn : public PortAllocator
{
  public:
    explicit Stubborn(std::optional<uint16_t> port)
        : m_port(port)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& /* view */, DrawSource& /* draws */) override
    {
        return m_port;
    }

  private:
    std::optional<uint16_t> m_port;
};

PortAllocatorInfo
StubbornInfo(const std::string& name, std::optional<uint16_t> port = 40000)
{
    return {.name = name,
            .summary = "Always the same.",
            .source = "a test",
            .defaultChains = 4,
            .lockScope = LockScope::TABLE,
            .needsChains = false,
            .parameters = {{.name = "how", .defaultValue = "so", .choices = {"so", "not"}}},
            .create = [port](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Stubborn>(port); }};
}

std::string
ReasonOfRefusal(PortAllocatorInfo info)
{
    const std::size_t before = GetPortAllocators().size();
    try
    {
        AddPortAllocator(std::move(info));
    }
    catch (const ConfigError& error)
    {
        EXPECT_EQ(GetPortAllocators().size(), before);
        return error.what();
    }
    return "added";
}

TEST(OwnAllocator, IsFoundByNameBesideTheBuiltInOnes)
{
    const PortAllocatorInfo& first = GetPortAllocators().front();
    const PortAllocatorInfo* const second = &AddPortAllocator(StubbornInfo("second-name"));
    for (int i = 0; i < 100; ++i)
    {
        AddPortAllocator(StubbornInfo("filler-" + std::to_string(i)));
    }
    EXPECT_EQ(&FindPortAllocator("second-name"), second);
    EXPECT_EQ(&GetPortAllocators().front(), &first);
    EXPECT_EQ(ResolvePortAllocator(ComponentSpec::Parse("second-name(so)")).ToString(),
              "second-name");
    EXPECT_THROW(ResolvePortAllocator(ComponentSpec::Parse("second-name(maybe)")), ConfigError);
    const auto engine = CreateRandomEngine(ComponentSpec("counter"), StreamSeed(1, 0, "h", "a"));
    HostSockets sockets({.allocator = ComponentSpec("second-name")}, *engine);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 40000);
    EXPECT_EQ(sockets.Table(Protocol::UDP).GetConfig().chains, 4U);
}

TEST(OwnAllocator, IsRefusedWhenItsNameIsTakenOrCannotBeWritten)
{
    EXPECT_THAT(ReasonOfRefusal(StubbornInfo("uniform")), HasSubstr("'uniform' already"));
    EXPECT_EQ(ReasonOfRefusal(StubbornInfo("taken")), "added");
    EXPECT_THAT(ReasonOfRefusal(StubbornInfo("taken")), HasSubstr("'taken' already"));
    EXPECT_THAT(ReasonOfRefusal(StubbornInfo("a(b)")), HasSubstr("'a(b)' is not a name"));
    EXPECT_THAT(ReasonOfRefusal(StubbornInfo("")), HasSubstr("'' is not a name"));
}

TEST(OwnAllocator, IsRefusedWhenItsParametersMakeNoSense)
{
    const auto withParameter = [](ParameterInfo parameter)
    {
        PortAllocatorInfo info = StubbornInfo("parameters");
        info.parameters.push_back(std::move(parameter));
        return ReasonOfRefusal(info);
    };
    EXPECT_THAT(withParameter({.name = ""}), HasSubstr("has no name"));
    EXPECT_THAT(withParameter({.name = "how"}), HasSubstr("'how' is there twice"));
    EXPECT_THAT(withParameter({.name = "a", .defaultValue = "x=y"}), HasSubstr("'x=y'"));
    EXPECT_THAT(withParameter({.name = "a", .defaultValue = "c", .choices = {"a", "b"}}),
                HasSubstr("unknown value of parameter a"));
    EXPECT_THAT(withParameter({.name = "a", .choices = {"a", ""}}), HasSubstr("''"));
    for (const uint32_t chains : {0U, 3U, 131072U})
    {
        PortAllocatorInfo info = StubbornInfo("chains");
        info.defaultChains = chains;
        EXPECT_THAT(ReasonOfRefusal(info), HasSubstr("default chains " + std::to_string(chains)));
    }
}

TEST(OwnAllocator, NeedsNoPlaceInTheRegistry)
{
    const auto engine = CreateRandomEngine(ComponentSpec("counter"), StreamSeed(1, 0, "h", "a"));
    const auto info = std::make_shared<PortAllocatorInfo>(StubbornInfo("in-no-registry", 50000));
    HostSockets sockets({.allocator = ComponentSpec("in-no-registry"), .ownAllocator = info},
                        *engine);
    EXPECT_EQ(sockets.Bind(Protocol::TCP, {}).port, 50000);
    EXPECT_EQ(&sockets.AllocatorInfo(), info.get());
    EXPECT_THROW(FindPortAllocator("in-no-registry"), ConfigError);
}

TEST(OwnAllocator, IsToldApartWhenItChoosesWrongly)
{
    const auto bind = [](std::optional<uint16_t> port)
    {
        const auto engine =
            CreateRandomEngine(ComponentSpec("counter"), StreamSeed(1, 0, "h", "a"));
        const auto info = std::make_shared<PortAllocatorInfo>(StubbornInfo("own", port));
        HostSockets sockets({.range = PortRange(40000, 40009),
                             .reserved = PortSet::Parse("40003"),
                             .allocator = ComponentSpec("own"),
                             .ownAllocator = info},
                            *engine);
        sockets.Bind(Protocol::UDP, {}, 40005);
        return sockets.Bind(Protocol::UDP, {});
    };
    EXPECT_EQ(bind(40001).error, BindError::NONE);
    EXPECT_EQ(bind(40001).wrongChoice, std::nullopt);
    EXPECT_EQ(bind(std::nullopt).error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(bind(std::nullopt).wrongChoice, std::nullopt);
    for (const uint16_t port : std::vector<uint16_t>{40003, 40005, 40010, 0})
    {
        EXPECT_EQ(bind(port).error, BindError::ADDRESS_IN_USE) << port;
        EXPECT_EQ(bind(port).wrongChoice, port);
    }
}

} // namespace

} // namespace bindstorm
