/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/spin-lock.h"
#include "model/nat/locked-nat-instances.h"

#include <gtest/gtest.h>
#include <mutex>
#include <thread>
#include <vector>

// Run with a thread sanitizer by `make test-deep`.

namespace bindstorm
{

namespace
{

constexpr uint32_t SHARED_OWN = 0xCB007101; // 203.0.113.1
constexpr uint32_t THREADS = 2;
constexpr uint32_t FLOWS = 5000;
constexpr uint32_t REPLIES = 3;

NatConfig
SharedConfig(NatSplit split)
{
    NatConfig config;
    config.external = {SHARED_OWN};
    if (split == NatSplit::REMOTE)
    {
        config.overload = true;
        for (NatProtocolBehaviour* behaviour : {&config.udp, &config.tcp, &config.icmp})
        {
            behaviour->mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
        }
    }
    return config;
}

NatInstances
MakeShared(NatSplit split, uint32_t tables, NatTimeSource& time)
{
    return {SharedConfig(split),
            tables,
            split,
            5,
            [](uint32_t table)
            {
                return CreateRandomEngine(ComponentSpec("mt19937_64"),
                                          {1, 0, "box", "ports:" + std::to_string(table)});
            },
            time};
}

/// What one thread saw.
struct Seen
{
    uint64_t out{0};     ///< flows that got an endpoint
    uint64_t back{0};    ///< replies that came back to where they belong
    uint64_t refused{0}; ///< packets of strangers that were dropped
};

/// Hosts of its own, but peers, and so tables, that all threads have in common.
template <class Nat>
Seen
UseFromOneThread(Nat& nat, uint32_t thread)
{
    Seen seen;
    for (uint32_t i = 0; i < FLOWS; ++i)
    {
        const NatFlow flow{
            IP_UDP,
            {0x0A000001 + thread * 1000 + i % 250, static_cast<uint16_t>(5000 + i / 250)},
            {0xC6336401 + i % 50, 443}};
        const NatAnswer answer = nat.Outbound(flow);
        seen.out += answer.verdict == NatVerdict::TRANSLATED ? 1 : 0;
        for (uint32_t reply = 0; reply < REPLIES; ++reply)
        {
            const NatAnswer back = nat.Inbound({IP_UDP, flow.remote, answer.endpoint});
            seen.back += back.endpoint == flow.internal ? 1 : 0;
        }
        const NatAnswer refused = nat.Inbound({IP_UDP, {0xC0000201, 9}, answer.endpoint});
        seen.refused += IsForwarded(refused.verdict) ? 0 : 1;
    }
    return seen;
}

template <class Lock>
void
UseFromAllThreads(NatSplit split, uint32_t tables, uint32_t locks)
{
    SimulatedNatTime time;
    NatInstances instances = MakeShared(split, tables, time);
    LockedNatInstances<Lock> nat(instances, locks);
    std::vector<Seen> seen(THREADS);
    std::vector<std::thread> threads;
    for (uint32_t thread = 0; thread < THREADS; ++thread)
    {
        threads.emplace_back([&, thread]() { seen[thread] = UseFromOneThread(nat, thread); });
    }
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    for (const Seen& one : seen)
    {
        EXPECT_EQ(one.out, FLOWS);
        EXPECT_EQ(one.back, FLOWS * REPLIES);
        EXPECT_EQ(one.refused, FLOWS);
    }
    EXPECT_EQ(instances.CountSessions(), THREADS * FLOWS);
    EXPECT_EQ(nat.Size(), instances.CountSessions() + instances.CountMappings());
    uint64_t packets = 0;
    for (std::size_t table = 0; table < instances.Count(); ++table)
    {
        for (const uint64_t verdicts : instances[table].Verdicts())
        {
            packets += verdicts;
        }
    }
    EXPECT_EQ(packets, THREADS * FLOWS * (2 + REPLIES));
}

} // namespace

TEST(LockedNatInstances, KeepsThreadsApartByAMutexForEachTable)
{
    UseFromAllThreads<std::mutex>(NatSplit::REMOTE, 8, 8);
}

TEST(LockedNatInstances, KeepsThreadsApartByASpinLockForEachTable)
{
    UseFromAllThreads<SpinLock>(NatSplit::PORTS, 8, 8);
}

TEST(LockedNatInstances, KeepsThreadsApartByOneLockForAll)
{
    UseFromAllThreads<SpinLock>(NatSplit::REMOTE, 8, 1);
    UseFromAllThreads<std::mutex>(NatSplit::PORTS, 8, 1);
}

TEST(LockedNatInstances, LetsTablesShareLocks)
{
    UseFromAllThreads<std::mutex>(NatSplit::PORTS, 8, 3);
}

TEST(LockedNatInstances, NeedsALock)
{
    SimulatedNatTime time;
    NatInstances instances = MakeShared(NatSplit::PORTS, 2, time);
    EXPECT_THROW((LockedNatInstances<std::mutex>(instances, 0)), ConfigError);
}

TEST(LockedNatInstances, HairpinsFromTwoSidesWithoutADeadlock)
{
    SimulatedNatTime time;
    NatInstances instances = MakeShared(NatSplit::PORTS, 2, time);
    LockedNatInstances<std::mutex> nat(instances, 2);
    // Two hosts of different tables, which call each other all the time.
    const NatEndpoint peer{0xC6336401, 80};
    const NatEndpoint one{0x0A000001, 5000};
    NatEndpoint other{0x0A000002, 5000};
    const auto tableOf = [&](const NatEndpoint& internal) {
        return instances.Split().OfOutbound({IP_UDP, internal, peer});
    };
    while (tableOf(other) == tableOf(one))
    {
        ++other.address;
    }
    const NatEndpoint ofOne = nat.Outbound({IP_UDP, one, peer}).endpoint;
    const NatEndpoint ofOther = nat.Outbound({IP_UDP, other, peer}).endpoint;
    nat.Outbound({IP_UDP, one, ofOther}); // opens one's filter for the other
    std::vector<uint32_t> arrived(THREADS);
    const auto call = [&](uint32_t thread, const NatEndpoint& from, const NatEndpoint& to)
    {
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            const NatAnswer answer = nat.Outbound({IP_UDP, from, to});
            arrived[thread] += answer.verdict == NatVerdict::HAIRPINNED ? 1 : 0;
        }
    };
    nat.Outbound({IP_UDP, other, ofOne});
    std::thread first([&]() { call(0, one, ofOther); });
    std::thread second([&]() { call(1, other, ofOne); });
    first.join();
    second.join();
    EXPECT_EQ(arrived, std::vector<uint32_t>(THREADS, FLOWS));
}

TEST(SpinLock, IsHeldByOneThreadAtATime)
{
    SpinLock lock;
    uint64_t count = 0;
    std::vector<std::thread> threads;
    for (uint32_t thread = 0; thread < THREADS; ++thread)
    {
        threads.emplace_back(
            [&]()
            {
                for (uint32_t i = 0; i < 50'000; ++i)
                {
                    const std::unique_lock held(lock);
                    ++count;
                }
            });
    }
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    EXPECT_EQ(count, THREADS * 50'000);
}

TEST(SpinLock, RefusesASecondHolderWhoOnlyTries)
{
    SpinLock lock;
    EXPECT_TRUE(lock.try_lock());
    EXPECT_FALSE(lock.try_lock());
    lock.unlock();
    EXPECT_TRUE(lock.try_lock());
}

} // namespace bindstorm
