"""``khvatka hw check``: the power-on self-test, as a table or as JSON lines.

A JSON line is one finding: ``check``, ``level`` (ok, warning, failure), ``text`` and ``mend``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from console.hardware.board_findings import board_findings, button_findings, lamp_findings
from console.hardware.calibration_file import (
    UnusableCalibration,
    left_out,
    load_calibration,
    weighed_pad,
)
from console.hardware.feed import Feed
from console.hardware.findings import (
    Finding,
    Subject,
    as_json,
    as_table,
    failed,
    failure,
    fine,
    warning,
)
from console.hardware.jig_findings import jig_findings
from console.hardware.lights import has_lamps
from console.hardware.listening import listen, listen_lit
from console.hardware.place_findings import calibration_finding, place_findings, unusable_finding
from console.hardware.report import write_report
from console.hardware.station import Station
from console.hardware.texts import Say, TextLine, board_name, error_text, mend_of, sensor_name
from console.hardware.touch_findings import touch_findings
from drivers.board import Board
from drivers.boards.composite import CompositeBoard
from drivers.controller.controller import PadController
from drivers.errors import BoardError
from drivers.part import Survey

Felt = Callable[[Feed], Iterator[Finding]]


def check(
    station: Station,
    say: Say,
    json: bool,
    most: int | None = None,
    *,
    touched: bool = False,
    walked: bool = False,
) -> bool:
    """Listen for two seconds, then as all lamps shine, look around, and tell what was found; True
    if there is no failure.

    ``touched``: then ask for touches at every seat, and tell what they show. ``walked``: then ask
    for every button, sensor and lamp, and write a report.
    """
    words = station.words
    if not json:
        say(board_name(words, station.file.name, station.file.seats))
        say(words._("Hands off for three seconds."))
    ask = _nothing if json else say
    felt = partial(_asked, station, ask, touched, walked)
    findings = [*_board(station, felt), *place_findings(station)]
    order = list(Subject)
    findings.sort(key=lambda finding: order.index(finding.subject))
    for line in map(as_json, findings) if json else as_table(words, findings, most):
        say(line)
    if walked:
        path = write_report(station, findings)
        text = words._("The report to keep: {path}").format(path=path)
        say(TextLine(text, "written", file=str(path)))
    return not failed(findings)


def _asked(
    station: Station, ask: Say, touched: bool, walked: bool, feed: Feed
) -> Iterator[Finding]:
    """What is found by hand."""
    if walked:
        yield from jig_findings(station.words, feed, ask, station.hands, has_lamps(station.file))
    if touched:
        yield from touch_findings(station.words, feed, ask, station.hands)


def _nothing(_line: str) -> None:
    """A program knows what to do."""


def _said_before(_error: BoardError) -> None:
    """Why there is no pad is a finding already."""


def _board(station: Station, felt: Felt) -> Iterator[Finding]:
    """What is found on the board; on its buttons or its pad alone where the other cannot be opened.
    ``felt``: what hands find on it."""
    words = station.words
    lines = list(_lines(station))
    yield from lines
    pads = list(_pad(station))
    yield from pads
    if failed(lines):
        mend = words._("Mend the other failures first, then check again")
        yield warning(Subject.BUTTONS, words._("not listened to"), mend)
    else:
        try:
            with station.opened(_said_before if failed(pads) else None) as board:
                if failed(pads):
                    feed = Feed(board, station.clock, thresholds=station.thresholds)
                    yield from button_findings(words, listen(feed))
                else:
                    yield from _open_board(station, board, felt)
            return
        except BoardError as error:
            mend = words._("Mend what the sentence names, then check again")
            yield failure(Subject.BOARD, words.translated(error), mend)
    if station.pad is None or failed(pads):
        return
    alone = CompositeBoard(station.file.name, station.file.seats, [station.pad()])
    try:
        alone.open()
        yield from _open_board(station, alone, felt)
    except BoardError as error:
        mend = words._("Mend what the sentence names, then check again")
        yield failure(Subject.LINK, words.translated(error), mend)
    finally:
        alone.close()


def _open_board(station: Station, board: Board, felt: Felt) -> Iterator[Finding]:
    """Listen to it, and feel it."""
    words = station.words
    calibration = None
    try:
        info = board.info
        calibration = load_calibration(station.data, info)
        missing = left_out(station.data, info, calibration) if calibration else ()
        names = [sensor_name(words, info.channels[i]) for i in missing]
        names_pad = not info.pad_id or weighed_pad(station.data, info.name, info.seats) != b""
        yield calibration_finding(words, calibration, names, names_pad=names_pad)
    except UnusableCalibration as error:
        yield unusable_finding(words, error)
    feed = Feed(board, station.clock, calibration, station.thresholds)
    heard = listen(feed)
    yield from board_findings(words, heard, feed.calibration)
    if heard.scans is not None and has_lamps(station.file):
        lit = listen_lit(feed)
        if lit is not None:
            yield from lamp_findings(words, heard.scans, lit, info.full_code)
    yield from felt(feed)


def _lines(station: Station) -> Iterator[Finding]:
    """The GPIO chips and lines, before they are taken."""
    words = station.words
    if station.survey is None:
        yield fine(Subject.LINES, words._("simulated: no GPIO chip is needed"))
        return
    try:
        surveys = station.survey()
    except BoardError as error:
        mend = mend_of(words, error, words._("Check `chips` and `driver` in the board file"))
        yield failure(Subject.LINES, error_text(words, error), mend)
        return
    for survey in surveys:
        yield from _survey(station, survey)
    if not surveys:
        yield fine(Subject.LINES, words._("this driver cannot tell who uses its lines"))


def _survey(station: Station, survey: Survey) -> Iterator[Finding]:
    words = station.words
    if survey.missing:
        text = words._("{chip} has no lines {lines}").format(
            chip=survey.chip, lines=", ".join(survey.missing)
        )
        mend = words._("Use names that `gpioinfo` shows in the board file")
        yield failure(Subject.LINES, text, mend)
    if survey.taken:
        used = ", ".join(f"{line} ({owner})" for line, owner in survey.taken)
        text = words._("{chip}: already in use: {lines}").format(chip=survey.chip, lines=used)
        mend = words._("End that program, turn that overlay off, or wire other lines")
        yield failure(Subject.LINES, text, mend)
    if not survey.missing and not survey.taken:
        count = len(survey.lines)
        text = words.n(
            "{chip} ({device}): {count} line, free",
            "{chip} ({device}): {count} lines, all free",
            count,
        )
        yield fine(Subject.LINES, text.format(chip=survey.chip, device=survey.device, count=count))


def _pad(station: Station) -> Iterator[Finding]:
    """The real pad by itself: does it answer, with which program?"""
    words = station.words
    if station.pad is None:
        return
    pad = station.pad()
    try:
        pad.open()
        if isinstance(pad, PadController):
            text = words._("The pad controller answers: {pad}")
            yield fine(Subject.LINK, text.format(pad=words.translated(pad.described)))
        else:
            yield fine(Subject.LINK, words._("The converter answers"))
    except BoardError as error:
        if isinstance(pad, PadController):
            mend = words._(
                "Check the pad's cable and power; `khvatka hw flash` installs its program"
            )
        else:
            mend = words._("Turn SPI on with `raspi-config`; check the converter's wires")
        yield failure(Subject.LINK, error_text(words, error), mend_of(words, error, mend))
    finally:
        pad.close()
