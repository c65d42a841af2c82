"""What a table asks of whoever speaks with its desk, and is told."""

from __future__ import annotations

from dataclasses import dataclass

from console.link.messages import TableReport, TableState
from console.table.outputs import Request
from console.table.response import Response


@dataclass(frozen=True, slots=True)
class JoinWanted(Request):
    """The table is to be one of the desk's at ``address``, by the six digits that it shows."""

    address: str
    code: str


@dataclass(frozen=True, slots=True)
class LeaveWanted(Request):
    """The table is to be nowhere."""


@dataclass(frozen=True, slots=True)
class DeskReport(Request):
    """This is for the desk."""

    report: TableReport


@dataclass(frozen=True, slots=True)
class EventShown(Response):
    """What is known of the event. ``address``: that was typed last. ``joined``: a desk knows this
    table; ``check``: the digits by which it is let in. ``refused``: one word, why it could not
    join; ``trouble``: why the desk is not heard (``console.link.link.Trouble``). ``unsent`` are
    the matches, each with its game, of which the results wait; ``declined_n`` results the desk
    did not take."""

    address: str = ""
    joined: bool = False
    joining: bool = False
    check: str = ""
    refused: str | None = None
    trouble: str | None = None
    state: TableState | None = None
    unsent: tuple[tuple[int, int], ...] = ()
    declined_n: int = 0
