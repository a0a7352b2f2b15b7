/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bindings.h"

PYBIND11_MODULE(_core, module)
{
    module.doc() = "The parts of Bindstorm that need no ns-3. Private: use the package around it.";
    module.attr("__version__") = BINDSTORM_VERSION;
    bindstorm::AddErrors(module);
    bindstorm::AddRegistry(module);
    bindstorm::AddUniformityReport(module);
    bindstorm::AddUniformity(module);
    bindstorm::AddJudge(module);
    bindstorm::AddPortLaw(module);
    bindstorm::AddOwnAllocator(module);
    bindstorm::AddPortDesk(module);
    bindstorm::AddNat(module);
}
