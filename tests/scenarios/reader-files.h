/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_READER_FILES_H
#define BINDSTORM_READER_FILES_H

#include "scenarios/engine/scenario.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * A folder of its own with a cost table "unit", below testing::TempDir(), gone at the end.
 */
class ReaderFiles
{
  public:
    ReaderFiles();
    ~ReaderFiles();
    ReaderFiles(const ReaderFiles&) = delete;
    ReaderFiles& operator=(const ReaderFiles&) = delete;

    const std::filesystem::path& Folder() const;

    /// @return path of the file written
    std::filesystem::path Write(const std::string& name, const std::string& text) const;

    /// Writes the text as "scenario.toml" and reads it.
    Scenario Read(const std::string& text, const std::vector<Override>& overrides = {}) const;

    /// @return why the text is refused; "accepted" when it is not
    std::string Refusal(const std::string& text, const std::vector<Override>& overrides = {}) const;

  private:
    std::filesystem::path m_folder;
};

/// @return a scenario without matrix: lines 1 to 3 the top, 4 [[host]] server, 7 its workload; what
///         is given follows each of the three
std::string SmallScenario(const std::string& top = "",
                          const std::string& host = "",
                          const std::string& workload = "",
                          const std::string& rest = "");

/// @return the whole file
std::string ReadWholeFile(const std::filesystem::path& path);

} // namespace bindstorm

#endif // BINDSTORM_READER_FILES_H
