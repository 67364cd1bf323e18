"""Guesses at the table code: counted by address and in all, in constant memory, and slowed down.

The long code is beyond guessing and is never slowed down: whoever scans the QR code gets in, whatever others try.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from companion.protocol.access import WrongCodes

# Wrong codes an address may send without waiting; then it waits 1, 2, 4 … seconds after each.
FREE: Final = 5
LONGEST_WAIT_S: Final = 60
# An address that sends nothing wrong for so long begins anew.
FORGOTTEN_S: Final = 900
# Wrong codes of all addresses together: so many at once, and one more in so many seconds.
BURST: Final = 30
REFILL_S: Final = 2.0
# Addresses that are remembered; the one that was silent longest goes first.
MOST_ADDRESSES: Final = 512
MOST_KNOWN: Final = 128
# The last wrong codes of an address, so that a tablet that sends an old code again and again is no guesser.
MOST_CODES: Final = 8

LOCAL: Final = tuple(
    ipaddress.ip_network(text)
    for text in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")
) + tuple(ipaddress.ip_network(text) for text in ("::1/128", "fc00::/7", "fe80::/10"))


def is_local(address: str) -> bool:
    """Of the network at home: loopback, link-local, or a private range. Whatever cannot be read is not."""
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in LOCAL)


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed


def _group(address: str) -> str:
    """Who counts as one: an address, or a whole /64 of IPv6, which any single device may have."""
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed) if parsed is not None else "?"


@dataclass(slots=True)
class _Guesser:
    """Wrong codes of one address."""

    # In all, and since the last right one.
    wrong: int = 0
    streak: int = 0
    last: float = 0.0
    until: float = 0.0
    codes: OrderedDict[bytes, None] = field(default_factory=OrderedDict)


class CodeGuard:
    """Thread-safe. Never sees a right code, and keeps wrong ones only as hashes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._guessers: OrderedDict[str, _Guesser] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._total = 0
        # Until when wrong codes of all addresses have used up what they may.
        self._spent_until = 0.0

    def seconds_to_wait(self, address: str) -> int:
        """How long this address must wait before it may try a short code; 0: not at all.

        A flood from many addresses holds up strangers only, not those from whom a right code came before.
        """
        with self._lock:
            now, group = self._clock(), _group(address)
            guesser = self._guessers.get(group)
            wait = guesser.until - now if guesser is not None else 0.0
            if group not in self._known:
                wait = max(wait, self._spent_until - now - BURST * REFILL_S + REFILL_S)
            return max(0, math.ceil(wait))

    def right(self, address: str) -> None:
        """A right code came from here."""
        with self._lock:
            group = _group(address)
            if group in self._guessers:
                self._guessers[group].streak, self._guessers[group].until = 0, 0.0
            self._known[group] = None
            self._known.move_to_end(group)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)

    def wrong(self, address: str, code: str) -> None:
        """A wrong code came from here. The same one again tells a guesser nothing and does not count."""
        with self._lock:
            now, group = self._clock(), _group(address)
            guesser = self._guessers.get(group)
            if guesser is None or now - guesser.last > FORGOTTEN_S:
                guesser = _Guesser()
            hashed = hashlib.sha256(code.encode()).digest()
            if hashed not in guesser.codes:
                guesser.wrong += 1
                guesser.streak += 1
                if guesser.streak >= FREE:
                    guesser.until = now + min(LONGEST_WAIT_S, 2 ** (guesser.streak - FREE))
                self._total += 1
                self._spent_until = max(now, self._spent_until) + REFILL_S
            guesser.codes[hashed] = None
            if len(guesser.codes) > MOST_CODES:
                guesser.codes.popitem(last=False)
            guesser.last = now
            self._guessers[group] = guesser
            self._guessers.move_to_end(group)
            if len(self._guessers) > MOST_ADDRESSES:
                self._guessers.popitem(last=False)

    def report(self, most: int = 8) -> tuple[int, list[WrongCodes]]:
        """How many wrong codes came in all, and from where: the last addresses, the newest first."""
        with self._lock:
            now = self._clock()
            newest = list(reversed(self._guessers.items()))[:most]
            return self._total, [
                {"address": group, "wrong": one.wrong, "seconds_ago": int(now - one.last)} for group, one in newest
            ]
