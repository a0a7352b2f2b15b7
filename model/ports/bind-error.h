/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BIND_ERROR_H
#define BINDSTORM_BIND_ERROR_H

#include <array>
#include <cstdint>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup ports
 * Why a socket got no port. Counted per reason wherever results are counted.
 */
enum class BindError : uint8_t
{
    NONE,                  ///< success
    ADDRESS_IN_USE,        ///< EADDRINUSE: the port, or every port, is taken
    ADDRESS_NOT_AVAILABLE, ///< EADDRNOTAVAIL: connect() found no port towards that destination
    PERMISSION_DENIED,     ///< EACCES: the port is in an excluded block
    BAD_SOCKET,            ///< EBADF: the handle is not, or no longer, a socket of this table
    NO_BUFFERS             ///< ENOBUFS: refused before it ran, the CPU's queue was full
};

inline constexpr std::array<BindError, 6> ALL_BIND_ERRORS{BindError::NONE,
                                                          BindError::ADDRESS_IN_USE,
                                                          BindError::ADDRESS_NOT_AVAILABLE,
                                                          BindError::PERMISSION_DENIED,
                                                          BindError::BAD_SOCKET,
                                                          BindError::NO_BUFFERS};

/// @return the errno's name, "OK" for success
std::string_view ErrnoName(BindError error);

/// @return a few words that say what happened
std::string_view Describe(BindError error);

} // namespace bindstorm

#endif // BINDSTORM_BIND_ERROR_H
