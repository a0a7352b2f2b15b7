/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-columns.h"

#include <limits>
#include <pybind11/numpy.h>
#include <type_traits>
#include <unordered_set>
#include <vector>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

/// Codes of the column "tcp".
enum class TcpStateCode : uint8_t
{
    NONE,
    OPENING,
    ESTABLISHED,
    HALF_CLOSED,
    CLOSED,
    RESET
};

/// As TcpLifetime() tells the states apart.
TcpStateCode
StateOf(const NatLink& link)
{
    if (link.protocol != IP_TCP || link.origin != LinkOrigin::SESSION)
    {
        return TcpStateCode::NONE;
    }
    const TcpTrack& tcp = link.tcp;
    if (tcp.reset)
    {
        return TcpStateCode::RESET;
    }
    const bool isUp = tcp.synOut && tcp.synIn;
    if (tcp.finOut || tcp.finIn)
    {
        return (tcp.finOut && tcp.finIn) || !isUp ? TcpStateCode::CLOSED
                                                  : TcpStateCode::HALF_CLOSED;
    }
    return isUp ? TcpStateCode::ESTABLISHED : TcpStateCode::OPENING;
}

/// @return nanoseconds; numpy's "not a time" when there is no deadline
int64_t
DeadlineOf(const NatLink& link)
{
    return link.lifetime == NatTime{0} ? std::numeric_limits<int64_t>::min()
                                       : link.Deadline().count();
}

template <class Value, class Function>
py::array_t<Value>
ColumnOf(const std::vector<NatMappingRow>& rows, const Function& function)
{
    py::array_t<Value> column(static_cast<py::ssize_t>(rows.size()));
    Value* out = column.mutable_data();
    for (const NatMappingRow& row : rows)
    {
        if constexpr (std::is_invocable_v<Function, const NatLink&>)
        {
            *out++ = static_cast<Value>(function(row.link));
        }
        else
        {
            *out++ = static_cast<Value>(function(row));
        }
    }
    return column;
}

/// @return places of the mappings and rules that have a session whose time is not over
std::unordered_set<LinkId>
ParentsInUse(const std::vector<NatMappingRow>& rows, NatTime now)
{
    std::unordered_set<LinkId> parents;
    for (const NatMappingRow& row : rows)
    {
        if (row.link.parent != NO_LINK && row.link.Deadline() > now)
        {
            parents.insert(row.link.parent);
        }
    }
    return parents;
}

} // namespace

py::dict
NatColumns(NatDesk& desk)
{
    const std::vector<NatMappingRow> rows = desk.Table().Links();
    const std::unordered_set<LinkId> inUse = ParentsInUse(rows, desk.Now());
    py::array_t<bool> expired(static_cast<py::ssize_t>(rows.size()));
    bool* isExpired = expired.mutable_data();
    for (const NatMappingRow& row : rows)
    {
        *isExpired++ = row.link.origin == LinkOrigin::MAPPING ? !inUse.contains(row.handle.id)
                                                              : row.link.Deadline() <= desk.Now();
    }
    py::dict columns;
    const auto endpoint = [&](const char* name, NatEndpoint NatLink::*which)
    {
        const std::string prefix(name);
        columns[py::str(prefix + "_address")] =
            ColumnOf<uint32_t>(rows, [&](const NatLink& link) { return (link.*which).address; });
        columns[py::str(prefix + "_port")] =
            ColumnOf<int32_t>(rows, [&](const NatLink& link) { return (link.*which).port; });
    };
    columns["protocol"] =
        ColumnOf<uint8_t>(rows, [](const NatLink& link) { return link.protocol; });
    endpoint("internal", &NatLink::internal);
    endpoint("remote", &NatLink::remote);
    endpoint("external", &NatLink::external);
    columns["scope"] = ColumnOf<uint8_t>(rows, [](const NatLink& link) { return link.scope; });
    columns["origin"] = ColumnOf<uint8_t>(rows, [](const NatLink& link) { return link.origin; });
    columns["tcp"] = ColumnOf<uint8_t>(rows, &StateOf);
    columns["assured"] = ColumnOf<bool>(rows, [](const NatLink& link) { return link.isAssured; });
    columns["sessions"] =
        ColumnOf<int64_t>(rows, [](const NatMappingRow& row) { return row.sessions; });
    columns["last_use"] =
        ColumnOf<int64_t>(rows, [](const NatLink& link) { return link.lastUse.count(); });
    columns["expires"] = ColumnOf<int64_t>(rows, &DeadlineOf);
    columns["expired"] = expired;
    return columns;
}

} // namespace bindstorm
