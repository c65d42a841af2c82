"""One layer for messages (17 §5): one at a time, in bands that a screen leaves free for whom it
tells, and over nothing that is read or pressed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from msgspec import structs

from console.i18n import Words
from console.screens.board.facing import Facing
from console.screens.board.registry import SCREENS
from console.screens.layout import PER_EDGE, Band, Layout, make_layout
from console.screens.look import Look
from console.screens.messages import bands_of, message_of
from console.screens.moment import Moment
from console.screens.palette import USUAL
from console.screens.passing import notice_words
from console.screens.renderer import Screen
from console.table.attract.view import AttractView
from console.table.board.view import BoardNote, BoardView, UndoAsk
from console.table.chaos.view import (
    POT,
    CardMove,
    DeathPhase,
    PlayView,
    SuddenDeathView,
    VerdictView,
)
from console.table.outputs import AgentFailure, Cue, VerdictKind
from console.table.view import (
    EndStage,
    EndView,
    IdlePlayer,
    IdleStage,
    Notice,
    NoticeKind,
    TableTrouble,
    TroubleKind,
    View,
    Who,
)
from tests.console.screens import samples as chaos
from tests.console.screens.board import samples as board
from tests.console.screens.elements import samples as elements
from tests.console.screens.ignis import samples as ignis
from tests.console.screens.iota import samples as iota
from tests.console.screens.legible import Fitting
from tests.console.screens.lobby import samples as lobby
from tests.console.screens.photo import samples as photo
from tests.console.screens.test_pseudo import views
from tests.console.screens.told import Told

SIZES = ((960, 600), (1280, 800), (1600, 900), (1920, 1080), (1000, 1250))
SMALLEST, NARROWEST = SIZES[0], SIZES[-1]
QUICK = [
    (SMALLEST, "ru", False),
    (SMALLEST, "ru", True),
    (NARROWEST, "ru", True),
    (SMALLEST, "en", True),
]
"""The longer language where room is least, and the other one: large, where room is less still."""
GRID = [
    *QUICK,
    *(
        pytest.param(*case, marks=pytest.mark.complete)
        for case in product(SIZES, ("ru", "en"), (False, True))
        if case not in QUICK
    ),
]
FALLEN = TableTrouble(TroubleKind.PAD_DOWN)
FELL = VerdictView(
    kind=VerdictKind.FELL,
    seats=(1,),
    entries=(),
    margin_ns=None,
    margin_uncertainty_ns=None,
    moves=(CardMove(POT, 1, 26),),
    at_ns=chaos.NOW_NS,
)
LONGEST_NOTICE = Notice(NoticeKind.SET_ASIDE)


def tables() -> Iterator[tuple[str, int, View]]:
    """Every game with every number of seats, and everywhere something to tell."""
    for seats in PER_EDGE:
        bare = chaos.play(seats)
        told: dict[str, View] = {
            "trouble": replace(bare, trouble=TableTrouble(TroubleKind.FAULTY)),
            "fallen": replace(bare, trouble=FALLEN, verdict=FELL),
            "special": replace(bare, special="palm", special_deadline_ns=chaos.NOW_NS),
            "light": chaos.play(seats, sudden_death=SuddenDeathView((0, 1), DeathPhase.HANDS_OFF)),
            "counted": replace(bare, count=3, caption=Cue.COUNT.value),
            "voided": replace(bare, voided=(0, 1)),
            "back": replace(bare, idle=(IdlePlayer((1,), IdleStage.RETURNING, 3),)),
        }
        for name, shown in told.items():
            yield f"chaos {name} {seats}", seats, shown
        for players in range(2, min(4, seats) + 1):
            taken = tuple(round(i * seats / players) for i in range(players))
            for first in range(seats // players):
                at = tuple(sorted((seat + first) % seats for seat in taken))
                view = _iota(seats, at)
                asked = replace(view, choosing=None, ask=UndoAsk(at[0], at[1:]))
                yield f"iota ask {seats} {at}", seats, asked
                died = replace(view, note=BoardNote(AgentFailure.DIED, at[1], 2))
                yield f"iota died {seats} {at}", seats, died
                if players == 2:
                    for made in (_elements(seats, at), _ignis(seats, at)):
                        overran = replace(made, note=BoardNote(AgentFailure.OVERRAN, at[0], None))
                        yield f"{made.game} overran {seats} {at}", seats, overran


def _iota(seats: int, at: tuple[int, ...]) -> BoardView:
    state = replace(iota.grown(9, 5, len(at)), to_move=0)
    return iota.board_view(state, iota.choose(state), seats, at)


def _elements(seats: int, at: tuple[int, ...]) -> BoardView:
    first, second = at
    chooser = elements.chooser(elements.START)
    return elements.board_view(elements.START, chooser, seats, (first, second))


def _ignis(seats: int, at: tuple[int, ...]) -> BoardView:
    first, second = at
    return ignis.board_view(ignis.START, ignis.chooser(ignis.START, 1), seats, (first, second))


@cache
def samples(language: str) -> tuple[tuple[str, int, View], ...]:
    """All of them, and each in which a table is played at with a notice and with a sound too."""
    return tuple(_samples(language))


def _samples(language: str) -> Iterator[tuple[str, int, View]]:
    for name, (seats, view) in views(language).items():
        yield name, seats, view
        told = isinstance(view, PlayView | BoardView) and view.pause is None
        if told or (isinstance(view, EndView) and view.stage is EndStage.WIN):
            yield f"{name}, heard", seats, replace(view, caption=Cue.FALSE_GRAB.value)
        if told:
            yield f"{name}, told", seats, replace(view, notice=LONGEST_NOTICE)
    yield from tables()


@pytest.mark.parametrize("view", [chaos.duel_won(), chaos.false_grab()])
def test_a_verdict_stays_told_while_the_pad_lies_beside_its_cradle(view: PlayView) -> None:
    words = Words("en")
    before = message_of(words, USUAL, view, Moment())
    down = replace(view, trouble=FALLEN)
    message = message_of(words, USUAL, down, Moment())
    assert before is not None
    assert message is not None
    assert message.strong == "Put the pad back into its cradle"
    assert message.quiet == before.strong
    assert message.colour == USUAL.alarm


def met(size: tuple[int, int], language: str, *, large: bool = False) -> dict[str, list[str]]:
    """The faults by the name of the view."""
    screens: dict[int, Screen] = {}
    found = {}
    for name, seats, view in samples(language):
        if not isinstance(view, PlayView | BoardView | AttractView | EndView):
            continue
        if seats not in screens:
            screens[seats] = Screen(size, seats, Look(Words(language), large=large))
        faults = Told(screens[seats], view).faults()
        if faults:
            found[name] = sorted(set(faults))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("size", "language", "large"), GRID)
def test_no_message_meets_anything_that_is_read_or_pressed(
    size: tuple[int, int], language: str, large: bool
) -> None:
    assert met(size, language, large=large) == {}


def test_two_bands_serve_the_long_sides_and_one_message_stands_in_each() -> None:
    """Upright for whoever sits there, also where a notice and a sound would be told as well."""
    for name, seats, view in tables():
        if not isinstance(view, PlayView) or view.count is not None:
            continue
        crowded = replace(view, notice=LONGEST_NOTICE, caption=Cue.TOUCH.value)
        told = Told(Screen((1280, 800), seats, Look(Words("ru"))), crowded)
        assert [band.frame.quarter for band in told.bands] == [0, 2]
        assert len(told.plates) == 2, name
        assert told.message is not None
        assert told.message.sound == Cue.TOUCH.value, "what is heard stays told, by its sign"


@pytest.mark.parametrize(("person", "sides"), [(1, [0]), (5, [2]), (3, [0, 2]), (7, [0, 2])])
def test_one_person_against_simulated_ones_is_told_alone(person: int, sides: list[int]) -> None:
    """In «Хаос» too nothing is turned to opponents; a short side reads either band."""
    bare = chaos.duel_won()
    seats = tuple(
        structs.replace(s, who=Who.PERSON if s.seat == person else Who.ADULT) for s in bare.seats
    )
    told = Told(Screen((1280, 800), len(seats), Look(Words("ru"))), replace(bare, seats=seats))
    assert [band.frame.quarter for band in told.bands] == sides
    assert len(told.plates) == len(sides)


@pytest.mark.parametrize("people", [(1,), (5,), (1, 5), (3,), (3, 7), (0, 3)])
@pytest.mark.parametrize("game", ["iota", "elements", "ignis"])
def test_at_board_games_bands_stand_where_people_read(game: str, people: tuple[int, ...]) -> None:
    seats = people if len(people) > 1 else (people[0], (people[0] + 4) % 8)
    layout = make_layout((1280, 800), 8)
    facing = Facing(layout, tuple(sorted(seats)), frozenset(people))
    quarters = {band.frame.quarter for band in SCREENS[game].bands(facing)}
    sides = {layout.frames[seat].quarter for seat in people}
    assert quarters in (sides, {0, 2})


def test_nothing_is_told_over_a_menu_a_photo_or_a_result() -> None:
    quiet: tuple[View, ...] = (
        chaos.paused(3),
        replace(chaos.play(8), photo=photo.close()),
        board.paused(1),
        chaos.end(8),
        replace(chaos.end(8), stage=EndStage.RANKING),
        next(s.view for s in elements.picture_samples() if s.name == "elements-round"),
    )
    for view in quiet:
        told = replace(view, notice=LONGEST_NOTICE, caption=Cue.FALSE_GRAB.value)
        assert message_of(Words("ru"), USUAL, told, Moment()) is None


def test_where_a_menu_lies_open_a_notice_takes_the_place_of_what_explains_its_lines() -> None:
    words = Words("ru")
    first = notice_words(words, LONGEST_NOTICE)[0].split()[0]
    for view in (lobby.all_samples("ru")[0].view, chaos.end(2), chaos.paused(3), board.paused(1)):
        for notice, shown in ((LONGEST_NOTICE, True), (None, False)):
            seats = 8
            fitting = Fitting(Screen((1280, 800), seats, Look(words)), replace(view, notice=notice))
            assert any(text.startswith(first) for text in fitting.texts()) is shown
            assert fitting.faults() == []


@pytest.mark.parametrize("by", [60.0, -300.0])
def test_a_band_out_of_its_place_is_found(by: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The measuring itself."""

    def moved(layout: Layout, view: View, *, large: bool) -> tuple[Band, ...]:
        return tuple(replace(band, y=band.y + by) for band in bands_of(layout, view, large=large))

    for place in ("console.screens.messages.bands_of", "tests.console.screens.told.bands_of"):
        monkeypatch.setattr(place, moved)
    for view in (chaos.false_grab(), board.undo_asked(), _told_at_elements()):
        told = Told(Screen((1280, 800), len(view.seats), Look(Words("ru"))), view)
        assert any(fault.startswith(("over", "a message leaves")) for fault in told.faults())


def _told_at_elements() -> BoardView:
    return replace(_elements(8, (1, 5)), note=BoardNote(AgentFailure.OVERRAN, 1, None))
