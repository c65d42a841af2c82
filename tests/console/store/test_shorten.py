"""What is kept of a race proves its verdict as well as all that the table had (C25, C26)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.duel import developing
from console.duel.doubt import RefereeConfig
from console.store.shorten import AFTER_NS, BEFORE_NS, FREE_NS, is_short, shorten
from console.store.window import SampleWindow
from console.wiring.matches import camera
from drivers.board import Reading
from drivers.events import Contact, InputEvent
from drivers.inputs import Inputs, InputsConfig
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadDecoder, PadSetup
from drivers.times import MS
from tests.drivers.pad.streams import Push, board_info, contacts, split
from tests.drivers.pad.test_crosstalk import INFO, shaken_stream

PAD = PadSetup(INFO, Calibration.nominal(INFO), PadConfig())
BATCH = 37
RACE_MS = 1_700
EARLIER = (Push(0, 50.0, 35.0, 10.0, 300.0), Push(4, 850.0, 30.0, 10.0, 200.0))
GRAB = (Push(2, RACE_MS, 12.0), Push(3, RACE_MS + 3, 9.0))


@dataclass(frozen=True)
class Race:
    """What a table has of a race: its window, and the contacts as they were decoded live."""

    window: SampleWindow
    contacts: tuple[Contact, ...]

    def shortened(self, pad: PadSetup = PAD) -> SampleWindow:
        return shorten(self.window, self.contacts, pad)

    @property
    def first_ns(self) -> int:
        return min(c.t_ns for c in self.contacts)


def race(*pushes: Push, seed: int = 3) -> Race:
    """The contacts from ``RACE_MS`` on, at a table that couples and has learned some of it."""
    stream = shaken_stream([*EARLIER, *pushes], 0.04, seed, RACE_MS + 500)
    inputs = Inputs(INFO, PAD.calibration, InputsConfig(recent_ns=5_000 * MS))
    found: list[InputEvent] = []
    for piece in split(stream, range(BATCH, len(stream.t_ns), BATCH)):
        batch = replace(piece, jitter_ns=1_000 + int(piece.t_ns[0] // MS) % 7)
        now_ns = int(batch.t_ns[-1])
        found += inputs.feed(Reading((), (batch,), now_ns), now_ns)
    judged = [e for e in found if isinstance(e, Contact) and e.t_ns >= RACE_MS * MS]
    from_ns, to_ns = camera.window_ns(judged)
    kept, state = inputs.recent_batches(from_ns, to_ns), inputs.recent_pad_state(from_ns, to_ns)
    records = tuple(c for c in judged)
    return Race(SampleWindow.of(0, kept, state), records)


def again(window: SampleWindow, cuts: Sequence[int] = ()) -> list[Contact]:
    """All contacts in a window, decoded in batches cut at will."""
    decoder = PadDecoder(PAD.info, PAD.calibration, PAD.config, window.pad_state)
    batches = [b for batch in window.batches() for b in split(batch, cuts)]
    return list(contacts(decoder, batches))


def without(window: SampleWindow, scans: int) -> SampleWindow:
    """The window without its first scans."""
    return replace(
        window, t_ns=window.t_ns[scans:], codes=window.codes[scans:], errors=window.errors[scans:]
    )


hands = st.lists(
    st.tuples(st.floats(0, 60), st.floats(2, 35), st.floats(3, 25), st.booleans()),
    min_size=1,
    max_size=4,
)


@pytest.mark.slow
@settings(max_examples=40)
@given(hands, st.floats(0, 256), st.integers(0, 99), st.lists(st.integers(1, 36), max_size=3))
def test_a_short_window_gives_every_contact_to_the_last_bit(
    hands: list[tuple[float, float, float, bool]], phase_ms: float, seed: int, cuts: list[int]
) -> None:
    """Wherever in a block a race begins, and however the scans are cut."""
    start_ms = RACE_MS + phase_ms
    pushes = [Push(0, start_ms, 20.0), Push(1, start_ms + 3, 15.0)]
    for seat, (late_ms, peak_n, rise_ms, grabs) in enumerate(hands):
        top = Push(2 * seat, start_ms + late_ms, peak_n, rise_ms, 150.0)
        pushes += [top, replace(top, channel=2 * seat + 1, peak_n=0.7 * peak_n)][: 1 + grabs]
    found = race(*pushes, seed=seed)
    short = found.shortened()
    assert is_short(short, found.first_ns)
    assert set(again(short, cuts)) >= set(found.contacts)
    last_ns = max(max(c.decided_ns, c.t_ns + AFTER_NS) for c in found.contacts)
    assert found.first_ns - BEFORE_NS <= short.t_ns[0] < found.first_ns - BEFORE_NS + MS
    assert last_ns - MS < short.t_ns[-1] <= last_ns


def test_a_grab_keeps_120_ms_of_at_least_460() -> None:
    found = race(*GRAB)
    assert len(found.contacts) == 1
    assert len(found.window.t_ns) >= 460
    assert len(found.shortened().t_ns) == 120


@pytest.mark.parametrize(
    "push",
    [
        Push(6, RACE_MS - 340, 5.0, 10.0, 20.0),
        Push(6, RACE_MS - 340, 0.7, 10.0, 20.0),
        Push(6, RACE_MS - 500, 5.0, 10.0, 140.0),
        Push(6, RACE_MS - 700, 3.0, 10.0, 2_000.0),
        Push(6, RACE_MS - 90, 5.0, 10.0, 10.0),
        Push(6, RACE_MS - 70, 5.0, 20.0, 100.0),
    ],
    ids=["touch", "brush", "let go", "resting hand", "short before the cut", "across the cut"],
)
def test_c26_what_does_not_show_the_pad_free_stays_whole(push: Push) -> None:
    found = race(*GRAB, push)
    assert found.shortened() is found.window


def test_c26_a_hand_that_left_before_does_not_matter() -> None:
    found = race(*GRAB, Push(6, RACE_MS - 560, 5.0, 10.0, 150.0))
    assert is_short(found.shortened(), found.first_ns)


def test_nothing_is_cut_that_does_not_prove_the_same() -> None:
    found = race(*GRAB)
    (told,) = found.contacts
    for changes in (
        {"t_ns": told.t_ns + 1},
        {"peak_n": float(np.nextafter(told.peak_n, 100.0))},
        {"uncertainty_ns": told.uncertainty_ns - 1},
        {"seat": 2},
    ):
        forged = replace(found, contacts=(replace(told, **changes),))
        assert forged.shortened() is found.window


def test_what_cannot_be_decided_stays_whole() -> None:
    found = race(*GRAB)
    assert replace(found, contacts=()).shortened() is found.window  # nobody touched
    other = PadSetup(board_info(3), Calibration.nominal(board_info(3)), PadConfig())
    assert found.shortened(other) is found.window
    late = replace(found, window=without(found.window, len(found.window.t_ns) - 300))
    assert late.shortened() is late.window
    t_ns = found.window.t_ns.copy()
    t_ns[5] = t_ns[4]
    back = replace(found, window=replace(found.window, t_ns=t_ns))
    assert back.shortened() is back.window


def test_times_fit_those_who_look_at_it() -> None:
    assert BEFORE_NS == developing.BEFORE_NS
    assert RefereeConfig().settle_ns == FREE_NS
    assert camera.BEFORE_NS > BEFORE_NS + FREE_NS
