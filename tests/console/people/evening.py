"""Matches of people for the tests of records and ratings: verdicts, results, whole matches kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from console.people.figures import Feat, FinishedMatch, feats
from console.people.profiles import Profiles
from console.store.log import DirectLog
from console.store.records import MatchHeader, VerdictRecord
from console.table.record_values import PersonProfile, RecordKind
from drivers.events import Contact, Gesture
from drivers.times import MS
from tests.console.store.matches import header, window

SHOWN_NS = 5_000 * MS
ERROR_NS = 20_000
NOW = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


def head(
    game: str = "chaos", players: int = 4, people: Sequence[str] = ("person",) * 8, **changes: Any
) -> MatchHeader:
    """``players`` at the first seats; ``people`` by seat."""
    seats = (0, 2, 1, 3) if game == "chaos" and players == 2 else tuple(range(players))
    fields = {"game": game, "options": {}, "players": players, "seats": seats}
    return header(**(fields | {"people": tuple(people)} | changes))


def touch(seat: int, after_ns: int) -> Contact:
    """A hand on the pad so long after the card was shown."""
    t_ns = SHOWN_NS + after_ns
    return Contact(
        seat=seat,
        gesture=Gesture.GRAB,
        t_ns=t_ns,
        uncertainty_ns=ERROR_NS,
        clock_uncertainty_ns=0,
        decided_ns=t_ns + 30 * MS,
        peak_n=10.0,
    )


def duel(
    n: int,
    winner: int,
    loser: int,
    reaction_ns: int = 300 * MS,
    margin_ns: int | None = 50 * MS,
    **changes: Any,
) -> VerdictRecord:
    """A duel won; ``margin_ns`` None: the loser never touched."""
    touches = [touch(winner, reaction_ns)]
    if margin_ns is not None:
        touches.append(touch(loser, reaction_ns + margin_ns))
    fields: dict[str, Any] = {
        "n": n,
        "kind": "duel_won",
        "t_ns": touches[0].t_ns,
        "shown_ns": SHOWN_NS,
        "contacts": tuple(touches),
        "margins_ns": tuple(t.t_ns - touches[0].t_ns for t in touches),
        "expanded_ns": (0, 56_000)[: len(touches)],
        "seats": (winner,),
        "losers": (loser,),
    }
    return VerdictRecord(**(fields | changes))


def false_grab(n: int, seat: int) -> VerdictRecord:
    """Somebody touched who should not have."""
    first = touch(seat, 250 * MS)
    return VerdictRecord(
        n=n,
        kind="false_grab",
        t_ns=first.t_ns,
        shown_ns=SHOWN_NS,
        contacts=(first,),
        margins_ns=(0,),
        expanded_ns=(0,),
        action=n,
        seats=(seat,),
        losers=(),
    )


def ended(winners: Sequence[int], column: str = "cards", *counts: int) -> dict[str, Any]:
    """The result of a match."""
    return {"winners": list(winners), column: list(counts), "abandoned": False}


def played(
    start: MatchHeader, result: dict[str, Any], verdicts: Sequence[VerdictRecord] = ()
) -> FinishedMatch:
    """A finished match as a value."""
    return FinishedMatch(start, tuple(verdicts), result)


def keep(
    path: Path,
    start: MatchHeader,
    result: dict[str, Any] | None,
    verdicts: Sequence[VerdictRecord] = (),
) -> int:
    """Play a match into the store, with samples of each race; its number."""
    log = DirectLog(path)
    match = log.begin(start)
    log.action(match, 0, {"type": "flip", "hand": 0, "t_us": 0})
    for verdict in verdicts:
        log.verdict(match, verdict)
        log.samples(match, window(verdict.n, scans=5))
    log.end(match, result)
    log.close()
    return match


def join(path: Path, *nicknames: str) -> tuple[PersonProfile, ...]:
    """People who keep a nickname."""
    return tuple(Profiles(path).add(name, NOW) for name in nicknames)


def match_of(
    path: Path, sitters: Sequence[PersonProfile | None], winners: Sequence[int], *counts: int
) -> int:
    """A finished match of «Хаос» between these; None is a guest."""
    left = counts or tuple(0 if p in winners else 10 + p for p in range(len(sitters)))
    start = head(players=len(sitters), profiles=tuple(s and s.id for s in sitters))
    return keep(path, start, ended(winners, "cards", *left))


def of(kind: RecordKind, match: FinishedMatch) -> dict[int, Feat]:
    """The feats of a kind, by player."""
    return {f.player: f for f in feats(match) if f.kind is kind}
