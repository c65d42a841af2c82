"""An organiser who does anything at any time: random logs of whatever the core takes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from console.events import actions as do
from console.events.drawing import proposed
from console.events.log import EventLog
from console.events.options import EventOptions
from console.events.play_offs import play_offs_due
from console.events.running import RunningEvent
from console.events.seats import calls
from console.events.state import EventMatch
from drivers.errors import ConfigError


class Hostile:
    """``event`` under way; ``step`` does something that may be refused."""

    def __init__(self, options: EventOptions, seed: int, people_n: int, tables_n: int = 3) -> None:
        self.lots = random.Random(seed)
        self.event = RunningEvent(EventLog(options=options, seed=seed))
        self.refused = 0
        self.at_ms = 0
        for number in range(people_n):
            self.take(do.Enter(name=f"p{number}", rating=self.lots.randint(0, 5)))
            self.take(do.CheckIn(person=number))
        for number in range(tables_n):
            self.take(do.TableIn(table=number, name=f"t{number}"))

    def take(self, action: do.EventAction) -> bool:
        """Whether it was taken; if not, nothing may have changed."""
        self.at_ms += self.lots.randint(0, 60_000)
        before = self.event.log.encoded()
        try:
            self.event.take(action, self.at_ms, "attacker")
        except ConfigError:
            self.refused += 1
        else:
            return True
        assert self.event.log.encoded() == before
        return False

    def draw(self) -> bool:
        """The next round, duels first."""
        for _ in range(3):  # of a match, then of a place
            for due in play_offs_due(self.event.state):
                self.take(do.PlayOff(persons=self._mixed(due.persons), match=due.match))
        try:
            action = proposed(self.event.state)
        except ConfigError:
            return False
        return self.take(action)

    def play(self, ties: float = 0.25) -> None:
        """Results for whatever is open."""
        for call in calls(self.event.state):
            self.take(call)
        for match in self.event.state.open_matches():
            self.report(match, ties)

    def report(self, match: EventMatch, ties: float = 0.25) -> bool:
        game = len(match.games)
        persons = self._mixed(match.left)
        return self.take(
            do.Report(
                match=match.number,
                persons=persons,
                places=self.places(len(persons), ties),
                game=game,
            )
        )

    def places(self, n: int, ties: float = 0.25) -> tuple[int, ...]:
        """V7, with equal ones now and then, in an order of persons that is by lot."""
        out = [1]
        for place in range(2, n + 1):
            out.append(out[-1] if self.lots.random() < ties else place)
        return tuple(out)

    def evening(self, rounds_n: int, trouble: float = 0.3) -> None:
        """Rounds with trouble between and within."""
        for _ in range(rounds_n):
            while self.lots.random() < trouble:
                self.trouble()
            if not self.draw() and not self.event.state.open_matches():
                continue
            while self.lots.random() < trouble:
                self.trouble()
            for _ in range(3):
                self.play()
                while self.lots.random() < trouble:
                    self.trouble()

    def trouble(self) -> None:
        """One of all that can be done."""
        deeds: Sequence[Callable[[], object]] = (
            self._enter,
            self.drop,
            self.come_back,
            self._forfeit,
            self._no_show,
            self.correct,
            self.correct,
            self._undo,
            self._undo,
            self._table,
            self._swap,
            self._withdraw,
            self.half,
            self._play_off,
            self._nonsense,
        )
        self.lots.choice(deeds)()

    def _mixed(self, persons: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.lots.sample(list(persons), len(persons)))

    def person(self) -> int:
        return self.lots.randrange(self.event.state.next_person + 1)

    def _match(self) -> int:
        return self.lots.randrange(self.event.state.next_match + 1)

    def _enter(self) -> None:
        number = self.event.state.next_person
        if self.take(do.Enter(name=f"late{number}")):
            self.take(do.CheckIn(person=number))

    def drop(self) -> None:
        self.take(do.DropOut(person=self.person()))

    def come_back(self) -> None:
        gone = [each.number for each in self.event.state.people.values() if each.dropped]
        self.take(do.ComeBack(person=self.lots.choice(gone) if gone else self.person()))

    def _forfeit(self) -> None:
        self.take(do.Forfeit(match=self._match(), person=self._of_match()))

    def _no_show(self) -> None:
        self.take(do.NoShow(match=self._match(), person=self._of_match()))

    def _of_match(self) -> int:
        return self.person()

    def half(self) -> None:
        """Somebody of an open match does not play it out."""
        for match in self.event.state.open_matches()[:1]:
            if match.left:
                who = self.lots.choice(match.left)
                what = self.lots.choice((do.Forfeit, do.NoShow))
                self.take(what(match=match.number, person=who))

    def correct(self) -> None:
        played = [each for each in self.event.state.matches.values() if each.games]
        if not played:
            return
        match = self.lots.choice(played)
        game, places = self.lots.choice(match.games)
        persons = [each for each, place in zip(match.persons, places, strict=True) if place]
        mixed = self._mixed(persons)
        self.take(
            do.Correct(match=match.number, persons=mixed, places=self.places(len(mixed)), game=game)
        )

    def _undo(self) -> None:
        self.take(do.Undo(line=self.lots.randrange(self.event.lines_n + 1)))

    def _table(self) -> None:
        table = self.lots.randrange(5)
        self.take(
            self.lots.choice((do.TableIn(table=table, name=f"t{table}"), do.TableOut(table=table)))
        )

    def _swap(self) -> None:
        self.take(do.SwapPersons(one=self.person(), other=self.person()))

    def _withdraw(self) -> None:
        if self.lots.random() < 0.3:
            self.take(do.WithdrawRound(round=self.lots.randrange(4)))

    def _play_off(self) -> None:
        people = list(self.event.state.people)
        if len(people) > 2:
            self.take(do.PlayOff(persons=self._mixed(people)[: self.lots.randint(1, len(people))]))

    def _nonsense(self) -> None:
        n = self.lots.choice((-1, 0, 1, 10**6))
        self.take(
            self.lots.choice(
                (
                    do.Report(match=n, persons=(n, n), places=(1, 1)),
                    do.Report(match=self._match(), persons=(), places=()),
                    do.Report(match=self._match(), persons=(0, 1), places=(2, 2)),
                    do.Report(match=self._match(), persons=(0, 1), places=(1, 2), game=n),
                    do.CallMatch(match=n, table=n),
                    do.FixTable(person=n, table=n),
                    do.WithdrawRound(round=n),
                    do.Undo(line=n),
                    do.BeginMatch(match=n),
                    do.DrawRound(stage=n, round=n, matches=(do.Drawn(persons=(0, 0)),)),
                    do.DrawRound(stage=0, round=0, matches=()),
                    do.Enter(name=""),
                    do.Enter(name="p0"),
                    do.Rename(person=n, name="p0"),
                    do.PlayOff(persons=()),
                )
            )
        )
