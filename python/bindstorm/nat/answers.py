# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""What became of a packet."""

from __future__ import annotations

import enum
import html
from dataclasses import dataclass

__all__ = ["NatResult", "NatVerdict"]


class NatVerdict(enum.StrEnum):
    """What a NAT did with a packet, and why. The first five go on, the others do not."""

    TRANSLATED = "translated"  #: goes on with other addresses, ports and checksums
    HAIRPINNED = "hairpinned"  #: translated twice, goes back inside (RFC 4787, section 6)
    FRAGMENT_TRANSLATED = "fragment-translated"  #: a later fragment, by what its first one said
    ERROR_TRANSLATED = "error-translated"  #: an ICMP error with the packet that it quotes
    PASSED = "passed"  #: goes on as it is: nothing says that it is to be translated
    NO_MAPPING = "no-mapping"  #: inbound to an endpoint that nobody has
    FILTERED = "filtered"  #: the mapping exists, but not for this sender
    NO_PORT = "no-port"  #: no external port was found for a new flow
    TABLE_FULL = "table-full"  #: the table takes no further entry
    HOST_LIMIT = "host-limit"  #: the internal host has as many as it may
    MALFORMED = "malformed"  #: a length or field that contradicts another
    UNSUPPORTED = "unsupported"  #: nothing a NAT can translate
    FRAGMENT_HELD = "fragment-held"  #: a later fragment that came before its first one: kept
    FRAGMENT_UNKNOWN = "fragment-unknown"  #: a later fragment whose first one never came
    FRAGMENT_LIMIT = "fragment-limit"  #: as many fragments are kept as may be

    @property
    def forwarded(self) -> bool:
        """Whether the packet goes on, changed or not."""
        return self in _FORWARDED


#: By the number that the extension gives.
VERDICTS = tuple(NatVerdict)
_FORWARDED = frozenset(VERDICTS[:5])


@dataclass(frozen=True, slots=True)
class NatResult:
    """What became of one packet. True when it goes on.

    Attributes
    ----------
    verdict : NatVerdict
        Compares with text: ``result.verdict == "translated"``.
    address, port : str and int, or None
        Outbound: the source that the packet gets, the external endpoint. Inbound: the destination
        that it gets, the internal endpoint. None when it was dropped.
    hairpin : tuple of str and int, or None
        Of a hairpinned packet, which is translated twice: its destination, an internal endpoint.

    Examples
    --------
    >>> import bindstorm as bs
    >>> nat = bs.Nat(external=["203.0.113.1"], filtering="endpoint-independent")
    >>> nat.inbound("198.51.100.9", 53, "203.0.113.1", 40000)
    <NatResult no-mapping>
    >>> bool(_)
    False
    """

    verdict: NatVerdict
    address: str | None = None
    port: int | None = None
    hairpin: tuple[str, int] | None = None

    @property
    def forwarded(self) -> bool:
        """Whether the packet goes on."""
        return self.verdict.forwarded

    def __bool__(self) -> bool:
        return self.verdict.forwarded

    def __repr__(self) -> str:
        where = "" if self.address is None else f" {self.address}:{self.port}"
        back = "" if self.hairpin is None else f" to {self.hairpin[0]}:{self.hairpin[1]}"
        return f"<NatResult {self.verdict.value}{where}{back}>"

    def _repr_html_(self) -> str:
        return f"<code>{html.escape(repr(self))}</code>"
