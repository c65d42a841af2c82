"""What who reads the board and the page's process tell each other, one JSON object a line.

``console.web.messages`` has what every web process says: that it listens, or cannot.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from console.web.messages import Failed, Message, Opened

HEAVY_MN: Final = 4_000, 50_000
"""The heavy weight, as ``khvatka hw calibrate`` takes it."""
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class ShownSetting(msgspec.Struct, frozen=True):
    """A threshold for people: its values, and what they are called."""

    key: str
    label: str
    help: str
    values: tuple[int, ...]
    shown: tuple[str, ...]


class ScopeOpen(Message, frozen=True, tag=True, kw_only=True):
    """The first of all: listen at ``host``, ``port`` (0: any). ``colours`` by seat; whoever knows
    ``pin`` may change something; what was refused is told ``every_s``."""

    host: str
    port: int
    language: str
    words: dict[str, str]
    colours: tuple[str, ...]
    settings: tuple[ShownSetting, ...]
    pin: str
    every_s: float = 1.0


class ScopeFrame(Message, frozen=True, tag=True):
    """The newest of what the page shows, as JSON; it replaces any older one."""

    view: str


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants who knows the PIN and has confirmed it.

    ``set``: the threshold ``key`` is to be ``value`` and no longer ``was``. ``weigh``: every
    sensor, with a heavy weight of ``value`` thousandths of a newton. ``stop``: weigh no more.
    """

    do: Literal["set", "weigh", "stop"]
    key: Annotated[str, msgspec.Meta(max_length=40)] = ""
    value: Number = 0
    was: Number = 0


class Wished(Message, frozen=True, tag=True):
    """Somebody wishes."""

    wish: Wish


class Counted(Message, frozen=True, tag=True):
    """How many look on, and what was refused since the last time, by word. Told every second: who
    tells nothing any more serves nobody."""

    looking: int
    refused: dict[str, int]


ToBoard = Opened | Failed | Wished | Counted
