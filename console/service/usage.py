"""What the seats' buttons do, counted at the wires while the table runs; what phones are refused.

The counts go to the match log's writer at the begin and end of each match and every five minutes:
a power cut costs at most so much of them, and no duel waits for a disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from console.store.log import MatchLog
from console.store.records import ButtonCount, RefusalCount
from console.table.outputs import MatchBegun, MatchEnded, Output, PhonesRefused
from drivers.board import BoardInfo, Reading
from drivers.events import Button, ButtonEvent, InputEvent
from drivers.times import SECOND

TELL_NS: Final = 300 * SECOND


@dataclass(frozen=True, slots=True)
class LiveButton:
    """A button since the program's start. ``bounces`` are edges beyond one for each press and
    release; ``last_edge_ns`` is None for a button that nobody has touched."""

    seat: int
    button: Button
    down: bool
    presses: int
    bounces: int
    last_edge_ns: int | None


class _Count:
    """One button's counts, and how much of them has been told."""

    def __init__(self) -> None:
        self.seqno = 0
        self.edges = 0
        self.presses = 0
        self.releases = 0
        self.last_edge_ns: int | None = None
        self.reported: tuple[int, int] | None = None  # presses, bounces

    @property
    def bounces(self) -> int:
        return self.edges - self.presses - self.releases


class Usage:
    """An observer of the loop that counts, and a sink that tells ``log``.

    ``wall`` tells the date for people. Presses of a button that the board does not name are left
    out.
    """

    def __init__(self, log: MatchLog, info: BoardInfo, wall: Callable[[], datetime]) -> None:
        self._log = log
        self._wall = wall
        self._buttons: dict[int, tuple[int, Button]] = {
            line: (spec.seat, spec.button)
            for line, spec in enumerate(info.lines)
            if spec.seat is not None and spec.button is not None
        }
        self._counts = {button: _Count() for button in self._buttons.values()}
        self._refused: Counter[str] = Counter()
        self._now_ns = 0
        self._due_ns: int | None = None

    def observe(self, reading: Reading, events: Iterable[InputEvent], now_ns: int) -> None:
        """Count what a turn of the loop brought."""
        self._now_ns = now_ns
        for edge in reading.edges:
            button = self._buttons.get(edge.line)
            if button is None:
                continue
            count = self._counts[button]
            if edge.seqno > count.seqno:  # an edge that comes twice is one
                count.seqno = edge.seqno
                count.edges += 1
                count.last_edge_ns = edge.t_ns
        for event in events:
            if isinstance(event, ButtonEvent) and (event.seat, event.button) in self._counts:
                count = self._counts[event.seat, event.button]
                if event.pressed:
                    count.presses += 1
                else:
                    count.releases += 1
        if self._due_ns is None:
            self._due_ns = now_ns + TELL_NS
        elif now_ns >= self._due_ns:
            self.tell()

    def __call__(self, output: Output) -> None:
        """Before a match's begin is stored, and once it has ended: presses belong to matches."""
        if isinstance(output, MatchBegun | MatchEnded):
            self.tell()
        elif isinstance(output, PhonesRefused):
            self._refused.update(dict(output.counts))

    def tell(self) -> None:
        """Give the log what is new; the first time each button, that it be known of."""
        self._due_ns = self._now_ns + TELL_NS
        wall = self._wall().astimezone()
        new: list[ButtonCount] = []
        for (seat, button), count in self._counts.items():
            now = count.presses, count.bounces
            if now == count.reported:
                continue
            presses, bounces = count.reported or (0, 0)
            new.append(
                ButtonCount(
                    seat,
                    int(button),
                    wall.date().isoformat(),
                    now[0] - presses,
                    now[1] - bounces,
                    self._date_of(count.last_edge_ns, wall),
                )
            )
            count.reported = now
        self._log.pressed(new)
        day, refused = wall.date().isoformat(), self._refused
        self._log.refused(RefusalCount(day, word, times) for word, times in refused.items())
        self._refused = Counter()

    def _date_of(self, t_ns: int | None, wall: datetime) -> str | None:
        if t_ns is None:
            return None
        moment = wall - timedelta(microseconds=(self._now_ns - t_ns) // 1000)
        return moment.isoformat(timespec="seconds")

    def live(self) -> tuple[LiveButton, ...]:
        """Every button of the board, by line."""
        return tuple(
            LiveButton(
                seat,
                button,
                count.presses > count.releases,
                count.presses,
                count.bounces,
                count.last_edge_ns,
            )
            for (seat, button), count in self._counts.items()
        )
