/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "p-value-method.h"

namespace bindstorm
{

std::string_view
GetText(PValueMethod method)
{
    switch (method)
    {
    case PValueMethod::NO_DATA:
        return "no data";
    case PValueMethod::NOT_TESTED:
        return "not tested";
    case PValueMethod::CHI_SQUARE:
        return "chi-square law";
    case PValueMethod::EXACT_MOMENTS:
        return "exact moments";
    case PValueMethod::MARTINGALE:
        return "martingale moments";
    case PValueMethod::EXACT_BINOMIAL:
        return "exact binomial";
    case PValueMethod::NORMAL:
        return "normal law";
    case PValueMethod::IMPOSSIBLE:
        return "impossible event";
    }
    return "";
}

} // namespace bindstorm
