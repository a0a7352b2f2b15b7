/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "model/base/component-spec.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace bindstorm
{

namespace
{

constexpr const char* UNIT_TABLE = R"(schema = 1
title = "unit"
provenance = "assumed"
[base]
bind = "1 us"
bind_to = "1 us"
close = "1 us"
frame = "0 ns"
[work]
rng_draws = "1 ns"
steps = "1 ns"
probes = "1 ns"
chain_scans = "1 ns"
node_visits = "1 ns"
locks = "1 ns"
bitmap_words = "1 ns"
[packet]
outbound = "1 us"
inbound = "1 us"
comparisons = "1 ns"
clock_reads = "1 ns"
coarse_clock_reads = "1 ns"
expiry_checks = "1 ns"
expired = "1 ns"
)";

} // namespace

ReaderFiles::ReaderFiles()
{
    static int number = 0;
    m_folder = std::filesystem::path(testing::TempDir()) /
               ("bindstorm-reader-" + std::to_string(getpid()) + "-" + std::to_string(++number));
    std::filesystem::create_directories(m_folder / "costs");
    Write("costs/unit.toml", UNIT_TABLE);
}

ReaderFiles::~ReaderFiles()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

const std::filesystem::path&
ReaderFiles::Folder() const
{
    return m_folder;
}

std::filesystem::path
ReaderFiles::Write(const std::string& name, const std::string& text) const
{
    const std::filesystem::path path = m_folder / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

Scenario
ReaderFiles::Read(const std::string& text, const std::vector<Override>& overrides) const
{
    return ReadScenario(Write("scenario.toml", text), overrides);
}

std::string
ReaderFiles::Refusal(const std::string& text, const std::vector<Override>& overrides) const
{
    try
    {
        Read(text, overrides);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

std::string
SmallScenario(const std::string& top,
              const std::string& host,
              const std::string& workload,
              const std::string& rest)
{
    return "schema = 1\ntitle = \"t\"\nquestion = \"q\"\n" + top +
           "[[host]]\nname = \"server\"\nallocator = \"uniform\"\n" + host +
           "[[host.workload]]\nkind = \"open-close\"\n" + workload + rest;
}

std::string
ReadWholeFile(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

} // namespace bindstorm
