/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_FIXTURE_H
#define BINDSTORM_LIBALIAS_FIXTURE_H

#include "model/base/random-engine.h"
#include "model/nat/internet-checksum.h"
#include "model/nat/nat-address-text.h"
#include "model/nat/nat-table.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace bindstorm
{

// Addresses and ports of FreeBSD's tests/sys/netinet/libalias, in host order.
inline constexpr uint32_t MASQ = 0x01020304;
inline constexpr uint32_t PUB = 0x0102DEAD;
inline constexpr uint32_t EXT = 0x12345678;
inline constexpr uint32_t PRV1 = 0x0A00DEAD;
inline constexpr uint32_t PRV2 = 0xAC10DEAD;
inline constexpr uint32_t PRV3 = 0xC0A8DEAD;
inline constexpr uint32_t CGN = 0x6440DEAD;

/// What a packet came out as.
struct Translated
{
    NatVerdict verdict;
    NatEndpoint source;
    NatEndpoint destination;
};

/**
 * The modes of libalias that its tests set. All off is its "mode 0".
 */
struct LibaliasModes
{
    bool denyIncoming{false};
    bool samePorts{false};
    bool resetOnAddressChange{false};
    NatSources sources{NatSources::ALL};
};

/**
 * A table as the tests of libalias use it, with any index and housekeeping, driven by real packets
 * of 64 bytes.
 */
class Libalias
{
  public:
    Libalias(const std::string& index, const std::string& housekeeping, bool udpEim = false);

    void SetAddress(uint32_t address);
    void SetModes(const LibaliasModes& modes);
    /// To another address and back, which ends sessions where the mode says so.
    void Bounce();

    Translated Out(const NatEndpoint& source, const NatEndpoint& destination, uint8_t protocol);
    Translated In(const NatEndpoint& source, const NatEndpoint& destination, uint8_t protocol);

    // The four checks of those tests. True when they hold.

    /// Goes out with another source, destination unchanged.
    testing::AssertionResult Nat(uint8_t protocol, uint32_t source, uint32_t to, uint32_t becomes);
    testing::AssertionResult Unnat(uint8_t protocol, uint32_t from, uint32_t to, uint32_t becomes);
    testing::AssertionResult UnnatFail(uint8_t protocol, uint32_t from, uint32_t to);

    /// @return the external port that an outbound UDP packet got; fails the test unless it went out
    ///         from MASQ, otherwise unchanged
    uint16_t UdpNat(const NatEndpoint& source, const NatEndpoint& destination);
    testing::AssertionResult UdpNatFails(const NatEndpoint& source, const NatEndpoint& destination);
    testing::AssertionResult UdpUnnat(const NatEndpoint& source,
                                      const NatEndpoint& destination,
                                      const NatEndpoint& becomes);
    testing::AssertionResult UdpUnnatFails(const NatEndpoint& source,
                                           const NatEndpoint& destination);

    LinkHandle Redirect(const NatEndpoint& internal,
                        const NatEndpoint& remote,
                        const NatEndpoint& external);

    NatTable&
    Table()
    {
        return *m_table;
    }

    SimulatedNatTime&
    Time()
    {
        return *m_time;
    }

    RandomEngine&
    Engine()
    {
        return *m_engine;
    }

  private:
    Translated Pass(const NatEndpoint& source,
                    const NatEndpoint& destination,
                    uint8_t protocol,
                    bool isOutbound);

    // By pointer, as the engine: the table keeps references when this is moved.
    std::unique_ptr<SimulatedNatTime> m_time;
    std::unique_ptr<RandomEngine> m_engine;
    bool m_udpEim;
    std::unique_ptr<NatTable> m_table;
};

/// Index and housekeeping by name.
using LibaliasParts = std::tuple<std::string, std::string>;

/// Every index with one housekeeping, and every housekeeping with one index.
std::vector<LibaliasParts> EveryLibalias();

/// @return a name that GoogleTest takes
std::string NameOfParts(const testing::TestParamInfo<LibaliasParts>& info);

class LibaliasTest : public testing::TestWithParam<LibaliasParts>
{
  protected:
    Libalias
    Make(bool udpEim = false) const
    {
        return {std::get<0>(GetParam()), std::get<1>(GetParam()), udpEim};
    }
};

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_FIXTURE_H
