/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/record/reference-digests.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

const std::filesystem::path COMMITTED =
    std::filesystem::path(BINDSTORM_SOURCE_DIR) / "results" / "reference" / "digests.json";

} // namespace

TEST(ReferenceDigests, AreWrittenAsTheyWereRead)
{
    const ReaderFiles files;
    const auto scenarios = ReadReferenceDigests(COMMITTED);
    ASSERT_FALSE(scenarios.empty());
    EXPECT_EQ(scenarios.front().name, "bind-storm/quick");
    const std::filesystem::path copy = files.Write("copy.json", "what was there before");
    WriteReferenceDigests(copy, scenarios);
    EXPECT_EQ(ReadWholeFile(copy), ReadWholeFile(COMMITTED));
}

TEST(ReferenceDigests, LeaveNoSecondFileAndTheOldOneWhereTheyCannotBeWritten)
{
    const ReaderFiles files;
    const auto missing = files.Folder() / "no folder" / "digests.json";
    EXPECT_THROW(WriteReferenceDigests(missing, {}), std::runtime_error);
    std::filesystem::create_directory(files.Folder() / "digests.json");
    EXPECT_THROW(WriteReferenceDigests(files.Folder() / "digests.json", {}), std::runtime_error);
    std::size_t entries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(files.Folder()))
    {
        entries += entry.path().string().ends_with(".new") ? 1 : 0;
    }
    EXPECT_EQ(entries, 0U);
}

TEST(ReferenceDigests, OfAnotherFormAreRefusedByName)
{
    const ReaderFiles files;
    for (const char* text : {"",
                             "{",
                             R"({"a": 1})",
                             R"({"a": {"set": {}}})",
                             R"({"a": {"set": {"seed": 1}, "digests": []}})",
                             R"({"a": {"set": {}, "digests": [["only one"]]}})"})
    {
        const auto path = files.Write("bad.json", text);
        try
        {
            ReadReferenceDigests(path);
            ADD_FAILURE() << text;
        }
        catch (const ConfigError& error)
        {
            EXPECT_THAT(error.what(), testing::HasSubstr("bad.json")) << text;
        }
    }
    EXPECT_THROW(ReadReferenceDigests(files.Folder() / "absent.json"), ConfigError);
}

} // namespace bindstorm
