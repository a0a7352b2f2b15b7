/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "workload.h"

#include "model/base/find-by-name.h"

#include <vector>

namespace bindstorm
{

#define WORKLOAD(Name) WorkloadInfo Describe##Name();
#include "workloads.def"
#undef WORKLOAD

std::span<const WorkloadInfo>
GetWorkloads()
{
    static const std::vector<WorkloadInfo> all{
#define WORKLOAD(Name) Describe##Name(),
#include "workloads.def"
#undef WORKLOAD
    };
    return all;
}

const WorkloadInfo&
FindWorkload(const std::string& name)
{
    return FindByName(GetWorkloads(), "workload", name);
}

} // namespace bindstorm
