"""Buttons, *seated* and lamps on lines of Linux GPIO chips, by gpiod 2.x: the default.

Edges carry the kernel's stamp, taken in the interrupt. They are raw: the kernel's debounce would
move the stamp (HARDWARE.md, "Times"). All lines of a chip are one request, so its edges come in
one queue; a queue that ran over drops its oldest edges, which shows as a gap in the numbers of the
whole queue: any line may have lost a press, and all are told so at once. Which line did shows at
its next edge only, so after an overflow the levels are asked, too.
"""

from __future__ import annotations

import errno
import time
from collections import Counter
from pathlib import Path
from typing import Final

from gpiod import EdgeEvent

from drivers.board import Edge, Health, Reading
from drivers.boards.gpiod_chip import ChipLines
from drivers.boards.header import RETRY_NS, Arrivals, EdgeTrain, Header, InputLine, Unseen, lit
from drivers.errors import BoardClosed, BoardError
from drivers.part import PartInfo, Survey
from drivers.reasons import reason_of
from drivers.times import MS

SETTLE_NS: Final = 2 * MS
"""How long after its interrupt an edge may still be on its way into the queue."""
STAMP_NS: Final = 10_000
"""One sigma of the interrupt's own delay."""
GONE: Final = frozenset({errno.ENODEV, errno.ENXIO, errno.EIO, errno.EBADF})


