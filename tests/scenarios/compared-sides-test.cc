/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "compared-runs.h"
#include "reader-files.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::HasSubstr;

const BuildInfo CLEAN{"1", "aaaa1111", false, "", "GNU", "Release"};
const BuildInfo PATCHED{"1", "aaaa1111", true, "dddd2222", "GNU", "Release"};
const BuildInfo OTHER_PATCH{"1", "aaaa1111", true, "eeee3333", "GNU", "Release"};
const BuildInfo LATER{"1", "bbbb4444", false, "", "GNU", "Release"};

MadeUpRun
MadeUp(const std::string& allocator, const std::string& busy)
{
    return {{{"h.allocator", allocator}, {"h.busy", busy}}, {{"h.x", 1}}};
}

/// A store in which two experiments of one name are of two builds, and another one is of a third.
class ComparedSidesTest : public testing::Test
{
  protected:
    ComparedSidesTest()
    {
        StoreExperiment(m_path, "storm", CLEAN, {MadeUp("a", "none"), MadeUp("b", "none")});
        StoreExperiment(m_path, "storm", PATCHED, {MadeUp("a", "none"), MadeUp("b", "none")});
        StoreExperiment(m_path, "other", LATER, {{{{"g.allocator", "a"}}, {}}, MadeUp("b", "all")});
    }

    ComparedSides
    Select(const std::string& before, const std::string& after, const std::string& in = "") const
    {
        return SelectInStore(ResultStore::OpenForReading(m_path), in, before, after);
    }

    std::string
    Refusal(const std::string& before, const std::string& after, const std::string& in = "") const
    {
        try
        {
            Select(before, after, in);
        }
        catch (const ConfigError& error)
        {
            return error.what();
        }
        return "accepted";
    }

    ReaderFiles m_files;
    std::filesystem::path m_path{m_files.Folder() / "s.sqlite"};
};

} // namespace

TEST_F(ComparedSidesTest, ExperimentsComeByNameOrNumber)
{
    const ComparedSides byName = Select("storm", "other");
    EXPECT_EQ(byName.what, "two experiments");
    EXPECT_EQ(byName.before.about, "2 runs, experiment storm, build aaaa1111+dddd2222");
    EXPECT_EQ(byName.after.about, "2 runs, experiment other, build bbbb4444");
    const ComparedSides byNumber = Select("1", "2");
    EXPECT_EQ(byNumber.what, "two experiments");
    EXPECT_EQ(byNumber.before.about, "2 runs, experiment storm, build aaaa1111");
    EXPECT_EQ(byNumber.after.about, "2 runs, experiment storm, build aaaa1111+dddd2222");
}

TEST_F(ComparedSidesTest, BuildsComeByTheBeginningOfTheirCommitAndTheCleanOneFirst)
{
    const ComparedSides builds = Select("aaaa", "aaaa+dd");
    EXPECT_EQ(builds.what, "two builds");
    EXPECT_EQ(builds.before.runs.size(), 2U);
    EXPECT_EQ(builds.before.runs.at(0).build.changes, "");
    EXPECT_EQ(builds.after.runs.at(0).build.changes, "dddd2222");
    EXPECT_EQ(Select("aaaa1111", "bbbb4").after.runs.size(), 2U);
    EXPECT_THAT(Refusal("aaa", "bbb"), HasSubstr("not two experiments, two builds"));

    StoreExperiment(m_path, "storm", OTHER_PATCH, {MadeUp("a", "none")});
    EXPECT_EQ(Select("aaaa", "aaaa+ee").after.runs.size(), 1U);
    EXPECT_THAT(Refusal("bbbb", "aaaa+"),
                AllOf(HasSubstr("aaaa1111+dddd2222"), HasSubstr("aaaa1111+eeee3333")));
}

TEST_F(ComparedSidesTest, ValuesComeByThemselvesOrWithTheirParameter)
{
    const ComparedSides values = Select("a", "b", "storm");
    EXPECT_EQ(values.what, "two values of h.allocator");
    EXPECT_EQ(values.parameter, "h.allocator");
    EXPECT_EQ(values.before.runs.size(), 1U);
    EXPECT_EQ(values.before.runs.at(0).build.changes, "dddd2222"); // the newest of that name
    EXPECT_EQ(Select("none", "all").parameter, "h.busy");
    EXPECT_EQ(Select("h.allocator=a", "b").parameter, "h.allocator");
    EXPECT_EQ(Select("h.allocator=a", "h.allocator=b").after.label, "b");
}

TEST_F(ComparedSidesTest, WordsWithoutMeaningAreRefusedWithWhatThereIs)
{
    EXPECT_THAT(Refusal("a", "c"),
                AllOf(HasSubstr("'a' and 'c'"), HasSubstr("h.allocator (a, b)")));
    EXPECT_THAT(Refusal("a", "a"), HasSubstr("'a' and 'a'"));
    EXPECT_THAT(Refusal("a", "b", "strom"), HasSubstr("did you mean 'storm'?"));
    StoreExperiment(m_path, "third", LATER, {{{{"x", "a"}}, {}}, {{{"x", "b"}}, {}}});
    EXPECT_THAT(Refusal("a", "b"),
                AllOf(HasSubstr("h.allocator or x"), HasSubstr("h.allocator=a")));
}

TEST_F(ComparedSidesTest, StoresComeWithOrWithoutAnExperiment)
{
    const ComparedSides sides = SelectStores(m_path.string(), m_path.string() + "#other");
    EXPECT_EQ(sides.before.runs.size(), 4U); // of each name the newest
    EXPECT_EQ(sides.after.runs.size(), 2U);
    EXPECT_THROW(SelectStores(m_path.string(), "absent.sqlite"), StoreError);
    EXPECT_THROW(SelectStores(m_path.string(), m_path.string() + "#absent"), ConfigError);
}

TEST_F(ComparedSidesTest, AFileWhoseNameHasAHashIsThatFile)
{
    const std::string strange = (m_files.Folder() / "a#b.sqlite").string();
    StoreExperiment(strange, "storm", CLEAN, {MadeUp("a", "none")});
    EXPECT_EQ(SplitStoreName(strange), std::pair(strange, std::string()));
    EXPECT_EQ(SplitStoreName(strange + "#storm"), std::pair(strange, std::string("storm")));
    EXPECT_EQ(SplitStoreName("x.sqlite#e"), std::pair(std::string("x.sqlite"), std::string("e")));
}

} // namespace bindstorm
