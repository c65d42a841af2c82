"""An event as one file: for a backup, for another desk, for a stick where there is no network.

Lines of JSON: the bundle's head, the event's log as ``console.events.log`` writes it, what is kept
beside it, then each result that came. Tables and guests' codes hold at the desk that reads it, so
whoever has the file can pass as them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from console.desk.store.desk_store import DeskStore
from console.desk.store.kept import Beside, KeptDispute, KeptResult
from console.desk.store.sentences import from_kept
from console.events.log import EventLog, decoded
from console.link.messages import ResultSent
from drivers.errors import ConfigError

FORMAT: Final = 1


class BundleHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line. ``lines_n``: of the log that follows, its own head included; ``sha256``: of
    all that follows."""

    khvatka_bundle: int
    event: str
    lines_n: int
    results_n: int
    sha256: str


class EventBundle(Struct, frozen=True):
    """A whole event with all that is kept of it."""

    event: str
    log: EventLog
    beside: Beside

    @classmethod
    def of(cls, store: DeskStore, event: str) -> EventBundle:
        """As it is kept now. Raises ConfigError if there is none."""
        return cls(event, *store.whole(event))

    def put(self, store: DeskStore, at_ms: int) -> str:
        """Keep it there, for it to go on; its id. Raises ConfigError if it is there already."""
        return store.put(self.log, self.beside, at_ms, self.event)

    def encoded(self) -> bytes:
        """The file's content."""
        log, results = self.log.encoded(), self.beside.results
        lines = (replace(self.beside, results=()), *results)
        rest = log + b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        counts = log.count(b"\n"), len(results)
        head = BundleHead(FORMAT, self.event, *counts, sha256(rest).hexdigest())
        return msgspec.json.encode(head) + b"\n" + rest


def unpacked(data: bytes, where: str) -> EventBundle:
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
    wanted = 2 + head.lines_n + head.results_n
    if data.count(b"\n") != wanted:
        raise ConfigError(
            "{where} has {count} of {wanted} lines: it was not written to its end, export it again",
            where=where,
            count=data.count(b"\n"),
            wanted=wanted,
        )
    if sha256(data.partition(b"\n")[2]).hexdigest() != head.sha256:
        raise ConfigError(
            "{where} is not as it was written: a stick may be damaged, export it again", where=where
        )
    log = decoded(b"\n".join(lines[1 : 1 + head.lines_n]), where)
    try:
        beside = _BESIDE.decode(lines[1 + head.lines_n])
        results = tuple(_RESULT.decode(line) for line in lines[2 + head.lines_n :])
        _check(log, beside, results)
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            "{where} has a line that cannot be read ({why}): export it again",
            where=where,
            why=str(error),
        ) from None
    return EventBundle(head.event, log, replace(beside, results=results))


def _check(log: EventLog, beside: Beside, results: Sequence[KeptResult]) -> None:
    """Raises ValueError or DecodeError for what no desk keeps: pages would fail of it for good."""
    came: list[KeptResult | KeptDispute] = [*results, *beside.disputes]
    for each in came:
        if _SENT.decode(each.body).id != each.id or sha256(each.body).hexdigest() != each.digest:
            raise ValueError(f"{each.id} is another result")
    if not {each.id for each in beside.disputes} <= {each.id for each in results}:
        raise ValueError("a dispute is of no result")
    for result in results:
        if result.line is not None and result.line >= len(log.lines):
            raise ValueError(f"{result.id} names no line")
        if result.refused is not None:
            from_kept(result.refused)
    once: tuple[list[object], ...] = (
        [each.id for each in results],
        [(each.id, each.digest) for each in beside.disputes],
        [table.number for table in beside.tables],
        [table.token for table in beside.tables],
    )
    if any(len(set(keys)) < len(keys) for keys in once):
        raise ValueError("what is there once stands twice")


_BESIDE: Final = msgspec.json.Decoder(Beside)
_RESULT: Final = msgspec.json.Decoder(KeptResult)
_SENT: Final = msgspec.json.Decoder(ResultSent)
