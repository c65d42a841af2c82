"""The evening itself: what happens when, from the doors' opening to the last result.

The desk is a real one on a database, each table has a real link, outbox and store; people, their
games and what befalls them are by lot, time is simulated. Organiser and scorekeeper do at the
desk's pages what they would: they check people in, draw when a round is over, correct what was
wrong, take tables out that have failed.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from console.desk.access import Role
from console.events.drawing import in_the_way
from console.events.options import EventOptions, Roundless
from console.events.play_offs import is_over, play_offs_due
from console.events.running import RunningEvent
from console.events.state import EventState
from console.games.rng import Rng
from console.link.messages import ResultSent
from console.trials.rehearsal.agenda import Agenda
from console.trials.rehearsal.crowd import MINUTE_MS, Crowd, Troubles
from console.trials.rehearsal.desk import Clerk, RehearsedDesk
from console.trials.rehearsal.proof import Proof, proved
from console.trials.rehearsal.table import RehearsedTable, Sitting
from console.trials.rehearsal.wires import Network

WALK_MIN: Final = (0.5, 2.0)
"""From the call to the seat."""
BREAK_MS: Final = 2 * MINUTE_MS
"""Between the last result of a round and the next draw."""
NO_SHOW_MS: Final = 5 * MINUTE_MS
SEEN_MS: Final = MINUTE_MS
"""Until somebody at the desk sees that a table is dead, or a result was refused."""
AGAIN_MS: Final = 5 * MINUTE_MS
"""Whoever had a wrong result comes again, if the desk does not know it yet."""
HELD_MS: Final = 15_000
"""An answer that took longer was one of no network."""
LONGEST_MS: Final = 48 * 60 * MINUTE_MS
MEMORY: Final = Path("/dev/shm")
"""Nobody needs a rehearsal after a power cut."""


@dataclass(slots=True)
class OutboxFigures:
    """What the tables have sent, and how long it waited."""

    held_n: int = 0
    longest_ms: int = 0
    late_refused: int = 0


class Evening:
    """One event. ``run`` plays it; ``event`` and ``proof`` are there then."""

    event: RunningEvent
    proof: Proof
    tables: list[RehearsedTable]

    def __init__(
        self,
        options: EventOptions,
        people_n: int,
        tables_n: int,
        seed: int,
        game_min: float,
        troubles: Troubles,
    ) -> None:
        """``game_min``: how long a game takes, in the mean."""
        self.crowd = Crowd(Rng(seed), troubles)
        self.crowd.invite(people_n)
        self.tables_n = tables_n
        self.outbox = OutboxFigures()
        self.agenda = Agenda(-30 * MINUTE_MS)
        self.network = Network()
        self.played: dict[str, ResultSent] = {}
        self.corrected: dict[tuple[int, int], dict[int, int]] = {}
        """The places of those of a game, as the desk was told at last."""
        self._options, self._seed, self._game_min = options, seed, game_min
        self._posted_ms: dict[str, int] = {}
        self._games: dict[int, int] = {}
        self._drawing = self._begun = self._ending = False
        self._seen: set[str] = set()

    def run(self) -> None:
        """From the doors' opening on, half an hour before the start, until nothing is left. Raises
        ConfigError for options that make no sense."""
        memory = MEMORY if sys.platform == "linux" and os.access(MEMORY, os.W_OK) else None
        with TemporaryDirectory(prefix="khvatka-", dir=memory) as folder:
            self.desk = RehearsedDesk(
                f"sqlite:///{folder}/events.sqlite3", self.network, self.agenda
            )
            try:
                self._play(Path(folder))
            finally:
                self.desk.close()

    def _play(self, folder: Path) -> None:
        self.desk.new(self._options, self._seed)
        clock = self.agenda.calendar_ms
        self._organiser = Clerk(self.desk, Role.ORGANISER, clock)
        self._scorer = Clerk(self.desk, Role.SCOREKEEPER, clock)
        self.tables = [RehearsedTable(n, folder / str(n), self) for n in range(self.tables_n)]
        for table in self.tables:
            self._let_in(table)
        names = "\n".join(_name(number) for number in range(len(self.crowd.guests)))
        self._organiser.do("paste", names=names)
        self._plan()
        while self.agenda.now_ms < LONGEST_MS and self.agenda.step():
            self._settle()
        for table in self.tables:
            table.off()
        self.event = self.desk.runner.event.running
        self.proof = proved(self, self.desk.runner.event, self.desk.runner.store)

    def _let_in(self, table: RehearsedTable) -> None:
        self._organiser.do("code")
        known = self.desk.runner.links.code(self.agenda.calendar_ms())
        check = table.join("" if known is None else known[0])
        waits = self.desk.runner.links.tables()
        key = next(t.key for t in waits if t.number is None and t.check == check)
        self._organiser.do("let-in", key=key)
        self._settle()

    def _plan(self) -> None:
        """What is certain, and what is by lot already."""
        troubles = self.crowd.troubles
        for number, guest in enumerate(self.crowd.guests):
            if guest.comes_ms is not None:
                self.agenda.at(guest.comes_ms, partial(self._arrive, number))
        self.agenda.at(0, self._begin)
        for table in self.tables:
            if self.crowd.happens(troubles.tables):
                fails = self._dies if self.crowd.happens(0.5) else self._breaks
                self.agenda.at(self.crowd.between_ms(5, 120), partial(fails, table))
        gone_ms = troubles.offline_after_min * MINUTE_MS
        if troubles.offline_min:
            self.agenda.at(gone_ms, partial(self._network, up=False))
            back_ms = gone_ms + troubles.offline_min * MINUTE_MS
            self.agenda.at(back_ms, partial(self._network, up=True))
        if troubles.desk_after_min:
            self.agenda.at(troubles.desk_after_min * MINUTE_MS, self._desk_dies)

    # -- who hears what --------------------------------------------------------------------------

    def _settle(self) -> None:
        """Until nobody has anything new: desk to tables, tables to desk, those at the desk."""
        if self.desk.is_fresh:
            while self._spread():
                pass
            self._draw_soon()

    def _spread(self) -> bool:
        """What is new at the desk gets to the tables; has any of them said something?"""
        calls = set(self.desk.tell())
        for table in self.tables:
            if table.hears(calls):
                table.step()
        return self.desk.is_fresh

    def _network(self, *, up: bool) -> None:
        if self._ending and not up:
            return
        self.network.up = up
        for table in self.tables:
            table.step()

    def _desk_dies(self) -> None:
        """Tables find another one on the same database, a moment later."""
        if self._ending:
            return
        self.desk.dies()
        for table in self.tables:
            table.step()

    # -- the hall --------------------------------------------------------------------------------

    def _arrive(self, person: int) -> None:
        """Every other late one signs up at a table, all others at the desk."""
        table = self.tables[person % len(self.tables)]
        open_there = self.network.up and table.state is not None and table.state.entry_open
        if self.agenda.now_ms > 0 and person % 2 and open_there:
            table.enters(_name(person))
        elif not self._scorer.do("check-in", person=person):
            self.outbox.late_refused += 1

    def _breaks(self, table: RehearsedTable) -> None:
        """It says so itself, and that it is mended."""
        if self._ending:
            return
        table.breaks("its pad is silent")
        self.agenda.after(self.crowd.troubles.table_min * MINUTE_MS, lambda: table.breaks(""))

    def _dies(self, table: RehearsedTable) -> None:
        """Somebody at the desk sees it, and that it is there again."""
        if self._ending:
            return
        table.off()

        def seen() -> None:
            self._organiser.do("table-out", table=table.number)

        def back() -> None:
            table.on()
            table.step()
            self._organiser.do("table-in", table=table.number)

        self.agenda.after(SEEN_MS, seen)
        self.agenda.after(self.crowd.troubles.table_min * MINUTE_MS, back)

    # -- the desk --------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._begun = True
        self._draw_soon()

    def _draw_soon(self) -> None:
        """Is a round over, or is it all?"""
        state = self.desk.state
        if not self._begun or self._drawing or self._ending or state.open_matches():
            return
        if self._over(state):
            self._ending = True
            self.agenda.after(BREAK_MS, self._end)
            return
        roundless = bool(state.stages) and isinstance(state.stages[-1].format, Roundless)
        if roundless and not is_over(state, state.stages[-1]):
            return  # the desk draws by itself
        self._drawing = True
        self.agenda.after(BREAK_MS if state.stages else 0, self._draw)

    def _over(self, state: EventState) -> bool:
        last = len(state.stages) == len(state.options.stages)
        return last and is_over(state, state.stages[-1]) and not play_offs_due(state)

    def _end(self) -> None:
        self._ending = self._over(self.desk.state) and not self.desk.state.open_matches()
        if self._ending:
            self._organiser.do("end")
        else:
            self._draw_soon()

    def _draw(self) -> None:
        self._drawing = False
        state = self.desk.state
        most = state.options.sizes.most if any(t.working for t in state.tables.values()) else 0
        for due in play_offs_due(state):
            if len(due.persons) > most:  # tables do the others
                order = self.crowd.order(due.persons)
                places = {f"place-{person}": n for n, person in enumerate(order, 1)}
                self._scorer.do("play-off", match="" if due.match is None else due.match, **places)
        if in_the_way(self.desk.state) is None:
            self._organiser.do("draw")  # if nobody can be drawn, who comes next asks again

    # -- tables ----------------------------------------------------------------------------------

    def called(self, table: RehearsedTable, sitting: Sitting) -> None:
        """They come, but for who does not."""
        for person in sitting.persons:
            if person in sitting.here:
                continue
            if not sitting.assignment.duel and self.crowd.happens(self.crowd.troubles.no_show):
                missing = partial(self._missing, table, sitting, person)
                self.agenda.after(NO_SHOW_MS, missing)
            else:
                here = partial(self._here, table, sitting, person)
                self.agenda.after(self.crowd.between_ms(*WALK_MIN), here)
        if sitting.here == set(sitting.persons):
            self.agenda.after(0, partial(self._starts, table, sitting))

    def _here(self, table: RehearsedTable, sitting: Sitting, person: int) -> None:
        if table.sitting is not sitting:
            return
        table.here(sitting, person)
        if table.sitting is sitting and sitting.here == set(sitting.persons):
            self._starts(table, sitting)

    def _missing(self, table: RehearsedTable, sitting: Sitting, person: int) -> None:
        if table.sitting is sitting:
            self._scorer.do("no-show", match=sitting.assignment.match, person=person)

    def _starts(self, table: RehearsedTable, sitting: Sitting) -> None:
        if table.sitting is not sitting or sitting.begun:
            return
        table.begins(sitting)
        most = self._game_min
        takes = self.crowd.between_ms(0.6 * most, 1.4 * most)
        self.agenda.after(takes, partial(self._ends, table, sitting))

    def _ends(self, table: RehearsedTable, sitting: Sitting) -> None:
        """A game has ended: its result goes into the outbox, and out when the network is there."""
        if table.sitting is not sitting:
            return
        order = self.crowd.order(sitting.persons)
        duel = sitting.assignment.duel
        wrong = not duel and self.crowd.happens(self.crowd.troubles.wrong)
        result = table.ended(sitting, (*order[1:], order[0]) if wrong else order)
        self.played[result.id] = result
        self._posted_ms[result.id] = self.agenda.now_ms
        if wrong:
            mend = partial(self._mend, sitting.key, order)
            self.agenda.after(self.crowd.between_ms(5, 30), mend)
        table.step()
        if not duel:
            self._leave(sitting)

    def _leave(self, sitting: Sitting) -> None:
        """Those who have had enough tell the desk on their way out."""
        if sitting.assignment.game_n:
            return
        for person in sitting.persons:
            self._games[person] = self._games.get(person, 0) + 1
            if self._games[person] == self.crowd.guests[person].leaves_after:
                self._scorer.do("drop", person=person)

    def answered(self, table: RehearsedTable, result: str) -> None:
        """The desk has it."""
        took_ms = self.agenda.now_ms - self._posted_ms[result]
        if took_ms > HELD_MS:
            self.outbox.held_n += 1
            self.outbox.longest_ms = max(self.outbox.longest_ms, took_ms)

    def declined(self, table: RehearsedTable) -> None:
        """Somebody at the desk reads why."""
        self.agenda.after(SEEN_MS, self._read_refused)

    def _read_refused(self) -> None:
        """A match that was given up at the desk has been played after all: that counts."""
        runner = self.desk.runner
        for kept in runner.store.results(runner.event.id):
            if kept.refused is None or kept.id in self._seen:
                continue
            self._seen.add(kept.id)
            sent = self.played[kept.id]
            assert sent.match is not None
            match = self.desk.state.matches.get(sent.match)
            if match is not None and match.over and not match.games:
                order = sorted(sent.persons, key=lambda p: sent.places[sent.persons.index(p)])
                self._correct((sent.match, sent.game), tuple(order))

    def _mend(self, key: tuple[int, int], order: tuple[int, ...]) -> None:
        """A wrong result is corrected, once the desk has it."""
        match = self.desk.state.matches.get(key[0])
        if match is None:
            return
        if key[1] not in dict(match.games):
            if not match.over:
                self.agenda.after(AGAIN_MS, partial(self._mend, key, order))
            return
        self._correct(key, order)

    def _correct(self, key: tuple[int, int], order: tuple[int, ...]) -> None:
        places = {person: place for place, person in enumerate(order, 1)}
        told = {f"place-{person}": place for person, place in places.items()}
        if self._scorer.do("correct", match=key[0], game=key[1], **told):
            self.corrected[key] = places


def _name(number: int) -> str:
    return f"G{number + 1}"
