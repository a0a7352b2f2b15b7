/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STORE_ERROR_H
#define BINDSTORM_STORE_ERROR_H

#include <filesystem>
#include <stdexcept>
#include <string>

namespace bindstorm
{

/**
 * @ingroup results
 * A result store that cannot be opened, read or written. The message begins with its path.
 */
class StoreError : public std::runtime_error
{
  public:
    StoreError(std::filesystem::path path, const std::string& sentence)
        : std::runtime_error(path.string() + ": " + sentence),
          m_path(std::move(path))
    {
    }

    const std::filesystem::path&
    GetPath() const
    {
        return m_path;
    }

  private:
    std::filesystem::path m_path;
};

/**
 * @ingroup results
 * Stored bytes that are not what was written: too short, altered, or of another form.
 */
class DamagedData : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

} // namespace bindstorm

#endif // BINDSTORM_STORE_ERROR_H
