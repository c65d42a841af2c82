"""A cable on which everything goes wrong: no crash, no invented contact, none lost unnoticed."""

from __future__ import annotations

import gc
import itertools
import json
import resource
import sys
from collections import Counter

import pytest
from cobs import cobs

from drivers.board import Samples
from drivers.controller import framing, scans
from drivers.controller.framing import LinkFrame
from tests.drivers.controller.storm import Storm

MILLION = 1_000_000
A_STORM = 50_000
FLAT_KB = 20_000  # what the allocator does not give back between storms


def blow(seed: int, mutated: int, junk: float) -> Storm:
    """A storm until so many frames have been mutated, and its end."""
    storm = Storm(seed)
    while storm.mutated < mutated:
        storm.turn(junk)
    storm.calm()
    return storm


@pytest.mark.slow
def test_twenty_thousand_mutated_frames() -> None:
    storm = blow(1, 20_000, junk=0.15)
    figures = storm.check()
    health = storm.cable.pad.health()
    assert health.ok
    assert figures["seen"] > 0.5 * figures["true"]
    assert health.counters["bad_frames"] > 10_000


def careless(run: bytes, boot: int) -> LinkFrame | None:
    """``framing.decode`` that believes whatever has the shape of a frame."""
    try:
        raw: bytes = cobs.decode(run)
    except cobs.DecodeError:
        return None
    return LinkFrame(raw[0], raw[1], raw[2:-2]) if len(raw) >= 4 else None


class Deaf(scans.ScanStream):
    """Scans whose gaps nobody counts."""

    def batch(self) -> list[Samples]:
        return [
            Samples(s.t_ns, s.codes, s.jitter_ns, s.clock_uncertainty_ns) for s in super().batch()
        ]


def breakage(what: str, patch: pytest.MonkeyPatch) -> None:
    """Leave out one of the cares that the link takes."""
    if what == "crc":
        patch.setattr(framing, "decode", careless)
    else:
        patch.setattr("drivers.controller.controller.ScanStream", Deaf)


def blows(seed: int) -> None:
    for storm in range(seed, seed + 6):
        blow(storm, 20_000, junk=0.1).check()


@pytest.mark.slow
@pytest.mark.parametrize(("what", "seed"), [("crc", 1), ("gaps", 9)])
def test_a_storm_finds_out_a_careless_link(
    what: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``seed`` is where the lack of a care shows first."""
    breakage(what, monkeypatch)
    with pytest.raises(AssertionError, match=r"lost|invented|doubled|became|restart"):
        blows(seed)


def peak_kb() -> int:
    """The most memory that this process has had."""
    peak = 0
    if sys.platform != "win32":
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak


@pytest.mark.complete
def test_a_million_mutated_frames_and_memory_stays_flat() -> None:
    """The figures are shown by ``make proofs``."""
    tally: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    link_time_s = worst_us = early_kb = 0
    for seed in itertools.count(2):
        storm = blow(seed, A_STORM, junk=0.1)
        found = storm.check()
        worst_us = max(worst_us, found.pop("worst_notice_us"))
        figures += found
        figures["restarts"] += storm.restarts
        figures["silences_told"] += len(storm.cable.notices_ns)
        figures["scans_dropped_told"] += storm.cable.dropped
        tally += Counter({fault.value: count for fault, count in storm.tally.items()})
        tally["frames_sent"] += storm.sent
        link_time_s += 2 * storm.turns + 4
        del storm, found
        gc.collect()  # a storm is a circle, which Python looks for the less the more is kept beside
        if seed == 4:
            early_kb = peak_kb()
        if tally["garbled"] + tally["junk"] >= MILLION:
            break
    grown_kb = peak_kb() - early_kb
    shown = {
        "link_time_s": link_time_s,
        "frames": dict(tally),
        "table": dict(figures),
        "worst_notice_ms": worst_us / 1000,
        "peak_memory_grown_kb": grown_kb,
    }
    print("\nfuzz", json.dumps(shown, indent=1))  # noqa: T201 # for people
    assert figures["seen"] > 0.5 * figures["true"]
    assert grown_kb < FLAT_KB
