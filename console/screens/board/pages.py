"""The pages of the rules as data: ``pages.toml`` beside a game's entry.

```toml
[invite]
text = "What it is about, for the start screen"
players = [2, 8]
minutes = 15
age = 7
shown = ["a1R"]               # cards that it shows there

[[page]]
title = "An English text that gettext translates"
text = ["A paragraph.", "Another one; ● is drawn as the button."]
[[page.picture]]              # in a square of 520, (0, 0) its middle, y upwards
draw = "card"                 # or back, sign, key, label, arrow, box, cells
face = "a1R"
at = [-90, 60]
size = 120
```
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from console.games.entry import PAGES
from console.games.registry import ENTRIES
from console.screens import palette
from console.screens.symbols.signs import SIGNS
from console.shipped import read_shipped
from drivers.errors import KhvatkaError

FIXED: Final[dict[str, str]] = {
    "text": palette.TEXT,
    "quiet": palette.QUIET,
    "faint": palette.FAINT,
    "amber": palette.AMBER,
}
SEATS: Final[dict[str, int]] = {f"seat{i + 1}": i for i in range(len(palette.USUAL.seats))}
COLOURS: Final = (*FIXED, "alarm", *SEATS)
"""The names of colours."""
Point = tuple[float, float]


def colour_of(name: str, colours: palette.Palette) -> str:
    """The colour of that name, one of ``COLOURS``."""
    if name == "alarm":
        return colours.alarm
    return colours.seats[SEATS[name]] if name in SEATS else FIXED[name]


class PageError(KhvatkaError, ValueError):
    """A file of rules pages cannot be read or drawn."""


class PageItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="draw"):
    """A part of a picture."""


class Card(PageItem, frozen=True, tag="card"):
    """A card or piece of the game, face up, ``size`` high; ``dim`` when it counts for nothing."""

    face: str
    at: Point
    size: float = 110.0
    dim: bool = False


class Back(PageItem, frozen=True, tag="back"):
    """A card face down."""

    at: Point
    size: float = 110.0


class Sign(PageItem, frozen=True, tag="sign"):
    """One of the table's signs."""

    name: str
    at: Point
    size: float = 40.0
    colour: str = "text"


class KeyRow(PageItem, frozen=True, tag="key"):
    """A seat's button."""

    name: Literal["left", "right", "ok", "back"]
    at: Point
    size: float = 64.0


class PictureLabel(PageItem, frozen=True, tag="label"):
    """A line of text, ``text`` an English one that gettext translates."""

    text: str
    at: Point
    size: float = 22.0
    colour: str = "quiet"
    bold: bool = False


class Arrow(PageItem, frozen=True, tag="arrow"):
    """A straight arrow."""

    start: Point
    end: Point
    colour: str = "quiet"


class RoundedBox(PageItem, frozen=True, tag="box"):
    """A rounded frame around something."""

    at: Point
    width: float
    height: float
    colour: str = "amber"


class Cells(PageItem, frozen=True, tag="cells"):
    """A board with pieces by their letters: ``.`` is an empty cell, ``#`` one that has left."""

    rows: tuple[str, ...]
    at: Point
    pitch: float = 64.0


Part = Card | Back | Sign | KeyRow | PictureLabel | Arrow | RoundedBox | Cells


class RulesPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page: a title, paragraphs, a picture. Texts are English; gettext translates them."""

    title: str
    text: tuple[str, ...]
    picture: tuple[Part, ...] = ()


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the start screen says of the game: what it is about, for how many, how long a match
    takes, from which age on; cards that it shows."""

    text: str  # called so, that the catalogue finds it
    players: tuple[int, int]
    minutes: int
    age: int
    shown: tuple[str, ...]


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it is written."""

    invite: Invite
    page: tuple[RulesPage, ...]


@lru_cache(maxsize=8)
def load_rules(game: str, folder: Path | None = None) -> Rules:
    """The rules of ``game``, from its entry's folder if no other is named.

    Raises PageError naming the file, what is wrong and the mend.
    """
    path = (folder or ENTRIES[game].folder) / PAGES
    rules = read_shipped(path, Rules, PageError)
    if not rules.page:
        raise PageError("{path}: it has no pages: mend this file or install it anew", path=path)
    for number, page in enumerate(rules.page, 1):
        wrong = next(filter(None, map(_unknown, page.picture)), None)
        if wrong is not None:
            raise PageError(
                "{path}: page {number}: {wrong}: mend this page",
                path=path,
                number=number,
                wrong=wrong,
            )
    return rules


def _unknown(part: Part) -> str | None:
    """What a part of a picture names that there is not."""
    if isinstance(part, Sign) and part.name not in SIGNS:
        return f"there is no sign {part.name!r}"
    colour = getattr(part, "colour", "text")
    if colour not in COLOURS:
        return f"there is no colour {colour!r}, only {', '.join(COLOURS)}"
    return None
