"""The start screen: seats join by ●, games are tiles, all else is behind a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from console.games.registry import GAMES
from console.table import seating
from console.table.games import TABLE_GAMES, TableGame
from console.table.lobby.people import SeatedPeople, fill, rotated, swapped
from console.table.lobby.view import BrokenOff, Shelved, StartView
from console.table.match import StoredStart
from console.table.seating import HandAt, Hands, NamedPerson, Seating, taken_seats
from console.table.settings import COMFORT, Settings
from console.table.view import Menu, MenuLine, MenuRow, PhonesView, StartSeat, Unready, Who
from drivers.events import Button, ButtonEvent, Fault

CHOICES: Final = (
    MenuLine.START,
    MenuLine.TAKE_UP,
    MenuLine.NAME,
    MenuLine.RULES,
    MenuLine.LESSON,
    MenuLine.RECORDS,
    MenuLine.PHONE,
    MenuLine.NO_PHONE,
    MenuLine.EVENT,
    MenuLine.SERVICE,
)
LEVELS: Final[Mapping[MenuLine, MenuLine | None]] = {
    MenuLine.RESUME: None,
    MenuLine.MORE: None,
    MenuLine.PEOPLE: MenuLine.MORE,
    MenuLine.SWAP: MenuLine.PEOPLE,
    MenuLine.OPTIONS: MenuLine.MORE,
    MenuLine.COMFORT: MenuLine.MORE,
}
"""The lines that lead to a level of the menu, each with the level that it is in."""
TWO_HANDED_SEATS: Final = 4
"""Fewer seats are too few for two people with two hands each (C30)."""


@dataclass(frozen=True, slots=True)
class StartScreen:
    """Who sits where and what the menu shows; a value, changed by ``press``.

    On the first level the cursor goes round the games, what plays the chosen one, a broken-off
    match of these people if there is one, and what leads to all else. ``level`` is the key of the
    line that led to what the menu shows, ``by`` who chose it.
    """

    people: SeatedPeople
    settings: Settings
    stored: StoredStart | None = None  # a broken-off match, for whomever it fits
    key: MenuLine | str = MenuLine.START  # the row under the cursor, so that rows may come and go
    row_seat: int | None = None
    bodies: bool = True  # simulated people can sit here: nobody presses a real table's buttons
    level: MenuLine | None = None
    by: int | None = None
    first: int | None = None  # of two seats that change their people
    begun: frozenset[str] = frozenset()  # the games since the first of them sat down
    naming: bool = False  # are nicknames kept here?
    pad_silent: bool = False
    phones: PhonesView | None = None  # while hands may be held on them

    @classmethod
    def of(cls, who: tuple[Who, ...], settings: Settings, *, bodies: bool = True) -> StartScreen:
        """With those who are there at first, by board seat."""
        return cls(SeatedPeople.of(who, settings.game), settings, bodies=bodies)

    @property
    def game(self) -> TableGame:
        """The game chosen."""
        return TABLE_GAMES[self.settings.game]

    @property
    def who(self) -> tuple[Who, ...]:
        """Who sits where at that game, by board seat."""
        return self.people.who(self.settings.game, bodies=self.bodies)

    @property
    def named(self) -> Mapping[int, NamedPerson]:
        """What people are called, by seat; all others are guests."""
        return self.people.named

    # -- the menu ------------------------------------------------------------------------------

    def rows(self) -> tuple[MenuRow, ...]:
        """The lines of the menu's level on show; what the owner has closed is in none."""
        match self.level:
            case None:
                return self._first_rows()
            case MenuLine.RESUME:
                return MenuRow(MenuLine.BACK), MenuRow(MenuLine.TAKE_UP)
            case MenuLine.MORE:
                own = self._more_rows()
            case MenuLine.PEOPLE:
                own = [*self._hand_rows(), *self._seat_rows(), *self._move_rows()]
            case MenuLine.SWAP:
                own = self._swap_rows()
            case MenuLine.OPTIONS:
                own = [*self._option_rows()]
            case _:
                own = [*self.settings.comfort_rows(self.by)]
        return (*own, MenuRow(MenuLine.BACK))

    def _first_rows(self) -> tuple[MenuRow, ...]:
        """A line for each game, if guests may choose one; then what is done with it."""
        games = self._games() if self.settings.open_to_guests("game") else ()
        rows = [MenuRow(MenuLine.GAME, game) for game in games]
        rows.append(MenuRow(MenuLine.START, enabled=self.problem() is None))
        if self.resumable is not None:
            rows.append(MenuRow(MenuLine.RESUME))
        return (*rows, MenuRow(MenuLine.MORE))

    def _more_rows(self) -> list[MenuRow]:
        """What guests look for first comes first."""
        pad = self.problem() is not Unready.PAD
        lesson = [MenuRow(MenuLine.LESSON, enabled=pad)] if self.game.teaches(len(self.who)) else []
        rows = [*lesson] if self.newcomers else []
        if self.naming:
            rows.append(MenuRow(MenuLine.NAME))
        if self.phones is not None:
            rows += [MenuRow(MenuLine.PHONE)] if self.phones.open else []
            rows += [MenuRow(MenuLine.NO_PHONE)] if self.phones.bound else []
        rows.append(MenuRow(MenuLine.PEOPLE))
        if self._option_rows():
            rows.append(MenuRow(MenuLine.OPTIONS))
        rows.append(MenuRow(MenuLine.RULES))
        if not self.newcomers:
            rows += lesson
        rows.append(MenuRow(MenuLine.RECORDS))
        if self.settings.comfort_rows():
            rows.append(MenuRow(MenuLine.COMFORT))
        return [*rows, MenuRow(MenuLine.EVENT), MenuRow(MenuLine.SERVICE)]

    def _games(self) -> tuple[str, ...]:
        """The games to choose from: one, if guests may not choose."""
        return (*TABLE_GAMES,) if self.settings.open_to_guests("game") else (self.settings.game,)

    def _option_rows(self) -> tuple[MenuRow, ...]:
        rows = self.settings.rows(self.game.settings)
        changed = self.settings.house.get(self.settings.game) and rows
        return (*rows, MenuRow(MenuLine.DEFAULTS)) if changed else rows

    def _hand_rows(self) -> list[MenuRow]:
        at = self.hands_at()
        return [MenuRow(MenuLine.HANDS, f"{h.right} {h.left}", seat) for seat, h in at.items()]

    def _seat_rows(self) -> list[MenuRow]:
        """Free seats that somebody can be given to, and people who may have gone."""
        given = len(fill(self.settings.game, bodies=self.bodies)) > 1
        room = len(taken_seats(self.who)) < GAMES[self.settings.game].players[1]
        return [
            MenuRow(MenuLine.SEAT, who.value, seat)
            for seat, who in enumerate(self.who)
            if who is Who.PERSON or (given and (room or who is not Who.EMPTY))
        ]

    def _move_rows(self) -> list[MenuRow]:
        return [MenuRow(MenuLine.ROTATE), MenuRow(MenuLine.SWAP)] if taken_seats(self.who) else []

    def _swap_rows(self) -> list[MenuRow]:
        line = MenuLine.SWAP_SEAT
        return [MenuRow(line, self._swapped(seat), seat) for seat in range(len(self.who))]

    def _swapped(self, seat: int) -> str:
        return "first" if seat == self.first else self.who[seat].value

    def cursor(self) -> int:
        """The index of the row under the cursor, of a game that of the chosen one; where it has
        gone, what it is at first: on the first level what plays."""
        rows = self.rows()
        for key in (self.key, MenuLine.START):
            for i, row in enumerate(rows):
                game = row.key != MenuLine.GAME or row.value == self.settings.game
                if row.key == key and row.seat == self.row_seat and game:
                    return i
        return 0

    def at_row(self, index: int) -> StartScreen:
        """The cursor on a line, which chooses a game; on none if there is no such line."""
        rows = self.rows()
        if not 0 <= index < len(rows):
            return self
        row = rows[index]
        moved = replace(self, key=row.key, row_seat=row.seat)
        return moved.with_game(str(row.value)) if row.key == MenuLine.GAME else moved

    def at_level(self, level: MenuLine | None, by: int | None = None) -> StartScreen:
        """The menu's level that a line leads to, for who chose it; None is the first one."""
        there = replace(self, level=level, by=by, first=None, key=MenuLine.START, row_seat=None)
        return there if level is None else there.at_row(there._first_row())

    def _first_row(self) -> int:
        """Where a level begins: as long as players are missing, at a free seat. Whoever is sent
        there for an opponent would free their own with the first press."""
        if self.missing() > 0:
            for i, row in enumerate(self.rows()):
                if row.key == MenuLine.SEAT and row.value == Who.EMPTY:
                    return i
        return 0

    # -- a match that was broken off ---------------------------------------------------------------

    @property
    def resumable(self) -> StoredStart | None:
        """The one that those who sit here may go on with."""
        stored = self.stored
        fits = stored is not None and seating.could_be(
            stored.seating, self.people.people, self.named
        )
        return stored if fits else None

    def offered(self, stored: StoredStart | None) -> StartScreen:
        """Another one, or none: nobody is asked about the one before any more."""
        offered = replace(self, stored=stored)
        return offered.at_level(None) if self.level is MenuLine.RESUME else offered

    # -- who plays -----------------------------------------------------------------------------

    @property
    def newcomers(self) -> bool:
        """Are there guests only, who have not played this game yet, and could they be taught it?"""
        guests = bool(self.people.people) and not self.named
        return guests and self.settings.game not in self.begun and self.game.teaches(len(self.who))

    def with_people(self, people: SeatedPeople) -> StartScreen:
        """The same with these people; a level that they cannot have is left."""
        changed = replace(self, people=people)
        if not people.people:
            changed = replace(changed, begun=frozenset()).at_level(None)
        if changed.level is MenuLine.RESUME and changed.resumable is None:
            changed = changed.at_level(None)
        return changed

    def _moved(self, to: list[int]) -> StartScreen:
        """Everybody changes places, left-handed people with what is theirs."""
        left = frozenset(to[seat] for seat in self.settings.left_seats)
        moved = replace(self, settings=replace(self.settings, left_seats=left))
        return moved.with_people(self.people.moved(to))

    def missing(self) -> int:
        """How many players there are too few for the game, below 0 too many."""
        least, most = GAMES[self.settings.game].players
        if self.game.handed and len(self.who) < TWO_HANDED_SEATS:
            least += 1
        taken = len(taken_seats(self.who))
        return max(0, least - taken) or min(0, most - taken)

    def problem(self) -> Unready | None:
        """Why the match cannot start, or None. Only games by turns wait for no pad."""
        missing = self.missing()
        if self.pad_silent and not self.game.quiet:
            return Unready.PAD
        if missing > self.who.count(Who.EMPTY):
            return Unready.TABLE
        return Unready.PLAYERS if missing else self.settings.problem()

    def hands_at(self) -> dict[int, Hands]:
        """Where the hands of two people play, by who sits where; {} in any other match (C30)."""
        return seating.hands_at(self.who, self.people.hands) if self.game.handed else {}

    def seating(self, lot: int) -> Seating:
        """The seats of a match. Raises ConfigError when these people cannot play."""
        return self.game.seat(self.who, lot, self.people.hands).with_names(self.named)

    def anybody(self) -> int | None:
        """The first seat that a person has taken."""
        return min(self.people.people, default=None)

    def call(self, seat: int, named: NamedPerson | None) -> StartScreen:
        """The person at ``seat`` keeps a nickname, or (None) is a guest.

        Nobody sits at two seats: whoever was called so elsewhere is a guest there.
        """
        return self.with_people(self.people.called(seat, named))

    def join(self, seat: int) -> StartScreen:
        """A guest sits down, unless somebody sits there."""
        return self if seat in self.people.people else self.with_people(self.people.joins(seat))

    def leave(self, seat: int) -> StartScreen:
        """Somebody gets up."""
        return self.with_people(self.people.leaves(seat))

    def alone(self) -> StartScreen:
        """Everybody has gone."""
        return self.with_people(self.people.alone())

    # -- what is drawn -------------------------------------------------------------------------

    def view(self, faults: dict[int, Fault]) -> StartView:
        """What the screens draw."""
        names: dict[int | None, str] = {s: named.nickname for s, named in self.named.items()}
        menu = Menu(
            rows=tuple(replace(row, name=names.get(row.seat)) for row in self.rows()),
            cursor=self.cursor(),
            problem=self.problem(),
            game=self.settings.game,
            level=self.level,
        )
        seats = tuple(StartSeat(s, w, faults.get(s), names.get(s)) for s, w in enumerate(self.who))
        hands = [
            HandAt(at, seat, at == hands.right)
            for seat, hands in self.hands_at().items()
            for at in (hands.right, hands.left)
        ]
        return StartView(
            seats,
            menu,
            None if self.resumable is None else _broken_off(self.resumable),
            tuple(Shelved(game, self._could_play(game)) for game in self._games()),
            tuple(hands),
            self.missing(),
            newcomers=self.newcomers,
        )

    def _at_game(self, game: str) -> StartScreen:
        return self.with_settings(replace(self.settings, game=game))

    def _could_play(self, game: str) -> bool:
        there = self._at_game(game)
        return there.problem() is not Unready.PAD and 0 <= there.missing() <= there.who.count(
            Who.EMPTY
        )

    # -- buttons -------------------------------------------------------------------------------

    def press(self, event: ButtonEvent) -> tuple[StartScreen, MenuLine | None]:
        """After a press: the new screen, and one of ``CHOICES`` if it was chosen.

        ● at a free or simulated seat joins; a seat that has joined moves the menu with ◀ ▶,
        chooses with ● and goes back with ✕, from the first level away from its seat.
        """
        if self.who[event.seat] is not Who.PERSON:
            if event.button is Button.OK:
                return self.join(event.seat), None
            return self, None
        if event.button is Button.BACK:
            return (self._up() if self.level else self.leave(event.seat)), None
        if event.button is Button.OK:
            return self._choose(event.seat)
        return self._move(1 if event.button is Button.RIGHT else -1), None

    def leaves(self, seat: int) -> bool:
        """Does ✕ at ``seat`` leave the table?"""
        return self.who[seat] is Who.PERSON and not self.level

    def _move(self, step: int) -> StartScreen:
        """The cursor one line on, round and round; it comes to the games at the chosen one."""
        rows, cursor = self.rows(), self.cursor()
        to = (cursor + step) % len(rows)
        if rows[to].key == MenuLine.GAME != rows[cursor].key:
            return replace(self, key=MenuLine.GAME, row_seat=None)
        return self.at_row(to)

    def _up(self) -> StartScreen:
        """One level back, the cursor on the line that led here; on the first one on what plays."""
        if self.level is None:
            return self
        parent = LEVELS[self.level]
        above = self.at_level(parent, self.by)
        return above if parent is None else replace(above, key=self.level, row_seat=None)

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
        if row.key == MenuLine.GAME:
            return replace(self, key=MenuLine.START)
        if row.key == MenuLine.ROTATE:
            return self._moved(rotated(self.people.seats))
        if row.key == MenuLine.DEFAULTS:
            house = {g: o for g, o in self.settings.house.items() if g != self.settings.game}
            return self.with_settings(replace(self.settings, house=house)).at_row(0)
        return self.with_settings(self.settings.next_value(row.key, row.seat))

    def _seat_line(self, key: str, seat: int) -> StartScreen:
        """After a line about who sits at ``seat``."""
        game, hands = self.settings.game, self.people.hands
        if key == MenuLine.HANDS:
            ways, now = seating.hand_choices(self.who, seat), self.hands_at()[seat]
            way = ways[(ways.index(now) + 1) % len(ways)]
            wishes = seating.wish_hands(self.who, hands, seat, way)
            return self.with_people(replace(self.people, hands=wishes))
        if key == MenuLine.SWAP_SEAT:
            if self.first is None:
                return replace(self, first=seat)
            return self._moved(swapped(self.people.seats, self.first, seat))._up()
        those, there = fill(game, bodies=self.bodies), self.who[seat]
        place = those.index(there) if there in those else len(those) - 1
        following = those[(place + 1) % len(those)]
        return self.with_people(self.people.chooses(game, seat, following, bodies=self.bodies))

    def with_game(self, game: str) -> StartScreen:
        """Another game, if guests may choose one; nothing else changes."""
        return self._at_game(game) if self.settings.open_to_guests("game") else self

    def begins(self, settings: Settings) -> StartScreen:
        """A match of these people has begun."""
        return replace(self, settings=settings, begun=self.begun | {settings.game})

    def with_settings(self, settings: Settings) -> StartScreen:
        """The same people."""
        return replace(self, settings=settings)


def _broken_off(stored: StoredStart) -> BrokenOff:
    """What is told of a broken-off match."""
    seats = stored.seating
    home = [seats.seats_of(player)[0] for player in range(seats.players)]
    people = tuple(
        StartSeat(seat, who, name=seats.name_at(seat))
        for seat, who in zip(home, seats.people, strict=True)
    )
    return BrokenOff(stored.offer, stored.settings.game, people)
