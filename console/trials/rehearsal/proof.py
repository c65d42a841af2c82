"""Has every result that was played come to count once? Judged at the end by what the tables say
they have sent, what the database has, and the event's log computed anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from console.desk.store.desk_store import DeskStore
from console.desk.store.one_event import DeskEvent
from console.events.actions import PlayOff, Report
from console.events.running import RunningEvent
from console.events.state import EventState
from console.link.messages import ResultSent
from console.trials.rehearsal.table import RehearsedTable


class Played(Protocol):
    """What is known at the tables."""

    played: dict[str, ResultSent]
    corrected: dict[tuple[int, int], dict[int, int]]

    @property
    def tables(self) -> Sequence[RehearsedTable]: ...


class Proof(Struct, frozen=True):
    """Results: ``counted_n`` are in the log once, as they were played; ``refused_n`` kept and
    shown, for the same game counted from elsewhere; ``lost_n`` are nowhere, or wait still;
    ``double_n`` came to count twice; ``wrong_n`` games stand otherwise than they were told."""

    played_n: int
    counted_n: int
    refused_n: int
    lost_n: int
    double_n: int
    wrong_n: int

    @property
    def holds(self) -> bool:
        """None lost, none double, none wrong."""
        return not (self.lost_n or self.double_n or self.wrong_n)


def proved(hall: Played, event: DeskEvent, store: DeskStore) -> Proof:
    """Judge an event that is over."""
    log, beside = store.whole(event.id)
    again, kept = RunningEvent(log), {result.id: result for result in beside.results}
    reported = Counter(
        line.action.id
        for line in again.log.lines
        if isinstance(line.action, Report) and line.action.id
    )
    lines = again.log.lines
    counted, refused, lost = [], 0, sum(table.waiting_n() for table in hall.tables)
    for id_, sent in hall.played.items():
        row = kept.get(id_)
        if row is None or msgspec.json.decode(row.body, type=ResultSent) != sent:
            lost += 1
        elif row.refused is not None and decided_elsewhere(again.state, sent):
            refused += 1
        elif row.line is None or not _says(lines[row.line].action, sent):
            lost += 1
        else:
            counted.append(sent)
    strangers = len(set(kept) - set(hall.played))
    wrong = _wrong(counted, hall.corrected, again) + (again.state != event.state)
    return Proof(
        played_n=len(hall.played),
        counted_n=len(counted),
        refused_n=refused,
        lost_n=lost,
        double_n=sum(times - 1 for times in reported.values()) + strangers,
        wrong_n=wrong,
    )


def decided_elsewhere(state: EventState, sent: ResultSent) -> bool:
    """Was it decided elsewhere? A refused result whose match still waits for one is lost; duels
    and rounds that were withdrawn wait for none."""
    match = None if sent.match is None else state.matches.get(sent.match)
    return match is None or match.over


def _says(action: object, sent: ResultSent) -> bool:
    """Is that action of the log this result?"""
    if isinstance(action, PlayOff):
        order = sorted(zip(sent.places, sent.persons, strict=True))
        return action.persons == tuple(person for _, person in order)
    return isinstance(action, Report) and action.id == sent.id and action.places == sent.places


def _wrong(
    counted: Sequence[ResultSent],
    corrected: Mapping[tuple[int, int], Mapping[int, int]],
    event: RunningEvent,
) -> int:
    """Games whose places are not those of the result that counts, or of its correction; duels
    have none."""
    told: dict[tuple[int, int], Mapping[int, int]] = {}
    for sent in counted:
        if sent.match is not None and sent.match >= 0:
            told.setdefault(
                (sent.match, sent.game), dict(zip(sent.persons, sent.places, strict=True))
            )
    wrong = 0
    for (number, game), places in {**told, **corrected}.items():
        match = event.state.matches[number]
        stand = dict(zip(match.persons, dict(match.games).get(game, ()), strict=False))
        wrong += any(stand.get(person) != place for person, place in places.items())
    return wrong
