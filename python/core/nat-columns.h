/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_COLUMNS_H
#define BINDSTORM_NAT_COLUMNS_H

#include "nat-desk.h"

#include <pybind11/pybind11.h>

namespace bindstorm
{

/// @ingroup python
/// @return every link of the table as arrays by name, in the order of making: numbers and codes,
///         of which the Python side makes text
pybind11::dict NatColumns(NatDesk& desk);

} // namespace bindstorm

#endif // BINDSTORM_NAT_COLUMNS_H
