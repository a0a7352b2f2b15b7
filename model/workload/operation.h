/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_OPERATION_H
#define BINDSTORM_OPERATION_H

#include "model/base/observer.h"
#include "model/ports/host-sockets.h"

#include <chrono>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup workload
 * What a process asks of its host.
 */
struct Operation
{
    OperationKind kind{OperationKind::BIND};
    Protocol protocol{Protocol::UDP};
    PortRequest request{};               ///< of BIND and BIND_TO
    uint16_t port{0};                    ///< of BIND_TO
    SocketHandle socket{};               ///< of CLOSE
    std::chrono::nanoseconds work{0};    ///< CPU time of a FRAME
    std::chrono::nanoseconds allowed{0}; ///< a FRAME that takes longer from submission is late
    bool isSetUp{false};                 ///< brings about the state to be measured
};

/**
 * @ingroup workload
 * What became of an operation.
 */
struct Completion
{
    OperationKind kind{OperationKind::BIND};
    BindError error{BindError::NONE};
    uint16_t port{0};
    SocketHandle socket{};
};

} // namespace bindstorm

#endif // BINDSTORM_OPERATION_H
