"""The evening itself: what happens when, from the doors' opening to the last result.

The desk does what an organiser would: it draws when a round is over, calls who waits to free
tables, lets equal ones play off. Tables report as far as the network carries; what it does not
carry waits in their outboxes.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from console.events import actions as do
from console.events.drawing import is_over, play_offs_due, proposed
from console.events.log import EventLog
from console.events.options import EventOptions, Roundless
from console.events.rehearsal.crowd import MINUTE_MS, Crowd, Troubles
from console.events.running import RunningEvent
from console.events.seats import calls
from console.games.rng import Rng
from drivers.errors import ConfigError

WALK_MIN: Final = (0.5, 2.0)
"""From the call to the first move."""
BREAK_MS: Final = 2 * MINUTE_MS
"""Between the last result of a round and the next draw."""
NO_SHOW_MS: Final = 5 * MINUTE_MS
LONGEST_MS: Final = 48 * 60 * MINUTE_MS


@dataclass(slots=True)
class Outbox:
    """What the tables have sent and how long it waited."""

    held_n: int = 0
    longest_ms: int = 0
    sent: int = 0
    refused: int = 0
    late_refused: int = 0


class Evening:
    """One event. ``run`` plays it; ``event`` holds it then."""

    def __init__(
        self,
        options: EventOptions,
        people_n: int,
        tables_n: int,
        seed: int,
        game_min: float,
        troubles: Troubles,
    ) -> None:
        """``game_min``: how long a game takes, in the mean. Raises ConfigError for options that
        make no sense."""
        self.event = RunningEvent(EventLog(options, seed))
        self.crowd = Crowd(Rng(seed), troubles)
        self.crowd.invite(people_n)
        self.outbox = Outbox()
        self.tables_n = tables_n
        self._game_min = game_min
        self._now_ms = 0
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._queued = 0
        self._drawing = False
        self._begun = False
        self._plays: dict[int, int] = {}
        """Which sitting of a match counts: it begins anew where a table fails."""
        self._played: dict[int, int] = {}

    def run(self) -> None:
        """From the doors' opening on, half an hour before the start, until nothing is left."""
        self._now_ms = -30 * MINUTE_MS
        for table in range(self.tables_n):
            self._take(do.TableIn(table), "desk")
        for number, guest in enumerate(self.crowd.guests):
            self._take(do.Enter(f"G{number + 1}"), "desk")
            if guest.comes_ms is not None:
                self._at(guest.comes_ms, lambda n=number: self._arrive(n))  # type: ignore[misc]
        self._at(0, self._begin)
        for table in range(self.tables_n):
            if self.crowd.happens(self.crowd.troubles.tables):
                self._at(self.crowd.between_ms(5, 120), lambda t=table: self._fail(t))  # type: ignore[misc]
        while self._queue and self._now_ms < LONGEST_MS:
            self._now_ms, _, happens = heapq.heappop(self._queue)
            happens()

    # -- the hall ------------------------------------------------------------------------------

    def _arrive(self, person: int) -> None:
        if not self._try(do.CheckIn(person), "desk"):
            self.outbox.late_refused += 1

    def _begin(self) -> None:
        self._begun = True
        self._desk()

    def _fail(self, table: int) -> None:
        """A table is out of order; its match moves on."""
        for match in self.event.state.open_matches():
            if match.table == table:
                self._plays[match.number] = self._plays.get(match.number, 0) + 1
        if self._try(do.TableOut(table), "desk"):
            self._in(self.crowd.troubles.table_min * MINUTE_MS, lambda: self._mended(table))
        self._desk()

    def _mended(self, table: int) -> None:
        self._try(do.TableIn(table), "desk")
        self._desk()

    # -- the desk ------------------------------------------------------------------------------

    def _desk(self) -> None:
        """Whatever can be done now is done."""
        for call in calls(self.event.state):
            self._take(call, "desk")
            self._sit(call.match)
        if self._begun and not self._drawing:
            self._draw_soon()

    def _draw_soon(self) -> None:
        state = self.event.state
        roundless = bool(state.stages) and isinstance(state.stages[-1].format, Roundless)
        if state.open_matches() and not roundless:
            return
        last = len(state.stages) == len(self.event.state.options.stages)
        if last and is_over(state, state.stages[-1]):
            return
        self._drawing = True
        self._in(0 if roundless or not state.stages else BREAK_MS, self._draw)

    def _draw(self) -> None:
        self._drawing = False
        for due in play_offs_due(self.event.state):
            order = self.crowd.order(due.persons)
            self._take(do.PlayOff(order, due.match), "desk")
        first = self.event.state.next_match
        try:
            self._take(proposed(self.event.state), "desk")
        except ConfigError:
            return  # the next result, or who comes next, asks again
        for number in range(first, self.event.state.next_match):
            if self.event.state.matches[number].table is not None or not self.tables_n:
                self._sit(number)
        self._desk()

    # -- tables --------------------------------------------------------------------------------

    def _offline_until_ms(self) -> int:
        """When the network is back: now, if it is there."""
        troubles = self.crowd.troubles
        first = troubles.offline_after_min * MINUTE_MS
        last = first + troubles.offline_min * MINUTE_MS
        return last if first <= self._now_ms < last else self._now_ms

    def _sit(self, number: int) -> None:
        """They are called, come and begin; a table without network hears of it later."""
        sitting = self._plays.setdefault(number, 0)
        heard = self._offline_until_ms() - self._now_ms
        match = self.event.state.matches[number]
        for person in match.persons:
            if self.crowd.happens(self.crowd.troubles.no_show):
                self._in(heard + NO_SHOW_MS, lambda p=person: self._missing(number, p))  # type: ignore[misc]
        self._in(heard + self.crowd.between_ms(*WALK_MIN), lambda: self._start(number, sitting))

    def _missing(self, number: int, person: int) -> None:
        match = self.event.state.matches[number]
        if not match.over and not match.games:
            self._try(do.NoShow(number, person), "desk")
            self._desk()

    def _start(self, number: int, sitting: int) -> None:
        match = self.event.state.matches[number]
        if match.over or self._plays[number] != sitting:
            return
        if match.table is not None:
            self._try(do.BeginMatch(number), f"table {match.table}")
        self._next_game(number, sitting)

    def _next_game(self, number: int, sitting: int) -> None:
        match = self.event.state.matches[number]
        most = self._game_min
        takes = self.crowd.between_ms(0.6 * most, 1.4 * most)
        game = next(g for g in range(100) if g not in dict(match.games))
        self._in(takes, lambda: self._ends(number, game, sitting))

    def _ends(self, number: int, game: int, sitting: int) -> None:
        """A game has ended: its result goes into the outbox, and out when the network is there."""
        match = self.event.state.matches[number]
        if match.over or self._plays[number] != sitting:
            return
        order = self.crowd.order(match.left)
        wrong = self.crowd.happens(self.crowd.troubles.wrong)
        told = (*order[1:], order[0]) if wrong else order
        waits_ms = self._offline_until_ms() - self._now_ms
        if waits_ms:
            self.outbox.held_n += 1
            self.outbox.longest_ms = max(self.outbox.longest_ms, waits_ms)
        at = f"table {match.table}"
        self._in(waits_ms, lambda: self._report(number, game, told, sitting, at))
        if wrong:
            after = waits_ms + self.crowd.between_ms(5, 30)
            self._in(after, lambda: self._mend(number, game, order))

    def _report(
        self, number: int, game: int, order: tuple[int, ...], sitting: int, by: str
    ) -> None:
        places = tuple(range(1, len(order) + 1))
        self.outbox.sent += 1
        if not self._try(do.Report(number, order, places, game), by):
            self.outbox.refused += 1
            return
        match = self.event.state.matches[number]
        if not match.over:
            self._next_game(number, sitting)
            return
        for person in match.persons:
            self._played[person] = self._played.get(person, 0) + 1
            if self._played[person] == self.crowd.guests[person].leaves_after:
                self._try(do.DropOut(person), "desk")
        self._desk()

    def _mend(self, number: int, game: int, order: tuple[int, ...]) -> None:
        self._try(do.Correct(number, order, tuple(range(1, len(order) + 1)), game), "desk")
        self._desk()

    # -- time ----------------------------------------------------------------------------------

    def _in(self, wait_ms: int, happens: Callable[[], None]) -> None:
        self._at(self._now_ms + wait_ms, happens)

    def _at(self, at_ms: int, happens: Callable[[], None]) -> None:
        self._queued += 1
        heapq.heappush(self._queue, (at_ms, self._queued, happens))

    def _take(self, action: do.EventAction, by: str) -> None:
        self.event.take(action, self._now_ms, by)

    def _try(self, action: do.EventAction, by: str) -> bool:
        try:
            self._take(action, by)
        except ConfigError:
            return False
        return True
