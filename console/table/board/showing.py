"""What the screens show of a board game: from the match to plain views. Hidden cards stay hidden
here already: a view holds no face that its reader may not see."""

from __future__ import annotations

from typing import Any, Protocol

from console.games.base import Game
from console.table.board.chooser import Chooser
from console.table.board.move_picker import MovePicker
from console.table.board.view import BoardNote, BoardSeat, BoardView, Choosing, LastMove, UndoAsk
from console.table.lesson import LessonGuide
from console.table.outputs import MatchEnded
from console.table.ranking import end_seats, ranking
from console.table.record_values import ResultColumn
from console.table.seating import Seating
from console.table.settings import Settings
from console.table.view import EndView, Menu, Target, Who
from drivers.events import Fault


class ShownBoardMatch(Protocol):
    """What is to be seen of a match."""

    game: Game[Any, Any]
    move_picker: MovePicker[Any, Any]
    seating: Seating
    settings: Settings
    state: Any
    guide: LessonGuide | None
    chooser: Chooser | None
    hint: tuple[Target, ...]
    last: LastMove | None
    news: object | None
    note: BoardNote | None
    asked_by: int | None
    waiting: tuple[int, ...]
    looking: frozenset[int]
    faults: dict[int, Fault]

    @property
    def mover(self) -> int | None: ...

    @property
    def still(self) -> bool: ...

    @property
    def played_for(self) -> tuple[int, ...]: ...

    @property
    def lesson_waits(self) -> bool: ...

    def on_turn(self, seat: int) -> bool: ...

    def level(self, player: int) -> int | None: ...

    def lies_open(self, player: int) -> bool: ...

    def deaf_to(self, fault: Fault) -> bool: ...


def board_view(match: ShownBoardMatch, who: tuple[Who, ...], pause: Menu | None) -> BoardView:
    """The table as the next frame shows it."""
    choosing = _choosing(match)
    shown = choosing if match.news is None and match.asked_by is None else None
    asker = match.asked_by
    return BoardView(
        game=match.game.id,
        seats=tuple(_seat(match, seat, choosing) for seat in range(len(who))),
        names=match.seating.seats,
        board=match.move_picker.board(match.state, shown),
        choosing=shown,
        last=match.last,
        news=match.news,
        ask=None if asker is None else UndoAsk(asker, match.waiting),
        note=match.note,
        lesson=None if match.guide is None else match.guide.view(),
        pause=pause,
        column=match.move_picker.column(match.state),
    )


def _choosing(match: ShownBoardMatch) -> Choosing | None:
    chooser = match.chooser
    if chooser is None or match.mover is None or match.lesson_waits:
        return None
    seat = match.seating.seats[match.mover]
    if not match.on_turn(seat):
        return None
    done = len(chooser.picked)
    hint: Target | None = None
    if match.hint[:done] == chooser.picked and len(match.hint) > done:
        hint = match.hint[done]
    return Choosing(seat, chooser.picked, chooser.targets, chooser.cursor, hint)


def _seat(match: ShownBoardMatch, seat: int, choosing: Choosing | None) -> BoardSeat:
    player = match.seating.hand_at(seat)
    fault = match.faults.get(seat)
    fault = fault if fault is not None and match.deaf_to(fault) else None
    if player is None:
        return BoardSeat(seat=seat, who=Who.EMPTY, fault=fault)
    looking = seat in match.looking
    hand = secret = None
    if looking or match.lies_open(player):
        own = choosing if choosing is not None and choosing.seat == seat else None
        hand = match.move_picker.hand(match.state, player)
        if match.settings.sums:
            secret = match.move_picker.secret(match.state, player, own)
    turn = match.mover == player
    return BoardSeat(
        seat=seat,
        who=match.seating.people[player],
        player=player,
        turn=turn,
        thinking=turn and match.level(player) is not None and not match.still,
        score=match.move_picker.score(match.state, player),
        count=match.move_picker.count(match.state, player),
        hand=hand,
        secret=secret,
        looking=looking,
        winner=player in match.state.winners,
        fault=fault,
        name=match.seating.name_at(seat),
    )


def scores(match: ShownBoardMatch) -> tuple[int, ...]:
    """What is counted, by player."""
    players = range(match.seating.players)
    return tuple(match.move_picker.score(match.state, p) or 0 for p in players)


def end_view(match: ShownBoardMatch, who: tuple[Who, ...], menu: Menu) -> EndView:
    """The ranking: winners first, then by what is counted."""
    column = match.move_picker.column(match.state)
    columns = () if column is None else (column,)
    counted = [(number,) * len(columns) for number in scores(match)]
    rows = ranking(
        match.seating, match.state.winners, counted, fewest_first=column is ResultColumn.CARDS
    )
    seats = end_seats(match.seating, who, match.faults)
    return EndView(match.game.id, seats, rows, columns, None, menu)


def result(match: ShownBoardMatch, t_ns: int, abandoned: bool) -> MatchEnded:
    """The record of the match's end."""
    column = match.move_picker.column(match.state)
    winners = tuple(match.state.winners)
    return MatchEnded(
        t_ns=t_ns,
        winners=winners,
        column=column,
        counts=scores(match),
        duels=None,
        abandoned=abandoned,
        played_for=match.played_for,
    )
