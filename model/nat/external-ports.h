/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXTERNAL_PORTS_H
#define BINDSTORM_EXTERNAL_PORTS_H

#include "eligible-port-sets.h"
#include "nat-config.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup nat
 * What external ports a NAT has for a protocol: the configured range or else that of its port
 * choice, without the reserved ones, by parity and class where it keeps them. With the class kept
 * and no range configured, internal ports below 1024 have 1-1023.
 *
 * Identifiers of ICMP queries are not ports: nothing is reserved, parity and class mean nothing,
 * and all 65536 are there, 0 included, unless the port choice takes them from its range of ports.
 */
EligiblePortSets MakeExternalPorts(const NatConfig& config, uint8_t protocol);

} // namespace bindstorm

#endif // BINDSTORM_EXTERNAL_PORTS_H
