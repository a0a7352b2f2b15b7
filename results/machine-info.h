/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_MACHINE_INFO_H
#define BINDSTORM_MACHINE_INFO_H

#include <map>
#include <string>

namespace bindstorm
{

/**
 * @ingroup results
 * The machine that this program runs on, for the reader of a store. Whatever the system does not
 * tell is left out. Names neither the machine nor its user: stores are meant to be published.
 * @return "architecture", "cpu" (its model), "cpus" (available to this process), "kernel",
 *         "memory_bytes", "system" (the distribution)
 */
std::map<std::string, std::string> DescribeMachine();

} // namespace bindstorm

#endif // BINDSTORM_MACHINE_INFO_H
