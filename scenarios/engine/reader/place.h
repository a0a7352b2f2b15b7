/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PLACE_H
#define BINDSTORM_PLACE_H

#include <cstdint>
#include <memory>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * Where a value was written: a line of a file, or an option of the command line.
 */
class Place
{
  public:
    Place() = default;

    /**
     * @param source name of the file, or what stands for a place without lines
     * @param line from 1; 0 where there are no lines
     * @param column from 1
     */
    explicit Place(std::shared_ptr<const std::string> source,
                   uint32_t line = 0,
                   uint32_t column = 0);

    /// @return "file:line:column", or the source alone where there are no lines
    std::string ToString() const;

    /// @return the name of the file or what stands for it
    const std::string& Source() const;

    uint32_t
    Line() const
    {
        return m_line;
    }

    uint32_t
    Column() const
    {
        return m_column;
    }

  private:
    std::shared_ptr<const std::string> m_source;
    uint32_t m_line{0};
    uint32_t m_column{0};
};

/**
 * @ingroup engine
 * @param place where the value was written
 * @param key the key as --set names it, e.g. "server.program.count"
 * @param what what is wrong and what is allowed
 * @throws ConfigError always: "file:line:column: key 'key': what"
 */
[[noreturn]] void Refuse(const Place& place, const std::string& key, const std::string& what);

} // namespace bindstorm

#endif // BINDSTORM_PLACE_H
