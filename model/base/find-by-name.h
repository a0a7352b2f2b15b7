/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FIND_BY_NAME_H
#define BINDSTORM_FIND_BY_NAME_H

#include "component-spec.h"
#include "nearest-name.h"

#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup base
 * Looks an entry of a registry up. Linear in the number of entries, which are few.
 * @tparam Infos a sequence of anything with a member `std::string name`
 * @param all the registry
 * @param what what an entry is, for the message, e.g. "generator"
 * @param name the name that was written
 * @return the entry
 * @throws ConfigError for an unknown name, with the nearest known one and all known ones
 */
template <class Infos>
const typename Infos::value_type&
FindByName(const Infos& all, std::string_view what, const std::string& name)
{
    std::vector<std::string> known;
    for (const auto& info : all)
    {
        if (info.name == name)
        {
            return info;
        }
        known.push_back(info.name);
    }
    throw ConfigError(DescribeUnknownName(what, name, known));
}

} // namespace bindstorm

#endif // BINDSTORM_FIND_BY_NAME_H
