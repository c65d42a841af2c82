"""One photo finish as a drawing: lanes of a race, the card's story below.

Each hand has a lane in its seat's colour with its seat's shape. The line of the first one runs
through all lanes: the others had not touched yet. Soft bands are the uncertainties; where they
overlap nobody can say who was first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from console.duel.photo_finish import HandTrace, PhotoFinish, Result
from console.i18n import Words
from console.screens.names import seat_name
from console.screens.palette import AMBER, FAINT, INK, PANEL, QUIET, TEXT, USUAL, Palette, mix
from console.screens.photo import marks
from console.screens.photo.story import STORY, draw_story
from console.screens.photo.zoom import Zoom, lane_share, leads, line, top_n, zoom
from console.screens.texts import milliseconds, with_error
from console.svg import Anchor, Drawing
from drivers.times import MS

Names = Mapping[int, str | None]

LEAST_TEXT: Final = 18.0
NAMES: Final = (22.0, 20.0, 18.0)
TITLES: Final = (34.0, 30.0, 26.0, 22.0)
EDGE: Final = 22.0
HEAD: Final = 62.0
AXIS: Final = 28.0
GAP: Final = 6.0
LEAST_LANE: Final = 44.0
MOST_HANDS: Final = 6
MOST_TIED: Final = 3
"""Shapes before the title of a dead heat."""
NAMED_FROM: Final = 700.0
"""A narrower picture has no room for names beside the shapes."""
LEAST_SPAN: Final = 14.0
FOOT: Final = 5.0
"""The ground of a lane, above its lower edge."""


@dataclass(frozen=True, slots=True)
class PhotoLane:
    """Where a hand's lane lies."""

    hand: HandTrace
    place: int
    top: float
    bottom: float
    colour: str

    @property
    def middle(self) -> float:
        """Half way up."""
        return (self.top + self.bottom) / 2

    def y(self, share: float) -> float:
        """The place of a share of the height."""
        return self.bottom - FOOT - share * (self.bottom - self.top - FOOT - 8)


Measure = Callable[[str, float, bool], float]
"""How many design pixels a text takes: text, size, bold."""


