"""Scans into frames and out again (WIRE.md, SAMPLES)."""

from __future__ import annotations

import struct

from hypothesis import given
from hypothesis import strategies as st

from drivers.controller import messages
from drivers.firmware.samples import SCANS_A_FRAME, Packer
from drivers.firmware.wire import MAX_BODY, TICKS


@given(
    st.integers(1, 16),
    st.integers(0, 0xFFFF),
    st.integers(0, TICKS - 1),
    st.lists(st.integers(1, 0xFFFF), min_size=1, max_size=5),
)
def test_what_is_packed_comes_out(channels: int, scan: int, t: int, deltas: list[int]) -> None:
    packer = Packer(channels)
    codes = struct.pack(f"<{channels}H", *(17 * (c + 1) for c in range(channels)))
    at = t
    for i, delta in enumerate([0, *deltas]):
        at = (at + delta) % TICKS
        assert packer.follows((scan + i) & 0xFFFF, at)
        packer.add((scan + i) & 0xFFFF, at, 0, codes)
    body = bytes(packer.body(5))
    assert len(body) <= MAX_BODY
    assert messages.scans(body, channels) == messages.Scans(
        t, scan, 5, tuple(deltas), codes * (len(deltas) + 1)
    )
    assert packer.count == 0


def test_a_run_is_the_same_as_its_scans_one_by_one() -> None:
    run, single = Packer(2), Packer(2)
    codes = bytes(range(24))
    run.add(9, TICKS - 1500, 1000, codes)
    for i in range(6):
        t = (TICKS - 1500 + 1000 * i) % TICKS
        single.add(9 + i, t, 1000, codes[4 * i : 4 * i + 4])
    assert run.room == single.room == 0
    assert run.body(1) == single.body(1)


def test_a_gap_or_a_long_pause_does_not_follow() -> None:
    packer = Packer(16)
    packer.add(3, 100, 0, bytes(32))
    assert packer.follows(4, 1100)
    assert not packer.follows(5, 1100)
    assert not packer.follows(4, 100 + 0x10000)
    assert not packer.follows(4, 50)


def test_the_largest_pad_still_packs_six_scans() -> None:
    assert Packer(16).room == SCANS_A_FRAME
