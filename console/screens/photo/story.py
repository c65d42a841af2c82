"""The longer story under the lanes: the card was shown, people looked, hands came."""

from __future__ import annotations

from typing import Final

from console.duel.photo_finish import PhotoFinish
from console.i18n import Words
from console.screens import palette
from console.screens.palette import Palette
from console.screens.photo import marks
from console.screens.photo.zoom import Zoom
from console.screens.texts import milliseconds
from console.svg import Drawing

STORY: Final = 70.0
EDGE: Final = 46.0


def draw_story(
    drawing: Drawing, photo: PhotoFinish, words: Words, view: Zoom, lens_y: float, colours: Palette
) -> None:
    """A line from the shown moment to the touches; the lens is the part that the lanes show."""
    assert photo.shown_ns is not None
    y = drawing.height - 28
    left, right = EDGE, drawing.width - EDGE
    last_ns = max(hand.onset_ns for hand in photo.hands)
    until_ns = max(last_ns, view.to_ns)
    whole = Zoom(photo.shown_ns, max(until_ns, photo.shown_ns + 1), left, right)
    a, b = max(whole.x(view.from_ns), left), min(whole.x(view.to_ns), right)
    drawing.add(
        f'<path d="M{view.left:.1f} {lens_y:.1f} H {view.right:.1f} L{b:.1f} {y - 12:.1f}'
        f' H {a:.1f} Z" fill="{palette.TEXT}" fill-opacity="0.10"/>',
        f'<rect x="{a:.1f}" y="{y - 12:.1f}" width="{max(b - a, 2):.1f}" height="24" rx="4"'
        f' fill="{palette.TEXT}" fill-opacity="0.22"/>',
        f'<path d="M{left:.1f} {y:.1f} H {right:.1f}" stroke="{palette.FAINT}" stroke-width="3"'
        ' stroke-linecap="round"/>',
    )
    if photo.light:
        drawing.add(marks.sign("light", left, y, 36, palette.AMBER))
        label = words._("the light came on")
    else:
        drawing.add(
            f'<circle cx="{left:.1f}" cy="{y:.1f}" r="15" fill="{palette.DISC}"'
            f' stroke="{palette.SPECIAL}" stroke-width="3"/>',
            f'<circle cx="{left:.1f}" cy="{y:.1f}" r="5" fill="{palette.SPECIAL}"/>',
        )
        label = words._("the card was shown")
    drawing.write(left + 26, y - 18, label, 18, palette.QUIET)
    first = next((h for h in photo.hands if h.seat == photo.first), photo.hands[0])
    if first.reaction_ns is not None:
        time = milliseconds(words, first.reaction_ns)
        tint = palette.mix(colours.seats[first.seat], "#FFFFFF", 0.3)
        drawing.write(max(a - 16, 380.0), y - 19, time, 22, tint, bold=True, anchor="end")
    for hand in reversed(photo.hands):
        drawing.add(marks.shape(hand.seat, whole.x(hand.onset_ns), y, 18, colours.seats[hand.seat]))
