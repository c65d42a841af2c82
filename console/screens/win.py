"""A match is won: its winner's colour sweeps the table, then their name, sparks of their shape."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import cos, exp, pi, sin
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt
import pygame

from console.screens import palette
from console.screens.art import Art, Picture
from console.screens.flood import LEVELS, Colours, Flood, mixed
from console.screens.layout import Frame, Layout
from console.screens.moment import STEP_NS
from console.screens.names import game_name, seat_name
from console.screens.stage import Pen, Sprite, fitted
from console.table.view import WIN_NS, EndView, RankRow, Who
from drivers.times import SECOND

STILL: Final = 144
"""The step that stands where nothing moves: all is there, no wave is under way."""
SWEEP_S: Final = 1.0
"""The first wave is over the table in that time."""
PULSE_S: Final = 0.9
"""Weaker ones follow at this distance."""
FADE_S: Final = 0.5
"""At the end the table goes dark for what comes next."""

NAMES: Final = (120.0, 108.0, 96.0, 84.0, 72.0, 60.0, 48.0, 40.0)
NAME_Y: Final = -204.0
CROWN_Y: Final = -114.0
VICTORY_Y: Final = -300.0
SHAPE: Final = 96.0
DISC: Final = 154.0
MANY: Final = 3
"""Shapes of so many winners at most stand in the middle."""

VICTORY_S: Final = 1.5
NAMED_S: Final = 0.55
NAMING_S: Final = 0.7
LETTER_S: Final = 0.05
RISE_S: Final = 0.22
RISE: Final = 46.0
"""When the first letter comes, in what time all do, how long after each the next one at the most,
and how each rises to its place."""

SPARKS: Final = 64
BURSTS_S: Final = (0.12, 0.9, 1.8)
SPARK_S: Final = 2.0
SPARK_SIZES: Final = (50.0, 38.0, 28.0, 20.0, 13.0, 8.0)
REACH: Final = 1180.0
"""How far the fastest spark gets, in design pixels."""


def draw_win(pen: Pen, layout: Layout, view: EndView, step: int, flood: Flood) -> None:
    """The whole table, ``step`` steps after the win."""
    t_s = step * STEP_NS / SECOND
    rows = [row for row in view.ranking if row.winner]
    seats = [row.seats[0] for row in rows]
    shared = len(seats) != 1
    from_px = layout.centre if shared else layout.frames[seats[0]].place(0, 0)
    origin = Frame(*from_px, 0, layout.unit)
    colours = [palette.rgb(pen.art.palette.seats[seat]) for seat in seats]
    pen.at(origin).put(flood.picture(sweep(colours, t_s, 0.5 if shared else 1.0)), 0, 0)
    _write(pen, layout, view, rows, t_s)


def _write(pen: Pen, layout: Layout, view: EndView, rows: list[RankRow], t_s: float) -> None:
    """All that lies on the wave: no spark behind what is read."""
    seats = [row.seats[0] for row in rows]
    sparks, read = Pen(pen.art, pen.words), Pen(pen.art, pen.words)
    for seat in seats:
        _sparks(sparks, layout, seat, layout.frames[seat].place(0, 0), t_s)
    who = ", ".join(seat_name(pen.words, row.seats[0], row.name) for row in rows)
    for frame in sides_of(layout, view):
        _name(read.at(frame), who, layout.size[frame.quarter % 2] / layout.unit - 60, t_s)
        _draw_victory(read.at(frame), view, len(rows), t_s)
    kept = [sprite.rect for sprite in read.sprites]
    pen.sprites += [spark for spark in sparks.sprites if spark.rect.collidelist(kept) < 0]
    _middle(pen, layout, seats, t_s)
    pen.sprites += read.sprites


def sides_of(layout: Layout, view: EndView) -> tuple[Frame, ...]:
    """For whom results stand."""
    rows = [row for row in view.ranking if row.who is Who.PERSON]
    return layout.read_from({layout.frames[seat].quarter for row in rows for seat in row.seats})


def sweep(colours: list[tuple[int, int, int]], t_s: float, reach: float) -> Colours:
    """The colour at each distance: a bright crest runs outwards, behind it the table is the
    winner's, and breathes; several winners follow each other in rings. ``reach`` is the share of
    the table's diagonal that is seen."""
    far = np.arange(LEVELS) / (LEVELS - 1) / reach
    dark = palette.rgb(palette.FELT_EDGE)
    own = _ringed(colours, far, t_s)
    front = 1.3 * _eased(t_s / SWEEP_S) - 0.12
    behind = np.clip((front - far + 0.05) / 0.07, 0, 1)
    behind = behind * behind * (3 - 2 * behind)
    glow = 0.36 + 0.5 * np.clip(1 - far, 0, 1) ** 1.5
    flash = np.clip(1 - (front - far) / 0.55, 0, 1) * max(0.0, 1 - t_s / (1.5 * SWEEP_S))
    shade = mixed(dark, own, behind * np.minimum(1.0, glow + 0.75 * flash))
    crest = np.exp(-(((far - front) / 0.045) ** 2)) * max(0.0, 1 - 0.35 * t_s)
    pulse = np.zeros(LEVELS)
    late_s = t_s - SWEEP_S
    if late_s > 0:
        at = late_s % PULSE_S / PULSE_S * 1.25
        pulse = 0.42 * np.exp(-(((far - at) / 0.07) ** 2)) * max(0.0, 1 - at / 1.25)
    shade = mixed(shade, own, np.clip(pulse, 0, 1))
    shade = mixed(shade, (255, 255, 255), np.clip(0.85 * crest, 0, 1))
    gone = np.clip((t_s - (WIN_NS / SECOND - FADE_S)) / FADE_S, 0, 1)
    shade = mixed(shade, palette.rgb(palette.FELT_HALF), np.full(LEVELS, gone))
    return np.clip(np.round(shade), 0, 255).astype(np.uint8)


