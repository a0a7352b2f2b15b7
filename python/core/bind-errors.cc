/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bind-failure.h"
#include "bindings.h"

#include <exception>

namespace py = pybind11;

namespace bindstorm
{

void
AddErrors(py::module_& /* module */)
{
    py::register_exception_translator(
        [](std::exception_ptr thrown)
        {
            try
            {
                std::rethrow_exception(thrown);
            }
            catch (const BindFailure& failure)
            {
                // OSError makes an object of the subclass that belongs to the errno.
                const py::tuple arguments =
                    py::make_tuple(ErrnoNumber(failure.GetError()), failure.what());
                PyErr_SetObject(PyExc_OSError, arguments.ptr());
            }
        });
}

} // namespace bindstorm
