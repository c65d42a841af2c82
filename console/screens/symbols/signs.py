"""Signs that are no symbols of the game: special cards, buttons, seats, notices. All drawn by us.

``SIGNS`` maps a name to an SVG body in the square -50..50, to be given a colour by ``strokes``.
"""

from __future__ import annotations

from typing import Final

from console.screens.symbols import dot, polygon, ring, turned

SEAT_SHAPES: Final = (
    "circle",
    "triangle",
    "square",
    "diamond",
    "star",
    "pentagon",
    "cross",
    "hexagon",
)
"""The shape of each board seat, by number."""

SPECIALS: Final = ("grab", "palm", "all", "left")

SIGN_WEIGHT: Final = 6.0


def _solid(body: str) -> str:
    return f'<g fill="ink" stroke="ink" stroke-width="4">{body}</g>'


def _star() -> str:
    return (
        '<path fill="ink" d="M0 -44 L 12.5 -16 L 43 -13 L 20 7.5 L 27 38 L 0 22'
        ' L -27 38 L -20 7.5 L -43 -13 L -12.5 -16 Z"/>'
    )


def _arrow(length: float, wing: float) -> str:
    """An arrow from near the middle upwards."""
    return (
        f'<path d="M0 {-length * 0.45:.1f} V {-length} M {-wing} {wing - length}'
        f' L 0 {-length} L {wing} {wing - length}"/>'
    )


_PINCH: Final = (
    # finger above, thumb below, a petal between their tips
    '<path d="M44 -22 H 30 C 18 -40 -8 -41 -23 -21 C -29 -12 -20 -6 -14 -12'
    " C -6 -22 4 -21 8 -12 C 10 -6 8 0 4 3 H -13 C -24 3 -24 18 -13 19 L 8 22"
    ' C 18 24 24 22 30 18 H 44"/>'
    '<path d="M-46 -2 C -40 -9 -28 -9 -21 -2 C -28 5 -40 5 -46 -2 Z" fill="ink"/>'
    '<path d="M-34 -36 V -21 M -40 -26 L -34 -20 L -28 -26"/>'
    '<path d="M-34 32 V 17 M -40 22 L -34 16 L -28 22"/>'
)

_FLAT: Final = (
    '<path d="M-15 44 C -19 32 -32 19 -38 8 C -42 -1 -32 -7 -26 1 L -17 13 V -27'
    " A 5.8 5.8 0 0 1 -5.4 -27 V -4 V -36 A 5.8 5.8 0 0 1 6.2 -36 V -4 V -31"
    " A 5.8 5.8 0 0 1 17.8 -31 V 0 V -18 A 5.8 5.8 0 0 1 29.4 -18 V 14"
    ' C 29.4 28 21 34 20 44"/>'
)

_SHIFT: Final = ring(
    dot(0, -32, 9) + '<path d="M 17 -31 A 35 35 0 0 1 33 -6 M 38 -16 L 33.5 -4 L 22 -11"/>', 3
)

SIGNS: Final[dict[str, str]] = {
    "grab": _PINCH,
    "palm": _FLAT,
    "all": dot(0, 0, 8) + ring(_arrow(43, 9), 6),
    "left": _SHIFT,
    "key_left": _solid('<path d="M22 -30 V 30 L -30 0 Z"/>'),
    "key_right": _solid('<path d="M-22 -30 V 30 L 30 0 Z"/>'),
    "key_ok": dot(0, 0, 33),
    "key_back": '<path stroke-width="13" d="M-26 -26 L 26 26 M 26 -26 L -26 26"/>',
    "circle": dot(0, 0, 38),
    "triangle": _solid('<path d="M0 -40 L 40 31 H -40 Z"/>'),
    "square": _solid('<rect x="-33" y="-33" width="66" height="66"/>'),
    "diamond": _solid('<path d="M0 -45 L 36 0 L 0 45 L -36 0 Z"/>'),
    "star": _star(),
    "pentagon": _solid(polygon(5, 43, 0, "ink")),
    "cross": _solid(
        '<path d="M-13 -38 H 13 V -13 H 38 V 13 H 13 V 38 H -13 V 13 H -38 V -13 H -13 Z"/>'
    ),
    "hexagon": _solid(polygon(6, 44, 0, "ink")),
    "warning": '<path d="M0 -38 L 42 36 H -42 Z M 0 -12 V 10"/>' + dot(0, 23, 4),
    "back": '<path stroke-width="9" d="M-30 -8 H 12 A 20 20 0 0 1 12 32 H -14'
    ' M -12 -28 L -32 -8 L -12 12"/>',
    "check": '<path stroke-width="11" d="M-32 2 L -8 27 L 34 -24"/>',
    "crown": '<path fill="ink" d="M-38 28 V -22 L -16 0 L 0 -32 L 16 0 L 38 -22 V 28 Z"/>',
    "card": '<circle r="34"/>' + dot(0, 0, 12),
    "hands_off": turned(_FLAT, 0) + '<path stroke-width="8" d="M-42 40 L 42 -40"/>',
    "light": dot(0, 0, 15) + ring('<path stroke-width="8" d="M0 -28 V -42"/>', 8),
    "person": '<circle cy="-20" r="17"/><path d="M-32 36 C -32 4 32 4 32 36 Z"/>',
    "clock": '<circle r="36"/><path d="M0 -22 V 0 L 15 11"/>',
    "eye": '<path d="M-44 0 C -24 -30 24 -30 44 0 C 24 30 -24 30 -44 0 Z"/>' + dot(0, 0, 13),
    "phone": '<rect x="-24" y="-42" width="48" height="84" rx="9"/>' + dot(0, 27, 5),
    "phone_away": '<path d="M-24 -12 V -33 A 9 9 0 0 1 -15 -42 H 15 A 9 9 0 0 1 24 -33 V 12'
    ' M24 34 A 9 9 0 0 1 15 42 H -15 A 9 9 0 0 1 -24 33 V 12 M -40 -30 L 40 30"/>',
    "duel": '<circle cx="-14" r="28"/><circle cx="14" r="28"/>',
}
