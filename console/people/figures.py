"""What a finished match is remembered for: how everybody came out, and their best figures.

Pure: the log of one match goes in. What counts:

- *Best result*, by game (``MEASURES``). «Хаос»: duels won in the match; cards left are no measure,
  since every winner has none (C6). «Сила стихий»: the winner's lead in points, which fits both ways
  to end it (E9). IOTA: points, the winner's or not; without scoring (I14) there is none. «Игнис»:
  the winner's pieces still on the board (G9). A game without a measure has no best result.
- *Best reaction*: from the card shown (C24) to a rightful touch that was judged first by itself;
  not a sudden death, whose light is awaited. Below ``LEAST_REACTION_NS`` it was a guess.
- *Closest win*: the margin before a rival whose touch could have won instead.
- *Cleanest match*: no false grab, no pad knocked over; the most duels won.

Simulated people set no records. Where they play along, only reactions are counted, and wins by a
hair over people: results, clean matches and wins against them prove nothing. Whom an autopilot
played for to a considerable part counts as one of them; what it claimed itself is nobody's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from console.duel.doubt import RefereeConfig
from console.games.entry import part
from console.games.errors import GameError
from console.games.options import fill
from console.games.registry import ENTRIES, GAMES, Parts
from console.store.records import MatchHeader, VerdictRecord
from console.table.autopilot_log import by_autopilot
from console.table.outputs import VerdictKind
from console.table.ranking import places
from console.table.record_values import SHORTEST, RecordKind, ResultColumn
from console.table.view import Who
from drivers.events import Contact

LEAST_REACTION_NS: Final = 100_000_000
"""Nobody answers faster: the limit for a false start in athletics (World Athletics, rule 16.6)."""

RIGHTFUL: Final = (VerdictKind.DUEL_WON, VerdictKind.SPECIAL_WON)
WRONGFUL: Final = (VerdictKind.FALSE_GRAB, VerdictKind.FELL)


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match as it is kept: header, verdicts by number, result."""

    header: MatchHeader
    verdicts: tuple[VerdictRecord, ...]
    result: Mapping[str, Any]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(self.result.get("winners", ()))

    def player_at(self, seat: int) -> int | None:
        """Hands go round the players (C30)."""
        seats = self.header.seats
        return seats.index(seat) % self.header.players if seat in seats else None

    def is_person(self, player: int | None) -> bool:
        """Is this player a person, with a nickname or not, who has played mostly by themselves?"""
        if player is None or player in self.result.get("played_for", ()):
            return False
        seat = self.header.seats[player]
        return seat < len(self.header.people) and self.header.people[seat] == Who.PERSON

    @property
    def people_only(self) -> bool:
        return all(self.is_person(p) for p in range(self.header.players))


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """How a player came out: places are shared, all winners have the first."""

    player: int
    place: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Feat:
    """A player's best figure of a kind in one match.

    ``value``: nanoseconds of ``SHORTEST``, with ``error`` their expanded uncertainty; else a count.
    ``verdict`` is the race that it comes from.
    """

    kind: RecordKind
    player: int
    seat: int
    value: int
    error: int = 0
    verdict: int | None = None

    @property
    def score(self) -> int:
        """The lower the better."""
        return self.value if self.kind in SHORTEST else -self.value


def counts(played: FinishedMatch) -> tuple[ResultColumn | None, tuple[int, ...]]:
    """What the end of the match counted, by player: (column, counts)."""
    for column in (ResultColumn.POINTS, ResultColumn.PIECES, ResultColumn.CARDS):
        if column in played.result:
            return column, tuple(played.result[column])
    return None, (0,) * played.header.players


def standings(played: FinishedMatch) -> tuple[FinalStanding, ...]:
    """How everybody came out, as the end of the match shows it."""
    column, counted = counts(played)
    order = places(played.winners, counted, fewest_first=column is ResultColumn.CARDS)
    return tuple(FinalStanding(p, place, p in played.winners) for p, place in enumerate(order))


