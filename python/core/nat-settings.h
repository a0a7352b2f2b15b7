/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_SETTINGS_H
#define BINDSTORM_NAT_SETTINGS_H

#include "model/nat/nat-config.h"

#include <pybind11/pybind11.h>
#include <string>

namespace bindstorm
{

/**
 * @ingroup python
 * @param profile see GetNatProfiles()
 * @param settings what differs from it, by the names of GetNatSettings(); times are whole
 *        nanoseconds, addresses a list
 * @throws ConfigError for an unknown name, or a word that the setting does not know
 */
NatConfig NatConfigOf(const std::string& profile, const pybind11::dict& settings);

} // namespace bindstorm

#endif // BINDSTORM_NAT_SETTINGS_H
