"""A match that is over: the win, its ranking, and what next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import cos, pi
from typing import Final

from console.table.board.match import DEAF
from console.table.match import Match
from console.table.outputs import Cue
from console.table.records.requests import RecordBroken
from console.table.scene import NO_LAMP, TURN_LAMP, Scene, SceneHost
from console.table.view import (
    SEEN_NS,
    WIN_NS,
    EndStage,
    Menu,
    MenuLine,
    MenuRow,
    Target,
    TargetKind,
    View,
    Who,
)
from drivers.events import Button, ButtonEvent, Fault, SeatFault
from drivers.times import MS

LINES: Final[Mapping[str, MenuLine]] = {
    MenuLine.OTHER_GAME: MenuLine.GAME,
    MenuLine.OTHER_PEOPLE: MenuLine.PEOPLE,
    MenuLine.ALL_LEAVE: MenuLine.ALL_LEAVE,
}
"""The line of the lobby that a line leads to."""
COUNT_NS: Final = 1_800 * MS
"""The ranking counts up, and cannot be pressed away before it has."""
RANKING_MS: Final = 3_000
PHOTO_MS: Final = 7_000
"""So long the ranking stays if nobody presses ●, alone and with a photo finish."""
MOVED_NS: Final = 400 * MS
"""As ``SEEN_NS``, after somebody else has moved the cursor."""
LAMP_NS: Final = 125 * MS
BREATH: Final = 8
"""Steps of such a length in which a winner's lamp breathes once."""
DIMMEST: Final = 0.3


