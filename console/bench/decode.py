"""What decoding costs: a 1 kHz × 16 channel stream in 10 ms batches, as a share of one core.

The stream is made here, so the figure is the decoder's own: no simulated board is in it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from console.i18n import Words
from drivers.board import BoardInfo, ChannelSpec, Edge, LineSpec, Reading, Samples
from drivers.events import Button, Contact
from drivers.inputs import Inputs
from drivers.pad.channels import fsr
from drivers.times import MS, ns

SEATS = 8
BATCH_SCANS = 10
STEP_NS = 30_000
LEAST_SECONDS = 20
_ROUND_MS = 1_500  # one race: a flip, a crowd of hands, hands off
_HOLD_MS = 250.0
_NOISE_CODES = 3.0
_CROSSTALK = 0.03


@dataclass(frozen=True, slots=True)
class DecodeFigures:
    """CPU time of ``Inputs.feed`` over ``stream_s`` seconds of stream, in percent of one core.

    ``idle``: nobody touches anything. ``busy``: every 1.5 s a button and three to eight hands.
    ``batch_us_99``: 99th percentile of one busy batch, microseconds. ``contacts`` of ``hands``
    were decoded.
    """

    stream_s: float
    idle_percent: float
    busy_percent: float
    batch_us_99: float
    contacts: int
    hands: int

    def lines(self, words: Words) -> tuple[str, ...]:
        """The figures as text, a line each."""
        stream = words._(
            "decoding 1 kHz × {channels} channels, {seconds} s of stream, batches of {scans} scans"
        )
        idle = words._("idle: of one core {share} %")
        busy = words._(
            "busy: of one core {share} %, 99 batches of 100 within {worst} µs,"
            " {contacts} contacts of {hands} hands"
        )
        return (
            stream.format(
                channels=2 * SEATS, seconds=words.number(self.stream_s, 0), scans=BATCH_SCANS
            ),
            "  " + idle.format(share=words.number(self.idle_percent, 2)),
            "  "
            + busy.format(
                share=words.number(self.busy_percent, 2),
                worst=words.number(self.batch_us_99, 0),
                contacts=self.contacts,
                hands=self.hands,
            ),
        )


def board_info() -> BoardInfo:
    """A pad controller with eight seats, as far as decoding sees it."""
    channels = tuple(
        ChannelSpec(i // 2, "under" if i % 2 else "top", i * STEP_NS) for i in range(2 * SEATS)
    )
    lines = tuple(
        LineSpec(f"seat{seat}.{button.name.lower()}", seat, button)
        for seat in range(SEATS)
        for button in Button
    )
    return BoardInfo(
        name="bench",
        seats=SEATS,
        lines=(*lines, LineSpec("seated")),
        channels=channels,
        full_code=4095,
        divider_ohm=10_000.0,
        scan_period_ns=MS,
        edge_uncertainty_ns=5_000,
        worst_delay_ns=8 * MS,
    )


def _race(
    rng: np.random.Generator, t_ms: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], int]:
    """Forces float64[n, 16] of one race in newtons, and how many hands are in it."""
    force = np.zeros((len(t_ms), 2 * SEATS))
    hands = rng.permutation(SEATS)[: rng.integers(3, SEATS + 1)]
    for seat in hands:
        start_ms, rise_ms = rng.uniform(300, 500), rng.uniform(5, 20)
        peak_n, lag_ms = rng.uniform(5, 40), rng.uniform(0, 60)
        for part in (0, 1):
            at_ms = t_ms + (2 * seat + part) * STEP_NS / MS - start_ms - part * lag_ms
            up = np.sin(np.clip(at_ms / rise_ms, 0, 1) * np.pi / 2) ** 2
            down = 1 - np.clip((at_ms - _HOLD_MS) / 25, 0, 1)
            force[:, 2 * seat + part] = peak_n * up * down
    petals = np.maximum(force[:, 0::2], force[:, 1::2])
    coupled = _CROSSTALK * (petals.sum(axis=1, keepdims=True) - petals)
    return force + np.repeat(coupled, 2, axis=1), len(hands)


def make_stream(info: BoardInfo, seconds: int, busy: bool) -> tuple[list[Reading], int]:
    """Readings of 10 ms each, and the number of hands in them."""
    rng = np.random.default_rng(1)
    readings: list[Reading] = []
    hands = 0
    seqno = 0
    t_ms = np.arange(_ROUND_MS, dtype=np.float64)
    for race in range(-(-seconds * 1000 // _ROUND_MS)):
        force = np.zeros((_ROUND_MS, 2 * SEATS))
        edges: list[Edge] = []
        start_ns = race * _ROUND_MS * MS
        if busy:
            force, count = _race(rng, t_ms)
            hands += count
            for bounce, at_ms in enumerate((100.0, 100.4, 101.1, 180.0, 181.0, 181.2)):
                seqno += 1
                edges.append(Edge(2, bounce % 2 == 0, start_ns + ns(at_ms), seqno))
        codes = fsr.ohm_to_code(fsr.force_to_ohm(force), info.divider_ohm, info.full_code)
        noisy = np.rint(codes + rng.normal(4.0, _NOISE_CODES, codes.shape))
        whole = np.clip(noisy, 0, info.full_code).astype(np.uint16)
        times = start_ns + np.arange(_ROUND_MS, dtype=np.int64) * MS
        for low in range(0, _ROUND_MS, BATCH_SCANS):
            batch = Samples(times[low : low + BATCH_SCANS], whole[low : low + BATCH_SCANS], 2_000)
            end_ns = start_ns + (low + BATCH_SCANS) * MS
            due = tuple(e for e in edges if end_ns - BATCH_SCANS * MS <= e.t_ns < end_ns)
            readings.append(Reading(due, (batch,), end_ns))
    return readings, hands


def _measure(info: BoardInfo, readings: list[Reading]) -> tuple[float, float, int]:
    """Percent of one core, 99th percentile of a batch in µs, contacts found."""
    inputs = Inputs(info)
    contacts = 0
    batches_ns = np.empty(len(readings), dtype=np.int64)
    started = time.process_time()
    for index, reading in enumerate(readings):
        before_ns = time.perf_counter_ns()
        events = inputs.feed(reading, reading.edges_complete_to_ns)
        batches_ns[index] = time.perf_counter_ns() - before_ns
        contacts += sum(isinstance(event, Contact) for event in events)
    spent_s = time.process_time() - started
    stream_s = len(readings) * BATCH_SCANS / 1000
    return 100 * spent_s / stream_s, float(np.percentile(batches_ns, 99)) / 1000, contacts


def run(seconds: int = 30) -> DecodeFigures:
    """Measure over ``seconds`` of stream (at least 20), idle and busy."""
    seconds = max(seconds, LEAST_SECONDS)
    info = board_info()
    quiet, _ = make_stream(info, seconds, busy=False)
    idle_percent, _, _ = _measure(info, quiet)
    readings, hands = make_stream(info, seconds, busy=True)
    busy_percent, batch_us_99, contacts = _measure(info, readings)
    stream_s = len(readings) * BATCH_SCANS / 1000
    return DecodeFigures(stream_s, idle_percent, busy_percent, batch_us_99, contacts, hands)
