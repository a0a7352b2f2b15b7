/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-packet.h"

#include "model/base/multiply-hash.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-table.h"

#include <gtest/gtest.h>
#include <memory>
#include <random>

namespace bindstorm
{

namespace
{

constexpr uint32_t EXTERNAL = 203U << 24 | 113U << 8 | 1;
constexpr NatTime LIFETIME = std::chrono::hours{1};

NatConfig
FlatConfig(NatDependence mapping)
{
    NatConfig config;
    config.external = {EXTERNAL};
    config.index = ComponentSpec("flat");
    config.udp = {mapping, NatDependence::ADDRESS_AND_PORT_DEPENDENT};
    config.overload = mapping == NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    config.ports = ComponentSpec("libalias");
    config.timers.udp = LIFETIME;
    config.hairpin = false;
    return config;
}

/// A table with an engine and a clock of its own.
class FlatNat
{
  public:
    explicit FlatNat(const NatConfig& config)
        : table(config, *m_engine, time)
    {
    }

    /// @return visits of an outbound packet
    uint64_t
    Out(const NatFlow& flow)
    {
        EXPECT_EQ(table.Outbound(flow).verdict, NatVerdict::TRANSLATED);
        return table.LastWork().nodeVisits;
    }

    SimulatedNatTime time;

  private:
    std::unique_ptr<RandomEngine> m_engine =
        CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "nat", "ports"});

  public:
    NatTable table;
};

NatFlow
ManyPorts(uint32_t i)
{
    return {IP_UDP,
            {(10U << 24) + i / 4096, static_cast<uint16_t>(40000 + i % 4096)},
            {8U << 24, 53}};
}

NatFlow
OnePort(uint32_t i)
{
    return {IP_UDP, {10U << 24, 40000}, {(8U << 24) + i, 53}};
}

/// @return mean visits of packets out, in, and of strangers to the ports in use
std::array<double, 3>
MeanVisits(FlatNat& nat, NatFlow (*flowOf)(uint32_t), uint32_t flows)
{
    std::vector<NatEndpoint> externals;
    for (uint32_t i = 0; i < flows; ++i)
    {
        externals.push_back(nat.table.Outbound(flowOf(i)).endpoint);
    }
    std::array<double, 3> sums{};
    for (uint32_t i = 0; i < flows; ++i)
    {
        const NatFlow flow = flowOf(i);
        sums[0] += static_cast<double>(nat.Out(flow));
        EXPECT_EQ(nat.table.Inbound({IP_UDP, flow.remote, externals[i]}).endpoint, flow.internal);
        sums[1] += static_cast<double>(nat.table.LastWork().nodeVisits);
        EXPECT_FALSE(
            IsForwarded(nat.table.Inbound({IP_UDP, {(9U << 24) + i, 7}, externals[i]}).verdict));
        sums[2] += static_cast<double>(nat.table.LastWork().nodeVisits);
    }
    for (double& sum : sums)
    {
        sum /= flows;
    }
    return sums;
}

TEST(FlatIndex, OneInternalPortWith50000RemotesCostsWhat50000PortsCost)
{
    for (const NatDependence mapping :
         {NatDependence::ENDPOINT_INDEPENDENT, NatDependence::ADDRESS_AND_PORT_DEPENDENT})
    {
        // Not more ports than there are: remotes differ where ports are overloaded.
        constexpr uint32_t FLOWS = 50'000;
        FlatNat one(FlatConfig(mapping));
        const auto onePort = MeanVisits(one, OnePort, FLOWS);
        NatConfig config = FlatConfig(mapping);
        config.range = PortRange{1024, 65535};
        config.ports = ComponentSpec("uniform");
        FlatNat many(config);
        const auto manyPorts = MeanVisits(many, ManyPorts, FLOWS);
        for (std::size_t i = 0; i < onePort.size(); ++i)
        {
            EXPECT_LE(onePort[i], 1.25 * manyPorts[i]) << i;
            EXPECT_LE(onePort[i], 8) << i;
        }
    }
}

/// Groups are made when they are first asked for. Links may lie in any order by then.
TEST(FlatIndex, MakesItsGroupsInOnePassThoughPlacesWereUsedAgain)
{
    constexpr uint32_t FLOWS = 4000;
    NatConfig config = FlatConfig(NatDependence::ENDPOINT_INDEPENDENT);
    config.ports = ComponentSpec("uniform"); // which asks for no port by its number
    FlatNat nat(config);
    nat.Out(ManyPorts(1));
    for (uint32_t i = 1; i < FLOWS; ++i)
    {
        nat.Out(OnePort(i));
    }
    // The newest of the group gets the first place.
    ASSERT_TRUE(nat.table.Delete(nat.table.Links().front().handle));
    nat.Out(OnePort(0));
    EXPECT_FALSE(IsForwarded(nat.table.Inbound({IP_UDP, {9, 9}, {EXTERNAL, 1}}).verdict));
    EXPECT_LE(nat.table.LastWork().nodeVisits, 10U * FLOWS);
}

