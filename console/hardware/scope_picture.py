"""The scope as a picture: a lane for each petal, beside it its last touch from near.

Time runs to the right, force upward, drawn by its root so that the foot of a rise is seen (as in
the photo finish). *top* is a solid line over a soft ground, *under* a dashed one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import pygame

from console.hardware.scope_ink import area, dashed, lay, line, spans
from console.hardware.scope_text import alarms
from console.hardware.texts import board_name
from console.hardware.trace import NEAR_NS, WIDER, Trace, TraceCurve
from console.i18n import Words
from console.screens import palette
from console.screens.art import Art
from console.screens.names import seat_name
from console.screens.photo.zoom import lane_share
from console.screens.texts import fault_word
from console.svg import Anchor
from drivers.events import Contact
from drivers.times import MS, SECOND

DESIGN: Final = (1280.0, 800.0)
TEXT: Final = 18.0
HEAD: Final = 62.0
CAPTION: Final = 34.0
FOOT: Final = 40.0
EDGE: Final = 22.0
NAMES: Final = 148.0
FAULT: Final = 134.0
"""What is wrong at a seat keeps away from the forces beside its lane."""
FORCES: Final = 40.0
NEAR: Final = 250.0
GAP: Final = 34.0
SAYS: Final = 106.0
"""Beside the last touch: what it was and how surely it is known."""
PAD: Final = 7.0
"""Of a lane, free above and below."""
WEIGHT: Final = 2.2
SIGN: Final = 26.0
TOPS_N: Final = {10: (0, 1, 4, 10), 20: (0, 2, 8, 20), 50: (0, 5, 20, 50), 100: (0, 10, 40, 100)}
"""The greatest force of a lane, and the forces that its axis names."""
LEAST_STEP: Final = 19.0
NEAR_TICKS_MS: Final = (-5, 0, 5, 10, 15)
SIGMAS: Final = 2
"""The band around an onset: in 95 of 100 touches the truth lies in it."""
WARNING: Final = palette.AMBER


@dataclass(frozen=True, slots=True)
class ScopeLane:
    """A seat's place in the picture; pixels."""

    seat: int
    top: int
    bottom: int
    pad: int

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def inner(self, share_of: float) -> float:
        """How many pixels below the lane's upper edge a share of the height lies."""
        ground = self.height - self.pad
        return ground - share_of * (ground - self.pad)


