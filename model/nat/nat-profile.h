/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_PROFILE_H
#define BINDSTORM_NAT_PROFILE_H

#include "nat-config.h"

#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * A known NAT: what its settings are unless given otherwise.
 */
struct NatProfile
{
    std::string name;
    std::string summary; ///< one sentence
    NatConfig config;    ///< without external addresses
};

/// @ingroup nat
/// @return every profile; the first one is the default
std::span<const NatProfile> GetNatProfiles();

/// @ingroup nat
/// @throws ConfigError for an unknown name, with the nearest known one
const NatProfile& FindNatProfile(const std::string& name);

} // namespace bindstorm

#endif // BINDSTORM_NAT_PROFILE_H
