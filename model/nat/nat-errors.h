/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_ERRORS_H
#define BINDSTORM_NAT_ERRORS_H

#include "ipv4-packet.h"
#include "nat-lookup.h"
#include "nat-verdict.h"

namespace bindstorm
{

/**
 * @ingroup nat
 * Translates an ICMP error.
 *
 * From outside (RFC 5508 REQ-4) it is about a packet that went out, and goes to whoever sent that;
 * its source stays, whoever that is (RFC 4787 REQ-12a).
 *
 * From inside (REQ-5) it is about a packet that came in. It leaves from the address that the packet
 * was sent to when its receiver speaks, from the external address of the speaker when that is a
 * router on the way, and from the session's when that has none. About a hairpinned packet it goes
 * back inside, to whoever sent that (REQ-7).
 *
 * The session is only looked for: an error neither makes, refreshes nor ends one (REQ-6).
 * @param packet an ICMP error
 * @return ERROR_TRANSLATED; else untouched: MALFORMED, NO_MAPPING, or UNSUPPORTED when it is
 *         itself fragmented (its checksum cannot be checked) or quotes what is of no flow
 */
NatVerdict TranslateError(Ipv4Packet& packet, NatLookup& table, NatDirection direction);

} // namespace bindstorm

#endif // BINDSTORM_NAT_ERRORS_H
