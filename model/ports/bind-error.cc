/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bind-error.h"

namespace bindstorm
{

std::string_view
ErrnoName(BindError error)
{
    switch (error)
    {
    case BindError::NONE:
        return "OK";
    case BindError::ADDRESS_IN_USE:
        return "EADDRINUSE";
    case BindError::ADDRESS_NOT_AVAILABLE:
        return "EADDRNOTAVAIL";
    case BindError::PERMISSION_DENIED:
        return "EACCES";
    case BindError::BAD_SOCKET:
        return "EBADF";
    case BindError::NO_BUFFERS:
        return "ENOBUFS";
    }
    return "?";
}

std::string_view
Describe(BindError error)
{
    switch (error)
    {
    case BindError::NONE:
        return "success";
    case BindError::ADDRESS_IN_USE:
        return "the port, or every port, is in use";
    case BindError::ADDRESS_NOT_AVAILABLE:
        return "no port is left towards that destination";
    case BindError::PERMISSION_DENIED:
        return "the port is in an excluded block";
    case BindError::BAD_SOCKET:
        return "the socket is not, or no longer, open";
    case BindError::NO_BUFFERS:
        return "refused because the CPU's queue was full";
    }
    return "?";
}

} // namespace bindstorm
