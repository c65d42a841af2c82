"""Sample views of what all board games share: strips, hidden hands, questions, lessons."""

from __future__ import annotations

from dataclasses import replace

from console.games.ignis import play
from console.games.registry import GAMES
from console.table.board.view import BoardNote, BoardView, Choosing, UndoAsk
from console.table.lesson import load_lesson
from console.table.outputs import AgentFailure
from console.table.record_values import ResultColumn
from console.table.view import (
    EndView,
    LessonStep,
    Menu,
    MenuLine,
    MenuRow,
    RankRow,
    RulesView,
    StartSeat,
    Target,
    Who,
)
from drivers.events import Fault
from tests.console.screens.ignis.samples import board_view as ignis_view
from tests.console.screens.ignis.samples import chooser
from tests.console.screens.iota.samples import board_view as iota_view
from tests.console.screens.iota.samples import grown
from tests.console.screens.samples import END_ROWS, Sample

HAND = ("Bx2", "Gc2", "Ys2", "W")
TAKEN = (1, 3, 4, 6)
CARDS = tuple(Target("card", (i,)) for i in range(4))


def at_seat(view: BoardView, seat: int, **changes: object) -> BoardView:
    """The same with one seat changed."""
    seats = tuple(
        replace(s, **changes) if s.seat == seat else s  # type: ignore[arg-type] # callers' care
        for s in view.seats
    )
    return replace(view, seats=seats)


def playing() -> BoardView:
    """Four at a table of eight; the third card is under the cursor, the second is picked."""
    view = iota_view(replace(grown(12, 5), to_move=0), None, 8, TAKEN)
    view = replace(view, choosing=Choosing(1, CARDS[1:2], (CARDS[0], *CARDS[2:]), 1))
    view = at_seat(view, 3, who=Who.LEVEL_3, thinking=True)
    return at_seat(view, 6, score=108, fault=Fault.STUCK_BUTTON)


def looking(seat: int = 1) -> BoardView:
    """Whose turn it is looks at the hand."""
    return at_seat(playing(), seat, hand=HAND, looking=True)


def opened() -> BoardView:
    """All play with open hands."""
    view = playing()
    for i, seat in enumerate(TAKEN):
        view = at_seat(view, seat, hand=HAND[i:] + HAND[:i])
    return view


def undo_asked() -> BoardView:
    """A player asks to take a move back; two have not agreed yet."""
    view = replace(playing(), choosing=None, ask=UndoAsk(6, (1, 4)))
    return at_seat(at_seat(view, 1, turn=False), 3, thinking=False)


def replaced() -> BoardView:
    """An opponent has died; one of the level below plays on."""
    return replace(playing(), note=BoardNote(AgentFailure.DIED, 3, 2))


def told() -> BoardView:
    """The last opponent move is being read, before the game goes on."""
    view = iota_view(replace(grown(12, 5), to_move=0), None, 4, (0, 1, 2))
    return replace(view, news="something")


def lesson(learner: int, text: str, waits: bool = True) -> BoardView:
    """A step of the guided first game of «Игнис»."""
    view = ignis_view(play.new(), chooser(play.new()), 8, (learner, (learner + 4) % 8))
    return replace(view, lesson=LessonStep(text, 4, 9, waits))


def plain() -> BoardView:
    """A game without hands: whose turn, who thinks, who has won."""
    view = ignis_view(play.new(), chooser(play.new()), 4, (0, 2))
    return at_seat(view, 2, who=Who.LEVEL_2, winner=True)


def paused(seat: int) -> BoardView:
    """The pause menu over a board game."""
    rows = (
        MenuRow(MenuLine.RULES),
        MenuRow(MenuLine.CONTINUE),
        MenuRow(MenuLine.UNDO, enabled=False),
        MenuRow(MenuLine.HINT),
        MenuRow("language", "ru"),
        MenuRow("sound", True),
        MenuRow("motion", True),
        MenuRow(MenuLine.LEAVE),
    )
    return replace(playing(), pause=Menu(rows=rows, cursor=1, seat=seat, game="iota"))


def lesson_step(learner: int, number: int) -> BoardView:
    """A step of the guided first game of «Игнис» as it is told."""
    told = replace(load_lesson(GAMES["ignis"]), place=number).view()
    return lesson(learner, told.text, told.waits)


def ended() -> EndView:
    """The end of a game that counts points."""
    whos = (Who.PERSON, Who.PERSON, Who.LEVEL_3, Who.PERSON)
    points = (208, 104, 61, 21)
    ranking = tuple(
        RankRow(i + 1, (seat,), whos[i], i == 0, (points[i],)) for i, seat in enumerate(TAKEN)
    )
    seats = tuple(StartSeat(s, whos[TAKEN.index(s)] if s in TAKEN else Who.EMPTY) for s in range(8))
    menu = Menu(rows=END_ROWS, cursor=0, game="iota")
    return EndView("iota", seats, ranking, (ResultColumn.POINTS,), None, menu)


def picture_samples() -> list[Sample]:
    """What the reference pictures show."""
    return [
        Sample("board-looking", 8, looking()),
        Sample("board-hidden", 8, playing()),
        Sample("board-undo", 8, undo_asked()),
        Sample("board-lesson", 8, lesson_step(2, 1)),
        Sample("rules-chaos", 8, RulesView("chaos", 2, 0)),
        Sample("rules-elements", 8, RulesView("elements", 1, 5)),
        Sample("rules-iota", 8, RulesView("iota", 4, 3)),
        Sample("rules-ignis", 8, RulesView("ignis", 2, 0)),
        Sample("end-iota", 8, ended()),
    ]
