/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CONNECTION_PLAN_H
#define BINDSTORM_CONNECTION_PLAN_H

#include "unique-order.h"

#include "model/base/draw-source.h"
#include "model/base/setting.h"
#include "model/nat/nat-table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup workload
 * Different connections of internal hosts to one server: every combination of a host, a source port
 * and a destination port at most once, in pseudorandom order (RFC 9693), so that hashes are
 * exercised (RFC 4814).
 */
class ConnectionPlan
{
  public:
    static constexpr uint32_t FIRST_HOST = 10U << 24 | 1;          ///< 10.0.0.1
    static constexpr uint32_t SERVER = 198U << 24 | 19U << 16 | 1; ///< 198.19.0.1, RFC 2544
    static constexpr uint32_t STRANGERS = 198U << 24 | 18U << 16;  ///< 198.18.0.0/16, RFC 2544
    static constexpr uint16_t FIRST_SOURCE_PORT = 1024;            ///< RFC 4814
    static constexpr uint32_t SOURCE_PORTS = 65536 - FIRST_SOURCE_PORT;

    struct Shape
    {
        uint32_t firstHost{FIRST_HOST};
        uint32_t hosts{1};
        uint32_t destinationPorts{1}; ///< from 1 on
    };

    ConnectionPlan(const Shape& shape, DrawSource& draws);

    /// @param connection below Most()
    NatFlow operator[](uint64_t connection) const;

    /// @return how many connections a shape has
    static uint64_t Most(const Shape& shape);

  private:
    Shape m_shape;
    UniqueOrder m_order;
};

/// @ingroup workload
/// @return the settings hosts and destination_ports
std::vector<SettingInfo> ConnectionSettings();

/**
 * @ingroup workload
 * @param key of the setting that says how many connections there are to be
 * @throws ConfigError when the shape has fewer
 */
ConnectionPlan::Shape ConnectionShape(const Settings& settings,
                                      const std::string& workload,
                                      const std::string& key);

/// @ingroup workload
/// @throws ConfigError for a NAT without an external address
void RequireExternal(const NatConfig& config, const std::string& workload);

/// @ingroup workload
/// Ends every session but those of the internal hosts of a shape; takes no simulated time.
void EndSessionsBut(NatTable& table, const ConnectionPlan::Shape& kept);

/// @ingroup workload
/// Ends every session.
void EndSessions(NatTable& table);

} // namespace bindstorm

#endif // BINDSTORM_CONNECTION_PLAN_H
