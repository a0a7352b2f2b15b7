/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

namespace
{

const std::vector<ParameterInfo> KNOWN{{"pick", "low", {"low", "high", "middle"}, "which one"},
                                       {"retries", "", {}, "how often"},
                                       {"share", "0.5", {}, "how much"}};

template <class Call>
std::string
MessageOf(Call call)
{
    try
    {
        call();
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "no ConfigError";
}

ComponentSpec
Resolved(const std::string& text)
{
    ComponentSpec spec = ComponentSpec::Parse(text);
    spec.Resolve(KNOWN);
    return spec;
}

TEST(ComponentSpec, ANameStandsAlone)
{
    for (const char* text :
         {"linux-2.6.28", " linux-2.6.28\t", "linux-2.6.28()", "linux-2.6.28 ( )"})
    {
        const ComponentSpec spec = ComponentSpec::Parse(text);
        EXPECT_EQ(spec.GetName(), "linux-2.6.28");
        EXPECT_TRUE(spec.GetParameters().empty());
        EXPECT_EQ(spec.ToString(), "linux-2.6.28");
    }
}

TEST(ComponentSpec, AValueWithoutKeyIsKeptUnderTheEmptyKey)
{
    const ComponentSpec spec = ComponentSpec::Parse("random( 0.9 )");
    EXPECT_EQ(spec.Get(""), "0.9");
    EXPECT_EQ(spec.ToString(), "random(0.9)");
}

TEST(ComponentSpec, BlanksDoNotMatterAndKeysAreSorted)
{
    const ComponentSpec spec = ComponentSpec::Parse("  churn ( z = 1,\n a=/tmp/x_y+z:90% ) ");
    EXPECT_EQ(spec.ToString(), "churn(a=/tmp/x_y+z:90%, z=1)");
    EXPECT_EQ(spec, ComponentSpec::Parse("churn(a=/tmp/x_y+z:90%,z=1)"));
    EXPECT_NE(spec, ComponentSpec::Parse("churn(a=/tmp/x_y+z:90%,z=2)"));
    EXPECT_NE(spec, ComponentSpec::Parse("chur(a=/tmp/x_y+z:90%,z=1)"));
}

TEST(ComponentSpec, JunkIsRefusedAndNamed)
{
    for (const char* text :
         {"",       " ",        "(",        ")",        "()",        "(1)",
          "a b",    "a)",       "a(",       "a(1",      "a(1))",     "a((1))",
          "a(1)b",  "a(1) b",   "a(1)(2)",  "a(b(1))",  "a,b",       "a=b",
          "a(=1)",  "a(b=)",    "a(b=1,)",  "a(,b=1)",  "a(,)",      "a(b=1,b=1)",
          "a(1,2)", "a(b=1,2)", "a(b=1=2)", "a(b c=1)", "a(b=\x01)", "\xc3\xa4"})
    {
        const auto message = MessageOf([&] { ComponentSpec::Parse(text); });
        EXPECT_THAT(message, testing::StartsWith("cannot read '" + std::string(text) + "': "));
    }
}

TEST(ComponentSpec, MessagesSayWhatIsWrong)
{
    const auto message = [](const char* text)
    { return MessageOf([&] { ComponentSpec::Parse(text); }); };
    EXPECT_THAT(message("a(1"), testing::HasSubstr("the closing parenthesis is missing"));
    EXPECT_THAT(message("a(b=1) c"), testing::HasSubstr("' c' follows the closing parenthesis"));
    EXPECT_THAT(message("a(=1)"), testing::HasSubstr("'' is not a key"));
    EXPECT_THAT(message("a(b=1, b=2)"), testing::HasSubstr("'b' is given twice"));
    EXPECT_THAT(message("a(b=1, 2)"),
                testing::HasSubstr("the value '2' without a key is not first"));
}

TEST(ComponentSpec, PartsThatTheTextCouldNotCarryAreRefused)
{
    EXPECT_THROW(ComponentSpec(""), ConfigError);
    EXPECT_THROW(ComponentSpec("a(1)"), ConfigError);
    EXPECT_THROW(ComponentSpec("a", {{"b c", "1"}}), ConfigError);
    EXPECT_THROW(ComponentSpec("a", {{"b", ""}}), ConfigError);
    EXPECT_THROW(ComponentSpec("a", {{"b", " 1"}}), ConfigError);
    EXPECT_THROW(ComponentSpec("a", {{"b", "1,2"}}), ConfigError);
    EXPECT_NO_THROW(ComponentSpec("a", {{"", "10 ms"}}));
}

TEST(ComponentSpec, ResolvingNamesTheFirstParameterAndDropsDefaults)
{
    EXPECT_EQ(Resolved("x(high)").ToString(), "x(pick=high)");
    EXPECT_EQ(Resolved("x(low)").ToString(), "x");
    EXPECT_EQ(Resolved("x(share=0.5, retries=3, pick=low)").ToString(), "x(retries=3)");
    EXPECT_EQ(Resolved("x(low)"), Resolved("x"));
}

TEST(ComponentSpec, ResolvingTwiceChangesNothing)
{
    ComponentSpec spec = Resolved("x(high, retries=3)");
    const ComponentSpec before = spec;
    spec.Resolve(KNOWN);
    EXPECT_EQ(spec, before);
    EXPECT_EQ(spec.Get("share"), "0.5");
}

TEST(ComponentSpec, GetAnswersDefaultsOnlyOnceResolved)
{
    ComponentSpec spec = ComponentSpec::Parse("x(retries=3)");
    EXPECT_EQ(spec.Get("pick"), std::nullopt);
    EXPECT_EQ(spec.Get("retries"), "3");
    spec.Resolve(KNOWN);
    EXPECT_EQ(spec.Get("pick"), "low");
    EXPECT_EQ(spec.Get("retries"), "3");
    EXPECT_EQ(Resolved("x").Get("retries"), std::nullopt);
    EXPECT_EQ(Resolved("x").GetInteger("retries", 0, 9), std::nullopt);
}

TEST(ComponentSpec, ResolvingRefusesWhatThePartDoesNotTake)
{
    EXPECT_EQ(
        MessageOf([] { Resolved("x(retrys=3)"); }),
        "unknown parameter of x 'retrys', did you mean 'retries'? known: pick, retries or share");
    EXPECT_EQ(MessageOf([] { Resolved("x(pick=hihg)"); }),
              "unknown value of parameter pick of x 'hihg', did you mean 'high'? known: low, high "
              "or middle");
    EXPECT_EQ(MessageOf([] { Resolved("x(high, pick=low)"); }),
              "parameter 'pick' is given twice, with and without key: 'x(high, pick=low)'");
    EXPECT_EQ(MessageOf([] { ComponentSpec::Parse("x(3)").Resolve({}); }),
              "'x' takes no parameters, but got 'x(3)'");
}

TEST(ComponentSpec, ARefusalLeavesTheSpecAsItWas)
{
    ComponentSpec spec = ComponentSpec::Parse("x(low, what=3)");
    EXPECT_THROW(spec.Resolve(KNOWN), ConfigError);
    EXPECT_EQ(spec.ToString(), "x(low, what=3)");
    EXPECT_EQ(spec.Get("share"), std::nullopt);
}

TEST(ComponentSpec, WholeNumbersAreCheckedAgainstTheirRange)
{
    const auto get = [](const std::string& value) {
        return ComponentSpec("x", {{"n", value}}).GetInteger("n", 2, 100);
    };
    EXPECT_EQ(get("2"), 2U);
    EXPECT_EQ(get("100"), 100U);
    for (const char* value :
         {"1", "101", "-2", "+2", "2.0", "0x10", "3 4", "ten", "99999999999999999999"})
    {
        EXPECT_EQ(MessageOf([&] { get(value); }),
                  "parameter 'n' of 'x' is '" + std::string(value) +
                      "', must be a whole number from 2 to 100");
    }
    EXPECT_EQ(ComponentSpec("x", {{"n", "18446744073709551615"}}).GetInteger("n", 0, UINT64_MAX),
              UINT64_MAX);
}

TEST(ComponentSpec, NumbersAreCheckedAgainstTheirRange)
{
    const auto get = [](const std::string& value) {
        return ComponentSpec("x", {{"n", value}}).GetNumber("n", -0.5, 1);
    };
    EXPECT_EQ(get("0.25"), 0.25);
    EXPECT_EQ(get("-5e-1"), -0.5);
    EXPECT_EQ(get("1"), 1.0);
    for (const char* value : {"1.01", "-0.6", "nan", "inf", "0.5x", "50%", "1e999"})
    {
        EXPECT_EQ(MessageOf([&] { get(value); }),
                  "parameter 'n' of 'x' is '" + std::string(value) +
                      "', must be a number from -0.5 to 1");
    }
}

/// A text as it should be, with up to three characters replaced, dropped or put in.
std::string
DrawDamagedText()
{
    const std::string characters = "ab1.-=,() %";
    std::string text = *rc::gen::elementOf(
        std::vector<std::string>{"a(b)", "a.1(b=1, a=-1%)", "ab ( 1, b = a )", "b-1"});
    for (int damages = *rc::gen::inRange(0, 4); damages > 0 && !text.empty(); --damages)
    {
        const auto position = *rc::gen::inRange<std::size_t>(0, text.size());
        const auto removed = *rc::gen::inRange<std::size_t>(0, 2);
        const auto added = *rc::gen::inRange<std::size_t>(0, 2);
        text.replace(position, removed, added, *rc::gen::elementOf(characters));
    }
    return text;
}

RC_GTEST_PROP(ComponentSpec, EveryTextIsRefusedOrSurvivesWritingAndReading, ())
{
    const std::string text = DrawDamagedText();
    ComponentSpec spec;
    try
    {
        spec = ComponentSpec::Parse(text);
    }
    catch (const ConfigError& error)
    {
        RC_ASSERT(std::string(error.what()).find("'" + text + "'") != std::string::npos);
        RC_CLASSIFY(true, "refused");
        return;
    }
    RC_CLASSIFY(!spec.GetParameters().empty(), "with parameters");
    RC_ASSERT(ComponentSpec::Parse(spec.ToString()) == spec);
}

RC_GTEST_PROP(ComponentSpec, EveryGoodSpecSurvivesItsText, ())
{
    const auto word = rc::gen::nonEmpty(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("abcXYZ019-._"))));
    const auto name = *word;
    const auto parameters = *rc::gen::container<std::map<std::string, std::string>>(word, word);
    const ComponentSpec spec(name, parameters);
    RC_ASSERT(ComponentSpec::Parse(spec.ToString()) == spec);
}

} // namespace

} // namespace bindstorm
