"""Several parts as one board: lines one after another, one part with the channels."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from drivers.board import BoardInfo, Health, Reading
from drivers.errors import BoardClosed, BoardError
from drivers.part import BoardPart
from drivers.times import MS, earliest


class CompositeBoard:
    """A board (``drivers.board.Board``) made of ``parts``, which it opens and closes.

    ``padless``: none of them reads a pad, for whoever looks at lines alone.
    """

    def __init__(
        self, name: str, seats: int, parts: Sequence[BoardPart], *, padless: bool = False
    ) -> None:
        self._padless = padless
        self._name = name
        self._seats = seats
        self._parts = tuple(parts)
        self._info: BoardInfo | None = None
        self._first: tuple[int, ...] = ()

    @property
    def info(self) -> BoardInfo:
        """Known once the board has been opened. Raises BoardClosed before."""
        if self._info is None:
            raise BoardClosed(
                "the board {name} has not been opened yet: open it first", name=self._name
            )
        return self._info

    def open(self) -> None:
        """Open every part; if one fails the others are closed again.

        Raises BoardError naming the part.
        """
        opened: list[BoardPart] = []
        try:
            for part in self._parts:
                part.open()
                opened.append(part)
            if self._info is None:
                self._info = self._joined()
        except BoardError:
            for part in reversed(opened):
                part.close()
            raise

    def _joined(self) -> BoardInfo:
        infos = [part.info for part in self._parts]
        reading = [info for info in infos if info.channels]
        if len(reading) != (0 if self._padless else 1):
            raise BoardError(
                "the board {name} has {count} parts that read the pad: it must be one",
                name=self._name,
                count=len(reading),
            )
        self._first = tuple(sum(len(i.lines) for i in infos[:n]) for n in range(len(infos)))
        pad = (reading or infos)[0]
        return BoardInfo(
            name=self._name,
            seats=self._seats,
            lines=tuple(line for info in infos for line in info.lines),
            channels=pad.channels,
            full_code=pad.full_code,
            divider_ohm=pad.divider_ohm,
            scan_period_ns=MS if self._padless else pad.scan_period_ns,
            edge_uncertainty_ns=max(info.edge_uncertainty_ns for info in infos),
            worst_delay_ns=max(info.worst_delay_ns for info in infos),
            pad_id=pad.pad_id,
        )

    def close(self) -> None:
        for part in self._parts:
            part.close()

    def read(self, now_ns: int) -> Reading:
        """All that has arrived at any part, edges in the order of their times."""
        readings = [part.read(now_ns) for part in self._parts]
        edges = [
            structs.replace(edge, line=edge.line + first)
            for first, reading in zip(self._first, readings, strict=True)
            for edge in reading.edges
        ]
        edges.sort(key=lambda edge: edge.t_ns)
        samples = tuple(batch for reading in readings for batch in reading.samples)
        overrun = tuple(
            line + first
            for first, reading in zip(self._first, readings, strict=True)
            for line in reading.overrun
        )
        complete_to_ns = min(reading.edges_complete_to_ns for reading in readings)
        misfit = next((reading.misfit for reading in readings if reading.misfit), None)
        return Reading(tuple(edges), samples, complete_to_ns, overrun, misfit)

    def next_arrival_ns(self, now_ns: int) -> int | None:
        times = (part.next_arrival_ns(now_ns) for part in self._parts)
        return earliest(times)

    def set_lamps(self, levels: tuple[float, ...]) -> None:
        for part in self._parts:
            if part.info.lamps:
                part.set_lamps(levels)

    def health(self) -> Health:
        """Counters, notes and remarks of all parts, with the part's name before each."""
        reports = [(part.info.name, part.health()) for part in self._parts]
        return Health(
            all(report.ok for _, report in reports),
            {f"{n}.{k}": v for n, report in reports for k, v in report.counters.items()},
            tuple(f"{n}: {note}" for n, report in reports for note in report.notes),
            tuple(f"{n}: {remark}" for n, report in reports for remark in report.remarks),
        )
