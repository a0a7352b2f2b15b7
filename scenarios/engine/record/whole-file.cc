/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "whole-file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace bindstorm
{

void
WriteWholeFile(const std::filesystem::path& path, const std::string& text)
{
    std::error_code error;
    // A device or a pipe is written as it is: there is nothing to keep, and no name to take over.
    if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    {
        std::ofstream file(path, std::ios::binary);
        file << text << std::flush;
        if (!file)
        {
            throw std::runtime_error(path.string() + ": cannot be written");
        }
        return;
    }
    std::filesystem::path beside = path;
    beside += "." + std::to_string(getpid()) + ".new";
    errno = 0;
    std::ofstream file(beside, std::ios::binary);
    file << text << std::flush;
    const int reason = errno;
    const bool isWritten = file.good();
    file.close();
    if (isWritten)
    {
        std::filesystem::rename(beside, path, error);
    }
    if (!isWritten || error)
    {
        const std::string why = error ? error.message() : std::strerror(reason);
        std::error_code ignored; // it may never have come to be
        std::filesystem::remove(beside, ignored);
        throw std::runtime_error(path.string() + ": cannot be written: " + why);
    }
}

} // namespace bindstorm
