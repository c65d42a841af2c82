"""``khvatka hw lights``: one lamp after the other, to see whether each seat has its own."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from console.hardware.feed import Looks
from console.hardware.station import Station
from console.hardware.texts import Say, TextLine, board_name
from console.screens.names import seat_name
from console.terminal.speech import complain
from drivers.board import Board
from drivers.boards.config import BoardFile
from drivers.errors import BoardError


def has_lamps(file: BoardFile) -> bool:
    """Does this board light lamps?"""
    return bool(file.sim or file.lamps or file.controller or file.installed)


def each_lamp(board: Board, seats: int) -> Generator[int, None, None]:
    """The first ``seats`` one after the other, with its lamp alone shining; all are dark once the
    generator is closed."""
    dark = (0.0,) * board.info.seats
    try:
        for seat in range(seats):
            board.set_lamps((*dark[:seat], 1.0, *dark[seat + 1 :]))
            yield seat
    finally:
        if seats:
            board.set_lamps(dark)


def walk_lights(station: Station, say: Say, each_ns: int) -> None:
    """Light each seat's lamp for ``each_ns``; afterwards all are off, whatever happened.

    Raises BoardError, for a board without lamps too, and where they are on a pad that does not
    answer.
    """
    words, file = station.words, station.file
    if not has_lamps(file):
        raise BoardError(
            "the board {name} has no lamps: name their lines in `lamps.lines`", name=file.name
        )
    # lamps on the pad do not shine without it: then that is all there is to say
    with station.opened(None if file.controller and not file.lamps else complain) as board:
        seats = board.info.seats
        say(board_name(words, board.info.name, seats))
        looks = Looks(board, station.clock)
        with closing(each_lamp(board, seats)) as lamps:
            for seat in lamps:
                text = words._("{seat} shines").format(seat=seat_name(words, seat))
                say(TextLine(text, "shines", seat=seat))
                for _ in looks.turns(each_ns):
                    pass  # reading keeps a controller's link alive
        text = words._("All lamps are off. Did another one shine? Swap its wires.")
        say(TextLine(text, "dark"))
