/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHOOSE_WITHIN_H
#define BINDSTORM_CHOOSE_WITHIN_H

#include "model/base/draw-source.h"
#include "model/ports/port-view.h"

#include <cstdint>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup nat
 * Chooses from a part of the ports, each free and eligible one equally likely. A few draws first;
 * when all of them miss, the free ports are counted.
 * @param low first port
 * @param high last port, not below the first
 * @return nothing when none is free; at most 8 + high - low + 1 ports are looked at
 */
std::optional<uint16_t> ChooseWithin(PortView& view,
                                     uint32_t low,
                                     uint32_t high,
                                     DrawSource& draws);

} // namespace bindstorm

#endif // BINDSTORM_CHOOSE_WITHIN_H
