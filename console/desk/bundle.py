"""An event as one file: for a backup, for another desk, for a stick where there is no network.

Lines of JSON: the bundle's head, the event's log as ``console.events.log`` writes it, then each
result that came.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec
from msgspec import Struct

from console.desk.store import KeptResult
from console.events.log import EventLog, decoded
from drivers.errors import ConfigError

FORMAT: Final = 1


class BundleHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line. ``lines_n``: of the log that follows, its own head included."""

    khvatka_bundle: int
    event: str
    lines_n: int
    results_n: int


class Bundle(Struct, frozen=True):
    """A whole event with all that came to it."""

    event: str
    log: EventLog
    results: tuple[KeptResult, ...] = ()

    def encoded(self) -> bytes:
        """The file's content."""
        log = self.log.encoded()
        head = BundleHead(FORMAT, self.event, log.count(b"\n"), len(self.results))
        results = b"".join(msgspec.json.encode(result) + b"\n" for result in self.results)
        return msgspec.json.encode(head) + b"\n" + log + results


def unpacked(data: bytes, where: str) -> Bundle:
    """What ``encoded`` gave; ``where`` names it in errors. Raises ConfigError for what is no
    bundle, or half of one."""
    lines = data.split(b"\n")[:-1]
    try:
        head = msgspec.json.decode(lines[0] if lines else b"", type=BundleHead)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ConfigError(
            "{where} is no event of Khvatka: give a file that `khvatka event export` wrote",
            where=where,
        ) from None
    if head.khvatka_bundle != FORMAT or not re.fullmatch("[0-9a-f]{1,32}", head.event):
        raise ConfigError(
            "{where} is of another version of Khvatka: take that version to read it", where=where
        )
    wanted = 1 + head.lines_n + head.results_n
    if data.count(b"\n") != wanted:
        raise ConfigError(
            "{where} has {count} of {wanted} lines: it was not written to its end, export it again",
            where=where,
            count=data.count(b"\n"),
            wanted=wanted,
        )
    log = decoded(b"\n".join(lines[1 : 1 + head.lines_n]), where)
    try:
        results = tuple(_RESULT.decode(line) for line in lines[1 + head.lines_n :])
    except msgspec.DecodeError as error:
        raise ConfigError(
            "{where} has a result that cannot be read ({why}): export it again",
            where=where,
            why=str(error),
        ) from None
    return Bundle(head.event, log, results)


_RESULT: Final = msgspec.json.Decoder(KeptResult)
