"""Matches, verdicts and samples for the tests of the store."""

from __future__ import annotations

from typing import Any

import numpy as np

from console.store.records import MatchHeader, VerdictRecord
from console.store.window import SampleWindow
from drivers.board import BoardInfo, ChannelSpec, LineSpec
from drivers.events import Button, Contact, Gesture

BOARD = BoardInfo(
    name="mk2",
    seats=2,
    lines=(LineSpec("seated"), LineSpec("0-ok", 0, Button.OK)),
    channels=tuple(
        ChannelSpec(seat, part, 60_000 * (2 * seat + (part == "under")))
        for seat in range(2)
        for part in ("top", "under")
    ),
    full_code=4095,
    divider_ohm=2200.5,
    scan_period_ns=1_000_000,
    edge_uncertainty_ns=1000,
    worst_delay_ns=20_000_000,
)


def header(**changes: Any) -> MatchHeader:
    """A match of four players; ``changes`` replace its fields."""
    fields: dict[str, Any] = {
        "game": "chaos",
        "options": {"last_card": "immediate", "specials": {"grab": 3, "palm": 3}},
        "seed": 2**63 - 1,
        "players": 4,
        "seats": (0, 2, 4, 6),
        "people": ("person", "adult", "expert", "child"),
        "started_wall": "2026-05-01T20:15:00+03:00",
        "started_ns": 123_456_789_012_345,
        "board": "sim",
        "board_info": BOARD,
        "calibration": {"channels": [{"gain": 0.1}]},
        "pad_config": {"onset_n": 0.5},
    }
    return MatchHeader(**(fields | changes))


def key_of(match: int, n: int) -> int:
    """The key of a match's action or verdict ``n`` in the store."""
    return match << 24 | n


def flip(n: int) -> dict[str, Any]:
    """An action of a match."""
    return {"type": "flip", "hand": n % 4, "t_us": 1000 * n}


def verdict(n: int = 0, kind: str = "duel_won") -> VerdictRecord:
    """Two hands, six milliseconds apart."""
    first = Contact(
        seat=2,
        gesture=Gesture.GRAB,
        t_ns=412_300_001,
        uncertainty_ns=35_000,
        clock_uncertainty_ns=33_000,
        decided_ns=431_000_000,
        peak_n=12.345678901,
    )
    second = Contact(
        seat=4,
        gesture=Gesture.PALM,
        t_ns=418_400_002,
        uncertainty_ns=36_001,
        clock_uncertainty_ns=33_000,
        decided_ns=530_000_000,
        peak_n=1 / 3,
    )
    return VerdictRecord(
        n=n,
        kind=kind,
        t_ns=412_300_001,
        shown_ns=0,
        contacts=(first, second),
        margins_ns=(0, 6_100_001),
        expanded_ns=(0, 100_256),
        action=7,
        seats=(2,),
        losers=(4,),
    )


def window(verdict: int = 0, scans: int = 700, channels: int = 16, seed: int = 1) -> SampleWindow:
    """A window of noise at rest, with one hand's rise on two channels."""
    rng = np.random.default_rng(seed)
    t_ns = 10**12 + np.arange(scans, dtype=np.int64) * 1_000_000 + rng.integers(-900, 900, scans)
    codes = 40 + rng.normal(0, 3, (scans, channels))
    codes[scans // 2 :, :2] += np.minimum(np.arange(scans - scans // 2) * 200, 3000)[:, None]
    return SampleWindow(
        verdict=verdict,
        t_ns=t_ns,
        codes=np.clip(codes, 0, 4095).astype(np.uint16),
        pad_state=rng.normal(40, 1, channels),
        errors=np.tile(np.array((2000, 33_000, 0), np.int64), (scans, 1)),
    )


def same(one: SampleWindow, other: SampleWindow) -> bool:
    """Equal in every bit."""
    names = SampleWindow.__dataclass_fields__
    return all(
        np.asarray(getattr(one, name)).tobytes() == np.asarray(getattr(other, name)).tobytes()
        and np.asarray(getattr(one, name)).dtype == np.asarray(getattr(other, name)).dtype
        and np.shape(getattr(one, name)) == np.shape(getattr(other, name))
        for name in names
    )
