"""``khvatka sim record``: what happened on a table, written down as a scenario.

The deal comes from the seed; cards are flipped by presses at the recorded times; each hand is laid
on its petal with the force curve that its samples show, as long after its card as it was.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import msgspec

from console.games.chaos import play
from console.games.chaos.actions import Expire, FlipAll, parse_action
from console.games.chaos.events import Flipped
from console.store.problems import StoreError
from console.store.records import MatchHeader, StoredMatch, VerdictRecord
from console.store.window import SampleWindow
from console.table.autopilot_log import standing
from console.table.chaos.match import ChaosMatch
from console.table.outputs import VerdictKind
from console.table.seating import Hands, seat_hands
from console.table.view import Who
from console.trials.scenario.curves import drawn
from console.wiring.matches.stored import open_store
from drivers.events import Contact, Gesture
from drivers.files import write_file
from drivers.times import MS
from host_sim.scenarios.form import (
    BOARDS,
    Act,
    After,
    Expect,
    Grab,
    Knock,
    Palm,
    Press,
    PutBack,
    Scenario,
    ScenarioGame,
    ScenarioTable,
)
from host_sim.scenarios.write import toml_of

PRESS_BEFORE_MS: Final = 12.0
"""A press is this much before its card: known at once, shown with the next frame."""
PUT_BACK_MS: Final = 400.0
STILL_HERE_MS: Final = 0.8 * ChaosMatch.patience_ms
"""A pause and an answer to "are you here?" are no actions: in so long a wait, people show it."""
TAIL_MS: Final = 4_000.0
SURELY: Final = 1.5
WITHIN_MS: Final = 3.0
PERSON: Final = Who.PERSON.value
EMPTY: Final = Who.EMPTY.value


def record(match: int | None, out: Path, data: Path | None) -> int:
    """Write a stored match (the newest if none is named) as a scenario; its number.

    Raises StoreError when it is not there or is no match of «Хаос», ConfigError when ``out``
    cannot be written.
    """
    store = open_store(data)
    if match is None:
        known = store.matches()
        if not known:
            raise StoreError("no match has been kept yet: play one first")
        match = max(summary.id for summary in known)
    text = toml_of(scenario_of(store.match(match)))
    write_file(out, text.encode())
    return match


def scenario_of(stored: StoredMatch) -> Scenario:
    """A stored match as a scenario. Raises StoreError for another game, without its board, for one
    in which an autopilot grabbed or others' false starts won a sudden death, and for one of which
    nothing came."""
    header = stored.header
    if header.game != "chaos":
        raise StoreError(
            "match {id} cannot be recorded: a scenario has duels, its game has none; "
            "`khvatka replay {id}` plays it again",
            id=stored.id,
        )
    if header.board_info is None:
        raise StoreError(
            "match {id} cannot be recorded: what its board was is not kept", id=stored.id
        )
    if any(not verdict.touched for verdict in stored.verdicts):
        raise StoreError(
            "match {id} cannot be recorded: an autopilot has no hand to record", id=stored.id
        )
    if any(verdict.sudden_death and not verdict.contacts for verdict in stored.verdicts):
        raise StoreError(
            "match {id} cannot be recorded: a sudden death was won without a touch",
            id=stored.id,
        )
    if not stored.verdicts and stored.result is None:
        raise StoreError(
            "match {id} cannot be recorded: it was broken off before anything was decided",
            id=stored.id,
        )
    tape = _Tape(stored)
    acts = [*tape.acts()]
    last_us = max((kept.action.get("t_us") or 0 for kept in stored.actions), default=0)
    info = header.board_info
    small = info.seats <= BOARDS["mk1"] and info.full_code < 2048
    taken = _taken(header, info.seats)
    people = [PERSON if seat in taken else EMPTY for seat in range(info.seats)]
    return Scenario(
        about=f"Match {stored.id} of {header.started_wall}, as it was played.",
        length_ms=math.ceil(last_us / 1000 + TAIL_MS),
        table=msgspec.convert(
            {
                "seats": info.seats,
                "board": "mk1" if small else "mk2",
                "people": people,
                "hands": _chosen_hands(header, taken, info.seats),
            },
            ScenarioTable,
        ),
        game=msgspec.convert(
            {"seed": header.seed, "options": header.options, **tape.timers()}, ScenarioGame
        ),
        act=acts,
        expect=[*tape.expected()],
    )


def _taken(header: MatchHeader, seats: int) -> tuple[int, ...]:
    """The seats that people took; two of them play at a second seat each (C30)."""
    if header.players > 2:
        return header.seats
    pairs = [*combinations(range(seats), 2)]
    by_rule = (pair for pair in pairs if seat_hands(_who(pair, seats), 0).seats == header.seats)
    chosen = (
        pair
        for pair in pairs
        if seat_hands(_who(pair, seats), 0, _hands(header, pair)).seats == header.seats
    )
    for pair in (*by_rule, *chosen):
        return pair
    raise StoreError(
        "no two people at {seats} seats play at {seats2}", seats=seats, seats2=header.seats
    )


def _who(taken: tuple[int, ...], seats: int) -> tuple[Who, ...]:
    return tuple(Who.PERSON if seat in taken else Who.EMPTY for seat in range(seats))


def _hands(header: MatchHeader, taken: tuple[int, ...]) -> dict[int, Hands]:
    """Where the hands of two people play, by the seat that each sits at."""
    pairs = zip(header.seats[:2], header.seats[2:], strict=True)
    return {seat: Hands(*pair) for seat, pair in zip(taken, pairs, strict=True)}


def _chosen_hands(
    header: MatchHeader, taken: tuple[int, ...], seats: int
) -> list[tuple[int, int]] | None:
    """The same for the file, None where it is as the rules have it."""
    if header.players > 2 or seat_hands(_who(taken, seats), 0).seats == header.seats:
        return None
    return [(hands.right, hands.left) for hands in _hands(header, taken).values()]


def lateness_ns(verdict: VerdictRecord) -> list[int]:
    """By how much later than it came each hand is laid down: the next table's noise is another, and
    must not rule on what was as good as on the brink. Those in doubt with the first are spread over
    that doubt in their order; who surely came later does so by ``SURELY`` times as much."""
    races = [*zip(verdict.margins_ns, verdict.expanded_ns, strict=True)]
    doubted = 1 + sum(margin_ns < expanded_ns for margin_ns, expanded_ns in races)
    later_ns, place, least_ns = list[int](), 0, 0
    for margin_ns, expanded_ns in races:
        if margin_ns < expanded_ns:
            place += 1
            later_ns.append(expanded_ns * place // doubted - margin_ns)
        else:
            least_ns = max(least_ns, round(SURELY * expanded_ns) - margin_ns)
            later_ns.append(least_ns)
    return later_ns


@dataclass(frozen=True, slots=True)
class _Shown:
    """A card: when, in milliseconds, and how many events ``card`` there were with it."""

    t_ms: float
    nth: int


class _Tape:
    """A stored match, with the moments at which its cards were shown."""

    def __init__(self, stored: StoredMatch) -> None:
        self._stored = stored
        self._header = stored.header
        self._shown: list[_Shown] = []
        self._specials_ms: list[float] = []
        self._alls_ms: list[float] = []
        self._follow()

    def _follow(self) -> None:
        """Play the actions again, for the cards and the table's timers."""
        header = self._header
        state = play.new(header.players, header.seed, header.options)
        count, special_ms, all_ms = 0, 0.0, 0.0
        for made, _ in standing(kept.action for kept in self._stored.actions):
            action = parse_action(made)
            t_ms = (action.t_us or 0) / 1000
            if isinstance(action, Expire):
                self._specials_ms.append(t_ms - special_ms)
            if isinstance(action, FlipAll):
                self._alls_ms.append(t_ms - max(all_ms, special_ms))
            before = state
            state, events = play.apply(state, action)
            for event in events:
                if isinstance(event, Flipped):
                    count += 1
                    self._shown.append(_Shown(t_ms, count))
            if state.special is not None and before.special is None:
                special_ms = t_ms
            if isinstance(action, Expire):
                special_ms = t_ms
            if state.pending_all is not None and before.pending_all is None:
                all_ms = t_ms

    def timers(self) -> dict[str, int]:
        """The table's times as far as the match shows them."""
        found: dict[str, int] = {}
        if self._specials_ms:
            found["special_ms"] = round(min(max(self._specials_ms[0], 1_000), 60_000))
        if self._alls_ms:
            found["all_ms"] = round(min(max(self._alls_ms[0] - 20, 500), 10_000))
        return found

    def _ms(self, t_ns: int) -> float:
        return (t_ns - self._header.started_ns) / MS

    def _since(self, t_ms: float) -> tuple[After, float] | None:
        """The last card that was shown by then, and how long before."""
        earlier = [shown for shown in self._shown if shown.t_ms <= t_ms]
        if not earlier:
            return None
        last = max(earlier, key=lambda shown: (shown.t_ms, shown.nth))
        return After(event="card", nth=last.nth), round(t_ms - last.t_ms, 3)

    def _when(self, t_ms: float) -> dict[str, Any]:
        since = self._since(t_ms)
        if since is None:
            return {"at_ms": round(max(t_ms, 0.0), 3)}
        return {"after": since[0], "delay_ms": since[1]}

    # -- what was done ---------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Presses, hands and falls."""
        seats, since_ms = self._header.seats, 0.0
        for kept in self._stored.actions:
            action = kept.action
            t_ms = (action.get("t_us") or 0) / 1000
            at_ms = round(max(0.0, t_ms - PRESS_BEFORE_MS), 3)
            if action["type"] in ("flip", "choose"):
                yield from self._still_here(since_ms, at_ms)
                since_ms = t_ms
            match action["type"]:
                case "flip":
                    yield Press(seat=seats[action["hand"]], at_ms=at_ms)
                case "choose":
                    button = "left" if action["take"] == "duel" else "right"
                    yield msgspec.convert(
                        {"do": "press", "seat": seats[action["hand"]], "at_ms": round(t_ms, 3)}
                        | {"button": button},
                        Press,
                    )
                case "fall":
                    yield Knock(**self._when(t_ms))
                    yield PutBack(**self._when(t_ms + PUT_BACK_MS))
        lights = 0
        for verdict in self._stored.verdicts:
            lights += bool(verdict.sudden_death)
            window = self._stored.window(verdict.n)
            for contact, later_ns in zip(verdict.contacts, lateness_ns(verdict), strict=True):
                yield self._hand(verdict, contact, later_ns, window, lights)

    def _still_here(self, from_ms: float, to_ms: float) -> Iterator[Act]:
        """Presses of everybody that do nothing else, so that the table plays for nobody."""
        waits = math.ceil((to_ms - from_ms) / STILL_HERE_MS)
        for n in range(1, waits):
            at_ms = round(from_ms + n * STILL_HERE_MS, 3)
            yield from (Press(seat=seat, button="back", at_ms=at_ms) for seat in self._header.seats)

    def _hand(
        self,
        verdict: VerdictRecord,
        contact: Contact,
        later_ns: int,
        window: SampleWindow | None,
        n: int,
    ) -> Act:
        """A hand on its petal, by so much later; in a sudden death after the ``n``-th light."""
        hand, t_ns = drawn(contact, self._header, window), contact.t_ns + later_ns
        if verdict.sudden_death and verdict.shown_ns is not None:
            after = After(event="light", nth=n)
            delay_ms = (t_ns - verdict.shown_ns) / MS - hand.onset_ms
            when: dict[str, Any] = {"after": after, "delay_ms": round(delay_ms, 3)}
        else:
            when = self._when(self._ms(t_ns))
            name = "at_ms" if "at_ms" in when else "delay_ms"
            when[name] = round(when[name] - hand.onset_ms, 3)
        shape: dict[str, Any] = {"seat": contact.seat, "top": hand.top, "hold_ms": hand.hold_ms}
        if contact.gesture is Gesture.PALM:
            return Palm(**when, **shape)
        return Grab(**when, **shape, under=hand.under)

    # -- what came of it -------------------------------------------------------------------------

    def expected(self) -> Iterator[Expect]:
        """Every verdict with its hands at its time, and the result."""
        for verdict in self._stored.verdicts:
            where: dict[str, Any] = {
                "kind": verdict.kind,
                "seats": list(verdict.seats),
                "losers": list(verdict.losers),
            }
            timed = verdict.kind != VerdictKind.FELL and not verdict.sudden_death
            if verdict.contacts and not verdict.sudden_death:
                where["hands"] = [c.seat for c in verdict.contacts]
            since = self._since(self._ms(verdict.t_ns))
            if timed and since is not None:
                yield Expect(
                    event="verdict",
                    where=where,
                    after=since[0],
                    delay_ms=since[1],
                    tolerance_ms=WITHIN_MS,
                )
            else:
                yield Expect(event="verdict", where=where)
        result = self._stored.result
        if result is not None:
            yield Expect(
                event="result", where={"winners": result["winners"], "cards": result["cards"]}
            )
