"""Just enough drawing for plain charts: axes, ticks, bars, lines, as SVG text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

INK: Final = "#22303c"
QUIET: Final = "#5b6b7a"
FAINT: Final = "#d7dee5"
COLOURS: Final = ("#1f77b4", "#d1632a", "#3a923a", "#8a56ac")
_LEFT: Final = 78.0
_RIGHT: Final = 16.0
_TOP: Final = 30.0
_BOTTOM: Final = 46.0
_LETTER: Final = 6.4  # a letter's usual width


@dataclass(slots=True)
class Chart:
    """A chart over ``x`` and ``y`` ranges in its own units; ``add`` what is to be seen."""

    title: str
    x: tuple[float, float]
    y: tuple[float, float]
    x_name: str = ""
    y_name: str = ""
    width: float = 560.0
    height: float = 320.0
    left: float = _LEFT
    parts: list[str] = field(default_factory=list)

    def at_x(self, x: float) -> float:
        low, high = self.x
        return self.left + (x - low) / (high - low) * (self.width - self.left - _RIGHT)

    def at_y(self, y: float) -> float:
        low, high = self.y
        return self.height - _BOTTOM - (y - low) / (high - low) * (self.height - _TOP - _BOTTOM)

    def ticks(self, x: Sequence[tuple[float, str]], y: Sequence[tuple[float, str]]) -> None:
        """Names at places on both axes, with faint lines across for ``y``."""
        bottom = self.height - _BOTTOM
        for place, name in y:
            at = self.at_y(place)
            self.parts.append(_line(self.left, at, self.width - _RIGHT, at, FAINT, 1))
            self.parts.append(_text(self.left - 8, at + 4, name, "end"))
        for place, name in x:
            self.parts.append(_text(self.at_x(place), bottom + 17, name, "middle"))
        self.parts.append(_line(self.left, bottom, self.width - _RIGHT, bottom, QUIET, 1))

    def line(self, points: Sequence[tuple[float, float]], colour: str, dash: str = "") -> None:
        path = " ".join(f"{self.at_x(x):.1f},{self.at_y(y):.1f}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>'
        )

    def bar(self, x0: float, x1: float, y: float, colour: str) -> None:
        left, top, bottom = self.at_x(x0), self.at_y(y), self.at_y(self.y[0])
        self.parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{self.at_x(x1) - left:.1f}" '
            f'height="{max(bottom - top, 0.0):.1f}" fill="{colour}"/>'
        )

    def whisker(self, x: float, low: float, high: float, colour: str = INK) -> None:
        """An error bar."""
        at, bottom, top = self.at_x(x), self.at_y(low), self.at_y(high)
        self.parts.append(_line(at, bottom, at, top, colour, 1.5))
        self.parts += [_line(at - 5, y, at + 5, y, colour, 1.5) for y in (bottom, top)]

    def span(self, low: float, high: float, y: float, colour: str, width: float) -> None:
        """A bar along x, cut off at the chart's edges."""
        left, right = (self.at_x(min(max(x, self.x[0]), self.x[1])) for x in (low, high))
        at = self.at_y(y)
        self.parts.append(_line(left, at, right, at, colour, width))

    def dot(self, x: float, y: float, colour: str) -> None:
        self.parts.append(
            f'<circle cx="{self.at_x(x):.1f}" cy="{self.at_y(y):.1f}" r="4.5" fill="{colour}"/>'
        )

    def words(
        self, x: float, y: float, text: str, colour: str = QUIET, anchor: str = "middle"
    ) -> None:
        self.parts.append(_text(self.at_x(x), self.at_y(y), text, anchor, colour))

    def legend(self, names: Sequence[tuple[str, str]], *, across: bool = False) -> None:
        """(name, colour) of each series: in the upper right corner, or in a line at the top."""
        right = self.width - _RIGHT
        y = 13.0 if across else _TOP + 14
        for name, colour in reversed(names) if across else names:
            self.parts.append(_square(right - 12, y - 6, colour))
            self.parts.append(_text(right - 18, y + 4, name, "end", INK))
            if across:
                right -= 44 + _LETTER * len(name)
            else:
                y += 18

    def svg(self) -> str:
        """The whole picture."""
        middle = (_TOP + self.height - _BOTTOM) / 2
        return "".join(
            [
                (
                    f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
                    f'aria-label="{escape(self.title)}" '
                    f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
                    f'font-family="system-ui, sans-serif" font-size="12">'
                ),
                _text(_LEFT, 17, self.title, "start", INK, ' font-size="14" font-weight="600"'),
                *self.parts,
                _text(
                    (self.left + self.width - _RIGHT) / 2, self.height - 10, self.x_name, "middle"
                ),
                (
                    f'<text transform="translate(14 {middle:.0f}) rotate(-90)" '
                    f'text-anchor="middle" fill="{QUIET}">{escape(self.y_name)}</text>'
                ),
                "</svg>",
            ]
        )


def _line(x0: float, y0: float, x1: float, y1: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{colour}" '
        f'stroke-width="{width}"/>'
    )


def _square(x: float, y: float, colour: str) -> str:
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="12" height="12" fill="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str, colour: str = QUIET, more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{more}'
    return f"<text {place}>{escape(text)}</text>"
