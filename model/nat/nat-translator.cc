/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-translator.h"

#include "icmp-error.h"
#include "nat-endpoints.h"
#include "nat-errors.h"

#include <utility>

namespace bindstorm
{

namespace
{

NatFragments::Limits
FragmentLimits(const NatConfig& config)
{
    return {config.maxFragmentedDatagrams, config.maxHeldFragments};
}

NatVerdict
TranslateFlow(Ipv4Headers& headers, TcpFlags flags, NatLookup& table)
{
    const NatAnswer answer = table.Outbound(FlowOf(headers), flags);
    if (answer.verdict == NatVerdict::TRANSLATED)
    {
        headers.Rewrite(answer.endpoint, headers.Destination(), answer.endpoint.port);
    }
    else if (answer.verdict == NatVerdict::HAIRPINNED)
    {
        // A query's identifier is that of whoever asked: in a reply, of the receiver.
        const bool isReply =
            headers.Layout().hasIdentifier && KindOfIcmp(headers) == IcmpKind::REPLY;
        headers.Rewrite(answer.endpoint,
                        answer.hairpin,
                        isReply ? answer.hairpin.port : answer.endpoint.port);
    }
    return answer.verdict;
}

NatVerdict
TranslateArrival(Ipv4Headers& headers, TcpFlags flags, NatLookup& table)
{
    const NatAnswer answer = table.Inbound(ArrivalOf(headers), flags);
    if (answer.verdict == NatVerdict::TRANSLATED)
    {
        headers.Rewrite(headers.Source(), answer.endpoint, answer.endpoint.port);
    }
    return answer.verdict;
}

} // namespace

NatTranslator::NatTranslator(const NatConfig& config)
    : m_opensWhenDenied(config.deniedFragmentsOpen),
      m_outbound(FragmentLimits(config)),
      m_inbound(FragmentLimits(config))
{
}

NatVerdict
NatTranslator::Outbound(std::span<std::byte> bytes, NatLookup& table, NatTime now)
{
    return Translate(bytes, table, now, NatDirection::OUTBOUND);
}

NatVerdict
NatTranslator::Inbound(std::span<std::byte> bytes, NatLookup& table, NatTime now)
{
    return Translate(bytes, table, now, NatDirection::INBOUND);
}

NatVerdict
NatTranslator::Translate(std::span<std::byte> bytes,
                         NatLookup& table,
                         NatTime now,
                         NatDirection direction)
{
    std::optional<Ipv4Packet> packet = Ipv4Packet::Parse(bytes);
    if (!packet)
    {
        return NatVerdict::MALFORMED;
    }
    const bool isOutbound = direction == NatDirection::OUTBOUND;
    NatFragments& fragments = isOutbound ? m_outbound : m_inbound;
    if (packet->IsLaterFragment())
    {
        return fragments.OnLater(*packet, now, m_released.size());
    }
    Ipv4Headers& headers = packet->Headers();
    if (headers.Layout().hasIdentifier)
    {
        const IcmpKind kind = KindOfIcmp(headers);
        if (kind == IcmpKind::ERROR)
        {
            return TranslateError(*packet, table, direction);
        }
        if (kind == IcmpKind::OTHER)
        {
            return NatVerdict::UNSUPPORTED;
        }
    }
    const auto translate = [&]
    {
        return isOutbound ? TranslateFlow(headers, packet->Flags(), table)
                          : TranslateArrival(headers, packet->Flags(), table);
    };
    if (!packet->IsFirstFragment())
    {
        return translate();
    }
    // By the addresses that the later ones will have.
    const DatagramKey datagram = DatagramKey::Of(headers);
    const NatVerdict verdict = translate();
    OnFirstFragment(fragments, datagram, headers, verdict, now);
    return verdict;
}

void
NatTranslator::OnFirstFragment(NatFragments& fragments,
                               const DatagramKey& datagram,
                               const Ipv4Headers& headers,
                               NatVerdict verdict,
                               NatTime now)
{
    const bool isDenied = verdict == NatVerdict::FILTERED || verdict == NatVerdict::NO_MAPPING;
    if (IsForwarded(verdict) || (isDenied && m_opensWhenDenied))
    {
        fragments.OnFirst(datagram,
                          {headers.Source().address, headers.Destination().address},
                          now,
                          m_released);
    }
    else
    {
        fragments.OnDenied(datagram, now);
    }
}

NatFragments::Released
NatTranslator::TakeReleasedFragments()
{
    return std::exchange(m_released, {});
}

void
NatTranslator::SetConfig(const NatConfig& config)
{
    m_opensWhenDenied = config.deniedFragmentsOpen;
    m_outbound.SetLimits(FragmentLimits(config));
    m_inbound.SetLimits(FragmentLimits(config));
}

void
NatTranslator::ForgetFragments()
{
    m_outbound.Clear();
    m_inbound.Clear();
    m_released.clear();
}

} // namespace bindstorm