class ScopePicture:
    """Draws a trace on a surface of ``size`` pixels."""

    def __init__(self, size: tuple[int, int], words: Words) -> None:
        self.size = size
        self.words = words
        self.art = Art(min(size[0] / DESIGN[0], size[1] / DESIGN[1]))
        px = self.art.px
        self._left = px(EDGE + NAMES + FORCES)
        near = px(NEAR)
        self._near = pygame.Rect(size[0] - px(EDGE + SAYS) - near, 0, near, 0)
        self._width = self._near.left - px(GAP) - self._left
        self._top_n = min(TOPS_N)
        self._wider = WIDER[0]

    def draw(self, surface: pygame.Surface, trace: Trace) -> None:
        """The whole picture at once."""
        for _ in self.paint(surface, trace):
            pass

    def paint(self, surface: pygame.Surface, trace: Trace) -> Iterator[None]:
        """The picture in slices of a few milliseconds."""
        surface.fill(palette.rgb(palette.INK))
        greatest = trace.greatest_n()
        self._top_n = next((top for top in TOPS_N if greatest <= top), max(TOPS_N))
        doubt_ns = SIGMAS * max(trace.uncertainties_ns(), default=0)
        self._wider = next((wider for wider in WIDER if doubt_ns < wider * NEAR_NS[0]), WIDER[-1])
        lanes = self._lanes(trace)
        # Whole columns from the clock's zero: what has been drawn only moves.
        step_ns = max(1, trace.span_ns // self._width)
        first = trace.now_ns // step_ns - self._width + 1
        view = StripSpan(first * step_ns, step_ns, first)
        self._head(surface, trace)
        yield
        for lane in lanes:
            self._lane(surface, trace, lane, view)
            yield
            self._touch(surface, trace, lane)
            self._names(surface, trace, lane)
            yield
        self._falls(surface, trace, lanes, view)
        self._axes(surface, trace, lanes)

    def _lanes(self, trace: Trace) -> list[ScopeLane]:
        px, seats = self.art.px, sorted(trace.petals)
        top, bottom = px(HEAD + CAPTION), self.size[1] - px(FOOT)
        gap = px(6)
        each = (bottom - top + gap) / len(seats)
        return [
            ScopeLane(s, round(top + i * each), round(top + (i + 1) * each) - gap, px(PAD))
            for i, s in enumerate(seats)
        ]

    # -- words ---------------------------------------------------------------------------------

    def _write(
        self,
        surface: pygame.Surface,
        x: float,
        y: float,
        text: str,
        colour: str = palette.QUIET,
        *,
        size: float = TEXT,
        bold: bool = False,
        anchor: Anchor = "start",
    ) -> float:
        """A line of text around the height ``y``; the pixels that it takes."""
        picture = self.art.text(text, size, colour, bold)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * picture.width
        surface.blit(picture.surface, (round(left), round(y - picture.height / 2)))
        return picture.width

    def _head(self, surface: pygame.Surface, trace: Trace) -> None:
        """Which board, what the marks mean, what is wrong with all of it."""
        words, px = self.words, self.art.px
        y = px(HEAD / 2 + 2)
        name = board_name(words, trace.info.name, trace.info.seats)
        x = px(EDGE)
        x += round(self._write(surface, x, y, name, palette.TEXT, size=26, bold=True)) + px(28)
        alarm = "   ".join(alarms(trace, words))
        if alarm:
            self._write(surface, x, y, alarm, self.art.palette.alarm, size=22, bold=True)
            return
        self._legend(surface, trace, y)

    def _legend(self, surface: pygame.Surface, trace: Trace, y: float) -> None:
        """From the right edge to the left."""
        words, px = self.words, self.art.px
        threshold = words._("threshold {force} N").format(force=words.number(trace.threshold_n))
        x = float(self.size[0] - px(EDGE))
        falls = {"fall": words._("fall"), "back": words._("put back")} if trace.falls else {}
        for text, kind in (
            (words._("palm"), "palm"),
            (words._("grab"), "grab"),
            (words._("onset ± error"), "onset"),
            (threshold, "threshold"),
            (words._("under"), "under"),
            (words._("top"), "top"),
            *((text, kind) for kind, text in falls.items()),
        ):
            x -= self._write(surface, x, y, text, anchor="end") + px(8)
            x -= self._sample(surface, kind, x, y) + px(22)

    def _sample(self, surface: pygame.Surface, kind: str, right: float, y: float) -> float:
        """A piece of what the legend tells of; the pixels that it takes."""
        px, colour = self.art.px, palette.TEXT
        if kind in ("grab", "palm"):
            picture = self.art.sign(kind, SIGN, colour)
            surface.blit(picture.surface, (round(right - picture.width), round(y - px(SIGN / 2))))
            return picture.width
        if kind == "onset":
            wide = px(16)
            self._band(surface, right - wide / 2, wide / 2, round(y) - px(11), px(22), colour)
            return wide
        if kind in ("fall", "back"):
            self._fallen(surface, round(right) - px(2), round(y) - px(12), px(24), kind == "fall")
            return px(4)
        wide, left = px(34), round(right) - px(34)
        flat = np.full(wide, px(11), np.float64)
        mask = line(flat, flat, px(22), px(WEIGHT))
        at = left, round(y) - px(11)
        if kind == "top":
            lay(surface, at, area(flat, px(22), px(20)), colour, 0.2)
            lay(surface, at, mask, colour)
        elif kind == "under":
            lay(surface, at, dashed(mask, 0), colour)
        else:
            self._dotted(surface, left, right, round(y))
        return wide

    def _names(self, surface: pygame.Surface, trace: Trace, lane: ScopeLane) -> None:
        """Whose lane, what its sensors read now, what is wrong with it."""
        px, words, colour = self.art.px, self.words, self.art.palette.seats[lane.seat]
        shape = self.art.shape(lane.seat, 26)
        x, y = px(EDGE), lane.middle
        faults = trace.seat_faults.get(lane.seat, {})
        fault = self.two_lines(fault_word(words, next(iter(faults)))) if faults else []
        above = y - px(14 if len(fault) < 2 else 22)
        surface.blit(shape.surface, (x, round(above - shape.height / 2)))
        name = seat_name(words, lane.seat)
        tint = palette.mix(colour, "#FFFFFF", 0.3)
        self._write(surface, x + px(36), above, name, tint, size=20, bold=True)
        for i, text in enumerate(fault):
            self._write(surface, x, above + px(26 + 20 * i), text, WARNING)
        if fault:
            return
        forces = [trace.force_n(channel) for channel in trace.petals[lane.seat]]
        shown = " / ".join(
            "–" if force is None else words.number(max(force, 0.0) + 0.0) for force in forces
        )
        text = words._("{forces} N").format(forces=shown)
        self._write(surface, x, y + px(14), text)

    def two_lines(self, text: str) -> list[str]:
        """A text in as many lines as the names have room for: what is more is cut."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if len(lines) < 2 and lines[-1] and self.art.text_width(longer, TEXT) > FAULT:
                lines.append(word)
            else:
                lines[-1] = longer
        while self.art.text_width(lines[-1], TEXT) > FAULT:
            lines[-1] = lines[-1].rstrip("…")[:-1] + "…"
        return lines

    # -- curves --------------------------------------------------------------------------------

    def _lane(
        self, surface: pygame.Surface, trace: Trace, lane: ScopeLane, view: StripSpan
    ) -> None:
        rect = pygame.Rect(self._left, lane.top, self._width, lane.height)
        self._ground(surface, trace, lane, rect)
        surface.set_clip(rect)
        end_ns = view.from_ns + self._width * view.step_ns
        curves = [trace.curve(channel, view.from_ns, end_ns) for channel in trace.petals[lane.seat]]
        self._curves(surface, trace, lane, rect, view, (curves[0], curves[1]))
        for contact in trace.contacts:
            if contact.seat == lane.seat:
                self._onset(surface, lane, rect, view, contact)
        surface.set_clip(None)

    def _ground(
        self, surface: pygame.Surface, trace: Trace, lane: ScopeLane, rect: pygame.Rect
    ) -> None:
        pygame.draw.rect(surface, palette.rgb(palette.PANEL), rect, border_radius=self.art.px(8))
        for force in self._ticks(lane)[1:-1]:
            y = lane.top + round(lane.inner(lane_share(force, self._top_n)))
            faint = palette.rgb(palette.mix(palette.FAINT, palette.PANEL, 0.65))
            pygame.draw.line(surface, faint, (rect.left, y), (rect.right - 1, y))
        y = lane.top + round(lane.inner(lane_share(trace.threshold_n, self._top_n)))
        self._dotted(surface, rect.left, rect.right, y)
        y = lane.top + round(lane.inner(0))
        tint = palette.rgb(palette.mix(self.art.palette.seats[lane.seat], palette.PANEL, 0.6))
        pygame.draw.line(surface, tint, (rect.left, y), (rect.right - 1, y), self.art.px(1.5))

    def _dotted(self, surface: pygame.Surface, left: float, right: float, y: int) -> None:
        px = self.art.px
        colour = palette.rgb(palette.mix(palette.QUIET, palette.PANEL, 0.35))
        for x in range(round(left), round(right), px(8)):
            pygame.draw.line(surface, colour, (x, y), (x + px(2), y), max(1, px(1.5)))

    def _curves(
        self,
        surface: pygame.Surface,
        trace: Trace,
        lane: ScopeLane,
        rect: pygame.Rect,
        view: StripSpan,
        curves: tuple[TraceCurve, TraceCurve],
    ) -> None:
        colour = self.art.palette.seats[lane.seat]
        light = palette.mix(colour, "#FFFFFF", 0.55)
        ground = lane.inner(0)
        gap = trace.gap_ns / view.step_ns
        for curve, part in zip(curves, ("top", "under"), strict=True):
            x = (curve.t_ns - view.from_ns) / view.step_ns
            part_of = np.sqrt(np.clip(curve.force_n / self._top_n, 0.0, 1.0))
            y = ground - part_of * (ground - lane.pad)
            low, high = spans(x, y, rect.width, gap)
            mask = line(low, high, lane.height, self.art.unit * WEIGHT)
            if part == "top":
                lay(surface, rect.topleft, area(high, lane.height, ground), colour, 0.13)
                lay(surface, rect.topleft, mask, colour)
            else:
                lay(surface, rect.topleft, dashed(mask, view.first), light)

    def _onset(
        self,
        surface: pygame.Surface,
        lane: ScopeLane,
        rect: pygame.Rect,
        view: StripSpan,
        contact: Contact,
    ) -> None:
        """Where a touch began, as surely as it is known, and what it was."""
        px = self.art.px
        x = rect.left + (contact.t_ns - view.from_ns) / view.step_ns
        half = SIGMAS * contact.uncertainty_ns / view.step_ns
        self._band(surface, x, half, lane.top + px(3), lane.height - px(6), palette.TEXT)
        sign = self.art.sign(contact.gesture, SIGN, palette.TEXT)
        left = round(x) - px(5) - sign.width
        surface.blit(sign.surface, (left, lane.top + px(4)))

    def _band(
        self, surface: pygame.Surface, x: float, half: float, top: int, height: int, colour: str
    ) -> None:
        """A line at ``x`` with its doubt to both sides."""
        if height <= 0:
            return
        wide = max(1, round(2 * half))
        band = pygame.Surface((wide, height), pygame.SRCALPHA)
        band.fill((*palette.rgb(colour), 90))
        surface.blit(band, (round(x - half), top))
        width = 1 if wide > 3 else max(1, self.art.px(1.6))
        pygame.draw.line(
            surface, palette.rgb(colour), (round(x), top), (round(x), top + height - 1), width
        )

    # -- the last touch from near --------------------------------------------------------------

    def _near_axis(self) -> tuple[int, int]:
        """How long before an onset it begins, and a column's length."""
        before_ns, after_ns = (self._wider * near_ns for near_ns in NEAR_NS)
        return before_ns, (before_ns + after_ns) // self._near.width

    def _touch(self, surface: pygame.Surface, trace: Trace, lane: ScopeLane) -> None:
        px, words = self.art.px, self.words
        rect = pygame.Rect(self._near.left, lane.top, self._near.width, lane.height)
        self._ground(surface, trace, lane, rect)
        found = trace.last_touch(lane.seat)
        if found is None:
            self._write(surface, rect.centerx, lane.middle, "–", anchor="middle")
            return
        contact, curves = found
        before_ns, step_ns = self._near_axis()
        view = StripSpan(contact.t_ns - before_ns, step_ns, 0)
        surface.set_clip(rect)
        self._curves(surface, trace, lane, rect, view, curves)
        self._dots(surface, lane, rect, view, curves)
        x = rect.left + before_ns / step_ns
        half = SIGMAS * contact.uncertainty_ns / step_ns
        self._band(surface, x, half, lane.top + px(3), lane.height - px(6), palette.TEXT)
        surface.set_clip(None)
        text = words._("± {error} ms").format(
            error=words.number(SIGMAS * contact.uncertainty_ns / MS, 2)
        )
        left = rect.right + px(12)
        self._write(surface, left, lane.middle + px(14), text, palette.TEXT)
        sign = self.art.sign(contact.gesture, SIGN, palette.TEXT)
        surface.blit(sign.surface, (left, round(lane.middle - px(14) - sign.height / 2)))

    def _dots(
        self,
        surface: pygame.Surface,
        lane: ScopeLane,
        rect: pygame.Rect,
        view: StripSpan,
        curves: tuple[TraceCurve, TraceCurve],
    ) -> None:
        """Each sample of *top*."""
        colour, radius = palette.rgb(self.art.palette.seats[lane.seat]), self.art.unit * 2.4
        for t_ns, force in zip(curves[0].t_ns.tolist(), curves[0].force_n.tolist(), strict=True):
            x = rect.left + (t_ns - view.from_ns) / view.step_ns
            y = lane.top + lane.inner(lane_share(force, self._top_n))
            pygame.draw.aacircle(surface, colour, (x, y), radius)

    # -- axes ----------------------------------------------------------------------------------

    def _ticks(self, lane: ScopeLane) -> tuple[int, ...]:
        """The forces named beside a lane: as many as its height has room for."""
        every = TOPS_N[int(self._top_n)]
        for wanted in (every, (every[0], every[2], every[3])):
            places = [lane.inner(lane_share(force, self._top_n)) for force in wanted]
            if min(a - b for a, b in pairwise(places)) >= (LEAST_STEP * self.art.unit):
                return wanted
        return every[0], every[3]

    def _falls(
        self, surface: pygame.Surface, trace: Trace, lanes: list[ScopeLane], view: StripSpan
    ) -> None:
        top, bottom = lanes[0].top, lanes[-1].bottom
        for fall in trace.falls:
            x = round(self._left + (fall.t_ns - view.from_ns) / view.step_ns)
            if x <= self._left:
                continue
            self._fallen(surface, x, top, bottom - top, fall.down)
            self._fall_words(surface, fall.down, x, top - self.art.px(18))

    def _fallen(self, surface: pygame.Surface, x: int, top: int, height: int, down: bool) -> None:
        """When the pad fell: a whole line. When it was put back: a dotted one."""
        px, colour = self.art.px, palette.rgb(self.art.palette.alarm)
        for y in range(top, top + height, px(10)):
            stop = y + px(10 if down else 3)
            pygame.draw.line(surface, colour, (x, y), (x, stop), px(2))

    def _fall_words(self, surface: pygame.Surface, down: bool, x: int, y: float) -> None:
        """Above its line, where the captions leave room."""
        px, words = self.art.px, self.words
        text = words._("fall") if down else words._("put back")
        wide = px(self.art.text_width(text, TEXT))
        left = x - px(6) - wide if down else x + px(6)
        if left > self._left + px(200) and left + wide < self._near.left - px(10):
            self._write(surface, left, y, text, self.art.palette.alarm)

    def _axes(self, surface: pygame.Surface, trace: Trace, lanes: list[ScopeLane]) -> None:
        px, words = self.art.px, self.words
        y = lanes[0].top - px(18)
        seconds = words.number(trace.span_ns / SECOND, 0)
        caption = words._("the last {seconds} s").format(seconds=seconds)
        self._write(surface, self._left + px(12), y, caption)
        self._write(surface, self._left - px(8), y, words._("N"), anchor="end")
        self._write(surface, self._near.left, y, words._("last touch, from its onset"))
        for lane in lanes:
            for force in self._ticks(lane):
                there = lane.top + lane.inner(lane_share(force, self._top_n))
                self._write(surface, self._left - px(8), there, str(force), anchor="end")
        y = lanes[-1].bottom + px(20)
        self._seconds(surface, trace, y)
        before_ns, step_ns = self._near_axis()
        for ms in (self._wider * tick for tick in NEAR_TICKS_MS):
            x = self._near.left + (ms * MS + before_ns) / step_ns
            text = str(abs(ms)) if ms >= 0 else f"−{abs(ms)}"
            self._tick(surface, x, y, text)
        self._write(surface, self._near.right + px(12), y, words._("ms"))

    def _seconds(self, surface: pygame.Surface, trace: Trace, y: float) -> None:
        """How long ago."""
        words = self.words
        span_s = trace.span_ns / SECOND
        step = next(s for s in (1, 2, 5, 10, 30, 60) if span_s / s <= 12)
        for ago in range(0, int(span_s) + 1, step):
            x = self._left + self._width * (1 - ago / span_s)
            text = words._("now") if ago == 0 else f"−{ago}"
            if ago == step:
                text = words._("−{seconds} s").format(seconds=ago)
            self._tick(surface, x, y, text, "end" if ago == 0 else "middle")

    def _tick(
        self, surface: pygame.Surface, x: float, y: float, text: str, anchor: Anchor = "middle"
    ) -> None:
        px = self.art.px
        top = round(y) - px(19)
        at = round(x) - (anchor == "end")
        pygame.draw.line(surface, palette.rgb(palette.FAINT), (at, top), (at, top + px(6)))
        self._write(surface, x, y, text, anchor=anchor)


@dataclass(frozen=True, slots=True)
class StripSpan:
    """Which time a strip shows: its first column's number and time, and a column's length."""

    from_ns: int
    step_ns: int
    first: int
