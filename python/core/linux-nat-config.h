/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LINUX_NAT_CONFIG_H
#define BINDSTORM_LINUX_NAT_CONFIG_H

#include "model/nat/nat-config.h"

namespace bindstorm
{

/// @ingroup python
/// @return Linux's masquerade as measured on 6.18: mapping and filtering that depend on address and
///         port, external ports shared between remotes, ports kept where they can be, the default
///         timers of nf_conntrack, the oldest unanswered session making room when full
NatConfig LinuxNatConfig();

} // namespace bindstorm

#endif // BINDSTORM_LINUX_NAT_CONFIG_H