def category(header: MatchHeader) -> str:
    """The options in full and in order, as JSON: matches of equal ones are compared.

    Options that have come to be since get their defaults; what no longer matters is levelled.
    """
    options = dict(header.options)
    game = GAMES.get(header.game)
    if game is not None:
        with suppress(GameError):  # another Khvatka's options: a category of their own
            options = game.levelled(fill(game.options, options))
    return json.dumps(options, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


# -- best results ----------------------------------------------------------------------------------


def _by_themselves(verdict: VerdictRecord) -> tuple[int, ...]:
    """The seats that a verdict is about, but for those whose touch was an autopilot's."""
    others = {c.seat for c in verdict.contacts if by_autopilot(c.peak_n)}
    return tuple(seat for seat in verdict.seats if seat not in others)


def _duels(played: FinishedMatch) -> dict[int, int]:
    won = [0] * played.header.players
    for verdict in played.verdicts:
        if verdict.kind == VerdictKind.DUEL_WON:
            for seat in _by_themselves(verdict):
                player = played.player_at(seat)
                if player is not None:
                    won[player] += 1
    return {player: n for player, n in enumerate(won) if n}


def _lead(played: FinishedMatch) -> dict[int, int]:
    _, points = counts(played)
    if len(played.winners) != 1:
        return {}
    winner = played.winners[0]
    return {winner: points[winner] - max(n for p, n in enumerate(points) if p != winner)}


def _points(played: FinishedMatch) -> dict[int, int]:
    column, points = counts(played)
    return dict(enumerate(points)) if column is ResultColumn.POINTS else {}


def _pieces(played: FinishedMatch) -> dict[int, int]:
    _, pieces = counts(played)
    return {p: pieces[p] for p in played.winners} if len(played.winners) == 1 else {}


@dataclass(frozen=True, slots=True)
class Measure:
    """What makes a result of a game good: its name for the texts, one of those below, and its
    count by player, which may be a game's own."""

    name: str
    of: Callable[[FinishedMatch], dict[int, int]]


DUELS: Final = Measure("duels", _duels)
LEAD: Final = Measure("lead", _lead)
POINTS: Final = Measure("points", _points)
PIECES: Final = Measure("pieces", _pieces)


def _measured() -> tuple[str, ...]:
    return tuple(game for game, entry in ENTRIES.items() if entry.measure is not None)


def _measure(game: str) -> Measure:
    measure: Measure = part(str(ENTRIES[game].measure))
    return measure


MEASURES: Final = Parts[Measure](_measured, _measure)
"""By game, as their entries name them."""


# -- feats -----------------------------------------------------------------------------------------


def feats(played: FinishedMatch) -> tuple[Feat, ...]:
    """The best figure of each kind of every person in the match."""
    found: list[Feat] = []
    for verdict in played.verdicts:
        found += _race(played, verdict)
    if played.people_only:
        found += _whole(played)
    best: dict[tuple[RecordKind, int], Feat] = {}
    for feat in found:
        known = best.get((feat.kind, feat.player))
        if known is None or feat.score < known.score:
            best[feat.kind, feat.player] = feat
    return tuple(best.values())


def _whole(played: FinishedMatch) -> list[Feat]:
    """What is said of the match as a whole."""
    seats = played.header.seats
    measure = MEASURES.get(played.header.game)
    found = []
    if measure is not None:
        found += [Feat(RecordKind.RESULT, p, seats[p], n) for p, n in measure.of(played).items()]
    blots = {played.player_at(s) for v in played.verdicts if v.kind in WRONGFUL for s in v.seats}
    grabs = played.result.get("false_grabs", ())
    blots |= {p for p, n in enumerate(grabs) if n}
    clean = ((p, n) for p, n in _duels(played).items() if p not in blots)
    return found + [Feat(RecordKind.CLEANEST, p, seats[p], n) for p, n in clean]


def _race(played: FinishedMatch, verdict: VerdictRecord) -> list[Feat]:
    """What is said of one race."""
    if verdict.kind not in RIGHTFUL or verdict.sudden_death or not verdict.seats:
        return []
    seat = verdict.seats[0]
    player = played.player_at(seat)
    first = _first(verdict, seat)
    if first is None or player is None or not played.is_person(player):
        return []
    if by_autopilot(first.peak_n):
        return []
    found = []
    latest_ns = first.t_ns + first.late_ns  # no record of what is in doubt
    if verdict.shown_ns is not None and latest_ns - verdict.shown_ns >= LEAST_REACTION_NS:
        error_ns = RefereeConfig().told_ns(first)
        reaction_ns = latest_ns - verdict.shown_ns
        found.append(Feat(RecordKind.REACTION, player, seat, reaction_ns, error_ns, verdict.n))
    rival = _rival(played, verdict, player)
    if rival is not None:
        found.append(Feat(RecordKind.CLOSEST, player, seat, *rival, verdict.n))
    return found


def _first(verdict: VerdictRecord, seat: int) -> Contact | None:
    """The touch that was judged: margins count from it."""
    with_errors = zip(verdict.contacts, verdict.expanded_ns, strict=False)
    return next((c for c, error_ns in with_errors if c.seat == seat and error_ns == 0), None)


def _rival(played: FinishedMatch, verdict: VerdictRecord, player: int) -> tuple[int, int] | None:
    """Margin and its uncertainty to the next one who could have won; None if that is no person."""
    rivals: Sequence[tuple[Contact, int, int]] = [
        (contact, margin_ns, error_ns)
        for contact, margin_ns, error_ns in zip(
            verdict.contacts, verdict.margins_ns, verdict.expanded_ns, strict=False
        )
        if margin_ns > error_ns > 0
        and played.player_at(contact.seat) != player
        and (verdict.kind == VerdictKind.SPECIAL_WON or contact.seat in verdict.losers)
    ]
    if not rivals:
        return None
    contact, margin_ns, error_ns = min(rivals, key=lambda rival: rival[1])
    person = played.is_person(played.player_at(contact.seat)) and not by_autopilot(contact.peak_n)
    return (margin_ns, error_ns) if person else None
