/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-fixture.h"

// Faults of the originals that were measured: each is shown where a historic part has it by design,
// and shown to be absent elsewhere.

namespace bindstorm
{

namespace
{

constexpr LibaliasModes CLOSED{.denyIncoming = true, .samePorts = true};

/// 1000 flows are made, nothing happens for a while, then each remote sends once.
/// @return how many of those packets pass
int
CountRevived(const std::string& index, const std::string& housekeeping, NatTime silence)
{
    Libalias nat(index, housekeeping);
    nat.SetAddress(MASQ);
    nat.SetModes(CLOSED);
    for (uint16_t i = 0; i < 1000; ++i)
    {
        nat.UdpNat({PRV1, static_cast<uint16_t>(2000 + i)}, {EXT, 53});
    }
    nat.Time().Set(silence);
    int passed = 0;
    for (uint16_t i = 0; i < 1000; ++i)
    {
        const auto in = nat.In({EXT, 53}, {MASQ, static_cast<uint16_t>(2000 + i)}, IP_UDP);
        passed += IsForwarded(in.verdict) ? 1 : 0;
    }
    return passed;
}

/// 13.0 swept at most 800 of its 4001 buckets a call, a fifth of what there is: the rest came back
/// to life ("about 800 of 1000").
TEST(LibaliasFaults, ASweepThatNobodyWaitsForLetsExpiredFlowsLive)
{
    for (const int silence : {61, 130, 3600})
    {
        EXPECT_EQ(CountRevived("mixed-chains", "sweep(most=200)", std::chrono::seconds{silence}),
                  800)
            << silence;
    }
}

TEST(LibaliasFaults, WhoeverChecksOnUseRevivesNothing)
{
    for (const char* housekeeping : {"sweep(most=200, check=use)",
                                     "incremental(check=use)",
                                     "on-use",
                                     "timer-wheel",
                                     "timer-wheel(batch=1)"})
    {
        for (const char* index : {"mixed-chains", "split-chains", "split-splay", "flat"})
        {
            EXPECT_EQ(CountRevived(index, housekeeping, std::chrono::seconds{60}), 0)
                << index << " " << housekeeping;
        }
    }
}

/// @return packets after an hour of silence until an old flow is refused; at most the number given
int
PacketsUntilRefused(const std::string& clock, int most)
{
    NatConfig config = LibaliasConfig();
    config.external = {MASQ};
    config.unsolicited = NatUnsolicited::DENY;
    config.housekeeping = ComponentSpec::Parse("incremental(check=use)");
    config.clock = ComponentSpec::Parse(clock);
    SimulatedNatTime time;
    const auto engine = CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "faults", "ports"});
    NatTable nat(config, *engine, time);
    const NatArrival reply{IP_UDP, {EXT, 53}, {MASQ, 4660}};
    const NatArrival stranger{IP_UDP, {PUB, 9}, {MASQ, 9}};
    // 2.7 seconds at a hundred thousand packets a second, then an hour in one step.
    for (int packet = 0; packet < 270'000; ++packet)
    {
        time.Set(std::chrono::microseconds{10} * packet);
        nat.Inbound(stranger);
    }
    nat.Outbound({IP_UDP, {PRV1, 4660}, {EXT, 53}});
    time.Set(std::chrono::hours{1});
    for (int packet = 0; packet < most; ++packet)
    {
        // Looking must not revive: only every thousandth packet is the old flow's.
        if (packet % 1000 == 0 && !nat.FindInternal(reply))
        {
            return packet;
        }
        nat.Inbound(stranger);
    }
    return most;
}

TEST(LibaliasFaults, ASampledClockLetsAFlowLiveForAsLongAsItLikes)
{
    EXPECT_EQ(PacketsUntilRefused("each-packet", 60'000), 1000)
        << "the first packet after the hour reads the clock";
    EXPECT_LE(PacketsUntilRefused("every-n(1000)", 60'000), 2000);
    const int adapted = PacketsUntilRefused("every-n(n=1000, adapt=libalias)", 60'000);
    EXPECT_GT(adapted, 10'000) << "a third of what came in the last second";
    EXPECT_LT(adapted, 40'000);
    EXPECT_EQ(PacketsUntilRefused("ticker", 60'000), 1000);
    EXPECT_EQ(PacketsUntilRefused("coarse", 60'000), 1000);
}

/// Two redirects that share internal endpoint and remote pattern: of the second one, 14.0 forgot
/// what it is found by from inside, and deleting either made both be forgotten.
TEST(LibaliasFaults, TwinRedirectsAreLostFromInsideOnlyInTheTreeThatLosesThem)
{
    const auto portAfterDeletingOne = [](const std::string& index)
    {
        Libalias nat(index, "timer-wheel");
        nat.SetAddress(MASQ);
        nat.SetModes({.denyIncoming = true});
        const LinkHandle first = nat.Redirect({PRV1, 4660}, {0, 0}, {MASQ, 1111});
        nat.Redirect({PRV1, 4660}, {0, 0}, {MASQ, 2222});
        EXPECT_TRUE(nat.Table().Delete(first));
        return nat.UdpNat({PRV1, 4660}, {EXT, 53});
    };
    for (const char* index : {"mixed-chains", "split-chains", "split-splay", "flat"})
    {
        EXPECT_EQ(portAfterDeletingOne(index), 2222) << index;
    }
    EXPECT_GE(portAfterDeletingOne("split-splay(twins=lost)"), 0x8000);
}

/// Unsolicited packets that are accepted leave a link each: a hole that strangers fill with memory.
TEST(LibaliasFaults, AcceptedStrangersLeaveALinkEachDeniedOnesNone)
{
    for (const bool isDenied : {false, true})
    {
        Libalias nat("mixed-chains", "sweep");
        nat.SetAddress(MASQ);
        nat.SetModes({.denyIncoming = isDenied});
        for (uint16_t port = 1; port <= 500; ++port)
        {
            nat.In({EXT, port}, {MASQ, 9}, IP_UDP);
        }
        EXPECT_EQ(nat.Table().Size(), isDenied ? 0 : 500);
    }
}

} // namespace

} // namespace bindstorm
