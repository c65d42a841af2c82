"""A doubted verdict as one file: all that it came of, to be judged again on any machine.

The raw scans with the decoder's state before them, the board, its calibration, the options and
every action before the race. Edges are not kept by the store: falls and cards are in the actions,
with their times.
"""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from console.games.chaos import play, positions
from console.games.chaos.actions import parse_action
from console.games.errors import GameError
from console.store.problems import StoreError
from console.store.records import (
    MatchHeader,
    StoredAction,
    StoredMatch,
    VerdictRecord,
)
from console.store.replay import pad_of, redecide
from console.store.shorten import FREE_NS, is_short
from console.store.window import SampleWindow, pack, unpack
from console.table.autopilot_log import AUTOPILOT, standing
from console.table.chaos.position import Position
from console.table.chaos.races import Races
from console.table.outputs import Output, VerdictReached
from console.table.seating import Seating
from console.trials.scenario.expect import Unmet
from console.trials.scenario.run import ScenarioOutcome
from console.wiring.matches.stored import open_store, seating_of
from drivers.board import Reading, Samples
from drivers.errors import ConfigError, KhvatkaError
from drivers.events import Contact, PadProgress
from drivers.files import read_json, write_file
from drivers.inputs import Inputs, InputsConfig
from drivers.pad.config import DECODER
from drivers.times import SECOND

FORMAT: Final = "khvatka duel 1"
ENDING: Final = ".json"
_UNFIT: Final = (
    *(KhvatkaError, GameError, ValueError, LookupError),
    *(RecursionError, MemoryError, ArithmeticError),
)
CHUNK: Final = 8
"""So many scans are decoded at once: the pad's progress is looked at as finely."""
SETTLED_NS: Final = 5 * SECOND
Emit = Callable[[Output], None]


class DuelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file. ``before`` (the engine protocol's state) is for reading; ``actions`` lead there
    from the deal; ``choice`` is what the winner chose (C18)."""

    format: str
    match: int
    duel: int
    header: MatchHeader
    verdict: VerdictRecord
    before: dict[str, Any]
    actions: list[dict[str, Any]]
    choice: dict[str, Any] | None
    samples: str


def export(match: int, duel: int, out: Path, data: Path | None) -> None:
    """Write duel number ``duel`` of a stored match, as its printed list numbers it.

    Raises StoreError when it is not there or has no samples, ConfigError when ``out`` cannot be
    written.
    """
    stored = open_store(data).match(match)
    told = msgspec.json.format(msgspec.json.encode(duel_file(stored, duel)), indent=1)
    write_file(out, told + b"\n")


def duel_file(stored: StoredMatch, duel: int) -> DuelFile:
    """Everything that a verdict came of. Raises StoreError when that is not kept."""
    verdict = stored.duel(duel)
    window = stored.window(verdict.n)
    if window is None or not verdict.contacts:
        raise StoreError(
            "duel {duel} of match {id} has no samples to judge again", duel=duel, id=stored.id
        )
    if not verdict.touched:
        raise StoreError(
            "duel {duel} of match {id} has no samples of the autopilot that took part in it",
            duel=duel,
            id=stored.id,
        )
    made = [kept.action for kept in stored.actions]
    count = _made_before(stored, verdict)
    actions = made[:count]
    later = [action for action in made[count:] if action["type"] != AUTOPILOT]
    chosen = later[1] if len(later) > 1 and later[1]["type"] == "choose" else None
    position = _position(stored.header, seating_of(stored), actions, lambda _: None)
    return DuelFile(
        format=FORMAT,
        match=stored.id,
        duel=duel,
        header=replace(stored.header, profiles=()),  # a file that leaves the table names nobody
        verdict=verdict,
        before=positions.dump(position.state),
        actions=actions,
        choice=chosen,
        samples=b64encode(pack(window)).decode(),
    )


def _made_before(stored: StoredMatch, verdict: VerdictRecord) -> int:
    """How many actions the race began after; a dead heat has led to none."""
    if verdict.action is not None:
        return verdict.action
    t_us = (verdict.t_ns - stored.header.started_ns) // 1000
    return sum((kept.action.get("t_us") or 0) < t_us for kept in stored.actions)


def _position(
    header: MatchHeader, seating: Seating, actions: list[dict[str, Any]], emit: Emit
) -> Position:
    state = play.new(header.players, header.seed, header.options)
    position = Position(state, seating, header.started_ns, emit)
    for action, position.away in standing(actions):
        parsed = parse_action(action)
        position.apply(parsed, header.started_ns + (parsed.t_us or 0) * 1000)
    return position


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A verdict as judged again from its file; ``differences`` are short sentences. ``judged_by``
    is the version of the decoder that the table had."""

    verdict: VerdictRecord | None
    differences: tuple[str, ...]
    judged_by: int


def read(path: Path) -> DuelFile:
    """Read an exported duel. Raises ConfigError: file, key and what is wrong."""
    duel = read_json(path, DuelFile)
    if duel.format != FORMAT:
        raise ConfigError(
            "{path}: format is {format!r}, this Khvatka reads {format2!r}",
            path=path,
            format=duel.format,
            format2=FORMAT,
        )
    return duel


def rejudge(duel: DuelFile) -> Rejudged:
    """Decode the scans and let the table's own referee and rules judge them.

    What was played off in a sudden death has no race of its own: its touches are decoded again.
    Raises KhvatkaError or ValueError for a file whose parts do not fit together.
    """
    stored = _stored(duel)
    (proof,) = redecide(stored)
    if duel.verdict.sudden_death:
        return Rejudged(duel.verdict, proof.differences, proof.judged_by)
    reached: list[VerdictReached] = []

    def keep(output: Output) -> None:
        if isinstance(output, VerdictReached):
            reached.append(output)

    _race(duel, stored, stored.windows[0], keep)
    wanted = {c.t_ns for c in duel.verdict.contacts}
    fitting = [v for v in reached if wanted & {e.contact.t_ns for e in v.order}] or reached
    if not fitting:
        return Rejudged(None, (*proof.differences, "no verdict"), proof.judged_by)
    again = _record(duel.verdict, fitting[0])
    differences = *proof.differences, *_differences(duel.verdict, again)
    return Rejudged(again, differences, proof.judged_by)


def _stored(duel: DuelFile) -> StoredMatch:
    window = unpack(duel.verdict.n, b64decode(duel.samples, validate=True))
    actions = tuple(StoredAction(n, action) for n, action in enumerate(duel.actions))
    return StoredMatch(
        id=duel.match,
        header=duel.header,
        actions=actions,
        verdicts=(duel.verdict,),
        windows=(window,),
    )


def _race(duel: DuelFile, stored: StoredMatch, window: SampleWindow, emit: Emit) -> None:
    """Everything from the scans to the verdict, by the code of the table."""
    header = duel.header
    seating = seating_of(stored)
    position = _position(header, seating, duel.actions, emit)
    races = Races(position, Random(0), emit, lambda _: None)
    if position.state.event_us is not None:
        races.referee.event_at(header.started_ns + position.state.event_us * 1000)
    pad = pad_of(header)
    config = InputsConfig(pad=pad.config)
    inputs = Inputs(pad.info, pad.calibration, config, window.pad_state)
    now_ns = 0
    if is_short(window, min(c.t_ns for c in duel.verdict.contacts)):  # C26
        free_ns = int(window.t_ns[0]) - FREE_NS
        races.progress(PadProgress(free_ns, frozenset(), frozenset()))
    for samples in _cut(window.batches()):
        now_ns = int(samples.t_ns[-1])
        for event in inputs.feed(Reading((), (samples,), now_ns), now_ns):
            if isinstance(event, Contact) and seating.hand_at(event.seat) is not None:
                races.contact(event)
            elif isinstance(event, PadProgress):
                races.progress(event)
        _rule(duel, races, now_ns)
    for later_ns in (1, SETTLED_NS):  # the window ends before the pad has been free for long
        races.progress(PadProgress(now_ns + later_ns, frozenset(), frozenset()))
        _rule(duel, races, now_ns + later_ns)


def _rule(duel: DuelFile, races: Races, now_ns: int) -> None:
    """Rule on what can be ruled on; a winner who may choose does so at once (C18)."""
    races.tick(now_ns)
    position = races.position
    if position.state.choice is not None and duel.choice is not None:
        chosen = parse_action(duel.choice)
        t_ns = duel.header.started_ns + (chosen.t_us or 0) * 1000
        races.chosen(position.apply(chosen, t_ns), t_ns)


def _cut(batches: list[Samples]) -> list[Samples]:
    return [
        Samples(
            batch.t_ns[i : i + CHUNK],
            batch.codes[i : i + CHUNK],
            batch.jitter_ns,
            batch.clock_uncertainty_ns,
            0 if i else batch.dropped,
        )
        for batch in batches
        for i in range(0, len(batch.t_ns), CHUNK)
    ]


def _record(kept: VerdictRecord, again: VerdictReached) -> VerdictRecord:
    return VerdictRecord(
        n=kept.n,
        kind=again.kind.value,
        t_ns=again.t_ns,
        shown_ns=again.shown_ns,
        contacts=tuple(e.contact for e in again.order),
        margins_ns=tuple(e.margin_ns for e in again.order),
        expanded_ns=tuple(e.margin_uncertainty_ns for e in again.order),
        action=kept.action,
        seats=again.seats,
        losers=again.losers,
        special=again.special,
        sudden_death=again.sudden_death,
    )


def _differences(kept: VerdictRecord, again: VerdictRecord) -> list[str]:
    """Field by field; when a card was shown is known to the rules' microsecond only."""
    found = []
    for name in VerdictRecord.__dataclass_fields__:
        before, now = getattr(kept, name), getattr(again, name)
        if name == "shown_ns" and before is not None and now is not None:
            before, now = (before - now) // 1000, 0
        if name == "t_ns" and not kept.contacts:
            continue
        if before != now:
            found.append(f"{name}: {before!r} stored, {now!r} now")
    return found


def run_duel(path: Path) -> ScenarioOutcome:
    """Judge an exported duel again. Raises ConfigError for a file that cannot be judged."""
    duel = read(path)
    begun_ns = time.perf_counter_ns()
    try:
        again = rejudge(duel)
    except _UNFIT as error:
        raise ConfigError(
            "{path}: its parts do not fit together ({error})", path=path, error=error
        ) from error
    wall_ns = time.perf_counter_ns() - begun_ns
    contacts = duel.verdict.contacts
    length_ns = max(c.decided_ns for c in contacts) - min(c.t_ns for c in contacts)
    if not again.differences:
        return ScenarioOutcome(path=path, simulated_ns=length_ns, wall_ns=wall_ns)
    if again.judged_by != DECODER:
        note = f"judged by decoder {again.judged_by}, decoder {DECODER} would judge otherwise"
        return ScenarioOutcome(
            path=path,
            simulated_ns=length_ns,
            wall_ns=wall_ns,
            note=f"{note}: {'; '.join(again.differences)}",
        )
    miss = Unmet(("verdict",), duel.verdict.t_ns, "; ".join(again.differences))
    return ScenarioOutcome(
        path=path,
        simulated_ns=length_ns,
        wall_ns=wall_ns,
        failed=miss,
        line=1,
        context=(),
        begin_ns=duel.header.started_ns,
    )