class PhotoPicture:
    """Draws one photo finish of ``width`` by ``height`` design pixels."""

    def __init__(
        self,
        photo: PhotoFinish,
        words: Words,
        size: tuple[float, float],
        measure: Measure,
        names: Names | None = None,
        *,
        beside: float = 0.0,
        small: bool = False,
        palette: Palette = USUAL,
    ) -> None:
        """``beside``: room to be left free at the right of the title. ``small``: a match's closest
        race, without the card's story."""
        self.palette = palette
        self.photo, self.words, self.names = photo, words, names or {}
        self.measure = measure
        self._beside, self.small = beside, small
        self.drawing = Drawing(*size)
        width, tall = size
        self.story = 0.0 if small or photo.shown_ns is None else STORY
        left = EDGE + self._gutter()
        self.view: Zoom = zoom(photo, left, width - EDGE)
        self.force_top = top_n(photo, self.view)
        room = tall - HEAD - AXIS - self.story - 10
        most = max(1, min(MOST_HANDS, int((room + GAP) // (LEAST_LANE + GAP))))
        hands = photo.hands[:most]
        each = (room + GAP) / len(hands) - GAP
        self.lanes = tuple(
            PhotoLane(
                hand,
                place,
                HEAD + i * (each + GAP),
                HEAD + i * (each + GAP) + each,
                palette.seats[hand.seat],
            )
            for i, (hand, place) in enumerate(zip(hands, photo.order, strict=False))
        )

    def _name(self, seat: int) -> str:
        return seat_name(self.words, seat, self.names.get(seat))

    def _gutter(self) -> float:
        """The room for marks, shapes and names at the left."""
        if self.drawing.width < NAMED_FROM:
            return 92.0
        widest = max(self.measure(self._name(s), 22, True) for s in self.photo.seats)
        times = [self.measure(self._reaction(h), 20, False) for h in self.photo.hands]
        return 106.0 + max(min(widest, 0.2 * self.drawing.width), *times)

    def _reaction(self, hand: HandTrace) -> str:
        """How long after the card; empty when that is not known."""
        return "" if hand.reaction_ns is None else milliseconds(self.words, hand.reaction_ns)

    def draw(self) -> Drawing:
        """The whole picture."""
        self._panel()
        self._title()
        for lane in self.lanes:
            self._lane(lane)
        self._ticks()
        for lane in self.lanes:
            self._rest(lane)
            self._band(lane)
        for lane in self.lanes:
            self._curves(lane)
        self._finish_line()
        for lane in self.lanes:
            self._onset(lane)
            self._gutter_of(lane)
        self._threshold()
        if self.story:
            draw_story(
                self.drawing,
                self.photo,
                self.words,
                self.view,
                self.lanes[-1].bottom + AXIS,
                self.palette,
            )
        return self.drawing

    # -- frame and title -----------------------------------------------------------------------

    @property
    def _colour(self) -> str:
        if self.photo.result is Result.FALSE:
            return self.palette.alarm
        if self.photo.first is None:
            return AMBER
        return self.palette.seats[self.photo.first]

    def _panel(self) -> None:
        d = self.drawing
        rim = mix(self._colour, PANEL, 0.45)
        d.add(
            f'<rect x="2" y="2" width="{d.width - 4:.1f}" height="{d.height - 4:.1f}" rx="24"'
            f' fill="{INK}" stroke="{rim}" stroke-width="2.5"/>'
        )

    def _title(self) -> None:
        photo, words, d = self.photo, self.words, self.drawing
        y = HEAD / 2 + 3
        x = EDGE + 4
        tint = mix(self._colour, "#FFFFFF", 0.35)
        who = "" if photo.first is None else self._name(photo.first)
        if photo.result is Result.TIED or photo.first is None:
            d.add(marks.equal(x + 20, y, 36))
            x += 66
            for seat in photo.leaders[:MOST_TIED]:
                d.add(marks.shape(seat, x, y, 34, self.palette.seats[seat]))
                x += 44
            text, x = words._("At the same time"), x - 8
        elif photo.result is Result.FALSE:
            d.add(
                marks.wrong(x + 18, y, 32, self.palette.alarm),
                marks.shape(photo.first, x + 62, y, 34, self.palette.seats[photo.first]),
            )
            text, x = words._("False grab: {who}").format(who=who), x + 94
        elif self.small:  # beside the match's winner: no crown, whoever won this race
            d.add(marks.shape(photo.first, x + 20, y, 34, self.palette.seats[photo.first]))
            text, x = words._("By a hair: {who}").format(who=who), x + 52
        else:
            d.add(
                marks.crown(x + 20, y, 40),
                marks.shape(photo.first, x + 66, y, 34, self.palette.seats[photo.first]),
            )
            text, x = words._("First: {who}").format(who=who), x + 98
        room = d.width - x - EDGE - self._beside
        if self.small and self.measure(text, TITLES[-1], True) > room:
            text = words._("By a hair")  # the shape before it says whose
        size = next((s for s in TITLES if self.measure(text, s, True) <= room), TITLES[-1])
        text = self._fitted(text, size, room)
        d.write(x, y, text, size, tint, bold=True)

    # -- lanes ---------------------------------------------------------------------------------

    def _lane(self, lane: PhotoLane) -> None:
        view = self.view
        self.drawing.add(
            f'<rect x="{view.left:.1f}" y="{lane.top:.1f}" width="{view.right - view.left:.1f}"'
            f' height="{lane.bottom - lane.top:.1f}" rx="8" fill="{PANEL}"/>',
            f'<path d="M{view.left + 6:.1f} {lane.y(0):.1f} H {view.right - 6:.1f}"'
            f' stroke="{mix(lane.colour, PANEL, 0.6)}" stroke-width="2"/>',
        )

    def _ticks(self) -> None:
        """Round distances from the first onset."""
        view, d = self.view, self.drawing
        step_ns = view.step_ns(max(3, int((view.right - view.left) / 110)))
        zero_ns = self.photo.hands[0].onset_ns
        low, high = self.lanes[0].top, self.lanes[-1].bottom
        count = -((zero_ns - view.from_ns) // step_ns)
        while zero_ns + count * step_ns <= view.to_ns:
            x = view.x(zero_ns + count * step_ns)
            if view.left + 14 < x < view.right - 14:
                d.add(
                    f'<path d="M{x:.1f} {low:.1f} V {high:.1f}" stroke="{FAINT}"'
                    ' stroke-opacity="0.35" stroke-width="1"/>'
                )
                self._tick_label(x, count * step_ns / MS, step_ns)
            count += 1

    def _tick_label(self, x: float, ms: float, step_ns: int) -> None:
        digits = 0 if step_ns >= MS else 1
        number = self.words.number(abs(ms), digits)
        text = number if abs(ms) < 1e-9 else ("+" if ms > 0 else "−") + number
        if abs(ms) < 1e-9:
            text = self.words._("{number} ms").format(number="0")
        y = self.lanes[-1].bottom + AXIS / 2
        self.drawing.write(x, y, text, LEAST_TEXT, QUIET, anchor="middle")

    def _rest(self, lane: PhotoLane) -> None:
        """Between the two ends of a rest near the threshold: its hand may have come at either."""
        view, hand = self.view, lane.hand
        if hand.early_ns + hand.late_ns == 0:
            return
        left = max(view.x(hand.onset_ns - hand.early_ns), view.left)
        right = min(view.x(hand.onset_ns + hand.late_ns), view.right)
        if left < right:
            self.drawing.add(
                f'<rect x="{left:.1f}" y="{lane.top + 3:.1f}" width="{right - left:.1f}"'
                f' height="{lane.bottom - lane.top - 6:.1f}" fill="{lane.colour}"'
                f' fill-opacity="0.12" stroke="{lane.colour}" stroke-width="2"'
                ' stroke-dasharray="3 7"/>'
            )

    def _band(self, lane: PhotoLane) -> None:
        """The uncertainty of an onset, through all lanes so that overlaps are seen."""
        view, hand = self.view, lane.hand
        if not view.shows(hand.onset_ns):
            return
        x = view.x(hand.onset_ns)
        half = max(hand.uncertainty_ns / MS * view.px_per_ms, 3.0)
        left, right = max(x - half, view.left), min(x + half, view.right)
        top, bottom = self.lanes[0].top, self.lanes[-1].bottom
        for y, tall, strength in (
            (top, bottom - top, 0.22),
            (lane.top, lane.bottom - lane.top, 0.30),
        ):
            name = f"band{hand.seat}{int(strength * 100)}"
            self.drawing.add(
                marks.soft(name, left, right, lane.colour, strength),
                f'<rect x="{left:.1f}" y="{y:.1f}" width="{right - left:.1f}" height="{tall:.1f}"'
                f' fill="url(#{name})"/>',
            )

    def _curves(self, lane: PhotoLane) -> None:
        """Both sensors: the one that was touched first strong and filled, the other thin."""
        threshold = self.photo.threshold_n
        leader = leads(lane.hand, threshold)
        for curve in (*(c for c in lane.hand.curves if c is not leader), leader):
            crossing = (lane.hand.onset_ns, threshold) if curve is leader else None
            x, share = line(curve, self.view, self.force_top, crossing)
            if not len(x):
                continue
            points = [
                f"{a:.1f} {lane.y(b):.1f}" for a, b in zip(x.tolist(), share.tolist(), strict=True)
            ]
            path = "M" + " L".join(points)
            strong = curve is leader
            if strong:
                self.drawing.add(
                    f'<path d="{path} L{x[-1]:.1f} {lane.y(0):.1f} L{x[0]:.1f} {lane.y(0):.1f} Z"'
                    f' fill="{lane.colour}" fill-opacity="0.28"/>'
                )
            self.drawing.add(
                f'<path d="{path}" fill="none" stroke="{lane.colour}" stroke-linejoin="round"'
                f' stroke-linecap="round" stroke-width="{4.0 if strong else 2.0}"'
                f' stroke-opacity="{1.0 if strong else 0.55}"/>'
            )

    def _finish_line(self) -> None:
        """The line of the first one, through all lanes."""
        if self.photo.first is None:
            return
        lane = next((la for la in self.lanes if la.hand.seat == self.photo.first), self.lanes[0])
        x = self.view.x(lane.hand.onset_ns)
        low, high = self.lanes[0].top - 2, self.lanes[-1].bottom + 2
        tint = mix(self._colour, "#FFFFFF", 0.5)
        self.drawing.add(
            f'<path d="M{x:.1f} {low:.1f} V {high:.1f}" stroke="{tint}" stroke-opacity="0.25"'
            ' stroke-width="9"/>',
            f'<path d="M{x:.1f} {low:.1f} V {high:.1f}" stroke="{tint}" stroke-width="3"/>',
        )

    def _onset(self, lane: PhotoLane) -> None:
        """The moment of touch: a line, the seat's shape on it, and how far behind the first."""
        view, hand, d = self.view, lane.hand, self.drawing
        first = hand.seat == self.photo.first
        if view.shows(hand.onset_ns):
            x = view.x(hand.onset_ns)
            if not first:
                d.add(
                    f'<path d="M{x:.1f} {lane.top + 3:.1f} V {lane.bottom - 3:.1f}"'
                    f' stroke="{mix(lane.colour, "#FFFFFF", 0.3)}" stroke-width="3"/>'
                )
            size = min(26.0, 0.42 * (lane.bottom - lane.top))
            y = min(
                lane.y(lane_share(self.photo.threshold_n, self.force_top)), lane.y(0) - size / 2 + 2
            )
            d.add(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.78 * size:.1f}" fill="{INK}"/>',
                marks.shape(hand.seat, x, y, size, lane.colour),
            )
        if not first and hand.behind_ns:
            self._behind(lane)

    def _behind(self, lane: PhotoLane) -> None:
        """A double arrow from the first one's line, with the difference."""
        view, hand, d = self.view, lane.hand, self.drawing
        zero = view.x(hand.onset_ns - hand.behind_ns)
        end = view.x(hand.onset_ns)
        inside = view.shows(hand.onset_ns)
        if not inside:
            end = view.right - 8
        tall = lane.bottom - lane.top
        text = with_error(self.words, abs(hand.behind_ns), hand.behind_uncertainty_ns)
        sizes = (30.0, 24.0, 20.0) if tall > 90 else (24.0, 20.0)
        size, x, anchor = self._label(
            text, sizes if lane is self.lanes[1] else sizes[-1:], min(zero, end), max(zero, end)
        )
        y = lane.top + max(0.30 * tall, size * 0.62)
        if abs(end - zero) >= LEAST_SPAN:
            d.add(marks.span(zero, end, y, TEXT, beyond=not inside))
        if anchor == "middle" and tall > 70:
            y += size * 0.85
        elif anchor == "middle":
            wide = self.measure(text, size, True)
            d.add(marks.plate(x - wide / 2 - 6, y - size * 0.6, wide + 12, size * 1.2))
        d.write(x, y, text, size, TEXT, bold=True, anchor=anchor)

    def _label(
        self, text: str, sizes: tuple[float, ...], start: float, end: float
    ) -> tuple[float, float, Anchor]:
        """Size, place and anchor of a difference: on its arrow, else beside it if it fits."""
        view = self.view
        for size in sizes:
            wide = self.measure(text, size, True)
            if wide + 22 < end - start:
                return size, (start + end) / 2, "middle"
            if start - 16 - wide >= view.left + 4:
                return size, start - 16, "end"
            if end + 16 + wide <= view.right - 4:
                return size, end + 16, "start"
        return LEAST_TEXT, start - 16, "end"

    def _gutter_of(self, lane: PhotoLane) -> None:
        """Place, shape and name at the left."""
        d, hand, y = self.drawing, lane.hand, lane.middle
        x = EDGE + 20
        photo = self.photo
        if hand.seat == photo.first and photo.result is Result.FALSE:
            d.add(marks.wrong(x, y, 28, self.palette.alarm))
        elif hand.seat == photo.first and not self.small:
            d.add(marks.crown(x, y, 36))
        elif photo.first is None and lane.place == 1:
            d.add(marks.equal(x, y, 30))
        else:
            d.write(x, y, str(lane.place), 30, QUIET, bold=True, anchor="middle")
        d.add(marks.shape(hand.seat, x + 46, y, min(34.0, lane.bottom - lane.top - 8), lane.colour))
        room = self.view.left - (x + 72) - 8
        if room <= 0:
            return
        tint = mix(lane.colour, "#FFFFFF", 0.3)
        reaction = self._reaction(hand)
        two = bool(reaction) and lane.bottom - lane.top >= 54
        name = self._name(hand.seat)
        size = next((s for s in NAMES if self.measure(name, s, True) <= room), NAMES[-1])
        name = self._fitted(name, size, room)
        d.write(x + 72, y - 13 if two else y, name, size, tint, bold=True)
        if two:
            d.write(x + 72, y + 14, reaction, 20, QUIET)

    def _fitted(self, text: str, size: float, room: float) -> str:
        if self.measure(text, size, True) <= room:
            return text
        while text and self.measure(text + "…", size, True) > room:
            text = text[:-1]
        return text + "…"

    def _threshold(self) -> None:
        """The force that counts as a touch, a quiet dashed line."""
        share = lane_share(self.photo.threshold_n, self.force_top)
        for lane in self.lanes:
            y = lane.y(share)
            self.drawing.add(
                f'<path d="M{self.view.left + 6:.1f} {y:.1f} H {self.view.right - 6:.1f}"'
                f' stroke="{QUIET}" stroke-opacity="0.4" stroke-width="1.5"'
                ' stroke-dasharray="3 7"/>'
            )
