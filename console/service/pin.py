"""The owner's PIN: kept as a slow hash, tried ever more slowly after failures.

The waits are counted on the monotonic clock from the last failure or, after a restart, from the
program's start: pulling the plug or setting the clock shortens nothing. A failure is kept before
the digits are looked at, so a cut in the middle of a try is a failure too. Where the disk takes
nothing, failures are counted until the program ends: else nobody could come in and see why.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from drivers.errors import ConfigError, KhvatkaError
from drivers.times import SECOND

COST: Final = 2**14  # scrypt's n: 16 MB and some 50 ms on a PC, a fifth of a second on a Pi
FREE_TRIES: Final = 3
FIRST_WAIT_NS: Final = 5 * SECOND
LONGEST_WAIT_NS: Final = 900 * SECOND
MOST_DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Pin:
    """A PIN as it is kept; ``failures`` counts wrong tries since the last right one."""

    salt: bytes
    hash: bytes
    cost: int = COST
    failures: int = 0

    def is_right(self, digits: str) -> bool:
        """Are these its digits?"""
        return hmac.compare_digest(_hash(digits, self.salt, self.cost), self.hash)


def new_pin(digits: str, least: int, cost: int = COST) -> Pin:
    """A PIN of ``least`` to 12 digits. Raises ConfigError for other signs and lengths."""
    plain = digits.isascii() and digits.isdecimal()
    if not plain or not least <= len(digits) <= MOST_DIGITS:
        raise ConfigError(
            "this is no PIN: give {least} to {most_digits} digits",
            least=least,
            most_digits=MOST_DIGITS,
        )
    salt = secrets.token_bytes(16)
    return Pin(salt, _hash(digits, salt, cost), cost)


def _hash(digits: str, salt: bytes, cost: int) -> bytes:
    return hashlib.scrypt(digits.encode(), salt=salt, n=cost, r=8, p=1, maxmem=2**26, dklen=32)


def wait_after_ns(failures: int) -> int:
    """How long nothing is tried after so many failures: none, then 5 s, 10 s … a quarter hour."""
    if failures < FREE_TRIES:
        return 0
    doublings = min(failures - FREE_TRIES, 20)
    return min(FIRST_WAIT_NS << doublings, LONGEST_WAIT_NS)


class PinGate:
    """Asks for the PIN.

    ``keep`` puts a changed PIN where the next start finds it; it is called before an answer is
    given. ``unkept`` is the KhvatkaError that it raised last time, if it did.
    """

    def __init__(self, pin: Pin, keep: Callable[[Pin], None], now_ns: int) -> None:
        self._pin = pin
        self._keep = keep
        self._failed_ns = now_ns
        self.unkept: KhvatkaError | None = None

    def wait_ns(self, now_ns: int) -> int:
        """How long until the next try."""
        return max(0, self._failed_ns + wait_after_ns(self._pin.failures) - now_ns)

    def try_pin(self, digits: str, now_ns: int) -> bool:
        """Are they right? Nobody looks as long as there is to wait. It takes the time of a hash:
        nobody should be in a duel meanwhile."""
        pin = self._pin
        if self.wait_ns(now_ns):
            return False
        self._failed_ns = now_ns
        self._put(replace(pin, failures=pin.failures + 1))
        if not pin.is_right(digits):
            return False
        self._put(replace(pin, failures=0))
        return True

    def _put(self, pin: Pin) -> None:
        self._pin = pin
        try:
            self._keep(pin)
        except KhvatkaError as error:
            self.unkept = error
        else:
            self.unkept = None
