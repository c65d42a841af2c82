"""Round cards: a line drawing on a dark disc with a glowing rim, lit discs for the specials."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from console.screens import marks, palette
from console.screens.art import Art, Picture
from console.screens.layout import CARD
from console.screens.symbols import BODIES, SYMBOLS, WEIGHT, ring, strokes, turned
from console.screens.symbols.signs import SIGN_WEIGHT, SIGNS, SPECIALS

HALO: Final = 1.62
"""How far a card's light reaches, in card diameters."""
DIM: Final = 0.45
"""How far a stale top fades into its disc (C8)."""
MOST_LAYERS: Final = 6


def angle_of(card: str) -> float:
    """How a card happens to lie: any rotation reads the same, so each card has one of its own."""
    return (SYMBOLS.index(card[:2]) * 47 + "RGBY".index(card[2]) * 101) % 360


def face(art: Art, card: str, size: float = CARD, *, fresh: bool = True) -> Picture:
    """The face of a card; a stale one is a bit dimmer."""
    return art.svg(
        ("face", card, size, fresh), size, size, _face_body(art.palette, card, size, fresh)
    )


def _face_body(colours: palette.Palette, card: str, size: float, fresh: bool) -> str:
    r = size / 2
    if card in SIGNS:
        disc = palette.SPECIAL if fresh else palette.mix(palette.SPECIAL, palette.DISC, DIM)
        edge = palette.mix(disc, palette.INK, 0.30)
        drawing = strokes(SIGNS[card], palette.INK, SIGN_WEIGHT)
        return (
            f'<defs><radialGradient id="d" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="{r}">'
            '<stop offset="0.6"'
            f' stop-color="{disc}"/><stop offset="1" stop-color="{edge}"/></radialGradient></defs>'
            f'<circle r="{r - 1}" fill="url(#d)"/>'
            f'<circle r="{r - 5.5}" fill="none" stroke="{palette.INK}" stroke-width="1.6"/>'
            f'<g transform="scale({r * 0.0138:.4f})">{drawing}</g>'
        )
    colour = colours.cards[card[2]]
    ink = colour if fresh else palette.mix(colour, palette.DISC, DIM)
    drawing = turned(strokes(BODIES[card[:2]], ink, WEIGHT), angle_of(card))
    return (
        f'<defs><radialGradient id="d" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="{r}">'
        '<stop offset="0"'
        f' stop-color="{palette.mix(palette.DISC, ink, 0.10)}"/><stop offset="1"'
        f' stop-color="{palette.DISC}"/></radialGradient></defs>'
        f'<circle r="{r - 2}" fill="url(#d)" stroke="{ink}" stroke-width="{size / 46:.2f}"/>'
        f'<g transform="scale({r * 0.0158:.4f})">{drawing}</g>'
    )


def sprites(colours: palette.Palette) -> dict[str, str]:
    """For phones: the disc of each colour and of the specials; each drawing in whatever ink."""
    ring = '<circle r="48" fill="{}" stroke="{}" stroke-width="3"/>'
    found = {
        letter: ring.format(palette.mix(palette.DISC, ink, 0.06), ink)
        for letter, ink in colours.cards.items()
    }
    found["special"] = ring.format(palette.SPECIAL, palette.INK)
    return found | BODIES | {name: SIGNS[name] for name in SPECIALS}


def halo(art: Art, card: str, size: float = CARD) -> Picture:
    """The light that a card throws on the felt."""
    colour = palette.SPECIAL if card in SIGNS else art.palette.cards[card[2]]
    return marks.glow(art, colour, size * HALO, 0.30, 1 / HALO * 0.9)


def back(art: Art, size: float = CARD) -> Picture:
    """A card face down: the pad's flower, barely lit."""
    return art.svg(("back", size), size, size, _back_body(size))


