"""A decoder that knows the truth, to try the judge with: it can be told to err in any way."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any, Final

from console.trials.fairness.cells import group
from console.trials.fairness.duels import MakeInputs, TrialTable
from console.trials.fairness.figures import Figure, group_figures
from console.trials.fairness.judging import record
from console.trials.fairness.records import TrialRecords
from console.trials.fairness.tables import TableSpec, TrialCell, table_spec
from drivers.board import Reading
from drivers.events import Contact, InputEvent, PadProgress
from drivers.pad.channels.calibration import Calibration
from drivers.times import MS
from host_sim.board import SimBoard
from host_sim.models import Touch

SEED: Final = 26
LATE_NS: Final = 130 * MS

Errs = Callable[[Contact], Iterable[InputEvent]]


def honestly(contact: Contact) -> Iterable[InputEvent]:
    """It does not err."""
    yield contact


class Oracle:
    """Tells every true contact 130 ms after it, give or take ``u_ns``; ``errs`` changes it.

    A spilled hand is a contact of the petal that it lies on. A hand that leaned with ``leans_n`` or
    more came as it was laid down, for all it knows.
    """

    def __init__(self, board: SimBoard, u_ns: int, errs: Errs, leans_n: float) -> None:
        self._board, self._u_ns, self._errs, self._leans_n = board, u_ns, errs, leans_n
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
            onset_ns = self._onset_ns(touch)
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

    def _onset_ns(self, touch: Touch) -> int | None:
        for came in touch.true_contacts():
            laid = came.leant_n >= self._leans_n
            return touch.t_ns + round((came.laid_ms if laid else came.onset_ms) * MS)
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


def oracle(u_ns: int = 30_000, errs: Errs = honestly, leans_n: float = math.inf) -> MakeInputs:
    """For ``TrialTable``."""

    def make(board: SimBoard, _calibration: Calibration) -> Oracle:
        return Oracle(board, u_ns, errs, leans_n)

    return make


def spec_of(
    family: str = "smooth", table: str = "typical", duels: int = 40, **changes: Any
) -> TableSpec:
    """A table of four on the pad controller, but for ``changes``."""
    spec = table_spec(SEED, 0, duels, 0, TrialCell(family, table))
    return replace(spec, **{"kind": "mk2", "seats": 4, **changes})


def figures(records: TrialRecords) -> dict[str, Figure]:
    """By key."""
    return {figure.key: figure for figure in group_figures(group("cell", "mix/mix", records))}


def tried(spec: TableSpec, u_ns: int = 30_000, errs: Errs = honestly) -> dict[str, Figure]:
    """What is found of an oracle that errs so."""
    return figures(record(TrialTable(spec, make_inputs=oracle(u_ns, errs))))


def failed(found: dict[str, Figure]) -> set[str]:
    """The keys of what does not meet its bound."""
    return {key for key, figure in found.items() if not figure.ok}
