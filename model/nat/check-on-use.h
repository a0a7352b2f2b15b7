/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHECK_ON_USE_H
#define BINDSTORM_CHECK_ON_USE_H

#include "model/base/component-spec.h"

namespace bindstorm
{

/// @ingroup nat
/// @return the parameter by which checks in the background are combined with those at each use
inline ParameterInfo
CheckParameter()
{
    return {.name = "check",
            .defaultValue = "background",
            .choices = {"background", "use"},
            .help = "use: a link is also checked whenever it is found, so that none passes late"};
}

/// @ingroup nat
inline bool
ReadCheckParameter(const ComponentSpec& spec)
{
    return spec.Get("check") == "use";
}

} // namespace bindstorm

#endif // BINDSTORM_CHECK_ON_USE_H
