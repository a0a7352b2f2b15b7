/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bind-failure.h"

#include <cerrno>

namespace bindstorm
{

int
ErrnoNumber(BindError error)
{
    switch (error)
    {
    case BindError::NONE:
        return 0;
    case BindError::ADDRESS_IN_USE:
        return EADDRINUSE;
    case BindError::ADDRESS_NOT_AVAILABLE:
        return EADDRNOTAVAIL;
    case BindError::PERMISSION_DENIED:
        return EACCES;
    case BindError::BAD_SOCKET:
        return EBADF;
    case BindError::NO_BUFFERS:
        return ENOBUFS;
    }
    return 0;
}

} // namespace bindstorm
