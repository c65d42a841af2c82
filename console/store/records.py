"""What is kept of a match. A match is its options, its seed and its actions, nothing else.

Verdicts and force samples are kept beside the actions as evidence: they prove the order of touch
(`photo finish`), they are never needed to rebuild the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from console.link.played import PlayedAt
from console.store.problems import StoreError
from drivers.board import BoardInfo
from drivers.events import Contact

if TYPE_CHECKING:
    from console.store.window import SampleWindow


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """How a match began.

    ``seats``: the board seat of each hand, by hand. ``people``: who plays (``"person"``,
    ``"adult"`` …), by seat. ``options`` in full, as the engine protocol's ``record`` gives them.
    ``board_info``, ``calibration`` and ``pad_config`` (JSON values) are what the stored samples
    need to be decoded again; None where there are no samples. ``started_wall`` is ISO 8601 with
    the offset, ``started_ns`` the same moment on ``CLOCK_MONOTONIC``. ``profiles``: the profile of
    each player, None for a guest; () when all are guests. ``event``: what it is at one.
    """

    game: str
    options: dict[str, Any]
    seed: int
    players: Annotated[int, Meta(ge=1, le=8)]
    seats: tuple[int, ...]
    people: tuple[str, ...]
    started_wall: str
    started_ns: int
    board: str = ""
    board_info: BoardInfo | None = None
    calibration: Any = None
    pad_config: Any = None
    profiles: tuple[int | None, ...] = ()
    event: PlayedAt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRecord:
    """What the referee made of a race; ``n`` counts a match's verdicts from 0.

    ``contacts`` are in the order of touch. ``margins_ns[i]`` is how long contact ``i`` came after
    the first (below 0 for a doubt that went to the first), ``expanded_ns[i]`` the expanded
    uncertainty of that (a smaller margin is a dead heat); both are 0 for the first. ``shown_ns`` is
    when the card was shown (C24). ``action`` is the ``n`` of the action that the verdict led to,
    None if it led to none (a dead heat).
    """

    n: int
    kind: str
    t_ns: int
    shown_ns: int | None
    contacts: tuple[Contact, ...]
    margins_ns: tuple[int, ...] = ()
    expanded_ns: tuple[int, ...] = ()
    action: int | None = None
    seats: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    special: str | None = None
    sudden_death: tuple[int, ...] = ()

    @property
    def reactions(self) -> tuple[tuple[int, int | None], ...]:
        """The seats by onset, each with its time from when the card was shown, in ns."""
        shown_ns = self.shown_ns
        return tuple(
            (c.seat, None if shown_ns is None else c.t_ns - shown_ns) for c in self.contacts
        )

    @property
    def touched(self) -> bool:
        """Is each contact a hand's? An autopilot's has no force, and no samples."""
        return all(contact.peak_n > 0 for contact in self.contacts)


@dataclass(frozen=True, slots=True)
class ButtonCount:
    """What a seat's button did on ``day`` (ISO date) since it was last told about.

    ``bounces`` are edges beyond those that a press and a release need; ``last_edge`` is the date
    and time of its latest edge, None for a button that is only to be known of.
    """

    seat: int
    button: int
    day: str
    presses: int = 0
    bounces: int = 0
    last_edge: str | None = None


@dataclass(frozen=True, slots=True)
class RefusalCount:
    """How many ``times`` phones were refused something on ``day`` (ISO date), with a ``word`` of
    reason, since it was last told about."""

    day: str
    word: str
    times: int


@dataclass(frozen=True, slots=True)
class StoredAction:
    """An action as it was applied; ``n`` orders the actions of a match."""

    n: int
    action: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A line of the list of matches. ``winners`` are players; ``duels`` counts its races,
    whatever came of them, as a replay numbers them: none in a board game.

    ``nicknames`` by player, None for a guest; () when all are guests.
    """

    id: int
    started: str
    game: str
    players: int
    seats: tuple[int, ...]
    people: tuple[str, ...]
    finished: bool
    winners: tuple[int, ...]
    actions: int
    duels: int
    nicknames: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """All that is kept of a match; ``result`` is None while it is not finished.

    ``nicknames`` by player, None for a guest; () when all are guests.
    """

    id: int
    header: MatchHeader
    actions: tuple[StoredAction, ...]
    verdicts: tuple[VerdictRecord, ...]
    windows: tuple[SampleWindow, ...]
    result: dict[str, Any] | None = None
    ended: str | None = None
    nicknames: tuple[str | None, ...] = ()

    @property
    def next_verdict(self) -> int:
        """Which number the next verdict has."""
        return 1 + max((verdict.n for verdict in self.verdicts), default=-1)

    def duel(self, number: int) -> VerdictRecord:
        """A race by its number in a replay, from 1. Raises StoreError: how many there are."""
        for verdict in self.verdicts:
            if verdict.n == number - 1:
                return verdict
        if not self.verdicts:
            raise StoreError(
                "match {id} has no duel {number}: it has none", id=self.id, number=number
            )
        raise StoreError(
            "match {id} has no duel {number}: it has {count}",
            id=self.id,
            number=number,
            count=len(self.verdicts),
        )

    def window(self, verdict: int) -> SampleWindow | None:
        """The samples around a verdict, if they are still kept."""
        return next((w for w in self.windows if w.verdict == verdict), None)
