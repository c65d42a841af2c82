"""Samples come back exactly, whatever they are (design.md, principle 3)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from console.store import SampleWindow
from console.store.samples import pack, unpack
from drivers.board import Samples
from drivers.errors import ConfigError
from tests.console.store.matches import same, window

int64 = st.integers(-(2**63), 2**63 - 1)


@st.composite
def windows(draw: st.DrawFn) -> SampleWindow:
    """Any window at all: times that jump, codes that leap, baselines that are no number."""
    scans, channels = draw(st.integers(0, 20)), draw(st.integers(0, 5))
    levels = draw(st.sampled_from([(channels,), (channels, 1), (channels, 7)]))
    per_scan = hnp.arrays(np.int64, scans, elements=int64)
    return SampleWindow(
        draw(st.integers(0, 1000)),
        draw(per_scan),
        draw(hnp.arrays(np.uint16, (scans, channels))),
        draw(hnp.arrays(np.float64, levels)),
        draw(per_scan),
        draw(per_scan),
        draw(per_scan),
    )


@given(windows())
def test_any_window_comes_back_bit_by_bit(given_window: SampleWindow) -> None:
    assert same(unpack(given_window.verdict, pack(given_window)), given_window)


def test_a_window_of_16_channels_and_700_ms_is_small() -> None:
    """Nine tenths of it are noise."""
    given_window = window()
    assert len(pack(given_window)) < 9_500 < given_window.codes.nbytes


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


def test_shapes_that_do_not_fit_are_refused() -> None:
    fits = window(scans=10, channels=4)
    with pytest.raises(ConfigError, match="do not fit together"):
        SampleWindow(
            0,
            fits.t_ns[:9],
            fits.codes,
            fits.baseline,
            fits.jitter_ns,
            fits.clock_uncertainty_ns,
            fits.dropped,
        )


@pytest.mark.parametrize("damage", [lambda d: d[:40], lambda d: b"\x09" + d[1:], lambda d: b""])
def test_damaged_bytes_are_noticed(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="samples of verdict 5"):
        unpack(5, damage(pack(window())))


def deflated(given_window: SampleWindow) -> bytes:
    """As the first version packed a window: second differences, a plain baseline, deflated."""

    def planes(values: npt.NDArray[Any]) -> bytes:
        return values.view(np.uint8).reshape(-1, values.itemsize).T.tobytes()

    scans, channels = given_window.codes.shape
    zero = np.zeros(1, np.int64)
    times = np.diff(np.concatenate([zero, np.diff(np.concatenate([zero, given_window.t_ns]))]))
    body = b"".join(
        planes((row << 1) ^ (row >> 63))
        for row in (
            times,
            np.diff(given_window.jitter_ns, prepend=0),
            np.diff(given_window.clock_uncertainty_ns, prepend=0),
            given_window.dropped,
        )
    )
    body += given_window.baseline.tobytes()
    body += planes(np.ascontiguousarray(given_window.codes.T).ravel())
    return struct.pack("<BIHH", 1, scans, channels, 0) + zlib.compress(body)


def test_windows_of_older_stores_are_still_read() -> None:
    given_window = window(scans=50, channels=4)
    assert same(unpack(given_window.verdict, deflated(given_window)), given_window)


def test_every_changed_byte_is_noticed() -> None:
    """LZMA itself would make other samples of other bytes, and so another verdict."""
    packed = pack(window(scans=30, channels=4))
    for at in range(0, len(packed), 7):
        changed = packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :]
        with pytest.raises(ValueError, match="samples of verdict 1"):
            unpack(1, changed)
