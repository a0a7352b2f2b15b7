/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "plugins/c-allocator.h"
#include "plugins/loaded-files.h"

#include "model/ports/host-sockets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

/// Fails at every question but those that cost nothing.
class BrokenView final : public PortView
{
  public:
    BrokenView(const PortRange& range, const PortSet& reserved, WorkCounters& work)
        : PortView(range, reserved, work)
    {
    }

    bool
    IsFree(uint16_t port) override
    {
        throw std::runtime_error("no answer for port " + std::to_string(port));
    }

    uint32_t
    CountFree() override
    {
        return 0;
    }

    uint16_t
    SelectFree(uint32_t /* rank */) override
    {
        return 0;
    }

    PortChains*
    Chains() override
    {
        return nullptr;
    }
};

const BindstormParameter PARAMETERS[]{{"first", nullptr, nullptr, nullptr},
                                      {"second", "2", nullptr, nullptr}};

BindstormAllocator
Describe(int32_t (*choose)(void*, BindstormView*))
{
    BindstormAllocator description{};
    description.abiVersion = BINDSTORM_PLUGIN_ABI;
    description.size = sizeof(description);
    description.name = "test";
    description.defaultChains = 1;
    description.parameterCount = 2;
    description.parameters = PARAMETERS;
    description.choose = choose;
    return description;
}

TEST(CAllocator, IsLeftByReturningAndThenTheFailureOfTheViewIsThrown)
{
    const BindstormAllocator description = Describe(
        [](void*, BindstormView* view) -> int32_t
        {
            // The first failure is told; later questions are not even asked.
            const int isFree = view->isFree(view, 40001) + view->isFree(view, 40002);
            view->steps += 3;
            return isFree == 0 && view->draw(view) == 0 ? 40000 : 40003;
        });
    CAllocator allocator(description, ComponentSpec("test"));
    const PortRange range;
    const PortSet reserved;
    WorkCounters work;
    BrokenView view(range, reserved, work);
    const auto engine = CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(1, 0, "h", "a"));
    DrawSource draws(*engine, work);
    try
    {
        allocator.Choose(view, draws);
        FAIL() << "nothing was thrown";
    }
    catch (const std::runtime_error& error)
    {
        EXPECT_STREQ(error.what(), "no answer for port 40001");
    }
    EXPECT_EQ(work, (WorkCounters{.steps = 3}));
}

TEST(CAllocator, HasAnswersWhereThereAreNoChainsNoRanksAndNoBounds)
{
    const BindstormAllocator description = Describe(
        [](void*, BindstormView* view) -> int32_t
        {
            uint64_t slots[1024]{7};
            view->markBusy(view, 1, slots);
            return view->chains == 0 && view->chainLength(view, 1, 9) == 0 &&
                           view->isPresent(view, 1) == 0 && view->selectFree(view, 5) == 0 &&
                           view->drawBelow(view, 0) == 0 && view->isEligible(view, 1U << 20) == 0 &&
                           slots[0] == 7 && view->size == sizeof(BindstormView)
                       ? view->high
                       : BINDSTORM_GIVE_UP;
        });
    CAllocator allocator(description, ComponentSpec("test"));
    const PortRange range;
    const PortSet reserved;
    WorkCounters work;
    BrokenView view(range, reserved, work);
    const auto engine = CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(1, 0, "h", "a"));
    DrawSource draws(*engine, work);
    EXPECT_EQ(allocator.Choose(view, draws), range.High());
}

TEST(CAllocator, GetsItsParametersInOrderAndIsEnded)
{
    static int alive = 0;
    static std::string seen;
    BindstormAllocator description =
        Describe([](void* self, BindstormView*) { return *static_cast<int32_t*>(self); });
    description.create = [](const char* const* values, char*, size_t) -> void*
    {
        seen = std::string(values[0] != nullptr ? values[0] : "none") + " " + values[1];
        ++alive;
        return new int32_t(40007);
    };
    description.destroy = [](void* self)
    {
        --alive;
        delete static_cast<int32_t*>(self);
    };
    auto info = std::make_shared<PortAllocatorInfo>();
    info->name = "test";
    info->defaultChains = 1;
    info->parameters = {{.name = "first"}, {.name = "second", .defaultValue = "2"}};
    info->create = [&](const ComponentSpec& spec) -> std::unique_ptr<PortAllocator>
    { return std::make_unique<CAllocator>(description, spec); };
    const auto engine = CreateRandomEngine(ComponentSpec("taus88"), StreamSeed(1, 0, "h", "a"));
    {
        HostSockets sockets({.allocator = ComponentSpec("test"), .ownAllocator = info}, *engine);
        EXPECT_EQ(seen, "none 2");
        EXPECT_EQ(alive, 2) << "one for UDP and one for TCP";
        EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 40007);
    }
    EXPECT_EQ(alive, 0);
    const HostSockets given(
        {.allocator = ComponentSpec::Parse("test(1, second=4)"), .ownAllocator = info},
        *engine);
    EXPECT_EQ(seen, "1 4");
}

TEST(CAllocator, ThatIsNotMadeIsAnErrorWithItsReason)
{
    BindstormAllocator description = Describe([](void*, BindstormView*) { return 1; });
    description.create = [](const char* const*, char* error, size_t size) -> void*
    {
        // Not even ended by a zero.
        std::fill_n(error, size, 'x');
        return nullptr;
    };
    EXPECT_THROW(CAllocator(description, ComponentSpec("test")), ConfigError);
    description.create = [](const char* const*, char*, size_t) -> void* { return nullptr; };
    try
    {
        const CAllocator allocator(description, ComponentSpec("test"));
        FAIL() << "made";
    }
    catch (const ConfigError& error)
    {
        EXPECT_STREQ(error.what(), "allocator 'test': the plug-in did not make one");
    }
}

TEST(LoadedFiles, AreLoadedOnceAndNeverReplaced)
{
    int loads = 0;
    const auto load = [&]()
    {
        ++loads;
        return AllocatorNames{"a", "b"};
    };
    const auto fail = []() -> AllocatorNames { throw ConfigError("it is broken"); };
    EXPECT_THROW(LoadOnce("some/file", "1", fail), ConfigError);
    EXPECT_THAT(LoadOnce("some/file", "1", load), testing::ElementsAre("a", "b"));
    EXPECT_THAT(LoadOnce("some/../some/file", "1", load), testing::ElementsAre("a", "b"));
    EXPECT_EQ(loads, 1);
    EXPECT_THROW(LoadOnce("some/file", "2", load), ConfigError);
    EXPECT_EQ(loads, 1);
}

} // namespace

} // namespace bindstorm
