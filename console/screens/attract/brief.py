"""The rules of a game in twenty seconds: four panels, for both long sides.

``attract.toml`` beside a game's entry:

```toml
[[panel]]
text = "An English sentence that gettext translates"
picture = [{ draw = "card", face = "a1R", at = [0, 0], size = 90 }]  # within 250 by 140
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from console.games.entry import ATTRACT
from console.games.registry import ENTRIES
from console.screens import palette
from console.screens.art import Art, Picture, round_rect
from console.screens.attract.invite import draw_invitation
from console.screens.board.diagrams import draw_picture
from console.screens.board.pages import PageError, Part
from console.screens.layout import Frame, Layout
from console.screens.names import game_name
from console.screens.prose import evenly, line_of, wrapped
from console.screens.stage import Pen, fitted
from console.shipped import read_shipped

PANELS: Final = 4
WIDTH: Final = 274.0
HEIGHT: Final = 264.0
GAP: Final = 14.0
TITLE_Y: Final = 296.0
MIDDLE_Y: Final = -24.0
HALF_X: Final = -303.0
PICTURE_Y: Final = 54.0
TEXT_Y: Final = -73.0
SIZES: Final = (24.0, 22.0, 20.0, 18.0)
LEADING: Final = 1.22
MOST_LINES: Final = 3


class BriefPanel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture and one sentence."""

    text: str
    picture: tuple[Part, ...]


class Brief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file as it is written."""

    panel: tuple[BriefPanel, ...]


@lru_cache(maxsize=8)
def load_brief(game: str, folder: Path | None = None) -> tuple[BriefPanel, ...]:
    """The panels of ``game``, from its entry's folder if no other is named.

    Raises PageError naming the file, what is wrong and the mend.
    """
    path = (folder or ENTRIES[game].folder) / ATTRACT
    panels = read_shipped(path, Brief, PageError).panel
    if not 0 < len(panels) <= PANELS:
        raise PageError(
            "{path}: it has {count} panels: write one to {panels}",
            path=path,
            count=len(panels),
            panels=PANELS,
        )
    return panels


def draw_brief(pen: Pen, layout: Layout, game: str, shown: int) -> Iterator[None]:
    """The first ``shown`` panels, in slices; those to come are dim places."""
    panels = load_brief(game)
    for side in layout.sides:
        frame = Frame(*side.place(HALF_X, 0), side.quarter, side.unit)
        title = pen.words._("{game} in twenty seconds").format(game=game_name(pen.words, game))
        size = (34.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
        pen.at(frame).put(fitted(pen, title, size, 2 * WIDTH, palette.AMBER, True), 0, TITLE_Y)
        for i, panel in enumerate(panels):
            x = (i % 2 - 0.5) * (WIDTH + GAP)
            y = MIDDLE_Y + (0.5 - i // 2) * (HEIGHT + GAP)
            pen.at(frame).put(_plate(pen.art, i < shown), x, y)
            if i < shown:
                yield from _panel(pen.at(frame), game=game, panel=panel, x=x, y=y)
    draw_invitation(pen, layout)


def _panel(pen: Pen, game: str, panel: BriefPanel, x: float, y: float) -> Iterator[None]:
    text, room = pen.words._(panel.text), WIDTH - 36
    yield from draw_picture(
        pen, game=game, parts=panel.picture, x=x, y=y + PICTURE_Y, side=WIDTH - 24
    )
    for size in SIZES:
        if len(wrapped(pen.art, text, size, room)) <= MOST_LINES:
            break
    lines = [line_of(pen.art, line, size) for line in evenly(pen.art, text, size, room)]
    top = y + TEXT_Y + LEADING * size * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        pen.line(line, x, top - LEADING * size * i)
    yield


def _plate(art: Art, lit: bool) -> Picture:
    shown = 0.9 if lit else 0.35
    fill, rim = (palette.PANEL, shown), (palette.FAINT, 2, shown)
    body = round_rect(WIDTH - 4, HEIGHT - 4, 24, fill=fill, rim=rim)
    return art.svg(("brief plate", lit), WIDTH, HEIGHT, body)
