/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_VERDICT_H
#define BINDSTORM_NAT_VERDICT_H

#include <array>
#include <cstdint>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup nat
 * What became of a packet, and why. Each is counted. The packet is changed by the first four only.
 * On which side fragments and errors go on their destination says: they may be hairpinned too.
 */
enum class NatVerdict : uint8_t
{
    TRANSLATED,          ///< goes on with other addresses, ports and checksums
    HAIRPINNED,          ///< translated twice, goes back inside (RFC 4787, section 6)
    FRAGMENT_TRANSLATED, ///< a later fragment, by what its first one said
    ERROR_TRANSLATED,    ///< an ICMP error with the packet that it quotes
    PASSED,              ///< goes on as it is: nothing says that it is to be translated
    NO_MAPPING,          ///< inbound to an endpoint that nobody has: dropped
    FILTERED,            ///< the mapping exists, but not for this sender: dropped
    NO_PORT,             ///< no external port was found for a new flow: dropped
    TABLE_FULL,          ///< the table takes no further entry: dropped
    HOST_LIMIT,          ///< the internal host has as many as it may: dropped
    MALFORMED,           ///< a length or field that contradicts another: dropped
    UNSUPPORTED,         ///< nothing a NAT can translate, e.g. an ICMP type without a flow: dropped
    FRAGMENT_HELD,       ///< a later fragment that came before its first one: kept
    FRAGMENT_UNKNOWN,    ///< a later fragment whose first one never came, not kept: dropped
    FRAGMENT_LIMIT       ///< as many fragments are kept as may be: dropped
};

inline constexpr std::size_t NAT_VERDICTS = 15;

/// @ingroup nat
/// Names in results, in the order of NatVerdict.
inline constexpr std::array<std::string_view, NAT_VERDICTS> NAT_VERDICT_NAMES{"translated",
                                                                              "hairpinned",
                                                                              "fragment-translated",
                                                                              "error-translated",
                                                                              "passed",
                                                                              "no-mapping",
                                                                              "filtered",
                                                                              "no-port",
                                                                              "table-full",
                                                                              "host-limit",
                                                                              "malformed",
                                                                              "unsupported",
                                                                              "fragment-held",
                                                                              "fragment-unknown",
                                                                              "fragment-limit"};

/// @ingroup nat
inline std::string_view
NameOf(NatVerdict verdict)
{
    return NAT_VERDICT_NAMES[static_cast<std::size_t>(verdict)];
}

/// @ingroup nat
/// @return whether the packet goes on, changed or not
inline bool
IsForwarded(NatVerdict verdict)
{
    return verdict <= NatVerdict::PASSED;
}

} // namespace bindstorm

#endif // BINDSTORM_NAT_VERDICT_H