class Ended(Scene):
    """A win that nobody can press away, the ranking, and what next.

    A rematch begins when everybody who plays has pressed ●. ``away`` are the players who have gone:
    nobody waits for them.
    """

    restful = True

    def __init__(
        self, host: SceneHost, match: Match, now_ns: int, away: frozenset[int] = frozenset()
    ) -> None:
        self._host = host
        self.match: Match = match
        self._away = away
        self._stage = EndStage.WIN
        self._since_ns = self._now_ns = now_ns
        self._cursor = self._first_line()
        self._moved: tuple[int, int] | None = None  # the seat that moved the cursor last, and when
        self._again: frozenset[int] = frozenset()  # the places of those who have pressed ●
        menu = Menu(rows=self._rows(), cursor=0, game=host.settings.game)
        shown = match.end_view(host.who, menu)
        self._photo = shown.photo
        self._winners = frozenset(s for row in shown.ranking if row.winner for s in row.seats)

    def shown(self) -> None:
        self._host.emit(Cue.WIN)

    def deaf_to(self, fault: Fault) -> bool:
        """The pad has nothing to say any more."""
        return fault in DEAF

    # -- input ---------------------------------------------------------------------------------

    def trust(self, news: SeatFault, faults: dict[int, Fault]) -> None:
        """Whoever was the last one missing may not be heard any more."""
        if self._again and not self._missing and self._rows()[0].enabled:
            self._host.rematch(news.t_ns)

    def button(self, event: ButtonEvent) -> None:
        if not event.pressed:
            return
        if self._stage is EndStage.RANKING:
            if event.button is Button.OK and event.t_ns >= self._since_ns + COUNT_NS:
                self._turn(EndStage.MENU, event.t_ns)
        elif self._stage is EndStage.MENU and event.t_ns >= self._since_ns + SEEN_NS:
            self._heard(event)

    def _heard(self, event: ButtonEvent) -> None:
        """A press on the menu; ✕ takes back that one wants to play again."""
        rows = self._rows()
        if event.button is Button.BACK:
            self._again -= {self._place(event.seat)}
        elif event.button is not Button.OK:
            step = 1 if event.button is Button.RIGHT else -1
            self._cursor = (self._cursor + step) % len(rows)
            self._moved = event.seat, event.t_ns
        elif not self._surprised(event):
            self._choose(rows[self._cursor], event.seat, event.t_ns)

    def _surprised(self, event: ButtonEvent) -> bool:
        """Has somebody else just moved the cursor on?"""
        if self._moved is None:
            return False
        seat, moved_ns = self._moved
        return seat != event.seat and event.t_ns < moved_ns + MOVED_NS

    def point(self, target: Target, pressed: bool, t_ns: int) -> None:
        rows = self._rows()
        if not pressed or self._stage is not EndStage.MENU:
            return
        if target.kind == TargetKind.AGAIN:
            self._choose(rows[0], target.at[0], t_ns)
        elif target.kind == TargetKind.ROW and target.at[0] < len(rows):
            self._cursor = target.at[0]
            missing = self._missing
            seat = missing[0] if len(missing) == 1 else -1  # a finger does not say whose it is
            self._choose(rows[self._cursor], seat, t_ns)

    def _rows(self) -> tuple[MenuRow, ...]:
        may_choose = self._host.settings.open_to_guests("game")
        return (
            MenuRow(MenuLine.REMATCH, enabled=self._host.may_rematch()),
            *((MenuRow(MenuLine.OTHER_GAME),) if may_choose else ()),
            MenuRow(MenuLine.OTHER_PEOPLE),
            MenuRow(MenuLine.ALL_LEAVE),
        )

    def _first_line(self) -> int:
        """A rematch; where those at the table cannot play one, who plays is to change."""
        lines = [row.key for row in self._rows()]
        can = self._host.may_rematch()
        return 0 if can else lines.index(MenuLine.OTHER_PEOPLE)

    def _choose(self, row: MenuRow, seat: int, now_ns: int) -> None:
        if row.key in LINES:
            self._host.leave(now_ns, LINES[row.key])
        elif row.enabled:
            self._again |= {self._place(seat)} & set(self._awaited)
            if not self._missing:
                self._host.rematch(now_ns)

    # -- who plays again -----------------------------------------------------------------------

    def _place(self, seat: int) -> int:
        """Where somebody sits who may play again: the first seat of a player, else their own."""
        seating = self.match.seating
        hand = seating.hand_at(seat)
        player = None if hand is None else seating.player_of[hand]
        played = player is not None and seating.people[player] is Who.PERSON
        return seating.seats_of(player)[0] if player is not None and played else seat

    @property
    def _awaited(self) -> tuple[int, ...]:
        """The places of those who are asked: people who are there, with a button that can be
        heard. Who looked on at a lesson would play the next match too."""
        seating = self.match.seating
        seats_of = {
            seating.seats_of(player)[0]: seating.seats_of(player)
            for player, who in enumerate(seating.people)
            if who is Who.PERSON
        }
        gone = {seating.seats_of(player)[0] for player in self._away}
        for seat, who in enumerate(self._host.who):
            if who is Who.PERSON:
                seats_of.setdefault(self._place(seat), (seat,))
        deaf = {seat for seat, fault in self._host.hardware.faults.items() if self.deaf_to(fault)}
        return tuple(
            place
            for place, seats in sorted(seats_of.items())
            if place not in gone and not deaf.issuperset(seats)
        )

    @property
    def _missing(self) -> tuple[int, ...]:
        """The places of those who have not pressed ● yet."""
        return tuple(place for place in self._awaited if place not in self._again)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int) -> bool:
        before, self._now_ns = self._lamp_step, now_ns
        stage = self._stage
        due_ns = self._until_ns
        if due_ns is not None and now_ns >= due_ns:
            self._turn(EndStage.RANKING if stage is EndStage.WIN else EndStage.MENU, now_ns)
        return self._stage is not stage or before != self._lamp_step

    def _turn(self, stage: EndStage, now_ns: int) -> None:
        if stage is EndStage.MENU and self._host.event.playing is not None:
            self._host.leave(now_ns)  # what is next the desk says
        else:
            self._stage, self._since_ns = stage, now_ns

    @property
    def _until_ns(self) -> int | None:
        """When the stage ends by itself."""
        if self._stage is EndStage.WIN:
            return self._since_ns + WIN_NS
        if self._stage is EndStage.RANKING:
            lasting_ms = RANKING_MS if self._photo is None else PHOTO_MS
            return self._since_ns + self._host.settings.lasting_ns(lasting_ms)
        return None

    def next_due_ns(self) -> int | None:
        due_ns = self._until_ns
        if due_ns is not None and self._stage is EndStage.WIN and self._host.settings.motion:
            return min(due_ns, (self._now_ns // LAMP_NS + 1) * LAMP_NS)
        return due_ns

    # -- output --------------------------------------------------------------------------------

    def view(self) -> View:
        menu = Menu(rows=self._rows(), cursor=self._cursor, game=self._host.settings.game)
        broken = self._host.latest(RecordBroken) or RecordBroken()
        shown = self.match.end_view(self._host.who, menu)
        missing = self._missing if menu.rows[0].enabled else ()
        return replace(
            shown,
            news=broken.news,
            stage=self._stage,
            since_ns=self._since_ns,
            again=tuple(sorted(self._again)),
            missing=missing,
        )

    @property
    def _lamp_step(self) -> int:
        if self._stage is not EndStage.WIN or not self._host.settings.motion:
            return 0
        return self._now_ns // LAMP_NS

    def lamps(self, host: SceneHost) -> tuple[float, ...]:
        """A light runs round to the winner, whose lamp then breathes; later those shine on whom a
        rematch waits."""
        seats = range(len(host.who))
        if self._stage is EndStage.WIN:
            return tuple(map(self._win_lamp, seats))
        if self._stage is EndStage.RANKING:
            bright = self._winners
        else:
            bright = frozenset(self._missing if self._again else ())
        joined = super().lamps(host)
        return tuple(TURN_LAMP if s in bright else joined[s] for s in seats)

    def _win_lamp(self, seat: int) -> float:
        """At first it lights up, the farther from the winner the later, and goes out again."""
        if not self._host.settings.motion:
            return TURN_LAMP if seat in self._winners else NO_LAMP
        count = len(self._host.who)
        ways = (min((seat - w) % count, (w - seat) % count) for w in self._winners)
        away = min(ways, default=0)
        step = (self._now_ns - self._since_ns) // LAMP_NS
        if away:
            return TURN_LAMP if 0 <= step - 2 * away < 2 else NO_LAMP
        return round(DIMMEST + (1 - DIMMEST) * (1 + cos(2 * pi * step / BREATH)) / 2, 3)
