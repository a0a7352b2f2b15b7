/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_HANDLE_SIGNALS_H
#define BINDSTORM_HANDLE_SIGNALS_H

#include <pybind11/pybind11.h>

namespace bindstorm
{

/// @ingroup python
/// Lets Python handle what came in, Ctrl-C above all, while its lock is not held.
inline void
HandleSignals()
{
    const pybind11::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0)
    {
        throw pybind11::error_already_set();
    }
}

} // namespace bindstorm

#endif // BINDSTORM_HANDLE_SIGNALS_H
