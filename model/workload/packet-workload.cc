/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "packet-workload.h"

#include "model/base/find-by-name.h"

#include <vector>

namespace bindstorm
{

#define PACKET_WORKLOAD(Name) PacketWorkloadInfo Describe##Name();
#include "packet-workloads.def"
#undef PACKET_WORKLOAD

std::span<const PacketWorkloadInfo>
GetPacketWorkloads()
{
    static const std::vector<PacketWorkloadInfo> all{
#define PACKET_WORKLOAD(Name) Describe##Name(),
#include "packet-workloads.def"
#undef PACKET_WORKLOAD
    };
    return all;
}

const PacketWorkloadInfo&
FindPacketWorkload(const std::string& name)
{
    return FindByName(GetPacketWorkloads(), "workload of packets", name);
}

} // namespace bindstorm
