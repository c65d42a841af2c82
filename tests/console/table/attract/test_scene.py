"""Attract mode goes round by itself and is gone at the first hand, which does nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest

from console.games.registry import GAMES
from console.table.attract.host import HostingRules
from console.table.attract.leaderboard import Leaderboard, LeaderboardRequest
from console.table.attract.scene import PANELS, THEME_NS, AttractScene
from console.table.attract.view import AttractPart, AttractView, DemoOutcome
from console.table.lobby.view import StartView
from console.table.outputs import Cue, Demonstrated, Hushed, Output
from console.table.record_values import Record, RecordKind
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import Target, Who
from drivers.events import Button, ButtonEvent, Contact, Fault, Gesture, PadProgress, SeatFault
from drivers.times import MS

S = 1_000 * MS
FRAME_NS = 20 * MS
SEATS = 4
BOARDS = [game for game in GAMES if game != "chaos"]
NOBODY = frozenset[int]()
BEST = Leaderboard(
    (
        Record(
            kind=RecordKind.REACTION,
            game="chaos",
            place=1,
            value=340 * MS,
            error=1 * MS,
            seat=1,
            nickname="Anna",
            started="2026-05-01",
            match=1,
            verdict=0,
        ),
    )
)


class Show:
    """A table that begins in attract mode, in virtual time."""

    def __init__(
        self, seed: int = 1, seats: int = SEATS, *, motion: bool = True, game: str = "chaos"
    ) -> None:
        settings = Settings(motion=motion, game=game)
        self.table = Table((Who.EMPTY,) * seats, settings, lambda: 1)
        self.table.receive(HostingRules(120 * S, True, seed=seed))
        self.now_ns = S
        self.outputs: list[Output] = []
        self.run(0.1)

    def run(self, seconds: float, frame_ns: int = FRAME_NS) -> list[AttractView]:
        """What was to be seen meanwhile, each once."""
        seen: list[AttractView] = []
        end_ns = self.now_ns + round(seconds * S)
        while self.now_ns < end_ns:
            self.now_ns += frame_ns
            self.table.tick(self.now_ns)
            view = self.table.view()
            self.table.presented(self.now_ns)
            self.table.tick(self.now_ns)
            self.outputs += self.table.take_outputs()
            if isinstance(view, AttractView) and seen[-1:] != [view]:
                seen.append(view)
        return seen

    @property
    def on(self) -> bool:
        return isinstance(self.table.scene, AttractScene)

    def pad(self, loaded: frozenset[int]) -> None:
        self.table.handle(PadProgress(self.now_ns, loaded, NOBODY))


@pytest.mark.parametrize("button", Button)
def test_any_button_ends_it_and_ok_sits_down(button: Button) -> None:
    show = Show()
    show.table.handle(ButtonEvent(2, button, True, show.now_ns, 0))
    show.table.handle(ButtonEvent(2, button, False, show.now_ns + 50 * MS, 0))
    assert not show.on
    there = [seat for seat, who in enumerate(show.table.who) if who is Who.PERSON]
    assert there == ([2] if button is Button.OK else [])
    assert isinstance(show.table.view(), StartView)


def test_a_hand_on_the_pad_ends_it() -> None:
    show = Show()
    show.pad(NOBODY)
    assert show.on
    show.pad(frozenset({3}))
    assert not show.on


def test_a_contact_ends_it() -> None:
    show = Show()
    contact = Contact(
        seat=1,
        gesture=Gesture.PALM,
        t_ns=show.now_ns,
        uncertainty_ns=1,
        clock_uncertainty_ns=1,
        decided_ns=show.now_ns + 1,
        peak_n=9.0,
    )
    show.table.handle(contact)
    assert not show.on


def test_what_lies_on_the_pad_all_the_time_is_no_hand() -> None:
    show = Show()
    show.pad(frozenset({3}))
    show.pad(frozenset({3}))
    assert show.on
    show.pad(frozenset({2, 3}))
    assert not show.on


def test_a_petal_that_cannot_be_trusted_wakes_nobody() -> None:
    show = Show()
    show.pad(NOBODY)
    show.table.handle(SeatFault(3, Fault.NOISY_CHANNEL, True, show.now_ns))
    show.pad(frozenset({3}))
    assert show.on


def test_a_touch_on_the_screen_ends_it() -> None:
    show = Show()
    show.table.point(Target("wake"), True, show.now_ns)
    assert not show.on


def test_it_goes_round_from_part_to_part_and_nothing_stands_for_long() -> None:
    show = Show()
    show.table.respond(BEST, show.now_ns)
    views = show.run(150)
    parts = [view.part for view in views]
    told = [a for a, b in pairwise([*parts, None]) if a is not b]
    assert told[:3] == [AttractPart.TITLE, AttractPart.DUEL, AttractPart.BOARD]
    assert set(told) == set(AttractPart)
    begun = sorted({view.since_ns for view in views})
    assert all(b - a <= 20.1 * S for a, b in pairwise(begun))
    assert max(view.panels for view in views) == PANELS


@pytest.mark.parametrize("first", GAMES)
def test_each_round_plays_every_game_and_all_rules_have_their_turn(first: str) -> None:
    show = Show(game=first)
    views = show.run(4 * 120, 5 * FRAME_NS)
    titles = [
        i for i, (a, b) in enumerate(pairwise(views)) if b.part is AttractPart.TITLE != a.part
    ]
    one_round = views[: titles[0]]
    played = {v.board.game for v in one_round if v.board is not None}
    played |= {"chaos" for v in one_round if v.duel is not None}
    assert played == set(GAMES)
    rules = [v.game for v in views if v.part is AttractPart.RULES]
    assert rules[0] == first
    assert set(rules) == set(GAMES)


def test_the_matches_to_look_at_go_on() -> None:
    moves = dict[str, set[int]]()
    for view in Show().run(130):
        if view.board is not None and view.board.last is not None:
            moves.setdefault(view.board.game, set()).add(view.board.last.n)
    assert {game: len(seen) >= 5 for game, seen in moves.items()} == dict.fromkeys(BOARDS, True)


def test_a_board_game_is_named_when_it_comes_and_then_seen_whole() -> None:
    views = [v for v in Show().run(130) if v.board is not None]
    parts = [[v.is_new for v in views if v.since_ns == s] for s in {v.since_ns for v in views}]
    assert len(parts) >= len(BOARDS)
    for told in parts:
        assert told == sorted(told, reverse=True)
        assert set(told) == {True, False}


def test_the_theme_is_heard_with_the_title_now_and_then_and_ends_with_the_first_press() -> None:
    show = Show()
    assert show.outputs.count(Cue.THEME) == 1
    show.run(THEME_NS / S - 1)
    assert show.outputs.count(Cue.THEME) == 1
    show.run(150)
    assert show.outputs.count(Cue.THEME) == 2
    assert not [output for output in show.outputs if isinstance(output, Hushed)]
    show.table.handle(ButtonEvent(2, Button.OK, True, show.now_ns, 0))
    assert Hushed(Cue.THEME) in show.table.take_outputs()


def test_without_records_there_is_no_leaderboard() -> None:
    assert AttractPart.LEADERBOARD not in {view.part for view in Show().run(150)}


def test_it_asks_for_the_records_and_shows_what_it_is_told() -> None:
    show = Show()
    assert LeaderboardRequest() in show.outputs
    show.table.respond(BEST, show.now_ns)
    assert BEST in [view.leaderboard for view in show.run(150)]


def test_nothing_of_it_reaches_the_log() -> None:
    """Sounds alone, which have a volume of their own, and the question for records."""
    show = Show()
    show.run(60)
    kinds = {type(output) for output in show.outputs}
    assert Demonstrated in kinds
    assert {kind.__name__ for kind in kinds} == {
        "Cue",
        "Demonstrated",
        "LeaderboardRequest",
        "NamesRequest",
    }


def test_the_same_seed_is_the_same_film() -> None:
    first, again, other = (Show(seed).run(80) for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_a_table_for_two_has_no_duel_to_look_at() -> None:
    assert AttractPart.DUEL not in {view.part for view in Show(seats=2).run(60)}


def test_without_motion_each_part_is_one_picture() -> None:
    show = Show(motion=False)
    views = show.run(80)
    for since_ns in {view.since_ns for view in views}:
        assert len([v for v in views if v.since_ns == since_ns]) == 1
    duel = next(v.duel for v in views if v.duel is not None)
    assert duel.seen is DemoOutcome.FIRST
    assert not [o for o in show.outputs if isinstance(o, Demonstrated)]


def test_lamps_breathe_one_after_the_other() -> None:
    show = Show()
    lit: list[tuple[float, ...]] = []
    for _ in range(100):
        show.run(0.125)
        lit.append(show.table.lamps())
    brightest = [max(range(SEATS), key=lamps.__getitem__) for lamps in lit]
    order = [a for a, b in pairwise(brightest) if a != b]
    assert all((a + 1) % SEATS == b for a, b in pairwise(order))
    assert len(order) >= SEATS
    assert max(max(lamps) for lamps in lit) <= 0.7
