"""Bodies of the controller's frames (``drivers/firmware/WIRE.md``) as values.

A body of the wrong shape is None: it passed the CRC by chance or comes from another program.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from drivers.firmware.wire import MAX_BODY

_PARTS = ("top", "under")
MOST_LAMPS: Final = (MAX_BODY - 1) // 3
"""More would not go into one LIGHTS."""


@dataclass(frozen=True, slots=True)
class Version:
    """The first bytes of HELLO, the same in every protocol."""

    protocol: int
    firmware: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """What the controller is. ``channels``: seat, ``"top"`` or ``"under"``, µs into a scan."""

    version: Version
    pad_id: bytes
    boot: int
    first: int
    seats: int
    full_code: int
    divider_ohm: int
    scan_period_us: int
    lamps: int
    channels: tuple[tuple[int, str, int], ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scans:
    """A body of SAMPLES. ``deltas``: µs from each scan to the next; ``codes``: raw u16."""

    t: int
    scan: int
    edge: int
    deltas: tuple[int, ...]
    codes: bytes


@dataclass(frozen=True, slots=True)
class EdgeMessage:
    """An edge of a line; ``number`` counts them, ``t`` is µs of the controller's clock."""

    number: int
    line: int
    active: bool
    t: int


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping: when it was received and sent, as ``EdgeMessage.t``."""

    token: int
    received: int
    sent: int


@dataclass(frozen=True, slots=True)
class Beat:
    """Sign of life: all ``levels``, and what went wrong so often (WIRE.md)."""

    t: int
    levels: int
    late: int
    lost: int
    first: int
    edge: int
    bad: int


def version(body: bytes) -> Version | None:
    """Who says HELLO, whatever its protocol."""
    if len(body) < 4:
        return None
    return Version(body[0], (body[1], body[2], body[3]))


_HELLO = struct.Struct("<4x8sHHBHHHBB")


def hello(body: bytes) -> Hello | None:
    """A HELLO of our protocol."""
    says = version(body)
    if says is None or len(body) < _HELLO.size:
        return None
    pad_id, boot, first, seats, full, ohm, period, lamps, count = _HELLO.unpack_from(body)
    at = _HELLO.size + 4 * count
    if len(body) <= at or len(body) != at + 1 + body[at]:
        return None
    rows = list(struct.iter_unpack("<BBH", body[_HELLO.size : at]))
    if any(seat >= seats or part > 1 or offset >= period for seat, part, offset in rows):
        return None
    if 0 in (seats, full, ohm, period, count) or lamps > MOST_LAMPS:
        return None
    channels = tuple((seat, _PARTS[part], offset) for seat, part, offset in rows)
    lines = tuple(body[at + 1 :])
    return Hello(
        version=says,
        pad_id=pad_id,
        boot=boot,
        first=first,
        seats=seats,
        full_code=full,
        divider_ohm=ohm,
        scan_period_us=period,
        lamps=lamps,
        channels=channels,
        lines=lines,
    )


_SCANS = struct.Struct("<IHHB")


def scans(body: bytes, channels: int) -> Scans | None:
    """A SAMPLES of a pad of ``channels``."""
    if len(body) < _SCANS.size:
        return None
    t, scan, edge, n = _SCANS.unpack_from(body)
    codes_at = _SCANS.size + 2 * (n - 1)
    if n == 0 or len(body) != codes_at + 2 * n * channels:
        return None
    deltas = struct.unpack_from(f"<{n - 1}H", body, _SCANS.size)
    return Scans(t, scan, edge, deltas, body[codes_at:])


def edge(body: bytes) -> EdgeMessage | None:
    """None for what is none."""
    if len(body) != 8:
        return None
    number, line, active, t = struct.unpack("<HBBI", body)
    return EdgeMessage(number, line, bool(active), t) if active <= 1 else None


def pong(body: bytes) -> Pong | None:
    """None for what is none."""
    return Pong(*struct.unpack("<III", body)) if len(body) == 12 else None


def beat(body: bytes) -> Beat | None:
    """None for what is none."""
    return Beat(*struct.unpack("<IBHHHHH", body)) if len(body) == 15 else None


def note(body: bytes) -> str:
    """What a NOTE says, without signs that no screen draws and that a terminal would obey."""
    return "".join(sign for sign in body.decode("utf-8", "replace") if sign.isprintable())
