/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BYTE_LOCAL_LAW_H
#define BINDSTORM_BYTE_LOCAL_LAW_H

#include "port-law.h"
#include "remembered-view.h"

namespace bindstorm
{

/**
 * @ingroup analysis
 * The law of `byte-local-2009` with `full=step`, a byte being eight slots of a chain. Start and
 * step come from one draw; the bit in the byte found is spread by its rule.
 * @param spec resolved
 */
PortLaw ByteLocalBySlotLaw(RememberedView& view, const ComponentSpec& spec);

/// @ingroup analysis
/// The same for bytes of eight consecutive ports.
PortLaw ByteLocalByPortLaw(RememberedView& view, const ComponentSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_BYTE_LOCAL_LAW_H
