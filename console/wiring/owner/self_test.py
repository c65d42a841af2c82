"""The self-test while the table runs: two seconds with hands off, told as ``khvatka hw check``
does."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs

from console.hardware.board_findings import board_findings
from console.hardware.calibration_file import (
    UnusableCalibration,
    former_calibration,
    left_out,
    load_calibration,
)
from console.hardware.feed import BoardLook
from console.hardware.findings import Finding, Subject, subject_names, warning
from console.hardware.listening import LISTEN_NS, Ear
from console.hardware.place_findings import (
    calibration_date,
    calibration_finding,
    clock_finding,
    disk_finding,
    newest_file,
    unusable_finding,
)
from console.hardware.texts import sensor_name
from console.i18n import Words
from console.service.menu.services import Leaving
from console.service.menu.view import MenuLevel, ServiceLine
from console.wiring.owner.taps import TappedTable
from drivers.board import Reading
from drivers.events import InputEvent, PadProgress, SeatFault, SourceFault

HANDS_OFF_NS: Final = 1_500_000_000
"""Who has just pressed a button takes the hand away."""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(finding: Finding) -> str:
    return f"{finding.text}. {_capital(finding.mend)}." if finding.mend else finding.text


class SelfTest:
    """Listens (``console.service.menu.services.Task``)."""

    leaving = Leaving.BROKEN_OFF

    def __init__(self, table: TappedTable, words: Words, now_ns: int) -> None:
        self._table, self._words = table, words
        self._begin_ns = now_ns + HANDS_OFF_NS
        self._now_ns = now_ns
        self._ear: Ear | None = None
        self._said: tuple[ServiceLine, ...] | None = None

    @property
    def text(self) -> str:
        return self._words._("Hands off: nothing may be touched.")

    @property
    def share(self) -> float | None:
        whole_ns = HANDS_OFF_NS + LISTEN_NS
        done_ns = self._now_ns - self._begin_ns + HANDS_OFF_NS
        return max(0.0, min(1.0, done_ns / whole_ns))

    @property
    def said(self) -> tuple[ServiceLine, ...]:
        return self._said or ()

    @property
    def done(self) -> bool:
        return self._said is not None

    def step(self, now_ns: int) -> None:
        """Begin to listen, or tell what was heard."""
        self._now_ns = now_ns
        if self._ear is None and now_ns >= self._begin_ns:
            self._listen(now_ns)
        elif self._ear is not None and now_ns >= self._begin_ns + LISTEN_NS:
            self._tell(self._ear, now_ns)

    def _listen(self, now_ns: int) -> None:
        table = self._table
        self._begin_ns = now_ns
        self._ear = ear = Ear(table.info)
        # What has been away from its rest for long says nothing any more: it is told now.
        since = tuple(
            structs.replace(edge, t_ns=now_ns, seqno=0) for edge in table.taps.acting.values()
        )
        ear.take(BoardLook(now_ns, Reading(since, (), now_ns), ()))
        table.taps.listener = self._hear

    def _hear(self, reading: Reading, events: Sequence[InputEvent], now_ns: int) -> None:
        if self._ear is not None:
            told = tuple(event for event in events if not isinstance(event, PadProgress))
            self._ear.take(BoardLook(now_ns, reading, told))

    def stop(self) -> None:
        """Nobody listens any more."""
        self._table.taps.listener = None

    def _tell(self, ear: Ear, now_ns: int) -> None:
        self.stop()
        order = list(Subject)
        found = sorted(self._findings(ear, now_ns), key=lambda f: order.index(f.subject))
        names = subject_names(self._words)
        self._said = tuple(
            ServiceLine(f"{_capital(names[f.subject])}: {_sentence(f)}", MenuLevel(f.level.value))
            for f in found
        )

    def _findings(self, ear: Ear, now_ns: int) -> Iterator[Finding]:
        table, words = self._table, self._words
        heard = ear.heard(self._begin_ns, now_ns, table.running.board.health())
        hardware = table.running.table.hardware
        standing = tuple(
            SeatFault(seat, fault, True, now_ns) for seat, fault in hardware.faults.items()
        )
        sources = tuple(e for e in hardware.of_pad if isinstance(e, SourceFault) and e.active)
        heard = replace(heard, faults=(*heard.faults, *standing, *sources))
        yield from board_findings(words, heard, table.calibration)
        yield self._calibration()
        resolution_s = time.get_clock_info("monotonic").resolution
        yield clock_finding(words, resolution_s, table.wall(), newest_file())
        yield disk_finding(words, table.data)

    def _calibration(self) -> Finding:
        table, words = self._table, self._words
        weighed = former_calibration(table.data, table.info)
        newer = weighed is not None and weighed.date != table.calibration.date
        if weighed is not None and newer and not left_out(table.data, table.info, weighed):
            text = words._("calibrated on {date}, which holds from the next start")
            text = text.format(date=calibration_date(weighed))
            return warning(Subject.CALIBRATION, text, words._("Start the table again"))
        mend = words._("Calibrate it in the service menu")
        if table.calibration.date:
            missing = left_out(table.data, table.info, table.calibration)
            names = [sensor_name(words, table.info.channels[i]) for i in missing]
            found = calibration_finding(words, table.calibration, names)
            return replace(found, mend=mend) if names else found
        try:
            load_calibration(table.data, table.info)  # why it is not in use
            found = calibration_finding(words, None)
        except UnusableCalibration as error:
            found = unusable_finding(words, error)
        return replace(found, mend=mend)
