/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BIND_NAT_H
#define BINDSTORM_BIND_NAT_H

#include "guarded.h"
#include "nat-desk.h"

#include "model/nat/nat-address-text.h"

#include <pybind11/pybind11.h>
#include <string>

namespace bindstorm
{

/// @ingroup python
using GuardedNat = Guarded<NatDesk>;
using NatUse = GuardedNat::Use;

/// @ingroup python
/// @throws ConfigError when the text is no IPv4 address
inline NatEndpoint
EndpointOf(const std::string& address, uint16_t port)
{
    return {ParseIpv4(address), port};
}

/// @ingroup python
/// Adds what deals with redirects.
void AddNatRules(pybind11::class_<GuardedNat>& nat);

} // namespace bindstorm

#endif // BINDSTORM_BIND_NAT_H
