"""Samples come back exactly, whatever they are (ARCHITECTURE.md, principle 3)."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from console.store.window import SampleWindow, pack, unpack
from drivers.board import Samples
from tests.console.store.matches import same, window

int64 = st.integers(-(2**63), 2**63 - 1)


@st.composite
def windows(draw: st.DrawFn) -> SampleWindow:
    """Any window at all: times that jump, codes that leap, baselines that are no number."""
    scans, channels = draw(st.integers(0, 20)), draw(st.integers(0, 5))
    levels = draw(st.sampled_from([(channels,), (channels, 1), (channels, 7)]))
    per_scan = hnp.arrays(np.int64, scans, elements=int64)
    return SampleWindow(
        verdict=draw(st.integers(0, 1000)),
        t_ns=draw(per_scan),
        codes=draw(hnp.arrays(np.uint16, (scans, channels))),
        pad_state=draw(hnp.arrays(np.float64, levels)),
        errors=draw(hnp.arrays(np.int64, (scans, 3), elements=int64)),
    )


@given(windows())
def test_any_window_comes_back_bit_by_bit(given_window: SampleWindow) -> None:
    assert same(unpack(given_window.verdict, pack(given_window)), given_window)


def test_a_window_of_16_channels_and_700_ms_is_small() -> None:
    """Nine tenths of it are noise."""
    given_window = window()
    assert len(pack(given_window)) <= 7_500 < given_window.codes.nbytes


def test_batches_keep_their_errors_and_gaps() -> None:
    codes = np.arange(12, dtype=np.uint16).reshape(6, 2)
    t_ns = np.arange(6, dtype=np.int64)
    batches = [
        Samples(t_ns[:2], codes[:2], 10, 20, 0),
        Samples(t_ns[2:3], codes[2:3], 10, 20, 4),
        Samples(t_ns[3:], codes[3:], 11, 20, 0),
    ]
    again = SampleWindow.of(3, batches, np.zeros(2)).batches()
    assert [(b.t_ns.tolist(), b.codes.tolist()) for b in again] == [
        (b.t_ns.tolist(), b.codes.tolist()) for b in batches
    ]
    assert [(b.jitter_ns, b.clock_uncertainty_ns, b.dropped) for b in again] == [
        (b.jitter_ns, b.clock_uncertainty_ns, b.dropped) for b in batches
    ]


def test_a_window_without_scans_has_no_batches() -> None:
    assert SampleWindow.of(0, [], np.zeros(4)).batches() == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d[:40],
        lambda d: b"\x09" + d[1:],
        lambda d: b"",
        lambda d: lzma.compress(lzma.decompress(d) + bytes(1 << 25)),  # of a stranger
    ],
)
def test_damaged_bytes_are_noticed(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="samples of verdict 5"):
        unpack(5, damage(pack(window())))


def test_a_window_keeps_the_decoder_that_judged_it() -> None:
    assert unpack(0, pack(replace(window(), decoder=7))).decoder == 7


def test_codes_at_rest_are_small() -> None:
    """Noise with a sigma of 3 codes holds 3.6 bits a code, that of the times 11 bits a scan."""
    given_window = replace(window(scans=215, channels=8), pad_state=np.full((8, 19), 40.0))
    assert 780 + 290 < len(pack(given_window)) < 1_700


@pytest.mark.parametrize("resting", [0.0, -1e300, np.nan, np.inf])
def test_the_greatest_leaps_come_back(resting: float) -> None:
    """A difference of codes may be greater than a code can be."""
    codes = np.array([[0, 65_535], [65_535, 0]] * 5 + [[0, 0], [65_535, 65_535]] * 3, np.uint16)
    given_window = replace(
        window(scans=len(codes), channels=2), codes=codes, pad_state=np.full((2, 7), resting)
    )
    assert same(unpack(given_window.verdict, pack(given_window)), given_window)


def test_every_changed_byte_is_noticed() -> None:
    """LZMA itself would make other samples of other bytes, and so another verdict."""
    packed = pack(window(scans=30, channels=4))
    for at in range(0, len(packed), 7):
        changed = packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :]
        with pytest.raises(ValueError, match="samples of verdict 1"):
            unpack(1, changed)
