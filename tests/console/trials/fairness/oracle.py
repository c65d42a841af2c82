"""A decoder that knows the truth, to try the judge with: it can be told to err in any way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from console.trials.fairness.duels import MakeInputs
from drivers.board import Reading
from drivers.calibration import Calibration
from drivers.events import Contact, InputEvent, PadProgress
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.models import Touch

LATE_NS = 130 * MS

Errs = Callable[[Contact], Iterable[InputEvent]]


def honestly(contact: Contact) -> Iterable[InputEvent]:
    """It does not err."""
    yield contact


class Oracle:
    """Tells every true contact 130 ms after it, give or take ``u_ns``; ``errs`` changes it.

    A spilled hand is a contact of the petal that it lies on.
    """

    def __init__(self, board: SimBoard, u_ns: int = 30_000, errs: Errs = honestly) -> None:
        self._board, self._u_ns, self._errs = board, u_ns, errs
        self._rng = Random(board.bias_ns)
        self._touches: list[Touch] = []
        self._told: list[Touch] = []
        self._to_ns = 0
        touch = board.touch

        def seen(planned: Touch) -> Touch:
            self._touches.append(touch(planned))
            return self._touches[-1]

        setattr(board, "touch", seen)  # noqa: B010  # it knows what nobody can know

    def feed(self, reading: Reading, now_ns: int) -> list[InputEvent]:
        horizon_ns = reading.edges_complete_to_ns - self._board.bias_ns
        told: list[InputEvent] = []
        loaded, pending = set(), set()
        for touch in list(self._touches):
            onset_ns = touch.true_onset_ns()
            if onset_ns is None or onset_ns > horizon_ns:
                continue
            if touch.end_ns > horizon_ns:
                loaded.add(touch.seat)
            if onset_ns + LATE_NS > horizon_ns:
                pending.add(touch.seat)
            elif touch not in self._told:
                self._told.append(touch)
                told += self._errs(self._contact(touch, onset_ns))
            elif touch.end_ns <= horizon_ns:
                self._touches.remove(touch)
                self._told.remove(touch)
        complete_ns = max(self._to_ns, horizon_ns - LATE_NS + self._board.bias_ns)
        self._to_ns = complete_ns
        return [*told, PadProgress(complete_ns, frozenset(loaded), frozenset(pending))]

    def next_due_ns(self) -> int | None:
        return None

    def _contact(self, touch: Touch, onset_ns: int) -> Contact:
        error_ns = self._rng.gauss(0.0, self._u_ns)
        t_ns = round(onset_ns + self._board.bias_ns + error_ns)
        decided_ns = t_ns + 120 * MS
        return Contact(
            seat=touch.seat,
            gesture=touch.gesture,
            t_ns=t_ns,
            uncertainty_ns=self._u_ns,
            clock_uncertainty_ns=0,
            decided_ns=decided_ns,
            peak_n=touch.peak_n,
        )


def oracle(u_ns: int = 30_000, errs: Errs = honestly) -> MakeInputs:
    """For ``TrialTable``."""

    def make(board: SimBoard, _calibration: Calibration) -> Oracle:
        return Oracle(board, u_ns, errs)

    return make
