/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "loaded-files.h"

#include "model/base/component-spec.h"

#include <map>

namespace bindstorm
{

namespace fs = std::filesystem;

const AllocatorNames&
LoadOnce(const fs::path& path, const std::string& hash, const std::function<AllocatorNames()>& load)
{
    struct LoadedFile
    {
        std::string hash;
        AllocatorNames names;
    };

    static std::map<fs::path, LoadedFile> loaded;
    std::error_code ignored; // a path that cannot be resolved is one of its own
    fs::path place = fs::weakly_canonical(path, ignored);
    place = place.empty() ? path : place;
    auto known = loaded.find(place);
    if (known == loaded.end())
    {
        known = loaded.emplace(place, LoadedFile{hash, load()}).first;
    }
    else if (known->second.hash != hash)
    {
        throw ConfigError("plug-in '" + path.string() +
                          "' was changed after this process loaded it; start a new one");
    }
    return known->second.names;
}

} // namespace bindstorm
