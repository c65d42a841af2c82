"""Plain charts: axes, ticks, bars, lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from console import svg
from console.svg import Anchor, Point

INK: Final = "#22303c"
QUIET: Final = "#5b6b7a"
FAINT: Final = "#d7dee5"
COLOURS: Final = ("#1f77b4", "#d1632a", "#3a923a", "#8a56ac")
_LEFT: Final = 78.0
_RIGHT: Final = 16.0
_TOP: Final = 30.0
_BOTTOM: Final = 46.0
_SIZE: Final = 12.0
_LETTER: Final = 6.4  # a letter's usual width


class Chart:
    """A chart over ``x`` and ``y`` ranges in its own units; ``add`` what is to be seen."""

    def __init__(
        self,
        title: str,
        x: tuple[float, float],
        y: tuple[float, float],
        x_name: str,
        y_name: str,
        width: float = 560.0,
        height: float = 320.0,
        left: float = _LEFT,
    ) -> None:
        self.x, self.y, self.width, self.height, self.left = x, y, width, height, left
        self._drawing = svg.Drawing(width, height, title)
        self._drawing.write(_LEFT, 12, title, 14, INK, bold=True)
        self._write((left + width - _RIGHT) / 2, height - 14, x_name)
        middle = (_TOP + height - _BOTTOM) / 2
        self._drawing.write(10, middle, y_name, _SIZE, QUIET, anchor="middle", upright=True)

    def at_x(self, x: float) -> float:
        low, high = self.x
        return self.left + (x - low) / (high - low) * (self.width - self.left - _RIGHT)

    def at_y(self, y: float) -> float:
        low, high = self.y
        return self.height - _BOTTOM - (y - low) / (high - low) * (self.height - _TOP - _BOTTOM)

    def ticks(self, x: Sequence[tuple[float, str]], y: Sequence[tuple[float, str]]) -> None:
        """Names at places on both axes, with faint lines across for ``y``."""
        bottom, right = self.height - _BOTTOM, self.width - _RIGHT
        for place, name in y:
            at = self.at_y(place)
            self._line((self.left, at), (right, at), FAINT, 1)
            self._write(self.left - 8, at, name, "end")
        for place, name in x:
            self._write(self.at_x(place), bottom + 13, name)
        self._line((self.left, bottom), (right, bottom), QUIET, 1)

    def line(self, points: Sequence[Point], colour: str, dash: str = "") -> None:
        at = [(self.at_x(x), self.at_y(y)) for x, y in points]
        self._drawing.add(svg.polyline(at, colour, 2, dash))

    def bar(self, x0: float, x1: float, y: float, colour: str) -> None:
        left, top, bottom = self.at_x(x0), self.at_y(y), self.at_y(self.y[0])
        self._drawing.add(
            svg.rect(left, top, self.at_x(x1) - left, max(bottom - top, 0.0), fill=colour)
        )

    def whisker(self, x: float, low: float, high: float, colour: str = INK) -> None:
        """An error bar."""
        at, bottom, top = self.at_x(x), self.at_y(low), self.at_y(high)
        self._line((at, bottom), (at, top), colour, 1.5)
        for y in (bottom, top):
            self._line((at - 5, y), (at + 5, y), colour, 1.5)

    def span(self, low: float, high: float, y: float, colour: str, width: float) -> None:
        """A bar along x, cut off at the chart's edges."""
        left, right = (self.at_x(min(max(x, self.x[0]), self.x[1])) for x in (low, high))
        at = self.at_y(y)
        self._line((left, at), (right, at), colour, width)

    def dot(self, x: float, y: float, colour: str) -> None:
        self._drawing.add(svg.circle(self.at_x(x), self.at_y(y), 4.5, fill=colour))

    def words(
        self, x: float, y: float, text: str, colour: str = QUIET, anchor: Anchor = "middle"
    ) -> None:
        self._write(self.at_x(x), self.at_y(y) - 4, text, anchor, colour)

    def legend(self, names: Sequence[tuple[str, str]], *, across: bool = False) -> None:
        """(name, colour) of each series: in the upper right corner, or in a line at the top."""
        right = self.width - _RIGHT
        y = 13.0 if across else _TOP + 14
        for name, colour in reversed(names) if across else names:
            self._drawing.add(svg.rect(right - 12, y - 6, 12, 12, fill=colour))
            self._write(right - 18, y, name, "end", INK)
            if across:
                right -= 44 + _LETTER * len(name)
            else:
                y += 18

    def svg(self) -> str:
        """The whole picture."""
        return self._drawing.svg()

    def _line(self, start: Point, end: Point, colour: str, width: float) -> None:
        self._drawing.add(svg.line(start, end, colour, width))

    def _write(
        self, x: float, y: float, text: str, anchor: Anchor = "middle", colour: str = QUIET
    ) -> None:
        self._drawing.write(x, y, text, _SIZE, colour, anchor=anchor)
