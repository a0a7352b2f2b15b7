/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "fuzz-input.h"

#include "tests/model/nat/long-runs/nat-pair.h"

/**
 * Every input is a NAT and a sequence of packets, rules and pauses: the table must answer as the
 * one without any cleverness does.
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    using namespace bindstorm;
    FuzzInput input(data, size);
    const NatSteps steps = [&input](uint32_t bound) { return input.TakeByte() % bound; };
    NatPair pair(AnyNatConfig(steps), 1, steps);
    while (!input.IsEmpty())
    {
        const std::string difference = pair.Step();
        Require(difference.empty(), difference.c_str());
    }
    return 0;
}
