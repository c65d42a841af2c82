"""What a table and a desk tell each other (README.md). Both hold to it; neither imports the other.

A result is kept by the table until it has an answer for its id. The same id with the same content
has the same answer, however often it comes; with another content it is a dispute: shown, never
taken.
"""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

T = TypeVar("T")
OF_EVENT: Final = "Khvatka-Event"
"""The header of what a table tells: its event's id, for the desk may have begun another one."""
MOST_PLACES: Final = 8
MOST_HANDS: Final = 6
MOST_POINTS: Final = 97
ResultId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}\Z")]
Text: TypeAlias = Annotated[str, Meta(pattern=r"^[^\x00]*\Z")]
"""PostgreSQL keeps no NUL."""
Short: TypeAlias = Annotated[str, Meta(max_length=64)]
Name: TypeAlias = Annotated[str, Meta(pattern=r"^[^\x00]*\Z", max_length=200)]
"""What a table shows of its desk: no screen draws a NUL, and one takes minutes to fit thousands of
letters into a line."""
Moment: TypeAlias = Annotated[int, Meta(ge=-2_000_000, le=20_000_000)]
"""Microseconds."""
Force: TypeAlias = Annotated[int, Meta(ge=-10_000, le=100_000)]
"""Hundredths of a newton."""


class PhotoHand(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hand of a race, at ``seat``. ``onset_us`` from the first one's on, ± ``u_us`` (expanded);
    ``behind_u_us`` is that of the difference, ``reaction_us`` counts from what it raced for.
    ``early_us`` and ``late_us``: how much before and after a hand that rested may have come.
    ``force``: its curve, a value for each step of the photo's."""

    person: int
    seat: Annotated[int, Meta(ge=0, le=7)]
    onset_us: Moment
    u_us: Moment
    behind_u_us: Moment
    reaction_us: Moment | None = None
    early_us: Moment = 0
    late_us: Moment = 0
    force: Annotated[tuple[Force, ...], Meta(min_length=1, max_length=MOST_POINTS)]


class Photo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The photo finish of a race that somebody has won, small: ``hands`` by onset, of the first
    few; ``first`` is the seat of who won. ``light``: they raced for the pad's light, else for a
    card. Curves begin ``from_us`` from the first onset, a point each ``step_us``."""

    hands: Annotated[tuple[PhotoHand, ...], Meta(min_length=1, max_length=MOST_HANDS)]
    first: Annotated[int, Meta(ge=0, le=7)]
    light: bool = False
    threshold: Force
    margin_us: Moment | None = None
    margin_u_us: Moment | None = None
    from_us: Moment
    step_us: Annotated[int, Meta(ge=1, le=1_000_000)]


class ResultSent(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game's result. ``id``: the table's own, for ever; ``boot`` and ``ended_ns``: the table's
    clock, which may know no date; ``persons`` and ``places`` as those of
    ``console.events.actions.Report``; ``photo``: the race that decided it, if one did."""

    id: ResultId
    table: int
    match: int | None
    """None: free play, which changes no event: ``plays`` is its game, ``persons`` are nobody, for
    those who play have not entered."""
    plays: Short = ""
    game: int = 0
    persons: Annotated[tuple[int, ...], Meta(max_length=MOST_PLACES)]
    places: Annotated[tuple[int, ...], Meta(max_length=MOST_PLACES)]
    boot: Short = ""
    ended_ns: int = 0
    photo: Photo | None = None

    @property
    def digest(self) -> str:
        """Of all that it says."""
        return sha256(msgspec.json.encode(self)).hexdigest()


class Outcome(StrEnum):
    """What became of it. All but ``DISPUTED`` are the end: the table may forget it."""

    TAKEN = "taken"
    REFUSED = "refused"
    """It is kept, and the organiser sees it and why; the event has not changed."""
    DISPUTED = "disputed"
    """The id has come with another content before."""


class ResultAnswer(Struct, frozen=True, omit_defaults=True):
    """``line``: where in the log it stands; ``why``: one sentence in English; ``taken_back``: what
    had been taken counts no more, and what is called since is to be played."""

    id: str
    outcome: Outcome
    line: int | None = None
    why: str = ""
    taken_back: bool = False


class Join(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table asks to be one of the desk's. ``code``: the digits that the desk shows; ``name``:
    what the table calls itself; ``seats_n`` are at it; ``games``: what it can play."""

    code: str
    name: Text
    seats_n: int
    games: tuple[Text, ...]
    version: Text


class Joined(Struct, frozen=True):
    """``token``: the table's own from now on, of no use until the organiser lets it in; ``check``:
    four digits that table and desk both show, so that the right one is let in."""

    token: str
    check: str


class Placed(Struct, frozen=True):
    """A person of a match, at ``seat`` (from 0)."""

    person: int
    name: Name
    seat: int


class Assignment(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is to be played here now. ``game_n``: which of ``best_of`` games, from 0; ``won``: how
    many each has won, in the order of ``persons``; ``stage``, ``round`` from 1. ``options`` are
    those of the game that differ from its own, as the game declares them.

    A ``match`` below 0 is no game but a duel: the pad decides between equal ones (V29)."""

    match: int
    game: Name
    options: dict[str, str | int | bool | dict[str, int] | None] = {}
    persons: Annotated[tuple[Placed, ...], Meta(max_length=MOST_PLACES)]
    stage: int
    round: int
    game_n: int = 0
    best_of: int = 1
    won: Annotated[tuple[int, ...], Meta(max_length=MOST_PLACES)] = ()

    @property
    def duel(self) -> bool:
        """Is it no game, but a duel on the pad?"""
        return self.match < 0


class NextUp(Struct, frozen=True, omit_defaults=True):
    """Who plays here after that; ``table`` is another one's name if they play elsewhere."""

    names: Annotated[tuple[Name, ...], Meta(max_length=MOST_PLACES)]
    table: Name = ""


class TableState(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that a table knows of its event: the newest one is the truth, none before it matters.

    ``version`` grows; ``table`` is the table's number at the event, None until it is let in;
    ``desks``: where the desk is to be found from now on, the first that answers.
    """

    version: int
    event: Name
    name: Name
    game: Name
    table: int | None = None
    table_name: Name = ""
    desks: tuple[str, ...] = ()
    match: Assignment | None = None
    next: tuple[NextUp, ...] = ()
    entry_open: bool = False
    paused: bool = False
    ended: bool = False


class Here(Struct, frozen=True, forbid_unknown_fields=True, tag="here"):
    """This person has pressed ● at their seat: they are at the event, and at this table."""

    match: int
    person: int


class Begun(Struct, frozen=True, forbid_unknown_fields=True, tag="begun"):
    """A game of the match is played from now."""

    match: int
    game_n: int = 0


class Enters(Struct, frozen=True, forbid_unknown_fields=True, tag="enters"):
    """Somebody signs up at the table. The same nickname twice is once."""

    name: str


class OutOfOrder(Struct, frozen=True, forbid_unknown_fields=True, tag="out_of_order"):
    """The table cannot play, or can again: ``why`` is empty then, else a msgid."""

    why: Text


class PadReady(Struct, frozen=True, forbid_unknown_fields=True, tag="pad"):
    """So many hands can race on the table's pad now."""

    hands_n: int


TableReport: TypeAlias = Here | Begun | Enters | OutOfOrder | PadReady
"""What a table tells beside results. Said again it changes nothing; lost it is told by a person."""


class ResultBundle(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Results that go by a stick, where there is no network. ``seal``: HMAC-SHA-256, in hex, of
    ``content`` under the SHA-256 of the table's token, which the desk has and nobody else."""

    event: str
    table: int
    results: tuple[ResultSent, ...]
    seal: str

    @property
    def content(self) -> bytes:
        """What is sealed: all but the seal."""
        return msgspec.json.encode((self.event, self.table, self.results))


def read_as(decoder: msgspec.json.Decoder[T], said: bytes | str) -> T:
    """What the other side says. Raises ValueError for what is no such message, nested without end
    too: anybody in the network may speak for a desk."""
    try:
        return decoder.decode(said)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
