"""The same scans give the same contacts, faults and state, however they come in batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from drivers.board import Samples
from drivers.events import Contact, Fault, PetalHold, SeatFault
from drivers.pad.arrays import Codes, Floats
from drivers.pad.channels import fsr
from drivers.pad.channels.calibration import Calibration, ChannelCalibration
from drivers.pad.config import PadConfig
from drivers.pad.coupling.delay import KERNELS, Delay
from drivers.pad.decoder import PadDecoder
from drivers.pad.faults.petal_faults import PadEvent
from drivers.pad.full_scale import AtFullScale
from drivers.pad.sensors.sisters import STANDING_COLUMNS
from drivers.pad.touches import NEVER
from drivers.times import MS
from tests.drivers.pad.fixed_scans import fixed_scans
from tests.drivers.pad.streams import Push, board_info, contacts, split
from tests.few import few

INFO = board_info(4)
SHARE = 0.06
EVENING_MS = 8_000
LEAN_MS, LOAD_MS = 1_500, 6_000
LATE_BY_3 = 5  # of the kernels
REST = float(fsr.ohm_to_code(fsr.force_to_ohm(0.2), INFO.divider_ohm, INFO.full_code))
WEIGHED = Calibration((ChannelCalibration(gain_sigma=0.03, rest_code=REST),) * len(INFO.channels))


def evening(seed: int, full: bool = False, late_ms: float = 0.0) -> Samples:
    """Hands that grab, slap, brush and come lightly, one that leans for 2 s, one that stays for
    longer than a hand rests, a load that is put on the table; every force couples, so late.
    ``full``: samples at full scale, alone and in rows, under hands and without."""
    rng = np.random.default_rng(seed)
    pushes = [Push(6, LEAN_MS + rng.uniform(0, 200), 0.7, 300.0, 2_000)]
    pushes += [Push(0, 3_900.0, 12.0, 12.0, 1_700), Push(1, 3_905.0, 9.0, 12.0, 1_600)]
    start = 300.0
    while start < EVENING_MS - 500:
        for seat in rng.permutation(4)[: rng.integers(1, 4)].tolist():
            at, peak_n = start + rng.uniform(0, 40), float(np.exp(rng.uniform(-0.5, 3.6)))
            rise_ms, hold_ms = rng.uniform(5, 60), rng.uniform(5, 400)
            pushes.append(Push(2 * seat, at, peak_n, rise_ms, hold_ms))
            if rng.random() < 0.6:
                after_ms = rng.uniform(-5, 30)
                pushes.append(Push(2 * seat + 1, at + after_ms, 0.8 * peak_n, rise_ms, hold_ms))
        start += rng.uniform(250, 900)
    t_ns = np.arange(EVENING_MS, dtype=np.int64) * MS
    codes = to_codes(coupled(pushes, t_ns, late_ms), rng)
    if full:
        for row in rng.integers(EVENING_MS - 50, size=60).tolist():
            codes[row : row + rng.choice([1, 2, 30]), rng.integers(8)] = INFO.full_code
    return Samples(t_ns, codes)


def coupled(
    pushes: Sequence[Push], t_ns: np.ndarray[tuple[int], np.dtype[np.int64]], late_ms: float
) -> Floats:
    force = np.zeros((len(t_ns), 8))
    for channel, spec in enumerate(INFO.channels):
        t_ms = (t_ns + spec.offset_ns) / MS
        for push in pushes:
            if push.channel == channel:
                force[:, channel] += push.newtons(t_ms)
            elif push.channel // 2 != spec.seat:
                force[:, channel] += SHARE * push.newtons(t_ms - late_ms)
    force += 1.5 * np.clip((t_ns / MS - LOAD_MS) / 400, 0.0, 1.0)[:, None]
    return force


def to_codes(
    force: Floats, rng: np.random.Generator
) -> np.ndarray[tuple[int, int], np.dtype[np.uint16]]:
    siemens = 1.0 / fsr.force_to_ohm(force) + 1.0 / fsr.force_to_ohm(0.2)
    codes = fsr.ohm_to_code(1.0 / siemens, INFO.divider_ohm, INFO.full_code)
    codes += rng.normal(0.0, 3.0, codes.shape)
    return np.clip(np.rint(codes), 0, INFO.full_code - 1).astype(np.uint16)


def decoded(
    samples: Samples, cuts: Sequence[int], dead: int | None = None, kernel: int = 0
) -> tuple[list[PadEvent | PetalHold], Floats]:
    """All that is told, and what has been learned. ``dead``: a channel that is known to be;
    ``kernel``: how late the table is known to be."""
    state = PadDecoder(INFO, WEIGHED).state()
    if dead is not None:
        samples.codes[:, dead] = 0
        state[dead, -1] = 2.0
    late = Delay(len(state), None)
    late.state.ravel()[len(KERNELS)] = kernel
    state[:, -STANDING_COLUMNS - late.state.shape[1] : -STANDING_COLUMNS] = late.state
    pad = PadDecoder(INFO, WEIGHED, state=state)
    events: list[PadEvent | PetalHold] = []
    holds = set[PetalHold]()
    for batch in split(samples, cuts):
        events += pad.feed(batch)
        progress = pad.progress()
        assert progress is not None
        assert progress.holds is not None
        holds |= {hold for hold in progress.holds if hold.until_ns < NEVER}
    return sorted([*events, *holds], key=repr), pad.state()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "full"),
    [
        (0, False),
        (1, True),
        pytest.param(0, True, marks=pytest.mark.complete),
        pytest.param(1, False, marks=pytest.mark.complete),
    ],
)
def test_an_evening_is_decoded_alike_however_it_is_cut(seed: int, full: bool) -> None:
    samples = evening(seed, full)
    events, state = decoded(samples, range(1, EVENING_MS))
    assert sum(isinstance(event, Contact) for event in events) >= 8
    assert sum(isinstance(event, PetalHold) for event in events) >= 8
    if not full:
        assert any(isinstance(e, SeatFault) and e.fault is Fault.LEANING for e in events)
    stalled = np.unique(np.random.default_rng(seed).integers(1, EVENING_MS, 300)).tolist()
    ways: list[Sequence[int]] = [*(range(n, EVENING_MS, n) for n in (7, 40, 256)), stalled, []]
    for cuts in ways:
        found, left = decoded(samples, cuts)
        assert found == events
        np.testing.assert_array_equal(left, state)


@pytest.mark.slow
def test_an_evening_at_a_table_that_is_late_is_decoded_alike_however_it_is_cut() -> None:
    samples = evening(0, full=True, late_ms=3.0)
    events, state = decoded(samples, range(1, EVENING_MS), kernel=LATE_BY_3)
    for cuts in (range(7, EVENING_MS, 7), range(256, EVENING_MS, 256), list[int]()):
        found, left = decoded(samples, cuts, kernel=LATE_BY_3)
        assert found == events
        np.testing.assert_array_equal(left, state)
    at_once, _ = decoded(samples, [])
    assert at_once != events


def test_who_goes_on_in_the_midst_of_a_block_knows_how_late_the_table_is() -> None:
    """Fewer scans than a block has are kept by its end: stored ones ended in a traceback."""
    samples = evening(0, late_ms=3.0)
    _, state = decoded(samples, [300], kernel=LATE_BY_3)
    pad = PadDecoder(INFO, Calibration.nominal(INFO), state=state)
    whole = Samples(samples.t_ns[300:3_000], samples.codes[300:3_000])
    assert any(isinstance(event, Contact) for event in pad.feed(whole))


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [2, *(pytest.param(seed, marks=pytest.mark.complete) for seed in (0, 4))]
)
def test_who_goes_on_from_a_state_that_tells_all_hands_tells_the_same(seed: int) -> None:
    """To the last bit, whoever leans or lies there by then, and since when."""
    samples, block = evening(seed), PadConfig().block_scans
    pad, live = PadDecoder(INFO, WEIGHED), list[Contact]()
    states: list[tuple[int, Floats]] = []
    for batch in split(samples, range(block, EVENING_MS, block)):
        if pad.is_told:
            states.append((int(batch.t_ns[0]) // MS, pad.state()))
        live += contacts(pad, [batch])
    assert sum(state.shape > states[0][1].shape for _, state in states) >= 3  # something leans
    for start, state in states:
        part = slice(start, start + 2_000)
        again = PadDecoder(INFO, WEIGHED, state=state)
        found = contacts(again, [Samples(samples.t_ns[part], samples.codes[part])])
        judged = range((start + 100) * MS, (part.stop - 300) * MS)
        assert [c for c in found if c.t_ns in judged] == [c for c in live if c.t_ns in judged]


@pytest.mark.slow
@pytest.mark.parametrize("dead", [3, pytest.param(5, marks=pytest.mark.complete)])
def test_an_evening_beside_a_dead_sensor_is_decoded_alike_however_it_is_cut(dead: int) -> None:
    """What explained slaps on the other petals was known to whoever came later in the batch."""
    samples = evening(5)
    few_at_once, _ = decoded(samples, range(5, EVENING_MS, 5), dead)
    assert sum(isinstance(event, Contact) for event in few_at_once) >= 8
    at_once, _ = decoded(samples, [], dead)
    assert at_once == few_at_once


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.complete) for seed in (1, 2))]
)
@pytest.mark.parametrize("third", few(1, range(3)))
def test_fixed_scans_give_the_same_contacts_however_they_are_cut(seed: int, third: int) -> None:
    """Races of simulated matches, and of hands that are hard to tell apart: a host may get them
    scan by scan, or late and all at once."""
    rng = np.random.default_rng(seed)
    for scans in islice(fixed_scans(), third, None, 3):
        whole = Samples(
            np.concatenate([batch.t_ns for batch in scans.batches]),
            np.concatenate([batch.codes for batch in scans.batches]),
            scans.batches[0].jitter_ns,
        )
        count = len(whole.t_ns)
        some = np.unique(rng.integers(1, count, count // int(rng.integers(2, 60)))).tolist()
        told = [replace(scans, batches=tuple(split(whole, cuts))) for cuts in (range(count), some)]
        assert told[0].contacts() == told[1].contacts()


@pytest.mark.slow
@pytest.mark.parametrize("shorted", [(2,), (0, 1), (1, 4)])
def test_a_short_circuit_that_lasts_is_decoded_as_scan_by_scan(
    shorted: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With hands on its petal and beside it; a second one begins under a hand."""
    whole, ones = evening(2), list[int]()
    samples = Samples(whole.t_ns[:5_000], whole.codes[:5_000])
    for first, channel in zip((40, 5_000), shorted, strict=False):
        pressed = int(samples.codes[:2_500, channel].argmax())
        samples.codes[min(first, pressed) :, channel] = INFO.full_code
    mend_one = AtFullScale._mend_one

    def count(*scan: Any) -> Codes:
        ones.append(scan[1])
        return mend_one(*scan)

    with monkeypatch.context() as patch:
        patch.setattr(AtFullScale, "_is_settled", lambda *_: False)
        events, state = decoded(samples, [])
    assert any(isinstance(event, Contact) for event in events)
    assert any(isinstance(e, SeatFault) and e.fault is Fault.NONSENSE for e in events)
    monkeypatch.setattr(AtFullScale, "_mend_one", count)
    for cuts in (range(16, 5_000, 16), list[int]()):
        found, left = decoded(samples, cuts)
        assert found == events
        np.testing.assert_array_equal(left, state)
    assert len(ones) < len(samples.t_ns) // 4


def test_a_board_without_sensors_has_nothing_to_decode() -> None:
    """Its scans, if it gives any, stopped whoever fed them."""
    info = replace(INFO, channels=())
    pad = PadDecoder(info, Calibration(()))
    scans = Samples(np.arange(3, dtype=np.int64) * MS, np.empty((3, 0), dtype=np.uint16))
    assert pad.feed(scans) == []
    assert pad.progress() is None