TEST(FlatIndex, TakesAsFewBytesAFlowAsIsPromised)
{
    FlatNat nat(FlatConfig(NatDependence::ADDRESS_AND_PORT_DEPENDENT));
    double most = 0;
    double least = 1000;
    for (uint32_t i = 0; i < 400'000; ++i)
    {
        nat.Out(OnePort(i));
        if (i >= 20'000)
        {
            const double bytes =
                static_cast<double>(nat.table.Bytes()) / static_cast<double>(nat.table.Size());
            most = std::max(most, bytes);
            least = std::min(least, bytes);
        }
    }
    EXPECT_LE(most, 112) << "just after growth";
    EXPECT_LE(least, 96) << "when full";
}

TEST(FlatIndex, CountsTheBytesOfLinksThatHaveAKeyInCommon)
{
    NatLinkPool pool;
    const auto index = CreateNatIndex(ComponentSpec("flat"), pool);
    PacketWork work;
    const LinkId first = pool.Add({});
    index->Insert(first, work);
    const std::size_t one = index->Bytes();
    const LinkId second = pool.Add({});
    index->Insert(second, work);
    EXPECT_GT(index->Bytes(), one);
    index->Erase(second, work);
    EXPECT_EQ(index->Bytes(), one);
}

TEST(FlatIndex, IsAsFastForWhoeverKnowsTheHashAndNotTheKey)
{
    // Flows that all fall into one bucket of 4096 by the hash with a key of zeros.
    constexpr uint32_t FLOWS = 2000;
    FlatNat flooded(FlatConfig(NatDependence::ADDRESS_AND_PORT_DEPENDENT));
    FlatNat random(FlatConfig(NatDependence::ADDRESS_AND_PORT_DEPENDENT));
    uint32_t made = 0;
    for (uint32_t candidate = 0; made < FLOWS; ++candidate)
    {
        const NatFlow flow = OnePort(candidate);
        const uint64_t addresses = uint64_t{flow.internal.address} << 32 | flow.remote.address;
        const uint64_t rest =
            uint64_t{flow.internal.port} << 48 | uint64_t{53} << 32 | uint64_t{IP_UDP} << 16;
        if ((MultiplyHash({}, addresses, rest) >> 29) % 4096 == 0)
        {
            flooded.Out(flow);
            random.Out(OnePort(made++));
        }
    }
    double floodedVisits = 0;
    double randomVisits = 0;
    for (const NatMappingRow& row : flooded.table.Links())
    {
        floodedVisits +=
            static_cast<double>(flooded.Out({IP_UDP, row.link.internal, row.link.remote}));
    }
    for (const NatMappingRow& row : random.table.Links())
    {
        randomVisits +=
            static_cast<double>(random.Out({IP_UDP, row.link.internal, row.link.remote}));
    }
    EXPECT_LE(floodedVisits, 2 * randomVisits);
}

TEST(NatTableBatch, TranslatesAsPacketByPacket)
{
    for (const char* index : {"flat", "mixed-chains"})
    {
        for (const bool isReverse : {false, true})
        {
            NatConfig config = FlatConfig(NatDependence::ENDPOINT_INDEPENDENT);
            config.index = ComponentSpec(index);
            config.reverse = isReverse;
            FlatNat single(config);
            FlatNat batch(config);
            std::mt19937_64 engine(30);
            for (int run = 0; run < 60; ++run)
            {
                const bool isOutbound = engine() % 2 == 0;
                std::vector<test::Bytes> ones;
                for (uint64_t i = 0; i < engine() % 80; ++i)
                {
                    test::PacketSpec spec{
                        .protocol = static_cast<uint8_t>(engine() % 5 == 0 ? IP_ICMP : IP_UDP)};
                    spec.source = {(10U << 24) + static_cast<uint32_t>(engine() % 50), 4000};
                    spec.destination = {(8U << 24) + static_cast<uint32_t>(engine() % 5), 53};
                    if (!isOutbound)
                    {
                        spec.source = spec.destination;
                        spec.destination = {EXTERNAL,
                                            static_cast<uint16_t>(32768 + engine() % 32768)};
                    }
                    ones.push_back(test::Build(spec));
                    ones.back().resize(engine() % 10 == 0 ? engine() % 40 : ones.back().size());
                }
                std::vector<test::Bytes> together = ones;
                std::vector<std::span<std::byte>> packets(together.begin(), together.end());
                std::vector<NatVerdict> verdicts(packets.size());
                isOutbound ? batch.table.TranslateOutbound(packets, verdicts)
                           : batch.table.TranslateInbound(packets, verdicts);
                for (std::size_t i = 0; i < ones.size(); ++i)
                {
                    ASSERT_EQ(isOutbound ? single.table.TranslateOutbound(ones[i])
                                         : single.table.TranslateInbound(ones[i]),
                              verdicts[i]);
                    ASSERT_EQ(ones[i], together[i]);
                }
            }
            EXPECT_GT(single.table.Size(), 0U);
            EXPECT_EQ(single.table.Size(), batch.table.Size());
        }
    }
}

} // namespace

} // namespace bindstorm
