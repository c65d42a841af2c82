"""What the screens show of a board game: from the match to plain views. Hidden cards stay hidden
here already: a view holds no face that its reader may not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from console.table.board.view import BoardSeat, BoardView, Choosing, LessonStep, Target, UndoAsk
from console.table.outputs import MatchEnded
from console.table.ranking import end_seats, ranking
from console.table.view import EndView, Menu, Who

if TYPE_CHECKING:
    from console.table.board.match import BoardMatch


def board_view(match: BoardMatch, who: tuple[Who, ...], pause: Menu | None) -> BoardView:
    """The table as the next frame shows it."""
    choosing = _choosing(match)
    shown = choosing if match.news is None and match.asked_by is None else None
    asker = match.asked_by
    return BoardView(
        match.game.id,
        tuple(_seat(match, seat, w, choosing) for seat, w in enumerate(who)),
        match.seating.seats,
        match.move_picker.board(match.state, shown),
        shown,
        match.last,
        match.news,
        None if asker is None else UndoAsk(asker, match.waiting),
        match.note,
        _lesson(match),
        pause,
        match.move_picker.column(match.state),
    )


def _lesson(match: BoardMatch) -> LessonStep | None:
    guide = match.guide
    if guide is None or guide.step is None:
        return None
    step = guide.step
    return LessonStep(step.say, guide.place + 1, len(guide.steps), step.waits)


def _choosing(match: BoardMatch) -> Choosing | None:
    chooser = match.chooser
    if chooser is None or match.mover is None:
        return None
    seat = match.seating.seats[match.mover]
    if not match.on_turn(seat):
        return None
    done = len(chooser.picked)
    hint: Target | None = None
    if match.hint[:done] == chooser.picked and len(match.hint) > done:
        hint = match.hint[done]
    return Choosing(seat, chooser.picked, chooser.targets, chooser.cursor, hint)


def _seat(match: BoardMatch, seat: int, who: Who, choosing: Choosing | None) -> BoardSeat:
    player = match.seating.hand_at(seat)
    fault = match.faults.get(seat)
    fault = fault if fault is not None and match.deaf_to(fault) else None
    if player is None:
        return BoardSeat(seat, Who.EMPTY, fault=fault)
    looking = seat in match.looking
    open_to_all = match.settings.open_hands
    hand = secret = None
    if looking or open_to_all:
        own = choosing if choosing is not None and choosing.seat == seat else None
        hand = match.move_picker.hand(match.state, player)
        if match.settings.sums:
            secret = match.move_picker.secret(match.state, player, own)
    turn = match.mover == player
    return BoardSeat(
        seat,
        match.seating.people[player],
        player,
        turn,
        turn and match.level(player) is not None and not match.still,
        match.move_picker.score(match.state, player),
        match.move_picker.count(match.state, player),
        hand,
        secret,
        looking,
        player in match.state.winners,
        fault,
        match.seating.name_at(seat),
    )


def scores(match: BoardMatch) -> tuple[int, ...]:
    """What is counted, by player."""
    players = range(match.seating.players)
    return tuple(match.move_picker.score(match.state, p) or 0 for p in players)


def end_view(match: BoardMatch, who: tuple[Who, ...], menu: Menu) -> EndView:
    """The ranking: winners first, then by what is counted."""
    column = match.move_picker.column(match.state)
    counted = [(number,) for number in scores(match)]
    rows = ranking(match.seating, match.state.winners, counted, fewest_first=column == "cards")
    seats = end_seats(match.seating, who, match.faults)
    return EndView(match.game.id, seats, rows, (column,), None, menu)


def result(match: BoardMatch, t_ns: int, abandoned: bool) -> MatchEnded:
    """The record of the match's end."""
    column = match.move_picker.column(match.state)
    winners = tuple(match.state.winners)
    return MatchEnded(t_ns, winners, column, scores(match), None, abandoned, match.played_for)
