"""The board's file of a table: the shipped one, without the seats that it does not have."""

from __future__ import annotations

import re

from msgspec import structs

from deploy.kit.design import Design, DesignError
from drivers.boards.config import BoardFile, find_board, problems, shipped_boards


def board_of(design: Design) -> BoardFile:
    """The board's file for this number of seats: the last seats are left out.

    Raises DesignError if such a board cannot be.
    """
    file, seats = find_board(design.board), design.seats
    changes: dict[str, object] = {"seats": seats}
    if file.buttons is not None:
        changes["buttons"] = structs.replace(file.buttons, seat=file.buttons.seat[:seats])
    if file.lamps is not None:
        changes["lamps"] = structs.replace(file.lamps, lines=file.lamps.lines[:seats])
    if file.mcp3008 is not None:
        channel = tuple(c for c in file.mcp3008.channel if c.seat < seats)
        changes["mcp3008"] = structs.replace(file.mcp3008, channel=channel)
    made = structs.replace(file, **changes)
    for problem in problems(made):
        raise DesignError(f"{design.board} with {seats} seats: {problem}")
    return made


def board_text(design: Design) -> str:
    """The board file of this table, for ``--board``: the shipped one without the last seats.

    Raises DesignError if such a board cannot be.
    """
    seats, lamps = design.seats, board_of(design).lamps
    text = shipped_boards()[design.board].read_text(encoding="utf-8")
    kept, seat = [], 0
    for block in re.split(r"\n(?=\[)", text):
        if block.startswith("[[buttons.seat]]"):
            seat += 1
            if seat > seats:
                continue
        of = re.search(r"^seat = (\d)", block, re.M)
        if block.startswith("[[mcp3008.channel]]") and of and int(of[1]) >= seats:
            continue
        if block.startswith("[lamps]") and lamps is not None:
            lines = ", ".join(f'"{line}"' for line in lamps.lines)
            kept.append(re.sub(r"^lines = .*$", f"lines = [{lines}]", block, flags=re.M))
        else:
            kept.append(block)
    return re.sub(r"^seats = .*$", f"seats = {seats}", "\n".join(kept), count=1, flags=re.M)
