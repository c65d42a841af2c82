"""Who does not answer: asked, then played for by an autopilot, and back by a countdown.

Deterministic; time is passed in. Somebody is asked once the match has waited for them alone for
``Match.patience_ms``, or once they have let ``MISSED`` races go by that they could have won, and
touched nothing. Only people are asked, and only while the match is neither paused nor still.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from console.table.match import Match
from console.table.outputs import Cue
from console.table.scene import SceneHost
from console.table.view import IdlePlayer, IdleStage, Who
from drivers.times import MS, SECOND

ANSWER_MS: Final = 15_000
BACK_MS: Final = 3_000
ALONE_MS: Final = 180_000
"""So long a match stands still that everybody has left, before it is put aside."""
MISSED: Final = 5


@dataclass(slots=True)
class _Person:
    """``stage`` is None for who is there; ``spent_ns`` of the wait, or of the countdown."""

    stage: IdleStage | None = None
    spent_ns: int = 0
    chance: object | None = None
    heard: bool = False  # since the chance came up
    missed: int = 0

    def turn(self, stage: IdleStage | None) -> None:
        self.stage, self.spent_ns = stage, 0


class IdlePlayers:
    """The people of one match, and how far it has come with those who do not answer."""

    def __init__(self, host: SceneHost, match: Match) -> None:
        self._host = host
        self._match = match
        people = enumerate(match.seating.people)
        self._people = {player: _Person() for player, who in people if who is Who.PERSON}
        self._at_ns: int | None = None
        self._running = True
        self._stopped = False  # the match, since nobody was left
        self._alone_ns = 0
        self._seen: tuple[IdlePlayer, ...] = ()

    # -- what is heard -------------------------------------------------------------------------

    def heard(self, seat: int, now_ns: int) -> bool:
        """A button of a seat, or a touch that is as good; True when it meant no more than that."""
        person = self._at(seat)
        if person is None:
            return False
        person.missed, person.heard = 0, True
        match person.stage:
            case IdleStage.ASKED:
                person.turn(None)
            case IdleStage.AUTOPILOT:
                person.turn(IdleStage.RETURNING)
                self._tell(now_ns)
            case None:
                person.spent_ns = 0
                return False
        return True

    def touched(self, seat: int) -> None:
        """A hand on the pad, or a finger on what the match offers; it brings nobody back."""
        person = self._at(seat)
        if person is not None and person.stage in (None, IdleStage.ASKED):
            person.missed, person.heard = 0, True
            person.turn(None)

    def pointed(self) -> None:
        """A finger on what the match offers to those whom it waits for."""
        for player in self._match.waits_for():
            self.touched(self._match.seating.seats_of(player)[0])

    def goes(self, seat: int, now_ns: int) -> None:
        """Whoever plays at a seat has to go, and says so."""
        person = self._at(seat)
        if person is not None and person.stage is not IdleStage.AUTOPILOT:
            person.turn(IdleStage.AUTOPILOT)
            self._tell(now_ns)

    def played_for(self, seat: int) -> bool:
        """Does an autopilot play there?"""
        person = self._at(seat)
        return person is not None and person.stage in (IdleStage.AUTOPILOT, IdleStage.RETURNING)

    def _at(self, seat: int) -> _Person | None:
        hand = self._match.seating.hand_at(seat)
        return None if hand is None else self._people.get(self._match.seating.player_of[hand])

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int, *, running: bool) -> bool:
        """Let time pass, which counts only while it is ``running``; True when something that is
        seen has changed."""
        passed_ns = 0 if self._at_ns is None else max(0, now_ns - self._at_ns)
        self._at_ns, self._running = now_ns, running
        if not self._people:
            return False
        if running:
            self._pass(passed_ns, now_ns)
        before, self._seen = self._seen, self.view()
        return self._seen != before

    def _pass(self, passed_ns: int, now_ns: int) -> None:
        match, changed, asked = self._match, False, False
        still, waited, chances = match.still, match.waits_for(), match.chances()
        for player, person in self._people.items():
            if person.stage is None and not still:
                self._wait(person, passed_ns, player in waited, bool(waited), chances.get(player))
                asked = asked or person.stage is IdleStage.ASKED
            elif self._counts(person):
                person.spent_ns += passed_ns
                if person.spent_ns >= self._limit_ns(person):
                    asked = person.stage is IdleStage.ASKED
                    person.turn(IdleStage.AUTOPILOT if asked else None)
                    changed = True
        self._stop(passed_ns, now_ns)
        if changed:
            self._tell(now_ns)
        if asked:
            self._host.emit(Cue.CALL)

    def _wait(
        self, person: _Person, passed_ns: int, waited: bool, others: bool, chance: object | None
    ) -> None:
        """Somebody who is there, as far as is known. The wait is forgotten once it is for others;
        a chance that is gone without a touch was missed."""
        if waited:
            person.spent_ns += passed_ns
        elif others:
            person.spent_ns = 0
        if chance != person.chance:
            if person.chance is not None and not person.heard:
                person.missed += 1
            person.chance, person.heard = chance, False
        impatient = waited and person.spent_ns >= self._limit_ns(person)
        if impatient or person.missed >= MISSED:
            person.missed = 0
            person.turn(IdleStage.ASKED)

    def _counts(self, person: _Person) -> bool:
        """Does a countdown run? A race is finished by who began it."""
        if person.stage is IdleStage.RETURNING:
            return not self._match.busy
        return person.stage is IdleStage.ASKED and not self._match.still

    def _limit_ns(self, person: _Person) -> int:
        match person.stage:
            case None:
                return self._lasting_ns(self._match.patience_ms)
            case IdleStage.ASKED:
                return self._lasting_ns(ANSWER_MS)
            case _:
                return BACK_MS * MS

    def _lasting_ns(self, time_ms: int) -> int:
        return self._host.settings.lasting_ns(time_ms)

    def _stop(self, passed_ns: int, now_ns: int) -> None:
        """Nobody plays at an empty table: the match stands still until somebody is there."""
        if self.deserted:
            if self._stopped:
                self._alone_ns += passed_ns
            elif self._match.may_pause:
                self._match.pause(now_ns)
                self._stopped = True
        else:
            self._alone_ns = 0
            if self._stopped and any(p.stage is None for p in self._people.values()):
                self._stopped = False
                self._match.resume(now_ns)

    def _tell(self, now_ns: int) -> None:
        away = frozenset(p for p, person in self._people.items() if person.stage in _PLAYED_FOR)
        back = frozenset(
            p for p, person in self._people.items() if person.stage is IdleStage.RETURNING
        )
        self._match.set_played_for(away, back, now_ns)

    @property
    def away(self) -> frozenset[int]:
        """The players who have gone, as far as is known."""
        people = self._people.items()
        return frozenset(p for p, person in people if person.stage is IdleStage.AUTOPILOT)

    @property
    def deserted(self) -> bool:
        """Is nobody left?"""
        people = self._people.values()
        return bool(people) and all(person.stage is IdleStage.AUTOPILOT for person in people)

    @property
    def stopped(self) -> bool:
        """Does the match stand still since nobody was left?"""
        return self._stopped

    @property
    def given_up(self) -> bool:
        """Has nobody come back for so long that the match is to be put aside?"""
        return self._stopped and self._alone_ns >= self._lasting_ns(ALONE_MS)

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        if self._at_ns is None or not self._running or not self._people:
            return None
        return min((self._at_ns + left_ns for left_ns in self._steps_ns()), default=None)

    def _steps_ns(self) -> Iterator[int]:
        """How long each thing takes that is under way, of a countdown to its next second."""
        match = self._match
        waited = frozenset[int]() if match.still else match.waits_for()
        for player, person in self._people.items():
            if person.stage is None:
                if player in waited:
                    yield self._limit_ns(person) - person.spent_ns
            elif self._counts(person):
                yield (self._limit_ns(person) - person.spent_ns) % SECOND or SECOND
        if self._stopped and self.deserted:
            yield (self._lasting_ns(ALONE_MS) - self._alone_ns) % SECOND or SECOND

    # -- what is seen --------------------------------------------------------------------------

    def view(self) -> tuple[IdlePlayer, ...]:
        """Everybody who does not answer, by player."""
        return tuple(
            self._idle_player(player, person.stage, person)
            for player, person in self._people.items()
            if person.stage is not None
        )

    def _idle_player(self, player: int, stage: IdleStage, person: _Person) -> IdlePlayer:
        seats = self._match.seating.seats_of(player)
        if self._stopped and self.deserted:
            left_ns = self._lasting_ns(ALONE_MS) - self._alone_ns
            return IdlePlayer(seats, IdleStage.NOBODY, -(-left_ns // SECOND))
        if stage is IdleStage.AUTOPILOT:
            return IdlePlayer(seats, stage)
        left_ns = self._limit_ns(person) - person.spent_ns
        return IdlePlayer(seats, stage, -(-left_ns // SECOND))


_PLAYED_FOR: Final = (IdleStage.AUTOPILOT, IdleStage.RETURNING)
