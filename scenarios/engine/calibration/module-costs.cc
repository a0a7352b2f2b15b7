/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "module-costs.h"

#include "model/base/draw-source.h"
#include "model/ports/chain-walk.h"
#include "model/ports/free-port-map.h"
#include "model/ports/socket-chains.h"

#include <bit>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace bindstorm
{

namespace
{

constexpr uint32_t CHAINS = 128;

std::unique_ptr<RandomEngine>
MakeTaus88()
{
    return CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "calibration", "draws"});
}

/// A view that answers what a walk through a map asks of it: which ports are in range.
class RangeView final : public PortView
{
  public:
    RangeView(const PortRange& range, const PortSet& reserved, WorkCounters& work)
        : PortView(range, reserved, work)
    {
    }

    bool
    IsFree(uint16_t /* port */) override
    {
        return false;
    }

    uint32_t
    CountFree() override
    {
        return 0;
    }

    uint16_t
    SelectFree(uint32_t /* rank */) override
    {
        return 0;
    }

    PortChains*
    Chains() override
    {
        return nullptr;
    }
};

/// A thread that is there and does nothing.
class SecondThread
{
  public:
    SecondThread()
        : m_thread(
              [this]()
              {
                  std::unique_lock lock(m_mutex);
                  m_end.wait(lock, [this]() { return m_isEnding; });
              })
    {
    }

    ~SecondThread()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
        }
        m_end.notify_one();
        m_thread.join();
    }

    SecondThread(const SecondThread&) = delete;
    SecondThread& operator=(const SecondThread&) = delete;

  private:
    std::mutex m_mutex;
    std::condition_variable m_end;
    bool m_isEnding{false};
    std::thread m_thread;
};

BatchTimes
MeasureWalk(const BatchTimer& timer, const PortRange& range)
{
    ChainMap busy(CHAINS);
    for (uint32_t slot = 0; slot < 65536 / CHAINS; ++slot)
    {
        busy.Set(slot);
    }
    const int slotShift = std::countr_zero(CHAINS);
    const PortSet reserved;
    return timer.Measure(
        [&](uint64_t rounds)
        {
            WorkCounters work;
            RangeView view(range, reserved, work);
            for (uint64_t i = 0; i < rounds; ++i)
            {
                // The start lies outside of both ranges; odd strides reach all slots of a chain.
                const auto first = static_cast<uint16_t>(i * 2);
                const auto stride = static_cast<uint16_t>((i * 2 + 1) * CHAINS);
                KeepResult(FindFreeSlot(view, busy, slotShift, first, stride).has_value());
            }
            return work.steps;
        });
}

} // namespace

BatchTimes
MeasureDraw(const BatchTimer& timer)
{
    const auto engine = MakeTaus88();
    return timer.Measure(
        [&](uint64_t rounds)
        {
            WorkCounters work;
            DrawSource draws(*engine, work);
            for (uint64_t i = 0; i < rounds; ++i)
            {
                KeepResult(draws.Draw());
            }
            return work.rngDraws;
        });
}

BatchTimes
MeasureLock(const BatchTimer& timer)
{
    const SecondThread second;
    std::mutex mutex;
    return timer.Measure(
        [&](uint64_t rounds)
        {
            for (uint64_t i = 0; i < rounds; ++i)
            {
                mutex.lock();
                KeepResult(&mutex);
                mutex.unlock();
            }
            return rounds;
        });
}

BatchTimes
MeasureChainScan(const BatchTimer& timer)
{
    const SocketChains chains(CHAINS);
    const PortRequest plain;
    const WalkRequest request(plain);
    return timer.Measure(
        [&](uint64_t rounds)
        {
            WorkCounters work;
            for (uint64_t i = 0; i < rounds; ++i)
            {
                KeepResult(chains.HasConflict(request, static_cast<uint16_t>(i), work));
            }
            return work.chainScans;
        });
}

BatchTimes
MeasureBitmapWord(const BatchTimer& timer)
{
    FreePortMap map(PortRange{}, PortSet{});
    // Every second port busy: the search cannot guess.
    for (uint32_t port = PortRange{}.Low(); port <= PortRange{}.High(); port += 2)
    {
        map.AddConflict(static_cast<uint16_t>(port));
    }
    return timer.Measure(
        [&](uint64_t rounds)
        {
            WorkCounters work;
            // Ranks far apart, without a draw or a division to be paid for.
            const uint32_t free = map.CountFree();
            const uint32_t stride = free * 5 / 8 + 1;
            uint32_t rank = 0;
            for (uint64_t i = 0; i < rounds; ++i)
            {
                KeepResult(map.SelectFree(rank, work));
                rank += stride;
                rank -= rank < free ? 0 : free;
            }
            return work.bitmapWords;
        });
}

BatchTimes
MeasureStep(const BatchTimer& timer)
{
    // Port 1 is the only one in range, and the walk goes through even ports.
    return MeasureWalk(timer, PortRange(1, 1));
}

BatchTimes
MeasureStepAndProbe(const BatchTimer& timer)
{
    return MeasureWalk(timer, PortRange(1, 65535));
}

} // namespace bindstorm
