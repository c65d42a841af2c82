"""The lines that are taken from one GPIO chip: found by label and name, requested, read, lit."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from gpiod import Chip, EdgeEvent, LineRequest, LineSettings
from gpiod.line import Bias, Clock, Direction, Edge, Value

from drivers.boards.header import Header, InputLine
from drivers.errors import BoardError, ChipForbidden, ChipMissing, Sentence
from drivers.part import Survey
from drivers.reasons import reason_of

CONSUMER: Final = "khvatka"
QUEUE: Final = 1_024
"""Edges that the kernel keeps for a request: the most that it grants."""
DRAINS: Final = 4
"""How often a read empties the queue before it leaves the rest for the next."""
LINE: Final = {False: Value.INACTIVE, True: Value.ACTIVE}


class ChipLines:
    """Lines of the first chip with one of ``labels``, all in one request.

    ``inputs`` and ``lamps`` give the number of each, on the header, with its name on the chip;
    ``sync`` is that line's name, if it is one of this chip's.
    While the chip is away ``there`` is false. ``overran`` tells that the queue dropped edges,
    until whoever reads takes it back; ``unsure`` is his: the levels are still to be compared.
    """

    def __init__(
        self,
        labels: Sequence[str],
        inputs: Sequence[tuple[int, str, InputLine]],
        lamps: Sequence[tuple[int, str]],
        sync: str | None,
        header: Header,
    ) -> None:
        self.label = " or ".join(labels)
        self.inputs = tuple(index for index, _, _ in inputs)
        self.behind = False  # more edges are queued than were read
        self.overran = self.unsure = False
        self.retry_ns = 0
        self.trouble = ""  # why it is away
        self._labels, self._inputs, self._lamps = labels, inputs, lamps
        self._sync, self._sync_offset = sync, -1
        self._bias = Bias.PULL_UP if header.pull_up else Bias.DISABLED
        self._lamps_active_low = header.lamps_active_low
        self._request: LineRequest | None = None
        self._seqno = 0  # of the last edge, over all lines
        self._index: dict[int, int] = {}  # offset to number of input
        self._lamp_offsets: dict[int, int] = {}  # seat to offset

    @property
    def there(self) -> bool:
        return self._request is not None

    def take(self, devices: Path, lit: Sequence[bool]) -> dict[int, bool]:
        """Request the lines; the levels of the inputs, by number.

        Raises BoardError naming the chip or line, its owner, and the mend.
        """
        path = self._find(devices)
        try:
            with Chip(str(path)) as chip:
                self._take(chip, lit)
            return self.levels()
        except OSError as error:  # BoardError among them
            self.release()
            if isinstance(error, BoardError):
                raise
            raise BoardError(
                "the chip {label} failed: {strerror}", label=self.label, strerror=reason_of(error)
            ) from error

    def release(self) -> None:
        if self._request is not None:
            with suppress(OSError):  # the chip may have gone
                self._request.release()
        self._request = None

    def levels(self) -> dict[int, bool]:
        """The present levels of the inputs, by number. Raises OSError where the chip has gone."""
        if self._request is None or not self._index:
            return {}
        values = self._request.get_values(list(self._index))
        active = (value is Value.ACTIVE for value in values)
        return dict(zip(self._index.values(), active, strict=True))

    def edges(self) -> Iterator[tuple[int, EdgeEvent]]:
        """What is queued, with the number of its input; never waits.

        Raises OSError where the chip has gone.
        """
        if self._request is None or not self._index:
            return
        for _ in range(DRAINS):
            self.behind = self._request.wait_edge_events(0)
            if not self.behind:
                return
            for event in self._request.read_edge_events(QUEUE):
                if event.global_seqno > self._seqno + 1:
                    self.overran = True
                self._seqno = event.global_seqno
                yield self._index[event.line_offset], event

    def light(self, lit: Sequence[bool]) -> None:
        """Light the lamps, by seat. Raises OSError where the chip has gone."""
        if self._request is not None and self._lamps:
            offsets = self._lamp_offsets.items()
            self._request.set_values({offset: LINE[lit[seat]] for seat, offset in offsets})

    def drive(self, level: bool) -> None:
        """Set the line SYNC, if it is here. Raises OSError where the chip has gone."""
        if self._request is not None and self._sync is not None:
            self._request.set_value(self._sync_offset, LINE[level])

    @property
    def has_sync(self) -> bool:
        """Is the line SYNC on this chip?"""
        return self._sync is not None

    def survey(self, devices: Path) -> Survey:
        """What is there of these lines; nothing is taken. Raises BoardError: chip and mend."""
        outputs = (*(name for _, name in self._lamps), *([self._sync] if self._sync else ()))
        names = (*(name for _, name, _ in self._inputs), *outputs)
        path = self._find(devices)
        missing: list[str] = []
        taken: list[tuple[str, str]] = []
        try:
            with Chip(str(path)) as chip:
                for name in names:
                    try:
                        info = chip.get_line_info(name)
                    except (OSError, ValueError):
                        missing.append(name)
                        continue
                    if info.used:
                        taken.append((name, info.consumer or "kernel"))
        except OSError as error:
            raise BoardError(
                "the chip {label} failed: {strerror}", label=self.label, strerror=reason_of(error)
            ) from error
        return Survey(self.label, str(path), names, tuple(missing), tuple(taken))

    def _find(self, devices: Path) -> Path:
        seen: dict[str, Path] = {}
        for path in sorted(devices.glob("gpiochip*")):
            try:
                with Chip(str(path)) as chip:
                    seen.setdefault(chip.get_info().label, path)
            except PermissionError as error:
                raise ChipForbidden(str(path)) from error
            except OSError:
                continue  # it vanished since it was listed
        for label in self._labels:
            if label in seen:
                self.label = label
                return seen[label]
        raise ChipMissing(tuple(self._labels), tuple(sorted(seen)))

    def _take(self, chip: Chip, lit: Sequence[bool]) -> None:
        inputs = {
            self._offset(chip, name): LineSettings(
                direction=Direction.INPUT,
                edge_detection=Edge.BOTH,
                bias=self._bias,
                active_low=line.active_low,
                event_clock=Clock.MONOTONIC,
            )
            for _, name, line in self._inputs
        }
        self._index = dict(zip(inputs, self.inputs, strict=True))
        self._lamp_offsets = {seat: self._offset(chip, name) for seat, name in self._lamps}
        lamps = {
            offset: LineSettings(
                direction=Direction.OUTPUT,
                active_low=self._lamps_active_low,
                output_value=LINE[lit[seat]],
            )
            for seat, offset in self._lamp_offsets.items()
        }
        sync: dict[int, LineSettings] = {}
        if self._sync is not None:
            self._sync_offset = self._offset(chip, self._sync)
            sync[self._sync_offset] = LineSettings(direction=Direction.OUTPUT)
        self._own(chip, inputs | lamps | sync)

    def _offset(self, chip: Chip, name: str) -> int:
        try:
            return chip.line_offset_from_id(name)
        except OSError as error:
            raise BoardError(
                "the chip {label} has no line {name}: use a name that `gpioinfo` shows, or "
                "update the system (before 2024 it called lines of the header otherwise)",
                label=self.label,
                name=name,
            ) from error

    def _own(self, chip: Chip, lines: dict[int, LineSettings]) -> None:
        config: dict[Iterable[int | str] | int | str, LineSettings | None] = {}
        config.update(lines.items())
        try:
            self._request = chip.request_lines(config, CONSUMER, QUEUE)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            raise BoardError(self._owners(chip, lines)) from error
        self._seqno = 0
        self.overran = self.unsure = False

    def _owners(self, chip: Chip, lines: Mapping[int, LineSettings]) -> Sentence:
        infos = [chip.get_line_info(offset) for offset in lines]
        used = ", ".join(f"{i.name} (by {i.consumer or 'the kernel'})" for i in infos if i.used)
        return Sentence(
            "lines of {label} are in use: {used}: end that program or wire other lines",
            label=self.label,
            used=used,
        )
