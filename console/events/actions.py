"""What can be done to an event. The log holds these and nothing else.

Persons, tables, matches and log lines are numbers from 0; places are from 1 (V7). A field that
is not told keeps its default and is not written.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from console.events.options import POINT

Nickname: TypeAlias = Annotated[str, Meta(max_length=200)]
"""As typed they are shorter (``console.nicknames``); of a file that another program wrote no table
reads longer ones (``console.link.messages.Name``), and would hear nothing of its desk."""


class _Action(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"
): ...


class Enter(_Action, frozen=True, tag="enter"):
    """Somebody enters; they get the next number. ``name`` is empty once they were forgotten."""

    name: Nickname
    rating: int = 0


class Rename(_Action, frozen=True, tag="rename"):
    """Another nickname."""

    person: int
    name: Nickname


class CheckIn(_Action, frozen=True, tag="check_in"):
    """They are here."""

    person: int


class DropOut(_Action, frozen=True, tag="drop_out"):
    """They play no more; V4."""

    person: int


class ComeBack(_Action, frozen=True, tag="come_back"):
    """They play again; V4."""

    person: int


class TableIn(_Action, frozen=True, tag="table_in"):
    """A table can be played on, from now or again. ``seats``: so many can sit there; 0: as many as
    before, at a new one whoever comes."""

    table: int
    name: str = ""
    seats: int = 0


class TableOut(_Action, frozen=True, tag="table_out"):
    """A table is out of order; V25."""

    table: int


class FixTable(_Action, frozen=True, tag="fix_table"):
    """A person plays only there; None: anywhere."""

    person: int
    table: int | None = None


class Drawn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match of a draw: its persons in the order of seats, its table if it has one already.
    ``slot``: its place in the tree of an elimination, or its pool or group."""

    persons: tuple[int, ...]
    table: int | None = None
    slot: int = 0


class ByeDrawn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who does not play in a round, and what that gives."""

    person: int
    credit: Annotated[int, Meta(ge=0, le=POINT)]
    slot: int = 0


class DrawRound(_Action, frozen=True, tag="draw"):
    """A round as it was drawn; the matches get the next numbers. ``seeding`` comes with the first
    round of a stage: its persons, the best first."""

    stage: int
    round: int
    matches: tuple[Drawn, ...]
    byes: tuple[ByeDrawn, ...] = ()
    seeding: tuple[int, ...] = ()
    by_hand: bool = False


class WithdrawRound(_Action, frozen=True, tag="withdraw"):
    """The round and all later ones of the running stage are taken back; V10."""

    round: int


class SwapPersons(_Action, frozen=True, tag="swap"):
    """Two change places in the running round, one of them may have the bye; V26."""

    one: int
    other: int


class CallMatch(_Action, frozen=True, tag="call"):
    """A match goes to a table, also from another one; V24, V26."""

    match: int
    table: int


class BeginMatch(_Action, frozen=True, tag="begin"):
    """Its persons have sat down and play."""

    match: int


class Report(_Action, frozen=True, tag="report"):
    """A game's result: ``places`` of ``persons``, in one order. ``id`` and ``digest`` are the
    table's own (the desk compares them), empty for what was typed."""

    match: int
    persons: tuple[int, ...]
    places: tuple[int, ...]
    game: int = 0
    id: str = ""
    digest: str = ""


class Correct(_Action, frozen=True, tag="correct"):
    """Another result for a game that has one; V10."""

    match: int
    persons: tuple[int, ...]
    places: tuple[int, ...]
    game: int = 0


class Forfeit(_Action, frozen=True, tag="forfeit"):
    """They give a match up; V9."""

    match: int
    person: int


class NoShow(_Action, frozen=True, tag="no_show"):
    """They did not come to a match; V9."""

    match: int
    person: int


class PlayOff(_Action, frozen=True, tag="play_off"):
    """A duel on the pad decided between equal ones: the best first. ``match`` for those equal in
    a match of an elimination; V12."""

    persons: tuple[int, ...]
    match: int | None = None


class CallDuel(_Action, frozen=True, tag="call_duel"):
    """Those who need a play-off go to a table with a pad, also from another one; the duel gets the
    next number. ``match`` as in ``PlayOff``; V28."""

    persons: tuple[int, ...]
    table: int
    match: int | None = None


class Pause(_Action, frozen=True, tag="pause"):
    """V6."""


class Resume(_Action, frozen=True, tag="resume"):
    """V6."""


class End(_Action, frozen=True, tag="end"):
    """V6."""


class Undo(_Action, frozen=True, tag="undo"):
    """The action of that line of the log; V2."""

    line: int


EventAction: TypeAlias = (
    Enter
    | Rename
    | CheckIn
    | DropOut
    | ComeBack
    | TableIn
    | TableOut
    | FixTable
    | DrawRound
    | WithdrawRound
    | SwapPersons
    | CallMatch
    | BeginMatch
    | Report
    | Correct
    | Forfeit
    | NoShow
    | PlayOff
    | CallDuel
    | Pause
    | Resume
    | End
    | Undo
)
