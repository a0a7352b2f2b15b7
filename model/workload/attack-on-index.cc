/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "attack-pattern.h"

#include "model/base/component-spec.h"
#include "model/nat/tuple-hash.h"

#include <string>
#include <utility>

namespace bindstorm
{

namespace
{

/// Remote endpoints for an attack on an index, by number.
class AttackRemotes
{
  public:
    virtual ~AttackRemotes() = default;
    /// @return different for different numbers up to settings.flows twice
    virtual NatEndpoint At(uint32_t number) = 0;
};

/// Nothing in common: addresses in turn, and another port for each turn.
class ManyRemotes final : public AttackRemotes
{
  public:
    explicit ManyRemotes(uint32_t remotes)
        : m_remotes(remotes)
    {
    }

    NatEndpoint
    At(uint32_t number) override
    {
        // The step is the golden ratio's: neighbours have ports, and so sums, far apart.
        const uint32_t place = number % m_remotes;
        const uint32_t turn = number / m_remotes;
        return {AttackPattern::FIRST_OUTSIDE + place,
                static_cast<uint16_t>(1 + (turn + place * 40503) % 65535)};
    }

  private:
    uint32_t m_remotes;
};

/// The address goes up by one and the port down by one: the sum stays, for any number of buckets.
class EqualSums final : public AttackRemotes
{
  public:
    NatEndpoint
    At(uint32_t number) override
    {
        const uint32_t offset = number % AttackPattern::MOST_OUTSIDE;
        return {AttackPattern::FIRST_OUTSIDE + offset, static_cast<uint16_t>(65535 - offset)};
    }
};

/// Found by trying: one endpoint in `buckets` falls into the first chain.
class SearchedRemotes final : public AttackRemotes
{
  public:
    SearchedRemotes(uint8_t protocol, const NatEndpoint& internal, uint32_t buckets)
        : m_protocol(protocol),
          m_internal(internal),
          m_buckets(buckets)
    {
    }

    NatEndpoint
    At(uint32_t number) override
    {
        while (m_found.size() <= number)
        {
            const NatEndpoint remote{AttackPattern::FIRST_OUTSIDE +
                                         m_tried / 65535 % AttackPattern::MOST_OUTSIDE,
                                     static_cast<uint16_t>(1 + m_tried % 65535)};
            ++m_tried;
            if (BucketOf(remote) == 0)
            {
                m_found.push_back(remote);
            }
        }
        return m_found[number];
    }

  private:
    uint32_t
    BucketOf(const NatEndpoint& remote) const
    {
        return TupleHash(false)(m_protocol, m_internal, remote) % m_buckets;
    }

    uint8_t m_protocol;
    NatEndpoint m_internal;
    uint32_t m_buckets;
    uint32_t m_tried{0};
    std::vector<NatEndpoint> m_found;
};

/**
 * One internal endpoint with many remotes. Once all are there, turns of two: the oldest flows are
 * used again, and a stranger asks at the external port that they share, where they do.
 */
class OneEndpoint final : public AttackPattern
{
  public:
    OneEndpoint(const AttackSettings& settings, std::unique_ptr<AttackRemotes> remotes)
        : m_settings(settings),
          m_remotes(std::move(remotes))
    {
    }

    static NatEndpoint
    Internal(const AttackSettings& settings)
    {
        return {FIRST_INSIDE, settings.port};
    }

    AttackPacket
    Next(DrawSource& /* draws */) override
    {
        if (m_opened < m_settings.flows)
        {
            return FromInside(ATTACK_OPEN, m_opened++);
        }
        m_isProbe = !m_isProbe;
        if (!m_isProbe || m_external.address == 0)
        {
            return FromInside(ATTACK_KEEP, m_used++ % m_settings.flows);
        }
        const NatEndpoint stranger =
            m_remotes->At(m_settings.flows + m_strangers++ % m_settings.flows);
        return {.phase = ATTACK_PROBE,
                .what = NatArrival{m_settings.protocol, stranger, m_external},
                .flags = Opening(m_settings.protocol)};
    }

    void
    OnForwarded(uint32_t /* number */, const NatEndpoint& external) override
    {
        m_external = external;
    }

    NatEndpoint
    RemoteOf(uint32_t number) const override
    {
        return m_remotes->At(number);
    }

  private:
    AttackPacket
    FromInside(AttackPhase phase, uint32_t number)
    {
        const NatFlow flow{m_settings.protocol, Internal(m_settings), m_remotes->At(number)};
        return {.phase = phase,
                .what = flow,
                .flags = phase == ATTACK_OPEN ? Opening(m_settings.protocol)
                                              : Going(m_settings.protocol),
                .number = number};
    }

    AttackSettings m_settings;
    std::unique_ptr<AttackRemotes> m_remotes;
    NatEndpoint m_external{}; ///< where the last flow that was let through is answered
    uint32_t m_opened{0};
    uint32_t m_used{0};
    uint32_t m_strangers{0};
    bool m_isProbe{false};
};

} // namespace

void
CheckAttackOnIndex(const AttackSettings& settings)
{
    if (settings.pattern != "hash-flood")
    {
        return;
    }
    if (settings.isSum)
    {
        if (settings.flows > AttackPattern::MOST_OUTSIDE / 2)
        {
            throw ConfigError("attack: hash-flood has at most 32767 flows of equal sums");
        }
        return;
    }
    // Strangers collide as well, so that twice as many are searched for.
    constexpr uint64_t ENDPOINTS = uint64_t{AttackPattern::MOST_OUTSIDE} * 65535;
    const uint64_t tries = uint64_t{settings.flows} * 2 * settings.buckets;
    if (tries > ENDPOINTS)
    {
        throw ConfigError(
            "attack: hash-flood would try 2 x flows x buckets = " + std::to_string(tries) +
            " remote endpoints, and there are " + std::to_string(ENDPOINTS));
    }
}

std::unique_ptr<AttackPattern>
CreateAttackOnIndex(const AttackSettings& settings)
{
    if (settings.pattern == "one-port")
    {
        return std::make_unique<OneEndpoint>(settings,
                                             std::make_unique<ManyRemotes>(settings.remotes));
    }
    if (settings.pattern != "hash-flood")
    {
        return nullptr;
    }
    CheckAttackOnIndex(settings);
    if (settings.isSum)
    {
        return std::make_unique<OneEndpoint>(settings, std::make_unique<EqualSums>());
    }
    return std::make_unique<OneEndpoint>(
        settings,
        std::make_unique<SearchedRemotes>(settings.protocol,
                                          OneEndpoint::Internal(settings),
                                          settings.buckets));
}

} // namespace bindstorm
