/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BOX_OBSERVER_H
#define BINDSTORM_BOX_OBSERVER_H

#include "model/base/observer.h"

#include <chrono>
#include <vector>

namespace bindstorm
{

/// Keeps what boxes tell.
class BoxObserver final : public Observer
{
  public:
    void
    OnFreeSet(uint32_t, uint32_t, uint16_t, uint16_t) override
    {
    }

    void
    OnAllocate(uint32_t, uint16_t, uint32_t, bool, std::chrono::nanoseconds) override
    {
    }

    void
    OnBusy(uint32_t, uint16_t) override
    {
    }

    void
    OnFree(uint32_t, uint16_t) override
    {
    }

    void
    OnOperation(const OperationRecord& record) override
    {
        operations.push_back(record);
    }

    void
    OnSample(const HostSample&) override
    {
    }

    void
    OnPacket(const PacketRecord& record) override
    {
        packets.push_back(record);
    }

    void
    OnExchange(const ExchangeRecord& record) override
    {
        exchanges.push_back(record);
    }

    void
    OnBoxSample(const BoxSample& sample) override
    {
        samples.push_back(sample);
    }

    void
    OnBoxEnd(const BoxSample& sample) override
    {
        ends.push_back(sample);
    }

    std::vector<OperationRecord> operations;
    std::vector<PacketRecord> packets;
    std::vector<ExchangeRecord> exchanges;
    std::vector<BoxSample> samples;
    std::vector<BoxSample> ends;
};

} // namespace bindstorm

#endif // BINDSTORM_BOX_OBSERVER_H
