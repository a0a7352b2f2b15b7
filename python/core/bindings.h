/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BINDINGS_H
#define BINDSTORM_BINDINGS_H

#include <pybind11/pybind11.h>

namespace bindstorm
{

/// Each adds one topic to the extension module.
void AddRegistry(pybind11::module_& module);
void AddNat(pybind11::module_& module);
void AddErrors(pybind11::module_& module);
void AddOwnAllocator(pybind11::module_& module);
void AddPortDesk(pybind11::module_& module);
void AddPortLaw(pybind11::module_& module);
void AddUniformityReport(pybind11::module_& module);
void AddJudge(pybind11::module_& module);
void AddUniformity(pybind11::module_& module);

} // namespace bindstorm

#endif // BINDSTORM_BINDINGS_H
