"""What the lobby asks of its table: a match of others stays theirs, the owner's menu opens."""

from __future__ import annotations

import pytest

from console.table.match import StoredStart
from console.table.outputs import MatchBegun
from console.table.scene import Scene
from console.table.seating import Seating
from console.table.settings import Settings
from console.table.table import Table
from console.table.view import MenuLine, ResumeOffer, Unready, Who
from drivers.events import Button, Fault, SourceFault
from drivers.times import MS
from tests.console.table.board_sitting import BoardSitting
from tests.drivers.controller.misfits import misfits

LEFT, RIGHT, OK, BACK = Button
P, E = Who.PERSON, Who.EMPTY
STORED = StoredStart(
    ResumeOffer(7, (0, 2), 0, "2026-11-20T20:15"),
    Seating((0, 2), (0, 1), (P, P)),
    Settings(game="ignis"),
    1,
    (),
    0,
)


def begun(sitting: BoardSitting) -> MatchBegun:
    *_, last = (output for output in sitting.outputs if isinstance(output, MatchBegun))
    return last


@pytest.mark.parametrize(
    ("who", "passed_over"),
    [((P, E, P, E), 7), ((P, P, P, E), None), ((P, P, E, E), None), ((P, E, P, Who.LEVEL_1), 7)],
)
def test_only_its_own_people_pass_a_broken_off_match_over(
    who: tuple[Who, ...], passed_over: int | None
) -> None:
    sitting = BoardSitting(Table(who, Settings(game="iota"), lambda: 1, STORED))
    sitting.press(0, OK)
    assert begun(sitting).passed_over == passed_over
    assert begun(sitting).resumed is None
    assert sitting.table.offered is (STORED if passed_over is None else None)


def test_what_was_taken_up_is_offered_no_more() -> None:
    sitting = BoardSitting(Table((P, E, P, E), Settings(game="iota"), lambda: 1, STORED))
    sitting.press(2, RIGHT, OK, RIGHT, OK)
    assert (begun(sitting).resumed, begun(sitting).game) == (7, "ignis")
    assert sitting.table.offered is None


def test_a_game_of_hands_waits_for_the_pad_and_the_others_do_not() -> None:
    """Also the guided first game; and the pad may come back."""
    table = Table((P, E, P, E), Settings(game="chaos"), lambda: 1)
    sitting = BoardSitting(table)
    table.handle(SourceFault("pad", Fault.SILENT, True, 250 * MS))
    assert table.lobby.start.problem() is Unready.PAD
    sitting.press(0, OK)
    assert table.scene is table.lobby
    misfit = next(misfits(4))
    assert table.lobby.view().misfit is None
    table.handle(SourceFault("pad", Fault.SILENT, True, 300 * MS, misfit=misfit))
    assert table.lobby.view().misfit == misfit
    view = table.lobby.start.view({})
    assert {shelved.game: shelved.fits for shelved in view.shelf}["chaos"] is False
    assert {shelved.game: shelved.fits for shelved in view.shelf}["ignis"] is True
    table.lobby.go(MenuLine.MORE)
    assert not next(r for r in table.lobby.start.rows() if r.key is MenuLine.LESSON).enabled
    table.handle(SourceFault("pad", Fault.SILENT, False, 900 * MS))
    assert table.lobby.start.problem() is None
    assert table.lobby.view().misfit is None


def test_the_owner_s_menu_is_a_line_too() -> None:
    table = Table((P, E, P, E), Settings(game="iota"), lambda: 1)
    sitting = BoardSitting(table)
    sitting.press(2, RIGHT, OK, LEFT, LEFT, OK)
    assert table.scene is table.lobby, "there is none"
    opened: list[int] = []

    def service(seat: int) -> Scene:
        opened.append(seat)
        return Scene()

    table.service = service
    sitting.down(2, OK)
    assert opened == [2]
    assert table.scene is not table.lobby