def _ringed(
    colours: list[tuple[int, int, int]], far: npt.NDArray[np.float64], t_s: float
) -> npt.NDArray[np.float64]:
    """The winners' colours, one after the other outwards; they move on slowly."""
    known = np.asarray(colours, np.float64)
    if len(known) == 1:
        return np.repeat(known, LEVELS, axis=0)
    phase = (3 * far - 0.6 * t_s) % len(known)
    first = phase.astype(int)
    rest = np.clip((phase - first - 0.5) / 0.5, 0, 1)
    return mixed(known[first], known[(first + 1) % len(known)], rest)


def _eased(share: float) -> float:
    """0 to 1, fast at first."""
    left = 1 - min(max(share, 0.0), 1.0)
    return float(1 - left**2.2)


def _left(t_s: float) -> float:
    """How much of what is written is still there, in eighths."""
    share = (WIN_NS / SECOND - t_s) / FADE_S
    return round(8 * min(max(share, 0.0), 1.0)) / 8


def _middle(pen: Pen, layout: Layout, seats: list[int], t_s: float) -> None:
    """The winner's shape on a dark disc, which comes as the wave passes."""
    grown = _eased((t_s - 0.25) / 0.35)
    size, left = round(6 * grown) / 6, _left(t_s)
    if size <= 0 or left <= 0:
        return
    near, shown = layout.sides[0], seats[:MANY]
    pen = pen.at(near)
    for i, seat in enumerate(shown):
        x = (i - (len(shown) - 1) / 2) * (DISC + 20)
        disc = _disc(pen.art, seat, DISC * size)
        shape = pen.art.shape(seat, SHAPE * size)
        pen.put(pen.art.faded(disc, left), x, 0)
        pen.put(pen.art.faded(shape, left), x, 0, turn=False)


def _disc(art: Art, seat: int, size: float) -> Picture:
    colour, r = art.palette.seats[seat], size / 2
    body = (
        f'<circle r="{r - 4}" fill="{palette.DISC}" fill-opacity="0.92" stroke="{colour}"'
        ' stroke-width="5"/>'
    )
    return art.svg(("win disc", seat, size), size, size, body)


