"""Whatever people press, touch or are told in the lobby: it stands, and nobody sits twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from console.games.registry import GAMES
from console.table.lobby.lobby import Lobby
from console.table.lobby.start import StartScreen
from console.table.lobby.view import StartView
from console.table.match import StoredStart
from console.table.names import KnownNames, NameChosen, NameGiven
from console.table.outputs import MatchBegun
from console.table.seating import NamedPerson, Seating, taken_seats
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import MenuLine, ResumeOffer, Target, Who
from drivers.events import Button, ButtonEvent
from drivers.times import MS

NAMES = tuple(NamedPerson(n, name) for n, name in enumerate(("Барсук", "Сова", "Anna")))
KEYS = st.tuples(st.integers(0, 7), st.sampled_from(Button), st.sampled_from((30, 500, 1_200)))
ROWS = st.tuples(st.just("row"), st.integers(-1, 12))
GAME = st.tuples(st.just("game"), st.integers(-1, 12))
ANSWERS = st.sampled_from((*NAMES, None))
STEPS = st.one_of(KEYS, KEYS, KEYS, KEYS, KEYS, ROWS, GAME, ANSWERS)
CHOOSING = (MenuLine.PEOPLE, MenuLine.SWAP)
"""The levels where opponents are chosen, and moved."""
BOTS = st.lists(st.sampled_from((Who.EMPTY, Who.ADULT, Who.LEVEL_2)), min_size=8, max_size=8)
BROKEN_OFF = StoredStart(
    ResumeOffer(7, (0, 1), 3, "2026-11-20T20:15"),
    Seating((0, 1), (0, 1), (Who.PERSON,) * 2, (NAMES[0], None)),
    Settings(game="ignis"),
    1,
    (),
    0,
)
"""A match of Барсук and a guest."""


class Evening:
    """A lobby among people who do anything."""

    def __init__(self, bots: tuple[Who, ...], bodies: bool) -> None:
        seats = len(bots)
        who = bots if bodies else (Who.EMPTY,) * seats
        self.table = Table(who, Settings(), lambda: 1, BROKEN_OFF, bodies=bodies)
        self.table.respond(KnownNames(NAMES, ("Лиса",)), 0)
        self.seats, self.now_ns = seats, 0

    def wait(self, ms: int) -> None:
        until_ns = self.now_ns + ms * MS
        while self.now_ns < until_ns:
            due_ns = self.table.next_due_ns()
            self.now_ns = until_ns if due_ns is None else min(until_ns, max(self.now_ns, due_ns))
            self.table.tick(self.now_ns)
            later_ns = self.table.next_due_ns()
            assert later_ns is None or later_ns > self.now_ns, "the loop would never rest"

    def take(self, step: object) -> None:
        match step:
            case (int() as seat, Button() as button, int() as ms):
                for pressed in (True, False):
                    event = ButtonEvent(seat % self.seats, button, pressed, self.now_ns, 0)
                    self.table.handle(event)
                    self.wait(ms)
            case (str() as kind, int() as place):
                self.table.point(Target(kind, (place,)), True, self.now_ns)
            case NamedPerson() | None:
                for wish in self.table.take_outputs():
                    if isinstance(wish, NameChosen):
                        self.table.respond(NameGiven(wish.seat, step), self.now_ns)

    def check(self) -> None:
        view, start = self.table.view(), self.table.lobby.start
        assert isinstance(view, StartView)
        assert 0 <= view.menu.cursor < len(view.menu.rows)
        people = [seat for seat, who in enumerate(start.who) if who is Who.PERSON]
        assert set(start.named) <= set(people)
        profiles = [named.profile for named in start.named.values()]
        assert len(set(profiles)) == len(profiles)
        assert {name.seat for name in view.names} <= set(people)
        assert all(0 <= name.at < len(name.items) for name in view.names)
        assert self.table.settings == start.settings
        if start.problem() is None:
            least, most = GAMES[start.settings.game].players
            assert least <= len(taken_seats(start.who)) <= most
            hands = start.seating(3).seats
            assert len(set(hands)) == len(hands)
        if not people:
            assert view.menu.level is None

    def asked(self, before: StartScreen) -> None:
        """Nobody goes on with a match of anybody who was not asked just before."""
        for output in self.table.take_outputs():
            if isinstance(output, MatchBegun) and output.resumed is not None:
                assert before.level is MenuLine.RESUME
                assert before.resumable is BROKEN_OFF

    def kept(self, before: StartScreen) -> None:
        """Opponents go by a choice about them alone, and never by a look at another game."""
        start = self.table.lobby.start
        assert before.level in CHOOSING or start.people.opponents == before.people.opponents
        for game in GAMES:
            assert start.with_game(game).with_game(start.settings.game).who == start.who


def presses_to_play(start: StartScreen) -> int:
    """How many it takes whoever sits there, or sits down, to come to what plays."""
    count, seat = 0, start.anybody()
    while start.rows()[start.cursor()].key != MenuLine.START:
        at_game = start.rows()[start.cursor()].key == MenuLine.GAME
        button = Button.BACK if start.level else Button.OK if at_game else Button.LEFT
        if seat is None:
            button, seat = Button.OK, 0
        start, _ = start.press(ButtonEvent(seat, button, True, 0, 0))
        count += 1
    return count


@settings(max_examples=40)
@given(st.integers(2, 8), BOTS, st.booleans(), st.lists(STEPS, max_size=40))
def test_the_lobby_stands_whatever_people_do(
    seats: int, bots: list[Who], bodies: bool, steps: list[object]
) -> None:
    evening = Evening(tuple(bots[:seats]), bodies)
    for step in steps:
        before = evening.table.lobby.start
        evening.take(step)
        evening.asked(before)
        while not isinstance(evening.table.scene, Lobby):
            evening.table.leave(evening.now_ns)
        evening.check()
        evening.kept(before)
        assert presses_to_play(evening.table.lobby.start) <= 4
