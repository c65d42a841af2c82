"""What the table was used for: plays and seats from the match log, presses from the counters.

Nothing is counted twice: a match is known from its own row, a press from ``console.service.usage``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Final

import msgspec

from console.games.registry import ENTRIES, GAMES
from console.service.store import ServiceStore
from console.store import bodies
from console.store.checks import sound
from console.store.process_lock import is_alive
from console.store.records import ButtonCount, RefusalCount
from console.store.schema import of_match, reading
from drivers.boards.config import MOST_SEATS
from drivers.errors import ConfigError
from drivers.events import Button

FIRST_MINUTE_MS: Final = 60_000
_PLAYED: Final = (
    f"(declined = 0 OR EXISTS (SELECT 1 FROM action WHERE {of_match('match.id', 'action.id')}))"
)
"""Not left for good before its first action, as where somebody sat down while it was counted in:
nobody has left that early."""
LATELY_DAYS: Final = 7
Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedMatch:
    """A match as the audits see it. ``taken`` are the board seats that somebody sat at, ``bodies``
    those of them who press buttons, ``people`` those who are no simulation.

    ``played_ms`` is None for a match that a power cut or the program's end broke off, for one that
    is being played, and for those from before it was kept.
    """

    number: int
    started: str
    game: str
    players: int
    taken: Seats
    bodies: Seats
    people: Seats
    finished: bool
    playing: bool
    played_ms: int | None

    @property
    def abandoned(self) -> bool:
        """Did people leave before the end?"""
        return not self.finished and not self.playing

    @property
    def left_early(self) -> bool:
        """… within the first minute?"""
        return self.abandoned and self.played_ms is not None and self.played_ms < FIRST_MINUTE_MS


@dataclass(frozen=True, slots=True)
class KnownButton:
    """A button of the board; ``last_match`` is the newest match of its last press."""

    seat: int
    button: int
    last_edge: str | None
    last_match: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAudit:
    """A game. ``hours[h]`` counts plays begun in hour ``h`` of the local day; ``others_since`` are
    the plays of other games since its last one."""

    game: str
    plays: int
    finished: int
    abandoned: int
    left_early: int
    minutes: float
    hours: tuple[int, ...]
    others_since: int


@dataclass(frozen=True, slots=True)
class SeatAudit:
    """A board seat: plays at which somebody sat there, those of them with a person, presses."""

    seat: int
    plays: int
    people: int
    presses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonAudit:
    """A button. ``unseen_games`` are the plays since its last press in which its seat was taken by
    somebody who needs it. ``lately`` are (presses, bounces) of its latest seven days, ``before``
    of all earlier ones."""

    seat: int
    button: str
    presses: int
    bounces: int
    last_edge: str | None
    unseen_games: int
    before: tuple[int, int]
    lately: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audits:
    """The sums. ``since`` is the first day counted (ISO date), None: all. ``playing`` are matches
    that are being played now; ``refusals`` count what phones were refused, by a word, the most
    frequent first; ``unreadable`` rows of the log that are damaged."""

    since: str | None
    plays: int
    finished: int
    abandoned: int
    playing: int
    minutes: float
    games: tuple[GameAudit, ...]
    seats: tuple[SeatAudit, ...]
    buttons: tuple[ButtonAudit, ...]
    refusals: Mapping[str, int]
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What audits are made of, oldest first; ``seats`` is how many the table has.

    ``matches`` are those since the audits were last reset. What was played ``earlier`` is still
    kept, but counted no more.
    """

    matches: tuple[PlayedMatch, ...] = ()
    presses: tuple[ButtonCount, ...] = ()
    buttons: tuple[KnownButton, ...] = ()
    seats: int = 0
    unreadable: int = 0
    earlier: tuple[PlayedMatch, ...] = ()
    refusals: tuple[RefusalCount, ...] = ()


def audit(evidence: Evidence, since: date | None = None) -> Audits:
    """Sum up what happened on ``since`` and later."""
    first = "" if since is None else since.isoformat()
    matches = [m for m in evidence.matches if m.started[:10] >= first]
    presses = [p for p in evidence.presses if p.day >= first]
    games = list(dict.fromkeys((*GAMES, *(m.game for m in matches))))
    return Audits(
        since=first or None,
        plays=len(matches),
        finished=sum(m.finished for m in matches),
        abandoned=sum(m.abandoned for m in matches),
        playing=sum(m.playing for m in matches),
        minutes=_minutes(matches),
        games=tuple(_game(game, matches) for game in games),
        seats=tuple(_seat(seat, matches, presses) for seat in range(evidence.seats)),
        buttons=tuple(_button(button, evidence.matches, presses) for button in evidence.buttons),
        refusals=_refusals(r for r in evidence.refusals if r.day >= first),
        unreadable=evidence.unreadable,
    )