def _back_body(size: float) -> str:
    r = size / 2
    leaf = '<path d="M0 -17 C -13 -27 -13 -41 0 -52 C 13 -41 13 -27 0 -17 Z"/>'
    flower = ring(leaf, 8) + '<circle r="12"/>' + '<circle r="64" stroke-dasharray="2 6"/>'
    return (
        f'<defs><radialGradient id="b" gradientUnits="userSpaceOnUse" cx="{-0.2 * r}"'
        f' cy="{-0.3 * r}" r="{1.4 * r}"><stop offset="0"'
        ' stop-color="#34475D"/><stop offset="1" stop-color="#1B2736"/></radialGradient></defs>'
        f'<circle r="{r - 1.2}" fill="url(#b)" stroke="#090C11" stroke-width="2"/>'
        f'<circle r="{r - 2.8}" fill="none" stroke="#415670" stroke-width="1"/>'
        f'<g transform="scale({r / 76:.4f})">{strokes(flower, "#52698A", 2.6)}</g>'
    )


def stack(art: Art, count: int) -> Picture:
    """A stack face down, as thick as it has cards; an empty place without any."""
    layers = 0 if not count else min(MOST_LAYERS, 1 + count // 4)
    if not layers:
        return place(art, CARD)
    step, room = 1.9, 14.0
    r = CARD / 2
    under = "".join(
        f'<circle cx="{step * i:.1f}" cy="{step * i:.1f}" r="{r - 1.2}" fill="#17212E"'
        ' stroke="#090C11" stroke-width="1.4"/>'
        f'<circle cx="{step * i:.1f}" cy="{step * i:.1f}" r="{r - 2.4}" fill="none"'
        ' stroke="#33465C" stroke-width="1"/>'
        for i in range(layers - 1, 0, -1)
    )
    across = CARD + 2 * room
    return art.svg(("stack", layers), across, across, under + _back_body(CARD))


def under_pile(art: Art, count: int) -> Picture:
    """The rims of the open cards below the top one."""
    layers = min(MOST_LAYERS, count - 1)
    room = 14.0
    r = CARD / 2
    body = "".join(
        f'<circle cx="{1.9 * i:.1f}" cy="{1.9 * i:.1f}" r="{r - 1.5}" fill="#0F151E"'
        ' stroke="#3B4D63" stroke-width="1.5"/>'
        for i in range(layers, 0, -1)
    )
    return art.svg(("under", layers), CARD + 2 * room, CARD + 2 * room, body)


def place(art: Art, size: float = CARD) -> Picture:
    """Where cards could lie."""
    body = (
        f'<circle r="{size / 2 - 3}" fill="#000000" fill-opacity="0.14" stroke="#33465C"'
        ' stroke-width="1.6" stroke-dasharray="2 9" stroke-linecap="round"/>'
    )
    return art.svg(("place", size), size, size, body)


def prepare(art: Art) -> Iterator[None]:
    """Draw what a match needs, a picture at a step, so that no flip has to."""
    for symbol in SYMBOLS:
        for colour in art.palette.cards:
            for fresh in (True, False):
                face(art, symbol + colour, fresh=fresh)
                yield
    for card in ("a1R", "a1G", "a1B", "a1Y", "grab"):
        halo(art, card)
        yield
    for layers in range(1, MOST_LAYERS + 1):
        for quarter in range(4):
            art.turned(stack(art, 4 * (layers - 1) + 1), quarter)
            yield
            art.turned(under_pile(art, layers + 1), quarter)
            yield
    for special in ("grab", "palm", "all", "left"):
        for quarter in range(4):
            art.turned(face(art, special), quarter)
        yield


class ChaosPictures:
    """The cards on the pages of the rules; ``console.screens.board.base.Pictures``."""

    def face(self, art: Art, card: str, size: float, *, dim: bool) -> Picture:
        """A stale one for a card that does not matter."""
        return face(art, card, size, fresh=not dim)

    def back(self, art: Art, size: float) -> Picture:
        """The same for all."""
        return back(art, size)
