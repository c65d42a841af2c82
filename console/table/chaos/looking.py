"""A match looks at photo finishes: a picture is a pause, and disturbs no race."""

from __future__ import annotations

from typing import Protocol

from console.table.chaos.photos import SHOWN_MS, Photos
from console.table.chaos.races import Races
from console.table.settings import Settings
from console.table.view import TableTrouble
from drivers.events import Button, ButtonEvent


class Photographed(Protocol):
    """A match of whose races there are photo finishes."""

    races: Races
    photos: Photos


class Pausing(Photographed, Protocol):
    """One that stops for them."""

    settings: Settings
    paused_ns: int | None
    wanted: int | None
    after_ns: int

    @property
    def trouble(self) -> TableTrouble | None: ...

    @property
    def judging(self) -> bool: ...

    def pause(self, now_ns: int) -> None: ...

    def resume(self, now_ns: int) -> None: ...


def may_ask(match: Photographed) -> tuple[int, ...]:
    """The seats that may look at the last race by ◀, as long as its verdict is shown."""
    if match.races.verdict is None or match.photos.shown is not None:
        return ()
    return match.photos.may_ask(match.races.growing)


def show_photos(match: Pausing, now_ns: int) -> bool:
    """Begin or end what is due at ``now_ns``; True when something that is seen has changed."""
    photos = match.photos
    if match.races.growing:
        photos.forget_all_but_wishes()
    if not photos.waiting:
        return False
    disturbed = match.trouble is not None or match.races.busy
    if photos.shown is not None:
        if disturbed or now_ns >= photos.until_ns:
            _go_on(match, now_ns, disturbed)
            return True
    elif not disturbed and not match.judging and match.paused_ns is None:
        match.pause(now_ns)
        match.wanted = None  # whoever pressed meant the table as it was
        photos.begin(now_ns, match.settings.lasting_ns(SHOWN_MS))
        return True
    return False


def press(match: Pausing, event: ButtonEvent) -> None:
    """● goes on to the next picture, ✕ to the table."""
    if event.button in (Button.OK, Button.BACK) and not match.photos.deaf(event.t_ns):
        _go_on(match, event.t_ns, event.button is Button.BACK)


def _go_on(match: Pausing, now_ns: int, to_the_table: bool) -> None:
    match.photos.next(now_ns)
    if to_the_table:
        match.photos.end()
    if match.photos.shown is None:
        match.resume(now_ns)
        match.after_ns = now_ns  # C27: eyes go back to the cards before the table flips
