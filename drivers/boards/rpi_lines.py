"""The same lines by the API of RPi.GPIO: RPi.GPIO itself on old kernels, or rpi-lgpio.

The library gives no times, so an edge is stamped in its callback, on the library's thread, and
the error declared is large. A level that changed without a callback is found by asking.
"""

from __future__ import annotations

import importlib
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from drivers.board import Edge, Health, Reading
from drivers.boards.header import RETRY_NS, Arrivals, EdgeTrain, Header, Unseen, lit
from drivers.errors import BoardClosed, BoardError, Sentence, library_missing
from drivers.part import PartInfo
from drivers.times import MS

STAMP_NS: Final = 3 * MS
"""One sigma: a callback waits for its thread and for whoever holds the interpreter."""
SETTLE_NS: Final = 20 * MS
"""How long a callback may be under way."""
ASK_NS: Final = 50 * MS
"""How often the levels are compared with what the callbacks told."""
QUEUE: Final = 16
"""Edges that the kernel keeps for a line. As many told at once, with the level that the line has
by then, came through a full queue, so others before them were dropped: at least one."""
NO_EDGES: Final = Sentence(
    "RPi.GPIO cannot detect edges on this kernel (6.6 or newer): set `driver` to gpiod in"
    " `buttons`, or install rpi-lgpio in the place of RPi.GPIO"
)
BUSY: Final = "busy", "in use"
GONE: Final = "no such device", "unknown handle", "open gpiochip"
"""What the libraries and the kernel say of a chip that is not there."""


def load_library(anew: bool = False) -> Any:  # the API has no types
    """The module RPi.GPIO, whoever provides it. Raises BoardError with the mend.

    ``anew`` forgets what the module holds: it keeps a chip that has vanished, and no other way
    makes it open the one that came back.
    """
    try:
        library = importlib.import_module("RPi.GPIO")
        return importlib.reload(library) if anew else library
    except ImportError as error:
        raise BoardError(
            "{missing} (on a Pi 5 rpi-lgpio)",
            missing=library_missing("RPi.GPIO", "RPi.GPIO>=0.7.1"),
        ) from error
    except Exception as error:  # RuntimeError on a PC, and rpi-lgpio has errors of its own
        raise BoardError(
            "RPi.GPIO works on a Raspberry Pi only ({error}): use one", error=error
        ) from error


