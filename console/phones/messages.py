"""What the table and its web process tell each other, one JSON object a line.

A session is a number that the web process gives; its secret never leaves that process. A binding's
``generation`` grows whenever who may see a seat's hand is another: what carries an old one is void.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from console.web.messages import Failed, Message, Opened

Small = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
"""A coordinate, a place in a hand."""


# -- to the web process ----------------------------------------------------------------------------


class Known(Message, frozen=True, tag=True):
    """A phone that was let in while the web process was another one. ``kept`` is the hash of its
    secret, in hex."""

    session: int
    seat: int
    generation: int
    kept: str


class Open(Message, frozen=True, tag=True):
    """The first of all: listen at ``host``, ``port`` (0: any). ``words`` by language, then key,
    ``nowhere`` those of where nothing is; ``language`` is the table's; ``sprites`` are SVG symbols
    by id, ``art`` those for who looks on alone, ``inks`` the colours of cards by letter; what is
    counted is told ``every_s``; ``known`` need no code."""

    host: str
    port: int
    language: str
    words: dict[str, dict[str, str]]
    nowhere: dict[str, dict[str, str]]
    colours: tuple[str, ...]
    inks: dict[str, str]
    sprites: dict[str, str]
    art: dict[str, str]
    every_s: float = 1.0
    known: tuple[Known, ...] = ()


class Offer(Message, frozen=True, tag=True):
    """``code`` pairs one phone with ``seat``, once, within ``seconds``; older codes of the seat are
    void."""

    seat: int
    code: str
    seconds: float


class Withdraw(Message, frozen=True, tag=True):
    """No code pairs with ``seat`` any more."""

    seat: int


class Bind(Message, frozen=True, tag=True):
    """● at the seat: the session may see what is sent to it from now on."""

    session: int
    generation: int


class Drop(Message, frozen=True, tag=True):
    """The session is over; its phone is told ``why``, a word."""

    session: int
    why: str


class HandView(Message, frozen=True, tag=True):
    """The newest view for one session, as JSON; it replaces any older one."""

    session: int
    generation: int
    view: str


class Public(Message, frozen=True, tag=True):
    """The newest of what everybody sees, as JSON."""

    view: str


# -- to the table ----------------------------------------------------------------------------------


class Asked(Message, frozen=True, tag=True):
    """The seat's code was given: ● at that seat lets the session in. ``kept`` as in ``Known``;
    ``sign`` is what the phone shows meanwhile."""

    session: int
    seat: int
    kept: str
    sign: int


class Doubted(Message, frozen=True, tag=True):
    """Another phone gave the code of this session too: one of them is somebody else's."""

    session: int


class Seen(Message, frozen=True, tag=True):
    """Is a phone of this session there, as far as its beats tell?"""

    session: int
    here: bool


class Act(Message, frozen=True, tag=True):
    """What a guest did on a phone that is bound.

    ``do`` is a word of ``DOES``. ``at`` is the moment of the match that the phone showed; of a
    ``pick`` ``kind`` and ``to`` are a ``console.table.view.Target``.
    """

    session: int
    generation: int
    do: str
    at: str = ""
    kind: str = ""
    to: tuple[int, ...] = ()


class Refused(Message, frozen=True, tag=True):
    """What was refused since the last time, counted by word."""

    counts: dict[str, int]


class Count(Message, frozen=True, tag=True):
    """How many sockets are open, and how many there may be. Told every second: who tells nothing
    any more serves nobody."""

    sockets: int
    most: int


ToWeb = Open | Offer | Withdraw | Bind | Drop | HandView | Public
ToTable = Opened | Failed | Asked | Doubted | Seen | Act | Refused | Count
DOES: Final = ("peek", "hide", "pick", "ok", "back", "leave")


class PhoneMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone says on its socket, beside the beat ``b``; fields as in ``Act``."""

    do: str
    at: Annotated[str, msgspec.Meta(max_length=20)] = ""
    kind: Annotated[str, msgspec.Meta(max_length=20)] = ""
    to: Annotated[tuple[Small, ...], msgspec.Meta(max_length=8)] = ()
