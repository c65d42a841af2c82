"""Races on the simulated board, and their photo finishes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from console.duel.developing import PadScans, RaceFacts, photo_finish
from console.duel.photo_finish import PhotoFinish, Result
from console.wiring.build import weigh
from drivers.events import Contact, Gesture
from drivers.inputs import Inputs, InputsConfig
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.models import Touch

START_NS = 1_000 * MS
CARD_NS = START_NS + 300 * MS


@dataclass(frozen=True)
class Raced:
    """What happened, what was decoded of it, and the samples as the table keeps them."""

    touches: tuple[Touch, ...]
    contacts: tuple[Contact, ...]
    scans: PadScans
    bias_ns: int


def raced(touches: Sequence[Touch], seats: int = 8, kind: str = "mk2") -> Raced:
    """Let hands come to a weighed pad and read it for 0.9 s."""
    board = SimBoard(kind, seats, 3)
    board.open()
    inputs = Inputs(board.info, weigh(board), InputsConfig(recent_ns=2_000 * MS))
    contacts: list[Contact] = []
    for i in range(450):
        now_ns = START_NS + 2 * i * MS
        if i == 1:
            touches = [board.touch(touch) for touch in touches]
        events = inputs.feed(board.read(now_ns), now_ns)
        contacts += [e for e in events if isinstance(e, Contact)]
    scans = PadScans(
        inputs.pad_setup,
        inputs.recent_batches(START_NS, now_ns),
        inputs.recent_pad_state(START_NS, now_ns),
    )
    by_onset = tuple(sorted(contacts, key=lambda c: c.t_ns))
    return Raced(tuple(touches), by_onset, scans, board.bias_ns)


def grab(
    seat: int, after_ms: float, *, rise_ms: float = 9.0, peak_n: float = 18.0, palm: bool = False
) -> Touch:
    """A hand ``after_ms`` after the card was shown."""
    gesture = Gesture.PALM if palm else Gesture.GRAB
    t_ns = CARD_NS + round(after_ms * MS)
    return Touch(
        seat=seat, gesture=gesture, t_ns=t_ns, peak_n=peak_n, rise_ms=rise_ms, hold_ms=120.0
    )


def finish(
    *touches: Touch, result: Result = Result.WON, seats: int = 8, light: bool = False
) -> PhotoFinish:
    """The photo finish of such a race; whoever touched first is judged first."""
    race = raced(touches, seats)
    first = None if result is Result.TIED else race.contacts[0].seat
    facts = RaceFacts(
        result=result, first=first, contacts=race.contacts, shown_ns=CARD_NS, light=light
    )
    photo = photo_finish(facts, race.scans)
    assert photo is not None
    return photo


def ordinary() -> PhotoFinish:
    """A win by 40 ms."""
    return finish(grab(1, 412), grab(3, 452, rise_ms=12.0, peak_n=11.0))


def close() -> PhotoFinish:
    """A win by about 1.2 ms."""
    return finish(grab(0, 402), grab(4, 403.2, peak_n=16.0))


def tied() -> PhotoFinish:
    """Too close to tell."""
    return finish(grab(0, 402), grab(4, 402.05), result=Result.TIED)


def false() -> PhotoFinish:
    """A false grab some milliseconds before the rightful hand."""
    return finish(grab(5, 371), grab(2, 377.5, peak_n=14.0), result=Result.FALSE)


def four() -> PhotoFinish:
    """Four palms for a special card."""
    return finish(
        grab(6, 391, palm=True),
        grab(1, 394.6, palm=True, rise_ms=11.0),
        grab(4, 403.8, palm=True, peak_n=9.0),
        grab(3, 421, palm=True, rise_ms=14.0),
    )
