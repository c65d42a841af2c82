"""The start screen: seats join by ●, the menu sets the rest, all by seat buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from console.games.registry import GAMES
from console.table import seating
from console.table.games import TABLE_GAMES, TableGame
from console.table.lobby.people import SeatedPeople
from console.table.lobby.view import HandAt, Shelved
from console.table.seating import Hands, NamedPerson, Seating, taken_seats
from console.table.settings import COMFORT, Settings
from console.table.view import (
    Menu,
    MenuLine,
    MenuRow,
    ResumeOffer,
    StartSeat,
    StartView,
    Unready,
    Who,
)
from drivers.events import Button, ButtonEvent, Fault

CHOICES: Final = (
    MenuLine.START,
    MenuLine.RESUME,
    MenuLine.RULES,
    MenuLine.LESSON,
    MenuLine.RECORDS,
)
LEVELS: Final[Mapping[MenuLine, MenuLine | None]] = {
    MenuLine.PEOPLE: None,
    MenuLine.SWAP: MenuLine.PEOPLE,
    MenuLine.OPTIONS: None,
    MenuLine.COMFORT: None,
}
"""The lines that lead to a level of the menu, each with the level that it is in."""
TWO_HANDED_SEATS: Final = 4
"""Fewer seats are too few for two people with two hands each (C30)."""


@dataclass(frozen=True, slots=True)
class StartScreen:
    """Who sits where and what the menu shows; a value, changed by ``press``.

    ``level`` is the key of the line that led to what the menu shows, ``by`` who chose it.
    """

    who: tuple[Who, ...]
    settings: Settings
    resume: ResumeOffer | None = None
    key: MenuLine | str = MenuLine.START  # the row under the cursor, so that rows may come and go
    row_seat: int | None = None
    named: Mapping[int, NamedPerson] = field(default_factory=dict)  # by seat; all others are guests
    bodies: bool = True  # simulated people can sit here: nobody presses a real table's buttons
    hands: Mapping[int, Hands] = field(default_factory=dict)  # where two wish to play (C30)
    level: MenuLine | None = None
    by: int | None = None
    first: int | None = None  # of two seats that change their people
    begun: bool = False  # have they played anything since the first of them sat down?

    @property
    def game(self) -> TableGame:
        """The game chosen."""
        return TABLE_GAMES[self.settings.game]

    # -- the menu ------------------------------------------------------------------------------

    def rows(self) -> tuple[MenuRow, ...]:
        """The lines of the menu's level on show; what the owner has closed is in none."""
        match self.level:
            case MenuLine.PEOPLE:
                own = [*self._hand_rows(), *self._seat_rows(), *self._move_rows()]
            case MenuLine.SWAP:
                own = self._swap_rows()
            case MenuLine.OPTIONS:
                own = [*self._option_rows()]
            case MenuLine.COMFORT:
                own = [*self.settings.comfort_rows(self.by)]
            case _:
                return self._first_rows()
        return (*own, MenuRow(MenuLine.BACK))

    def _first_rows(self) -> tuple[MenuRow, ...]:
        """Round and round: the game is next to the start, and so are the rules."""
        problem = self.problem()
        why = self.missing() if problem == Unready.PLAYERS else problem
        rows = [MenuRow(MenuLine.START, why, enabled=problem is None)]
        if self.newcomers:
            rows.insert(0, MenuRow(MenuLine.LESSON))
        if self.resume is not None:
            rows.insert(0, MenuRow(MenuLine.RESUME, self.resume.match))
        if self.settings.open_to_guests("game"):
            rows.append(MenuRow(MenuLine.GAME, self.settings.game))
        rows.append(MenuRow(MenuLine.PEOPLE))
        if self._option_rows():
            rows.append(MenuRow(MenuLine.OPTIONS))
        if self.game.teaches(len(self.who)) and not self.newcomers:
            rows.append(MenuRow(MenuLine.LESSON))
        rows.append(MenuRow(MenuLine.RECORDS))
        if self.settings.comfort_rows():
            rows.append(MenuRow(MenuLine.COMFORT))
        return (*rows, MenuRow(MenuLine.RULES))

    def _option_rows(self) -> tuple[MenuRow, ...]:
        rows = self.settings.rows(self.game.settings)
        changed = self.settings.house.get(self.settings.game) and rows
        return (*rows, MenuRow(MenuLine.DEFAULTS)) if changed else rows

    def _hand_rows(self) -> list[MenuRow]:
        at = self.hands_at()
        return [MenuRow(MenuLine.HANDS, f"{h.right} {h.left}", seat) for seat, h in at.items()]

    def _seat_rows(self) -> list[MenuRow]:
        """Free seats that somebody can be given to, and people who may have gone."""
        given = len(self._fill(self.settings.game)) > 1
        return [
            MenuRow(MenuLine.SEAT, who.value, seat)
            for seat, who in enumerate(self.who)
            if who is Who.PERSON or given
        ]

    def _move_rows(self) -> list[MenuRow]:
        return [MenuRow(MenuLine.ROTATE), MenuRow(MenuLine.SWAP)] if taken_seats(self.who) else []

    def _swap_rows(self) -> list[MenuRow]:
        line = MenuLine.SWAP_SEAT
        return [MenuRow(line, self._swapped(seat), seat) for seat in range(len(self.who))]

    def _swapped(self, seat: int) -> str:
        return "first" if seat == self.first else self.who[seat].value

    def _fill(self, game: str) -> tuple[Who, ...]:
        """Whom a free seat can be given to in a game."""
        fill = TABLE_GAMES[game].fill
        return fill if self.bodies else tuple(w for w in fill if not w.simulated)

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

    def at_level(self, level: MenuLine | None, by: int | None = None) -> StartScreen:
        """The menu's level that a line leads to, for who chose it; None is the first one."""
        return replace(self, level=level, by=by, first=None).at_row(0)

    def at_line(self, key: MenuLine) -> StartScreen:
        """The cursor on a line of the first level, or in the level that it leads to."""
        first = self.at_level(None)
        return first.at_level(key) if key in LEVELS else replace(first, key=key, row_seat=None)

    def offered(self, offer: ResumeOffer) -> StartScreen:
        """A broken-off match may be taken up; the cursor is on it, unless somebody is busy."""
        offered = replace(self, resume=offer)
        return offered if self.level else offered.at_line(MenuLine.RESUME)

    # -- who plays -----------------------------------------------------------------------------

    @property
    def people(self) -> SeatedPeople:
        """Who sits where."""
        return SeatedPeople(self.who, self.named, self.hands, self.settings.left_seats)

    @property
    def newcomers(self) -> bool:
        """Are there guests only, who have played nothing yet, and could they be taught the game?"""
        guests = Who.PERSON in self.who and not self.named
        return guests and not self.begun and self.game.teaches(len(self.who))

    def _with(self, people: SeatedPeople) -> StartScreen:
        settings = replace(self.settings, left_seats=people.left)
        changed = replace(
            self, who=people.who, named=people.named, hands=people.hands, settings=settings
        )
        if Who.PERSON not in people.who:
            changed = replace(changed, begun=False).at_level(None)
        return changed

    def _mended(self) -> StartScreen:
        """The same with opponents who are too many for the game gone."""
        return self._with(self.people.at_most(GAMES[self.settings.game].players[1]))

    def missing(self) -> int:
        """How many players there are too few for the game, below 0 too many."""
        least, most = GAMES[self.settings.game].players
        if self.game.handed and len(self.who) < TWO_HANDED_SEATS:
            least += 1
        taken = len(taken_seats(self.who))
        return max(0, least - taken) or min(0, most - taken)

    def problem(self) -> Unready | None:
        """Why the match cannot start: ``"table"`` (it has too few seats), ``"players"``,
        ``"options"``; or None."""
        missing = self.missing()
        if missing > self.who.count(Who.EMPTY):
            return Unready.TABLE
        return Unready.PLAYERS if missing else self.settings.problem()

    def hands_at(self) -> dict[int, Hands]:
        """Where the hands of two people play, by who sits where; {} in any other match (C30)."""
        return seating.hands_at(self.who, self.hands) if self.game.handed else {}

    def seating(self, lot: int) -> Seating:
        """The seats of a match. Raises ConfigError when these people cannot play."""
        return self.game.seat(self.who, lot, self.hands).with_names(self.named)

    def anybody(self) -> int | None:
        """The first seat that a person has taken."""
        return next((s for s, w in enumerate(self.who) if w is Who.PERSON), None)

    def call(self, seat: int, named: NamedPerson | None) -> StartScreen:
        """The person at ``seat`` keeps a nickname, or (None) is a guest.

        Nobody sits at two seats: whoever was called so elsewhere is a guest there.
        """
        return self._with(self.people.called(seat, named))

    def sit(self, seat: int, who: Who) -> StartScreen:
        """Somebody else sits at a seat; opponents who are too many then get up."""
        return self._with(self.people.sits(seat, who))._mended()

    def alone(self) -> StartScreen:
        """Everybody has gone."""
        left = self
        for seat in taken_seats(self.who):
            left = left.sit(seat, Who.EMPTY)
        return left.at_level(None)

    # -- what is drawn -------------------------------------------------------------------------

    def view(self, faults: dict[int, Fault]) -> StartView:
        """What the screens draw."""
        menu = Menu(
            rows=self.rows(),
            cursor=self.cursor(),
            problem=self.problem(),
            game=self.settings.game,
            level=self.level,
        )
        names = {seat: named.nickname for seat, named in self.named.items()}
        seats = tuple(StartSeat(s, w, faults.get(s), names.get(s)) for s, w in enumerate(self.who))
        hands = [
            HandAt(at, seat, at == hands.right)
            for seat, hands in self.hands_at().items()
            for at in (hands.right, hands.left)
        ]
        return StartView(seats, menu, self.resume, self.shelf(), tuple(hands), self.missing())

    def shelf(self) -> tuple[Shelved, ...]:
        """The games to choose from: one, if guests may not choose."""
        games = TABLE_GAMES if self.settings.open_to_guests("game") else (self.settings.game,)
        return tuple(Shelved(game, self._could_play(game)) for game in games)

    def _could_play(self, game: str) -> bool:
        there = self.with_settings(replace(self.settings, game=game))
        return 0 <= there.missing() <= there.who.count(Who.EMPTY)

    # -- buttons -------------------------------------------------------------------------------

    def press(self, event: ButtonEvent) -> tuple[StartScreen, MenuLine | None]:
        """After a press: the new screen, and one of ``CHOICES`` if it was chosen.

        ● at a free or simulated seat joins; a seat that has joined moves the menu with ◀ ▶,
        chooses with ● and goes back with ✕, from the first level away from its seat.
        """
        if self.who[event.seat] is not Who.PERSON:
            if event.button is Button.OK:
                return self.sit(event.seat, Who.PERSON), None
            return self, None
        if event.button is Button.BACK:
            return (self._up() if self.level else self.sit(event.seat, Who.EMPTY)), None
        if event.button is Button.OK:
            return self._choose(event.seat)
        return self._move(1 if event.button is Button.RIGHT else -1), None

    def leaves(self, seat: int) -> bool:
        """Does ✕ at ``seat`` leave the table?"""
        return self.who[seat] is Who.PERSON and not self.level

    def _move(self, step: int) -> StartScreen:
        return self.at_row((self.cursor() + step) % len(self.rows()))

    def _up(self) -> StartScreen:
        """One level back, the cursor on the line that led here."""
        if self.level is None:
            return self
        return replace(self, level=LEVELS[self.level], key=self.level, row_seat=None, first=None)

    def _choose(self, by: int) -> tuple[StartScreen, MenuLine | None]:
        row = self.rows()[self.cursor()]
        if isinstance(row.key, MenuLine) and row.key in CHOICES:
            return self, row.key if row.enabled else None
        return self._changed(row, by), None

    def _changed(self, row: MenuRow, by: int) -> StartScreen:
        """After a line that changes the screen itself."""
        if row.seat is not None and row.key not in COMFORT:
            return self._seat_line(row.key, row.seat)
        if isinstance(row.key, MenuLine) and row.key in LEVELS:
            return self.at_level(row.key, by)
        if row.key == MenuLine.BACK:
            return self._up()
        if row.key == MenuLine.ROTATE:
            return self._with(self.people.rotated())
        if row.key == MenuLine.DEFAULTS:
            house = {g: o for g, o in self.settings.house.items() if g != self.settings.game}
            return self.with_settings(replace(self.settings, house=house)).at_row(0)
        return self.with_settings(self.settings.next_value(row.key, row.seat))

    def _seat_line(self, key: str, seat: int) -> StartScreen:
        """After a line about who sits at ``seat``."""
        if key == MenuLine.HANDS:
            ways, now = seating.hand_choices(self.who, seat), self.hands_at()[seat]
            way = ways[(ways.index(now) + 1) % len(ways)]
            return replace(self, hands=seating.wish_hands(self.who, self.hands, seat, way))
        if key == MenuLine.SWAP_SEAT:
            if self.first is None:
                return replace(self, first=seat)
            return self._with(self.people.swapped(self.first, seat))._up()
        fill, now_there = self._fill(self.settings.game), self.who[seat]
        place = fill.index(now_there) if now_there in fill else len(fill) - 1
        return self._with(self.people.sits(seat, fill[(place + 1) % len(fill)]))

    def with_game(self, game: str) -> StartScreen:
        """Another game, if guests may choose one."""
        if not self.settings.open_to_guests("game"):
            return self
        return self.with_settings(replace(self.settings, game=game))

    def with_settings(self, settings: Settings) -> StartScreen:
        """The same people, as the game of ``settings`` can have them: opponents of a strength that
        the new game knows, and no more of them than can play."""
        before, after = self._fill(self.settings.game), self._fill(settings.game)
        who = tuple(_as_strong(w, before, after) for w in self.who)
        changed = replace(self, settings=settings, who=who)
        return changed if settings.game == self.settings.game else changed._mended()


def _as_strong(who: Who, before: tuple[Who, ...], after: tuple[Who, ...]) -> Who:
    if who in after or who not in before:
        return who
    return after[min(before.index(who), len(after) - 1)]