class GpiodLines:
    """A part (``drivers.part.BoardPart``) on the GPIO character devices in ``devices``.

    A chip that vanishes is no error of ``read``: ``health`` says so, nothing is complete any more
    (so that the source is reported silent), and the chip is taken again once it is back. Lamps are
    lit from 0.5 on.
    """

    def __init__(self, header: Header, devices: Path = Path("/dev")) -> None:
        self._header = header
        self._devices = devices
        self._open = False
        self._counters: Counter[str] = Counter()
        self._trains = [EdgeTrain(i, line.resting) for i, line in enumerate(header.inputs)]
        self._arrivals = Arrivals()
        self._lit = [False] * len(header.lamps)
        self._chips = _by_chip(header)
        self._levels: dict[int, bool] = {}  # found when lines were taken, not yet told
        self._unseen = Unseen()
        self._ask_ns = 0
        self._overrun: tuple[int, ...] = ()

    @property
    def info(self) -> PartInfo:
        return PartInfo(
            "gpiod",
            tuple(line.spec for line in self._header.inputs),
            lamps=len(self._header.lamps),
            edge_uncertainty_ns=STAMP_NS,
            worst_delay_ns=SETTLE_NS + 3 * MS,
        )

    def survey(self) -> tuple[Survey, ...]:
        """Each chip's lines as they are. Raises BoardError for a chip that is not there."""
        return tuple(chip.survey(self._devices) for chip in self._chips)

    def open(self) -> None:
        """Take all lines. Raises BoardError: the chip or line, its owner, and the mend."""
        if self._open:
            return
        self._lit = [False] * len(self._lit)
        try:
            for chip in self._chips:
                self._levels |= chip.take(self._devices, self._lit)
        except BoardError:
            self._release()
            raise
        self._open = True

    def close(self) -> None:
        if self._open:
            self.set_lamps((0.0,) * len(self._lit))
            self._release()
            self._open = False

    def read(self, now_ns: int) -> Reading:
        self._check_open()
        edges: list[Edge] = []
        for chip in self._chips:
            if not chip.there and now_ns >= chip.retry_ns:
                self._retry(chip, now_ns)
            if chip.there:
                edges += self._read(chip, now_ns)
        arrived = self._arrivals.take(edges, now_ns, self._counters)
        if all(chip.there and not chip.behind for chip in self._chips if chip.inputs):
            self._arrivals.complete(now_ns - SETTLE_NS)
        overrun, self._overrun = self._overrun, ()
        return Reading(arrived, (), self._arrivals.complete_to_ns, overrun)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        return None

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Light the lamps; one whose chip is away is lit when it comes back."""
        self._check_open()
        self._lit = lit(levels, len(self._lit))
        for chip in self._chips:
            try:
                chip.light(self._lit)
            except OSError as error:
                self._lose(chip, error)

    def sync(self, level: bool) -> tuple[int, int] | None:
        """Set the line SYNC; the moments just before and after, None where there is none now."""
        for chip in self._chips:
            if chip.has_sync and chip.there and self._open:
                before_ns = time.monotonic_ns()
                try:
                    chip.drive(level)
                except OSError as error:
                    self._lose(chip, error)
                    return None
                return before_ns, time.monotonic_ns()
        return None

    def health(self) -> Health:
        self._check_open()
        away = [chip for chip in self._chips if not chip.there]
        notes = [chip.trouble for chip in away]
        if lost := self._counters["edges_lost"]:
            notes.append(f"{lost} edges were lost: presses may be missing")
        return Health(not away, dict(self._counters), tuple(notes))

    def _check_open(self) -> None:
        if not self._open:
            raise BoardClosed("the lines of the header are closed: open the board first")

    def _release(self) -> None:
        for chip in self._chips:
            chip.release()
        for train in self._trains:
            train.end()
        self._levels = {}

    def _retry(self, chip: ChipLines, now_ns: int) -> None:
        try:
            self._levels |= chip.take(self._devices, self._lit)
        except BoardError as error:
            chip.retry_ns, chip.trouble = now_ns + RETRY_NS, str(error)
        else:
            self._counters["chips_back"] += 1

    def _lose(self, chip: ChipLines, error: OSError) -> None:
        if error.errno not in GONE:
            raise BoardError(
                "the chip {label} failed: {strerror}", label=chip.label, strerror=reason_of(error)
            ) from error
        chip.release()
        chip.trouble = f"the chip {chip.label} has vanished: look after its cable"
        self._counters["chips_vanished"] += 1
        for index in chip.inputs:
            self._trains[index].end()
            self._unseen.arrived(index)
            self._levels.pop(index, None)

    def _read(self, chip: ChipLines, now_ns: int) -> list[Edge]:
        events: list[tuple[int, EdgeEvent]] = []
        gone: OSError | None = None
        try:
            events.extend(chip.edges())
            if chip.overran:
                chip.overran, chip.unsure = False, True
                self._overrun += chip.inputs
            if chip.unsure and not events and now_ns >= self._ask_ns:
                self._ask(chip, now_ns)
        except OSError as error:
            gone = error
        edges = self._begin(chip, events, now_ns) if self._levels else []
        for index, event in events:
            self._unseen.arrived(index)
            edges += self._trains[index].edge(
                _active(event), event.timestamp_ns, self._counters, event.line_seqno
            )
        for index in self._unseen.found():
            edges += self._trains[index].missed(now_ns, self._counters)
        if gone is not None:
            self._lose(chip, gone)
        return edges

    def _ask(self, chip: ChipLines, now_ns: int) -> None:
        """After an overflow: which lines changed untold; asked twice, a settling time apart."""
        self._ask_ns = now_ns + SETTLE_NS
        chip.unsure = self._unseen.compare(chip.levels(), self._trains)

    def _begin(
        self, chip: ChipLines, events: list[tuple[int, EdgeEvent]], now_ns: int
    ) -> list[Edge]:
        """The levels that the chip's lines had when they were taken, before their first edges."""
        begin_ns = min([now_ns, *(event.timestamp_ns - 1 for _, event in events)])
        first = {index: _active(event) for index, event in reversed(events)}
        edges: list[Edge] = []
        for index in chip.inputs:
            if index in self._levels:
                found = self._levels.pop(index)
                # A line that has changed since was the other way round, whenever it was asked.
                level = not first[index] if index in first else found
                edges += self._trains[index].begin(level, begin_ns, self._counters)
        return edges


def _active(event: EdgeEvent) -> bool:
    return event.event_type is EdgeEvent.Type.RISING_EDGE


def _by_chip(header: Header) -> list[ChipLines]:
    """The lines of each chip: ``LABEL/NAME`` from that chip, others from one of ``chips``."""
    inputs: dict[tuple[str, ...], list[tuple[int, str, InputLine]]] = {}
    lamps: dict[tuple[str, ...], list[tuple[int, str]]] = {}
    sync: dict[tuple[str, ...], str] = {}
    for index, line in enumerate(header.inputs):
        labels, name = _place(line.line, header.chips)
        inputs.setdefault(labels, []).append((index, name, line))
    for seat, place in enumerate(header.lamps):
        labels, name = _place(place, header.chips)
        lamps.setdefault(labels, []).append((seat, name))
    if header.sync is not None:
        labels, name = _place(header.sync, header.chips)
        sync[labels] = name
    return [
        ChipLines(labels, inputs.get(labels, []), lamps.get(labels, []), sync.get(labels), header)
        for labels in dict.fromkeys([*inputs, *lamps, *sync])
    ]


def _place(line: str, chips: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    label, slash, name = line.rpartition("/")
    return ((label,), name) if slash else (chips, line)
