"""What the log is given, as values: records of matches and of the table, with their statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from console.store.schema import entries_of

if TYPE_CHECKING:
    from console.store.window import SampleWindow

Shorten = Callable[["SampleWindow"], "SampleWindow"]
"""Which scans of a window are to be kept (``console.store.shorten``)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One statement about a match; ``:match`` is its number, ``values`` has the others. ``match``
    is None in what is about the table itself, about none of its matches. ``samples`` gives the
    value of that name: to shorten and pack them is the writer's work, not the caller's."""

    match: int | None
    statement: str
    values: dict[str, Any]
    needed: bool = True  # without it the match has a hole; a verdict or samples may be missing
    begins: bool = False  # a match's first: ``match``, below 0, is what it is called until then
    samples_bytes: int = 0  # what those take of memory
    samples: Callable[[], bytes] | None = None

    def packed(self) -> Row:
        """The same with its samples as bytes."""
        if self.samples is None:
            return self
        body = self.samples()
        values = {**self.values, "samples": body}
        return replace(self, values=values, samples_bytes=len(body), samples=None)


def window_row(match: int, window: SampleWindow, shorten: Shorten | None) -> Row:
    """The samples around a verdict, of which ``shorten`` says what is kept."""

    def packed() -> bytes:
        from console.store.samples import pack  # needs numpy, which no setting does

        return pack(shorten(window) if shorten else window)

    arrays = window.t_ns, window.codes, window.errors, window.baseline
    size_bytes = sum(array.nbytes for array in arrays)
    values = {"n": window.verdict}
    return Row(match, SAMPLES, values, needed=False, samples_bytes=size_bytes, samples=packed)


BEGUN: Final = (
    "INSERT INTO match (game, started, header, owner, played_ms)"
    " VALUES (:game, :started, :header, :owner, 0)"
)
SITS: Final = (
    "INSERT OR IGNORE INTO sitter SELECT :match, :player, id FROM profile WHERE id = :profile"
)
"""A person who has been forgotten by now is a guest; nobody is two players of one match."""
PLAYED: Final = (
    "UPDATE match SET owner = :owner, ended = NULL, result = NULL, entries = NULL, declined = 0,"
    " played_ms = iif(owner IS NULL, played_ms, NULL) WHERE id = :match"
)
"""This process plays the match now. How long one was played that a power cut broke off (it is
somebody's still) is not known any more."""
DECLINED: Final = "UPDATE match SET declined = 1 WHERE id = :match"
ACTION, VERDICT = (
    f"INSERT INTO {table} (id, body) SELECT :match << 24 | :n, :body WHERE NOT EXISTS"
    f" (SELECT 1 FROM {table} WHERE id = :match << 24 | :n AND body = :body)"
    for table in ("action", "verdict")
)
"""The very same one may be there: a commit that failed can be found done (``StoreFile``)."""
SAMPLES: Final = (
    "INSERT INTO samples (id, body) SELECT id, :samples FROM verdict"
    " WHERE id = :match << 24 | :n ON CONFLICT DO UPDATE SET body = excluded.body"
)
END: Final = (
    "UPDATE match SET owner = NULL, ended = :ended, result = :result,"
    " played_ms = played_ms + :played_ms,"
    f" entries = iif(:result IS NULL, NULL, {entries_of(':match')}) WHERE id = :match"
)
"""Without a result the match is only nobody's any more."""
SENDS: Final = (
    "INSERT INTO outbox (id, event, body) SELECT :id, :event, :body"
    " WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE id = :id)"
)
"""The very same one may be there, as above."""
RECALLED: Final = "DELETE FROM outbox WHERE id = :id"
BUTTON: Final = (
    "INSERT INTO button VALUES (:seat, :button, :last_edge,"
    " (SELECT coalesce(max(id), 0) FROM match))"
    " ON CONFLICT DO UPDATE SET last_edge = excluded.last_edge,"
    " last_match = excluded.last_match WHERE excluded.last_edge IS NOT NULL"
)
PRESS: Final = (
    "INSERT INTO press VALUES (:day, :seat, :button, :presses, :bounces)"
    " ON CONFLICT DO UPDATE SET"
    " presses = presses + excluded.presses, bounces = bounces + excluded.bounces"
)
"""What a button did, added to what it has done; a new button is known from now on."""
REFUSED: Final = (
    "INSERT INTO refusal VALUES (:day, :word, :times)"
    " ON CONFLICT DO UPDATE SET times = times + excluded.times"
)
"""What phones were refused, added to what they were."""
