/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "machine-info.h"

#include <cstdint>
#include <fstream>
#include <sched.h>
#include <string_view>
#include <sys/utsname.h>
#include <unistd.h>

namespace bindstorm
{

namespace
{

/// @return what follows the key and its separator in the first line that begins with the key
std::string
FindLine(const char* path, std::string_view key, char separator)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
    {
        if (!line.starts_with(key))
        {
            continue;
        }
        const auto at = line.find(separator);
        const auto begin = line.find_first_not_of(" \t\"", at == line.npos ? at : at + 1);
        if (begin != line.npos)
        {
            return line.substr(begin, line.find_last_not_of(" \t\"") + 1 - begin);
        }
    }
    return {};
}

} // namespace

std::map<std::string, std::string>
DescribeMachine()
{
    std::map<std::string, std::string> machine;
    const auto note = [&machine](const char* name, std::string value)
    {
        if (!value.empty())
        {
            machine[name] = std::move(value);
        }
    };
    utsname system{};
    if (uname(&system) == 0)
    {
        note("architecture", system.machine);
        note("kernel", std::string(system.sysname) + " " + system.release);
    }
    note("cpu", FindLine("/proc/cpuinfo", "model name", ':'));
    note("system", FindLine("/etc/os-release", "PRETTY_NAME", '='));
    cpu_set_t cpus;
    if (sched_getaffinity(0, sizeof cpus, &cpus) == 0)
    {
        note("cpus", std::to_string(CPU_COUNT(&cpus)));
    }
    const int64_t pages = sysconf(_SC_PHYS_PAGES);
    const int64_t pageSize = sysconf(_SC_PAGESIZE);
    if (pages > 0 && pageSize > 0)
    {
        note("memory_bytes", std::to_string(pages * pageSize));
    }
    return machine;
}

} // namespace bindstorm
