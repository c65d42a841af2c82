"""What boards on the header share: their lines, and edges numbered so that none goes unnoticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drivers.board import Edge, LineSpec
from drivers.boards.config import BoardFile
from drivers.errors import ConfigError
from drivers.events import Button
from drivers.times import MS

RETRY_NS = 250 * MS
"""How long after a chip vanished, or did not come back, it is looked for again."""
LAMP_ON = 0.5
"""From this brightness on a lamp on a line is lit: a line knows on and off only."""
BUTTONS = (("left", Button.LEFT), ("right", Button.RIGHT), ("ok", Button.OK), ("back", Button.BACK))


@dataclass(frozen=True, slots=True)
class InputLine:
    """An input: what it means, and its name in the board file (``NAME`` or ``LABEL/NAME``)."""

    spec: LineSpec
    line: str
    active_low: bool

    @property
    def resting(self) -> bool:
        """The logical level at which nothing happens: buttons released, the pad in its cradle."""
        return self.spec.seat is None


@dataclass(frozen=True, slots=True)
class Header:
    """All lines that a board file puts on the header; ``chips`` as in its table ``buttons``.

    ``sync`` is an output to the pad controller, whose edges both clocks see.
    """

    name: str
    inputs: tuple[InputLine, ...]
    lamps: tuple[str, ...]
    lamps_active_low: bool
    chips: tuple[str, ...]
    pull_up: bool
    sync: str | None = None


def header_from(file: BoardFile) -> Header:
    """The header of a real board. Raises ConfigError if the file has no buttons."""
    buttons, lamps, seated = file.buttons, file.lamps, file.seated
    if buttons is None:
        raise ConfigError(
            "{name}: the board has no buttons: add the table `buttons`", name=file.name
        )
    inputs = [
        InputLine(
            LineSpec(f"seat{seat}.{name}", seat, button), getattr(lines, name), buttons.active_low
        )
        for seat, lines in enumerate(buttons.seat)
        for name, button in BUTTONS
    ]
    if seated is not None:
        inputs.append(InputLine(LineSpec("seated"), seated.line, seated.active_low))
    return Header(
        name=file.name,
        inputs=tuple(inputs),
        lamps=lamps.lines if lamps else (),
        lamps_active_low=lamps.active_low if lamps else False,
        chips=buttons.chips,
        pull_up=buttons.pull == "up",
        sync=file.sync.line if file.sync is not None else None,
    )


def lit(levels: tuple[float, ...], count: int) -> list[bool]:
    """Which lamps are lit. Raises ConfigError unless there are ``count`` levels of 0.0 to 1.0."""
    if len(levels) != count or not all(0.0 <= level <= 1.0 for level in levels):
        raise ConfigError(
            "lamps {levels}: give {count} levels, each between 0.0 and 1.0",
            levels=levels,
            count=count,
        )
    return [level >= LAMP_ON for level in levels]


class EdgeTrain:
    """The edges of one line: alternating levels, numbered from 1, with a gap where some were lost.

    A kernel that could not queue an edge before the next came tells of the later one only, with a
    level that the line had already. The unseen edge is put back before it with the same time, so
    that the first edge of a press keeps its time.
    """

    def __init__(self, index: int, resting: bool) -> None:
        self._index = index
        self._seqno = 0
        self._source_seqno: int | None = 0
        self.active = resting

    def begin(self, active: bool, t_ns: int, counters: Counter[str]) -> list[Edge]:
        """The level found when the line was taken; a button that is held shows as an edge.

        Taken again later, the line may have changed unseen: this counts as a lost edge.
        """
        again, self._source_seqno = self._source_seqno is None, 0
        if again:
            self.lose(1, counters)
        if active == self.active and not again:
            return []
        return [self._next(active, t_ns)]

    def end(self) -> None:
        """The source has gone; it will count from 1 again."""
        self._source_seqno = None

    def edge(
        self, active: bool, t_ns: int, counters: Counter[str], source_seqno: int | None = None
    ) -> list[Edge]:
        """An edge to ``active``; ``source_seqno`` is the source's own count, if it has one."""
        lost = 0
        if source_seqno is not None:
            lost = source_seqno - (self._source_seqno or 0) - 1
            self._source_seqno = source_seqno
        if lost > 0:
            self.lose(lost, counters)
            return [self._next(active, t_ns)]
        if active == self.active:
            counters["edges_merged"] += 1
            return [self._next(not active, t_ns), self._next(active, t_ns)]
        return [self._next(active, t_ns)]

    def missed(self, t_ns: int, counters: Counter[str]) -> list[Edge]:
        """The line is at the other level and nothing told so; the source may have counted it."""
        self._source_seqno = (self._source_seqno or 0) + 1
        self.lose(1, counters)
        return [self._next(not self.active, t_ns)]

    def lose(self, count: int, counters: Counter[str]) -> None:
        """So many edges will never be told; the next one's number shows it."""
        counters["edges_lost"] += count
        self._seqno += count

    def _next(self, active: bool, t_ns: int) -> Edge:
        self._seqno += 1
        self.active = active
        return Edge(self._index, active, t_ns, self._seqno)


class Unseen:
    """Lines at another level than their edges told, found by asking.

    An edge may be under way while a level is asked, so only a line that is found so twice running,
    with no edge between, has missed one.
    """

    def __init__(self) -> None:
        self._once: set[int] = set()
        self._twice: set[int] = set()

    def compare(self, levels: Mapping[int, bool], trains: Sequence[EdgeTrain]) -> bool:
        """Levels as found, by line; whether to ask once more."""
        differ = {i for i, level in levels.items() if level is not trains[i].active}
        self._twice = self._once & differ
        self._once = differ - self._twice
        return bool(self._once)

    def arrived(self, index: int) -> None:
        """An edge of the line came after all."""
        self._once.discard(index)
        self._twice.discard(index)

    def found(self) -> set[int]:
        """The lines that missed an edge, each named once."""
        found, self._twice = self._twice, set()
        return found


class Arrivals:
    """Edges on their way to ``read``: none before its time, late ones counted."""

    def __init__(self) -> None:
        self._held: list[Edge] = []
        self.complete_to_ns = -(1 << 62)

    def take(self, edges: list[Edge], now_ns: int, counters: Counter[str]) -> tuple[Edge, ...]:
        """What happened by ``now_ns``, in the order of time; the rest waits for the next read."""
        counters["edges"] += len(edges)
        counters["edges_late"] += sum(edge.t_ns <= self.complete_to_ns for edge in edges)
        waiting = sorted([*self._held, *edges], key=lambda edge: edge.t_ns)
        self._held = [edge for edge in waiting if edge.t_ns > now_ns]
        return tuple(waiting[: len(waiting) - len(self._held)])

    def complete(self, to_ns: int) -> int:
        """Nothing up to ``to_ns`` is still under way; never goes back."""
        self.complete_to_ns = max(self.complete_to_ns, to_ns)
        return self.complete_to_ns
