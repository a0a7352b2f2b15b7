/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "place.h"

#include "model/base/component-spec.h"

#include <utility>

namespace bindstorm
{

Place::Place(std::shared_ptr<const std::string> source, uint32_t line, uint32_t column)
    : m_source(std::move(source)),
      m_line(line),
      m_column(column)
{
}

std::string
Place::ToString() const
{
    if (m_line == 0)
    {
        return Source();
    }
    return Source() + ":" + std::to_string(m_line) + ":" + std::to_string(m_column);
}

const std::string&
Place::Source() const
{
    static const std::string nowhere = "scenario";
    return m_source ? *m_source : nowhere;
}

void
Refuse(const Place& place, const std::string& key, const std::string& what)
{
    throw ConfigError(place.ToString() + ": key '" + key + "': " + what);
}

} // namespace bindstorm