def _name(pen: Pen, who: str, room: float, t_s: float) -> None:
    """Letter after letter rises to its place."""
    left, art = _left(t_s), pen.art
    if left <= 0 or t_s < NAMED_S:
        return
    size = next((s for s in NAMES if art.text_width(who, s, True) <= room), None)
    whole = fitted(pen, who, NAMES, room, "#FFFFFF", True, most=NAMES[0])
    per_s = min(LETTER_S, NAMING_S / len(who))
    if size is None or t_s >= NAMED_S + per_s * len(who) + RISE_S:
        shade = fitted(pen, who, NAMES, room, palette.INK, True, most=NAMES[0])
        pen.put(art.faded(shade, left), 3, NAME_Y - 4)
        pen.put(art.faded(whole, left), 0, NAME_Y)
        return
    for i, (x, letter) in enumerate(_letters(art, whole, who, size)):
        age = (t_s - NAMED_S - per_s * i) / RISE_S
        if age > 0:
            pen.put(letter, x, NAME_Y - RISE * (1 - _risen(age)))


def _risen(age: float) -> float:
    """From 0 to 1, a bit beyond on the way."""
    return 1.0 if age >= 1 else 1 - (1 - age) ** 2 * cos(1.35 * pi * age)


def _letters(art: Art, whole: Picture, who: str, size: float) -> Iterator[tuple[float, Picture]]:
    """The letters of a line of text, each with its place from the middle of the line."""
    start = 0
    for i in range(len(who)):
        last = i + 1 == len(who)
        end = whole.width if last else round(art.text_width(who[: i + 1], size, True) * art.unit)
        if end > start:
            box = pygame.Rect(start, 0, end - start, whole.height)
            letter = art.keep(("letter", whole.key, i), partial(whole.surface.subsurface, box))
            yield ((start + end) / 2 - whole.width / 2) / art.unit, letter
        start = max(start, end)


def _draw_victory(pen: Pen, view: EndView, rows: int, t_s: float) -> None:
    """A crown above the name; below it what was won."""
    left = round(8 * min(_left(t_s), _eased((t_s - VICTORY_S) / 0.4))) / 8
    if left <= 0:
        return
    art = pen.art
    crown = art.sign("crown", 58, palette.AMBER)
    pen.put(art.faded(crown, left), 0, CROWN_Y)
    won = pen.words._("Victory") if rows == 1 else pen.words._("Shared victory")
    text = f"{won} · {game_name(pen.words, view.game)}"
    pen.put(art.faded(art.text(text, 34, palette.TEXT, True), left), 0, VICTORY_Y)


def _sparks(pen: Pen, layout: Layout, seat: int, from_px: tuple[float, float], t_s: float) -> None:
    """The seat's shape, many times, flies out over the table and dies down."""
    for burst, at_s in enumerate(BURSTS_S):
        age = (t_s - at_s) / SPARK_S
        if 0 < age < 1:
            for spark in _thrown(seat, burst):
                _spark(pen, layout, seat, from_px, spark, age)


@lru_cache(maxsize=32)
def _thrown(seat: int, burst: int) -> tuple[tuple[float, float, float, int], ...]:
    """Each spark's direction as (x, y), how far it gets, and its size; always the same."""
    rng = Random(97 * burst + seat)
    found = []
    for _ in range(SPARKS):
        angle = rng.uniform(0, 2 * pi)
        far = REACH * rng.uniform(0.15, 1.0)
        found.append((cos(angle), sin(angle), far, rng.choice((0, 1, 1, 2, 2, 3))))
    return tuple(found)


def _spark(
    pen: Pen,
    layout: Layout,
    seat: int,
    from_px: tuple[float, float],
    spark: tuple[float, float, float, int],
    age: float,
) -> None:
    x, y, far, size = spark
    gone = far * layout.unit * (1 - exp(-3.2 * age)) / (1 - exp(-3.2))
    left, top = from_px[0] + x * gone, from_px[1] + y * gone
    if not (0 < left < layout.size[0] and 0 < top < layout.size[1]):
        return
    smaller = min(len(SPARK_SIZES) - 1, size + int(age * age * len(SPARK_SIZES)))
    colour = palette.mix(pen.art.palette.seats[seat], "#FFFFFF", 0.8 if size == 1 else 0.4)
    picture = pen.art.shape(seat, SPARK_SIZES[smaller], colour)
    place = round(left - picture.width / 2), round(top - picture.height / 2)
    pen.sprites.append(Sprite(picture, *place))
