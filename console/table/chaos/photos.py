"""When a race is looked at again: by itself if it was close, else on request of who was in it."""

from __future__ import annotations

from typing import Final

from console.duel.photo_finish import PhotoFinish, Result
from console.table.autopilot_log import by_autopilot
from console.table.match import Photographer
from console.table.outputs import VerdictKind, VerdictReached
from console.table.seating import Seating
from drivers.times import MS

CLOSE_NS: Final = 10 * MS
SHOWN_MS: Final = 8_000
"""How long a picture stays if nobody goes on."""
DEAF_NS: Final = 400 * MS
"""A press so soon after a picture came was meant for what was there before."""


class Photos:
    """The pictures of the last race, and which of them is on the screen.

    A dead heat and the light race that decided it are two pictures of one album. ``mode`` is a
    value of ``Settings.photo_finish``; ``take`` makes a picture of a verdict, None without samples.
    """

    def __init__(self, mode: str, take: Photographer | None, seating: Seating) -> None:
        self._mode = mode
        self._take = take if mode != "off" else None
        self._seating = seating
        self._album: tuple[PhotoFinish, ...] = ()
        self._decided = False  # is it over, or does a sudden death follow?
        self._wished = False
        self._due = False
        self._since_ns = 0
        self._lasting_ns = SHOWN_MS * MS
        self._later: list[PhotoFinish] = []
        self.closest: PhotoFinish | None = None
        """Of all races of the match that somebody has won."""
        self.shown: PhotoFinish | None = None

    @property
    def waiting(self) -> bool:
        """Is there a picture that has to be seen before the table goes on?"""
        return self._due or self.shown is not None

    @property
    def until_ns(self) -> int:
        """When the one on the screen makes room by itself."""
        return self._since_ns + self._lasting_ns

    def verdict(self, verdict: VerdictReached) -> None:
        """A race is over: take its picture; an autopilot's has no samples."""
        if self._take is None:
            return
        follows = bool(verdict.sudden_death) and not self._decided
        before = self._album if follows else ()
        sampled = not any(by_autopilot(entry.contact.peak_n) for entry in verdict.order)
        photo = self._take(verdict, self._seating) if sampled else None
        self._album = before if photo is None else (*before, photo)
        if photo is not None and photo.result is Result.WON:
            self.closest = _closer(self.closest, photo)
        self._decided = verdict.kind is not VerdictKind.DEAD_HEAT
        close = self._mode == "close" and any(is_close(p) for p in self._album)
        self._due = self._decided and bool(self._album) and (close or self._wished)

    def forget(self) -> None:
        """The race is past: another one has begun, or the next card is shown."""
        self._album, self._wished, self._due, self._decided = (), False, False, False

    def forget_all_but_wishes(self) -> None:
        """Another race has begun, and somebody may have asked for its picture already."""
        wished = self._wished
        self.forget()
        self._wished = wished

    def may_ask(self, growing: tuple[int, ...]) -> tuple[int, ...]:
        """The seats concerned, a player's other one too; ``growing`` are those of a verdict whose
        race is not over yet."""
        if self._take is None:
            return ()
        seats = {s for p in self._album for s in p.seats} | set(growing)
        return tuple(
            s
            for s in sorted(self._seating.seats)
            if s in seats or any(self._seating.same_player(s, other) for other in seats)
        )

    def ask(self) -> None:
        """Somebody concerned wants to see it: at once, or when the race is over."""
        self._wished = True
        self._due = self._decided and bool(self._album)

    def begin(self, now_ns: int, lasting_ns: int) -> None:
        """The screen is free: show the first picture, each for so long."""
        self._lasting_ns = lasting_ns
        self._due = self._wished = False
        self.shown, *self._later = self._album
        self._since_ns = now_ns

    def deaf(self, t_ns: int) -> bool:
        """Was this press meant for what was there before?"""
        return t_ns < self._since_ns + DEAF_NS

    def next(self, now_ns: int) -> None:
        """Go on to the next picture, or to the table after the last."""
        self.shown = self._later.pop(0) if self._later else None
        self._since_ns = now_ns

    def end(self) -> None:
        """Nothing of it on the screen any more."""
        self.shown = None


def is_close(photo: PhotoFinish) -> bool:
    """Was it so close that everybody wants to see it?"""
    return photo.margin_ns is not None and photo.margin_ns < CLOSE_NS


def _closer(before: PhotoFinish | None, photo: PhotoFinish) -> PhotoFinish | None:
    """Which of the two races was closer; one without a rival is none."""
    if photo.margin_ns is None:
        return before
    if before is None or before.margin_ns is None or photo.margin_ns < before.margin_ns:
        return photo
    return before
