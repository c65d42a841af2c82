"""The title: the pad's flower in the eight seats' colours, opening leaf by leaf, cards around."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.attract.invite import draw_invitation
from console.screens.chaos import cards
from console.screens.layout import Layout
from console.screens.stage import Pen, fitted

STEP_NS: Final = 100_000_000
LEAVES: Final = 8
LEVELS: Final = 12
WAVE: Final = 96
"""Steps of one wave of light around the flower."""
LEAF_FROM: Final = 44.0
LEAF_TO: Final = 158.0
OPEN: Final = 12.0
"""How far a lit leaf moves outwards."""
CARD: Final = 88.0
WHEEL_X: Final = 398.0
WHEEL: Final = 118.0
TURN: Final = 720
"""Steps of one turn of a wheel of cards."""
WHEELS: Final = (
    ("a1R", "c2Y", "b3G", "e1B", "c2B", "d1Y"),
    ("b1Y", "d3R", "a2B", "d3G", "e2R", "c1G"),
)
"""Each has two alike."""
BREATH: Final = 60


def draw_title(pen: Pen, layout: Layout, step: int) -> None:
    """The whole picture, ``step`` steps on."""
    near = layout.sides[0]
    for side, wheel in zip((-1, 1), WHEELS, strict=True):
        _wheel(pen, layout, side, wheel, step)
    pen.at(near).put(marks.glow(pen.art, "#7FA9D8", 560, 0.20), 0, 0)
    for leaf in range(LEAVES):
        angle = 2 * pi * leaf / LEAVES - pi / 2
        level = _level(leaf, step)
        middle = (LEAF_FROM + LEAF_TO) / 2 + OPEN * level / LEVELS
        x, y = middle * cos(angle), middle * sin(angle)
        if level >= LEVELS // 2:
            light = marks.glow(pen.art, pen.art.palette.seats[leaf], 230, 0.04 * level)
            pen.at(near).put(light, x, -y)
        pen.at(near).put(_leaf(pen.art, leaf, level), x, -y)
    pen.at(near).put(_heart(pen.art), 0, 0)
    for frame in layout.sides:
        here = pen.at(frame)
        here.put(pen.art.text(pen.words._("Khvatka"), 92, palette.TEXT, True), 0, -228)
        line = pen.words._("Milliseconds tell who was first")
        here.put(fitted(pen, line, (28, 26, 24), 640, palette.QUIET), 0, -294)
    draw_invitation(pen, layout, light=0.62 + 0.38 * _swell(step))


def _swell(step: int) -> float:
    """How bright the invitation is, in steps, 0 to 1."""
    return round(4 * (1 + cos(2 * pi * (step % BREATH) / BREATH)) / 2) / 4


def _level(leaf: int, step: int) -> int:
    """How bright a leaf is: a wave goes round, clockwise."""
    behind = (step / WAVE - leaf / LEAVES) % 1.0
    return round(LEVELS * max(0.0, cos(2 * pi * (behind - 0.5))) ** 2)


def _leaf(art: Art, leaf: int, level: int) -> Picture:
    colour = art.palette.seats[leaf]
    half, a, b = 40.0, LEAF_FROM, LEAF_TO
    middle, size = (a + b) / 2, b - a + 20
    waist = a + 0.62 * (b - a)
    body = (
        f'<g transform="translate(0 {middle}) "><path d="M0 {-a} C {-half * 0.5} {-a - 8} {-half}'
        f" {-waist + 22} {-half} {-waist} C {-half} {-b + 12} {-half * 0.4} {-b} 0 {-b}"
        f" C {half * 0.4} {-b} {half} {-b + 12} {half} {-waist} C {half} {-waist + 22}"
        f' {half * 0.5} {-a - 8} 0 {-a} Z" fill="{colour}" stroke="{colour}" stroke-width="3"'
        f' fill-opacity="{0.20 + 0.72 * level / LEVELS:.3f}" stroke-linejoin="round"/></g>'
    )
    turned = f'<g transform="rotate({360 * leaf / LEAVES:.1f})">{body}</g>'
    return art.svg(("attract leaf", leaf, level), size, size, turned)


def _heart(art: Art) -> Picture:
    body = (
        f'<circle r="30" fill="{palette.PANEL}" stroke="{palette.TEXT}" stroke-width="3"/>'
        f'<circle r="9" fill="{palette.TEXT}"/>'
    )
    return art.svg("attract heart", 66, 66, body)


def _wheel(pen: Pen, layout: Layout, side: int, wheel: tuple[str, ...], step: int) -> None:
    """Cards that go round slowly; those on the right the other way."""
    pen = pen.at(layout.sides[0])
    for i, card in enumerate(wheel):
        angle = 2 * pi * (i / len(wheel) - side * step / TURN)
        x, y = side * WHEEL_X + WHEEL * cos(angle), WHEEL * sin(angle)
        pen.put(cards.halo(pen.art, card, CARD), x, y)
        pen.put(cards.face(pen.art, card, CARD), x, y)