class RpiGpioLines:
    """A part (``drivers.part.BoardPart``); ``clock`` gives CLOCK_MONOTONIC in nanoseconds.

    Lamps are lit from 0.5 on. Lines of the header only: no port expander. ``clock`` stamps what
    SYNC does too.
    """

    def __init__(self, header: Header, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._header = header
        self._clock = clock
        self._inputs = [_bcm_number(line.line) for line in header.inputs]
        self._lamps = [_bcm_number(line) for line in header.lamps]
        self._sync = [_bcm_number(header.sync)] if header.sync is not None else []
        self._trains = [EdgeTrain(i, line.resting) for i, line in enumerate(header.inputs)]
        self._called: deque[tuple[int, bool, int]] = deque()  # index, active, when: from callbacks
        self._unseen = Unseen()
        self._alike = [0] * len(self._trains)  # how many edges running came without a change
        self._levels: dict[int, bool] = {}  # found when lines were taken, not yet told
        self._arrivals = Arrivals()
        self._counters: Counter[str] = Counter()
        self._lit = [False] * len(self._lamps)
        self._library: Any = None
        self._open = self._lost = False
        self._why: str | None = None  # the lines could not be asked, or taken again
        self._failed: Exception | None = None  # what a callback met, on the library's thread
        self._ask_ns = 0

    @property
    def info(self) -> PartInfo:
        return PartInfo(
            "rpigpio",
            tuple(line.spec for line in self._header.inputs),
            lamps=len(self._lamps),
            edge_uncertainty_ns=STAMP_NS,
            worst_delay_ns=SETTLE_NS + 10 * MS,
        )

    def open(self) -> None:
        """Take all lines. Raises BoardError: the library or the line, and the mend."""
        if not self._open:
            self._take(load_library())
            self._open = True

    def close(self) -> None:
        if self._open:
            if not self._lost:
                self.set_lamps((0.0,) * len(self._lamps))
            self._release()
            self._open = self._lost = False

    def read(self, now_ns: int) -> Reading:
        self._check_open()
        failed, self._failed = self._failed, None
        if failed is not None and not self._lost:
            self._lose(failed, now_ns)
        if now_ns >= self._ask_ns:
            self._ask(now_ns)
        edges: list[Edge] = []
        for index, active in self._levels.items():
            edges += self._trains[index].begin(active, now_ns, self._counters)
        self._levels = {}
        while self._called:
            edges += self._edge(*self._called.popleft())
        for index in self._unseen.found():
            edges += self._trains[index].missed(now_ns, self._counters)
        arrived = self._arrivals.take(edges, now_ns, self._counters)
        if not self._lost:
            self._arrivals.complete(now_ns - SETTLE_NS)
        return Reading(arrived, (), self._arrivals.complete_to_ns)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        return None

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        """Light the lamps; while the chip is away they wait for it."""
        self._check_open()
        self._lit = lit(levels, len(self._lamps))
        if not self._lost:
            for lamp, on in zip(self._lamps, self._lit, strict=True):
                self._library.output(lamp, on is not self._header.lamps_active_low)

    def sync(self, level: bool) -> tuple[int, int] | None:
        """Set the line SYNC; the moments just before and after, None where there is none now."""
        if not self._sync or not self._open or self._lost:
            return None
        before_ns = self._clock()
        try:
            self._library.output(self._sync[0], level)
        except Exception as error:  # each library has errors of its own
            self._lose(error, before_ns)
            return None
        return before_ns, self._clock()

    def health(self) -> Health:
        self._check_open()
        notes = ["edges are stamped in callbacks: the driver gpiod is more exact"]
        if self._lost:
            notes.append(f"the buttons cannot be heard: {self._why}")
        if lost := self._counters["edges_lost"]:
            notes.append(f"{lost} edges were lost: presses may be missing")
        return Health(not self._lost, dict(self._counters), tuple(notes))

    def _check_open(self) -> None:
        if not self._open:
            raise BoardClosed("the lines of the header are closed: open the board first")

    def _take(self, library: Any) -> None:
        self._library = library
        try:
            library.setwarnings(False)
            library.setmode(library.BCM)
        except Exception as error:  # RuntimeError, and rpi-lgpio has errors of its own
            self._release()
            raise BoardError(
                "RPi.GPIO does not start ({error}): it needs a Raspberry Pi, and you in the "
                "group gpio",
                error=error,
            ) from error
        pull = library.PUD_UP if self._header.pull_up else library.PUD_OFF
        line = 0
        try:
            for index, line in enumerate(self._inputs):
                library.setup(line, library.IN, pull_up_down=pull)
                self._levels[index] = self._level(index)
                library.add_event_detect(line, library.BOTH, callback=self._callback(index))
            for line, on in zip(self._lamps, self._lit, strict=True):
                library.setup(line, library.OUT, initial=on is not self._header.lamps_active_low)
            for line in self._sync:
                library.setup(line, library.OUT, initial=False)
        except Exception as error:
            self._release()
            raise BoardError(_reason(line, error)) from error

    def _release(self) -> None:
        for line in (*self._inputs, *self._lamps, *self._sync):
            with suppress(Exception):  # fails without the chip, but lets go of the line
                self._library.cleanup(line)
        try:
            self._library.cleanup()
        except Exception:  # a chip that has gone cannot be tidied
            self._counters["cleanups_failed"] += 1
        self._called.clear()
        self._unseen = Unseen()
        self._levels = {}
        for train in self._trains:
            train.end()

    def _callback(self, index: int) -> Callable[[int], None]:
        def on_edge(line: int) -> None:
            t_ns = self._clock()  # before anything else
            try:
                self._called.append((index, self._level(index), t_ns))
            except Exception as error:  # the library's thread has nobody to tell: `read` does
                self._failed = error

        return on_edge

    def _level(self, index: int) -> bool:
        high = bool(self._library.input(self._inputs[index]))
        return high is not self._header.inputs[index].active_low

    def _edge(self, index: int, active: bool, t_ns: int) -> list[Edge]:
        train = self._trains[index]
        self._unseen.arrived(index)
        self._alike[index] = self._alike[index] + 1 if active is train.active else 0
        if self._alike[index] == QUEUE - 1:
            train.lose(1, self._counters)
        return train.edge(active, t_ns, self._counters)

    def _ask(self, now_ns: int) -> None:
        """Compare all levels with what was told; take the lines again if the chip was away."""
        self._ask_ns = now_ns + (RETRY_NS if self._lost else ASK_NS)
        try:
            if self._lost:
                self._take(load_library(anew=True))
                self._lost = False
                self._counters["chips_back"] += 1
            levels = {index: self._level(index) for index in range(len(self._inputs))}
        except Exception as error:  # each library has errors of its own
            self._lose(error, now_ns)
            return
        self._unseen.compare(levels, self._trains)

    def _lose(self, error: Exception, now_ns: int) -> None:
        """The lines cannot be heard: let go of them, and take them again after a while."""
        self._ask_ns = now_ns + RETRY_NS
        self._why = str(error if isinstance(error, BoardError) else _reason(None, error))
        if not self._lost:
            self._lost = True
            self._counters["chips_vanished"] += 1
            self._release()


def _bcm_number(line: str) -> int:
    """``GPIO17`` → 17. Raises BoardError for names that are not lines of the header."""
    digits = line.removeprefix("GPIO")
    if not digits.isdecimal() or digits == line:
        raise BoardError(
            "RPi.GPIO knows the lines GPIO2 to GPIO27 only, not {line}: use the driver gpiod",
            line=line,
        )
    return int(digits)


def _reason(line: int | None, error: Exception) -> Sentence:
    """Why a line, or (None) all of them, cannot be used, and the mend."""
    said = str(error)
    if "edge detection" in said:
        return NO_EDGES
    if any(word in said.lower() for word in GONE):
        return Sentence("the GPIO chip has gone ({said}): look after its driver", said=said)
    if line is None:
        return Sentence("RPi.GPIO says: {said}", said=said)
    if any(word in said.lower() for word in BUSY):
        return Sentence(
            "GPIO{line} is in use by another program ({said}): end that program",
            line=line,
            said=said,
        )
    return Sentence(
        "GPIO{line} cannot be taken ({said}): look at its wiring and the board file",
        line=line,
        said=said,
    )
