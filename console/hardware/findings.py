"""What a check found: one finding a line, as a table for people or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from console.i18n import Words
from console.terminal.columns import columns, json_line


class Severity(StrEnum):
    """How bad it is: a failure keeps a table from being played on."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


class Subject(StrEnum):
    """What was looked at, in the order of the table."""

    LINES = "lines"
    BOARD = "board"
    BUTTONS = "buttons"
    CRADLE = "cradle"
    CHANNELS = "channels"
    LAMPS = "lamps"
    CALIBRATION = "calibration"
    LINK = "link"
    CLOCK = "clock"
    DISPLAY = "display"
    AUDIO = "audio"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class Finding:
    """``mend`` says what to do about a warning or failure."""

    subject: Subject
    level: Severity
    text: str
    mend: str = ""


def fine(subject: Subject, text: str) -> Finding:
    """All is well."""
    return Finding(subject, Severity.OK, text)


def warning(subject: Subject, text: str, mend: str) -> Finding:
    """It works, but not as it should."""
    return Finding(subject, Severity.WARNING, text, mend)


def failure(subject: Subject, text: str, mend: str) -> Finding:
    """It does not work."""
    return Finding(subject, Severity.FAILURE, text, mend)


def as_json(finding: Finding) -> str:
    """``check``, ``level``, ``text`` and ``mend`` (null where all is well)."""
    line = {
        "check": finding.subject.value,
        "level": finding.level.value,
        "text": finding.text,
        "mend": finding.mend or None,
    }
    return json_line(line)


def as_table(words: Words, findings: Sequence[Finding], most: int | None) -> Iterator[str]:
    """Lines of equal columns, no longer than ``most``; the mend below what is wrong; the counts at
    the end."""
    levels, subjects = _level_names(words), subject_names(words)
    rows: list[tuple[str, str, str]] = []
    for finding in findings:
        rows.append((levels[finding.level], subjects[finding.subject], finding.text))
        if finding.mend:
            rows.append(("", "", "→ " + finding.mend))
    yield from columns(rows, most)
    yield words._("{failures}; {warnings}.").format(
        failures=_count(words, Severity.FAILURE, findings),
        warnings=_count(words, Severity.WARNING, findings),
    )


def failed(findings: Iterable[Finding]) -> bool:
    """Is there any failure?"""
    return any(finding.level is Severity.FAILURE for finding in findings)


def _count(words: Words, level: Severity, findings: Sequence[Finding]) -> str:
    count = sum(finding.level is level for finding in findings)
    if level is Severity.FAILURE:
        return words.n("{count} failure", "{count} failures", count).format(count=count)
    return words.n("{count} warning", "{count} warnings", count).format(count=count)


def _level_names(words: Words) -> dict[Severity, str]:
    return {
        Severity.OK: words._("OK"),
        Severity.WARNING: words._("WARNING"),
        Severity.FAILURE: words._("FAILURE"),
    }


def subject_names(words: Words) -> dict[Subject, str]:
    """What was looked at, in words."""
    return {
        Subject.LINES: words._("lines"),
        Subject.BOARD: words._("board"),
        Subject.BUTTONS: words._("buttons"),
        Subject.CRADLE: words._("cradle"),
        Subject.CHANNELS: words._("sensors"),
        Subject.LAMPS: words._("lamps"),
        Subject.CALIBRATION: words._("calibration"),
        Subject.LINK: words._("link"),
        Subject.CLOCK: words._("clock"),
        Subject.DISPLAY: words._("display"),
        Subject.AUDIO: words._("audio"),
        Subject.DISK: words._("disk"),
    }