def _refusals(days: Iterable[RefusalCount]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for day in days:
        found[day.word] += day.times
    return dict(found.most_common())


def _minutes(matches: Iterable[PlayedMatch]) -> float:
    return round(sum(m.played_ms or 0 for m in matches) / 60_000, 1)


def _game(game: str, matches: Sequence[PlayedMatch]) -> GameAudit:
    own = [m for m in matches if m.game == game]
    hours = [0] * 24
    for match in own:
        hours[int(match.started[11:13])] += 1
    last = own[-1].number if own else 0
    return GameAudit(
        game=game,
        plays=len(own),
        finished=sum(m.finished for m in own),
        abandoned=sum(m.abandoned for m in own),
        left_early=sum(m.left_early for m in own),
        minutes=_minutes(own),
        hours=tuple(hours),
        others_since=sum(m.number > last for m in matches),
    )


def _seat(seat: int, matches: Sequence[PlayedMatch], presses: Sequence[ButtonCount]) -> SeatAudit:
    return SeatAudit(
        seat,
        sum(seat in m.taken for m in matches),
        sum(seat in m.people for m in matches),
        sum(p.presses for p in presses if p.seat == seat),
    )


def _must_press(game: str, button: Button) -> bool:
    """Must whoever plays that game press it? Of a game that is no longer installed nobody knows."""
    return game in ENTRIES and button.name.lower() in ENTRIES[game].buttons


def _button(
    known: KnownButton, matches: Sequence[PlayedMatch], presses: Sequence[ButtonCount]
) -> ButtonAudit:
    button = Button(known.button)
    days = [p for p in presses if (p.seat, p.button) == (known.seat, known.button)]
    before, lately = _counts(days[:-LATELY_DAYS]), _counts(days[-LATELY_DAYS:])
    unseen = sum(
        m.number > known.last_match
        and known.seat in m.bodies
        and not m.playing
        and _must_press(m.game, button)
        for m in matches
    )
    return ButtonAudit(
        seat=known.seat,
        button=button.name.lower(),
        presses=before[0] + lately[0],
        bounces=before[1] + lately[1],
        last_edge=known.last_edge,
        unseen_games=unseen,
        before=before,
        lately=lately,
    )


def _counts(days: Sequence[ButtonCount]) -> tuple[int, int]:
    return sum(d.presses for d in days), sum(d.bounces for d in days)


_PRESSES: Final = f"""
    SELECT seat, button, day, presses, bounces FROM press WHERE {sound("press")}
    ORDER BY day, seat, button
"""
_A_BUTTON: Final = (
    f"{sound('button')} AND seat BETWEEN 0 AND {MOST_SEATS - 1}"
    f" AND button BETWEEN {min(Button)} AND {max(Button)}"
)
_BUTTONS: Final = f"""
    SELECT seat, button, last_edge, last_match FROM button WHERE {_A_BUTTON}
    ORDER BY seat, button
"""
_REFUSALS: Final = f"""
    SELECT day, word, times FROM refusal WHERE {sound("refusal")} ORDER BY day, word
"""
_UNFIT: Final = tuple(
    f"SELECT count(*) FROM {table} WHERE NOT ({fit})"
    for table, fit in (
        *((t, sound(t)) for t in ("match", "press", "refusal")),
        ("button", _A_BUTTON),
    )
)


class _Header(msgspec.Struct):
    """Of a match's header what is counted; the rest is skipped unread."""

    players: int
    seats: tuple[int, ...]
    people: tuple[str, ...]


def read_evidence(store: ServiceStore) -> Evidence:
    """All that is kept, and what of it was counted since the audits were last reset. Raises
    StoreError."""
    return store.ask(_evidence, store.path)


def _evidence(path: Path) -> Evidence:
    with reading(path) as connection:
        matches: list[PlayedMatch] = []
        earlier: list[PlayedMatch] = []
        seats = unreadable = 0
        rows = connection.execute(
            "SELECT id, started, game, header, owner, result IS NOT NULL, played_ms,"
            " id > coalesce((SELECT match FROM reset WHERE what = 'audits'), 0)"
            f" FROM match WHERE {sound('match')} AND {_PLAYED} ORDER BY id"
        )
        for number, started, game, body, owner, finished, played_ms, counted in rows:
            try:
                header = bodies.unpack(body, _Header)
                began = datetime.fromisoformat(started).isoformat()
            except ValueError:
                unreadable += counted
                continue
            seats = len(header.people)
            playing = not finished and owner is not None and is_alive(owner)
            known_ms = played_ms if owner is None else None
            taken, pressing, people = _sitting(header)
            match = PlayedMatch(
                number=number,
                started=began,
                game=game,
                players=header.players,
                taken=taken,
                bodies=pressing,
                people=people,
                finished=bool(finished),
                playing=playing,
                played_ms=known_ms,
            )
            (matches if counted else earlier).append(match)
        unreadable += sum(connection.execute(query).fetchone()[0] for query in _UNFIT)
        presses = connection.execute(_PRESSES)
        buttons = connection.execute(_BUTTONS)
        found = tuple(KnownButton(*row) for row in buttons)
        return Evidence(
            matches=tuple(matches),
            presses=tuple(ButtonCount(*row) for row in presses),
            buttons=found,
            seats=max([seats, *(b.seat + 1 for b in found)]),
            unreadable=unreadable,
            earlier=tuple(earlier),
            refusals=tuple(RefusalCount(*row) for row in connection.execute(_REFUSALS)),
        )


def _sitting(header: _Header) -> tuple[Seats, Seats, Seats]:
    """The seats that are taken, those of bodies, those of people."""
    taken = [(s, who) for s, who in enumerate(header.people) if s in header.seats]
    bodies = tuple(s for s, who in taken if not who.startswith("level_"))
    return tuple(s for s, _ in taken), bodies, tuple(s for s, who in taken if who == "person")


def parse_day(text: str | None) -> date | None:
    """A day as 2026-05-01. Raises ConfigError."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ConfigError("--since is {text!r}: give a day as 2026-05-01", text=text) from None
