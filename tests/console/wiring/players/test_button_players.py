"""Simulated people at board games, who press the seats' buttons."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock, create_autospec

import pytest

from console.bots.worker import Opponents
from console.games.elements.actions import REVEAL
from console.table.board.match import BoardMatch
from console.table.board.view import BoardView
from console.table.outputs import AgentQuestion
from console.table.seating import seat_each
from console.table.table import Table
from console.table.view import Who
from console.wiring.players.button_players import ButtonPlayers
from host_sim.board import SimBoard
from tests.console.screens.elements.samples import OVER, START, after, board_view, chooser


def simulated_at(view: BoardView, *seats: int) -> BoardView:
    """The same with simulated people there."""
    whos = (Who.ADULT if at.seat in seats else at.who for at in view.seats)
    shown = zip(view.seats, whos, strict=True)
    return replace(view, seats=tuple(replace(seat, who=who) for seat, who in shown))


def a_table() -> Mock:
    """A table with a match of two."""
    table: Mock = create_autospec(Table, instance=True)
    table.match = create_autospec(BoardMatch, instance=True)
    table.match.history = ()
    table.match.seating = seat_each((Who.PERSON, Who.ADULT), 0)
    table.match.question_for.return_value = AgentQuestion(1, "elements", {}, 2, (), 0)
    return table


@pytest.mark.parametrize(("simulated", "pressed"), [((1,), False), ((0, 1), True)])
def test_news_are_left_to_a_person_who_reads_them(
    simulated: tuple[int, ...], pressed: bool
) -> None:
    state, last, news = after(OVER, REVEAL, 0)
    view = board_view(state, None, 2, (0, 1), last=last, news=news)
    board = create_autospec(SimBoard, instance=True)
    players = ButtonPlayers(board, create_autospec(Opponents, instance=True), seed=1)
    players.see(a_table(), simulated_at(view, *simulated), 0)
    due_ns = players.next_act_ns()
    if due_ns is not None:
        players.act(due_ns)
    assert board.press.called is pressed


@pytest.mark.parametrize("mover", [0, 1])
def test_nobody_thinks_about_a_turn_that_is_over_when_its_frame_is_seen(mover: int) -> None:
    """What a player who is not to move is told cannot be thought about: the opponents' process
    ended by it."""
    view = board_view(START, chooser(START), 2, (1, 0))  # seat 1 is to move
    table, opponents = a_table(), create_autospec(Opponents, instance=True)
    table.match.mover = mover
    players = ButtonPlayers(create_autospec(SimBoard, instance=True), opponents, seed=1)
    players.see(table, simulated_at(view, 1), 0)
    assert opponents.ask.called is (mover == 1)
