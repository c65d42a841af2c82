"""The start screen: seats join by ●, the menu sets the rest, all by seat buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from console.table.games import TABLE_GAMES, TableGame
from console.table.seating import Named
from console.table.settings import Settings
from console.table.view import Menu, MenuRow, ResumeOffer, StartSeat, StartView, Who
from drivers.events import Button, ButtonEvent, Fault

CHOICES = ("start", "resume", "rules", "lesson")


@dataclass(frozen=True, slots=True)
class StartScreen:
    """Who sits where and what the menu shows; a value, changed by ``press``."""

    who: tuple[Who, ...]
    settings: Settings
    resume: ResumeOffer | None = None
    key: str = "start"  # the row under the cursor, so that rows may come and go
    row_seat: int | None = None
    named: Mapping[int, Named] = field(default_factory=dict)  # by seat; all others are guests
    bodies: bool = True  # simulated people can sit here: nobody presses a real table's buttons

    @property
    def game(self) -> TableGame:
        """The game chosen."""
        return TABLE_GAMES[self.settings.game]

    def rows(self) -> tuple[MenuRow, ...]:
        """The lines of the menu as they stand."""
        rows = [MenuRow("start", enabled=self.problem() is None), MenuRow("rules")]
        if self.resume is not None:
            rows.insert(0, MenuRow("resume", self.resume.match))
        if self.settings.open_to_guests("game"):
            rows.append(MenuRow("game", self.settings.game))
        if self.game.taught:
            rows.append(MenuRow("lesson"))
        if len(self._fill(self.settings.game)) > 1:
            free = (s for s, w in enumerate(self.who) if w is not Who.PERSON)
            rows += [MenuRow("seat", self.who[seat].value, seat) for seat in free]
        return (*rows, *self.settings.rows(self.game.settings))

    def _fill(self, game: str) -> tuple[Who, ...]:
        """Whom a free seat can be given to in a game."""
        fill = TABLE_GAMES[game].fill
        return fill if self.bodies else tuple(w for w in fill if not w.simulated)

    def problem(self) -> str | None:
        """Why the match cannot start, or None."""
        if not self.game.fits(self.who):
            return "players"
        return self.settings.problem()

    def cursor(self) -> int:
        """The index of the row under the cursor; the first one when it has gone."""
        for i, row in enumerate(self.rows()):
            if row.key == self.key and row.seat == self.row_seat:
                return i
        return 0

    def at_row(self, index: int) -> StartScreen:
        """The cursor on a line; on none if there is no such line."""
        rows = self.rows()
        if not 0 <= index < len(rows):
            return self
        return replace(self, key=rows[index].key, row_seat=rows[index].seat)

    def anybody(self) -> int | None:
        """The first seat that a person has taken."""
        return next((s for s, w in enumerate(self.who) if w is Who.PERSON), None)

    def view(self, faults: dict[int, Fault]) -> StartView:
        """What the screens draw."""
        menu = Menu(self.rows(), self.cursor(), problem=self.problem(), game=self.settings.game)
        names = {seat: named.nickname for seat, named in self.named.items()}
        seats = tuple(StartSeat(s, w, faults.get(s), names.get(s)) for s, w in enumerate(self.who))
        return StartView(seats, menu, self.resume)

    def press(self, event: ButtonEvent) -> tuple[StartScreen, str | None]:
        """After a press: the new screen, and one of ``CHOICES`` if it was chosen.

        ● at a free or simulated seat joins; a seat that has joined moves the menu with ◀ ▶,
        chooses with ● and leaves with ✕.
        """
        if self.who[event.seat] is not Who.PERSON:
            if event.button is Button.OK:
                return self._sit(event.seat, Who.PERSON), None
            return self, None
        if event.button is Button.BACK:
            return self._sit(event.seat, Who.EMPTY), None
        if event.button is Button.OK:
            return self._choose()
        return self._move(1 if event.button is Button.RIGHT else -1), None

    def _sit(self, seat: int, who: Who) -> StartScreen:
        others = {s: named for s, named in self.named.items() if s != seat}
        who_sits = (*self.who[:seat], who, *self.who[seat + 1 :])
        return replace(self, who=who_sits, named=others)

    def call(self, seat: int, named: Named | None) -> StartScreen:
        """The person at ``seat`` keeps a nickname, or (None) is a guest.

        Nobody sits at two seats: whoever was called so elsewhere is a guest there.
        """
        others = {
            s: other
            for s, other in self.named.items()
            if s != seat and (named is None or other.profile != named.profile)
        }
        if named is not None and self.who[seat] is Who.PERSON:
            others[seat] = named
        return replace(self, named=others)

    def _move(self, step: int) -> StartScreen:
        rows = self.rows()
        row = rows[(self.cursor() + step) % len(rows)]
        return replace(self, key=row.key, row_seat=row.seat)

    def _choose(self) -> tuple[StartScreen, str | None]:
        row = self.rows()[self.cursor()]
        if row.key in CHOICES:
            return self, row.key if row.enabled else None
        if row.key == "seat":
            assert row.seat is not None
            fill, now = self._fill(self.settings.game), self.who[row.seat]
            place = fill.index(now) if now in fill else 0
            return self._sit(row.seat, fill[(place + 1) % len(fill)]), None
        return self.with_settings(self.settings.next_value(row.key)), None

    def with_settings(self, settings: Settings) -> StartScreen:
        """The same people, as the game of ``settings`` can have them: opponents of a strength that
        the new game knows."""
        before, after = self._fill(self.settings.game), self._fill(settings.game)
        who = tuple(_as_strong(w, before, after) for w in self.who)
        return replace(self, settings=settings, who=who)


def _as_strong(who: Who, before: tuple[Who, ...], after: tuple[Who, ...]) -> Who:
    if who in after or who not in before:
        return who
    return after[min(before.index(who), len(after) - 1)]
