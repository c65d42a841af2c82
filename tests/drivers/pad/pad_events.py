"""Pushes on a pad of four petals, and what was told of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drivers.board import Samples
from drivers.events import Contact, Fault, SeatFault
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import Calibration
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.times import MS
from tests.drivers.pad.streams import Push, board_info, forces_at, in_batches, stream, to_codes

INFO = board_info(4)


def fed(samples: Samples, calibration: Calibration | None = None) -> list[PadEvent]:
    """Events of a stream."""
    pad = PadDecoder(INFO, calibration or Calibration.nominal(INFO))
    return [event for batch in in_batches(samples) for event in pad.feed(batch)]


def pressed(*pushes: Push, duration_ms: int = 1_000, seed: int = 1) -> Samples:
    return stream(INFO, pushes, duration_ms, rng=np.random.default_rng(seed))


def sampled(force: Floats, calibration: Calibration | None = None) -> list[Contact]:
    """Contacts of forces at every scan, float64[n, c]."""
    samples = Samples(np.arange(len(force), dtype=np.int64) * MS, to_codes(INFO, force))
    return contacts_of(fed(samples, calibration))


def added(force_of: dict[int, Floats], *pushes: Push, duration_ms: int = 900) -> list[PadEvent]:
    """Events of pushes, with further forces on some channels."""
    t_ns = np.arange(duration_ms, dtype=np.int64) * MS
    force = forces_at(INFO, pushes, t_ns)
    for channel, newtons in force_of.items():
        force[:, channel] += newtons
    return fed(Samples(t_ns, to_codes(INFO, force)))


def contacts_of(events: list[PadEvent], seat: int = 0) -> list[Contact]:
    return [e for e in events if isinstance(e, Contact) and e.seat == seat]


def told(events: list[PadEvent], fault: Fault) -> list[tuple[int, bool, int]]:
    return [
        (e.seat, e.active, e.t_ns) for e in events if isinstance(e, SeatFault) and e.fault is fault
    ]


def near(contact: Contact, truth_ns: float, sigmas: float = 3.0) -> bool:
    return abs(contact.t_ns - truth_ns) <= sigmas * contact.uncertainty_ns + 30_000


def weighed(push: float) -> Calibration:
    """A table on which a push on seat 1 couples so much into seat 0."""
    channels = list(Calibration.nominal(INFO).channels)
    none = ((0.0, 0.0),) * 4
    own = ((0.0, 0.0), (push, 0.0), (0.0, 0.0), (0.0, 0.0))
    return Calibration(
        tuple(replace(c, shares=own if i < 2 else none) for i, c in enumerate(channels))
    )
