"""``khvatka hw scope``: the forces on every petal as they happen.

In a window, in a terminal or as one PNG. Whatever is drawn, the board is read in between, so no
scan is lost to a picture.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

import pygame

from console.hardware.feed import BoardLook, Feed, open_feed
from console.hardware.scope_picture import ScopePicture
from console.hardware.scope_text import coloured, rows
from console.hardware.station import Station
from console.hardware.trace import Trace
from console.i18n import Words
from console.screens.png import write_png
from drivers.errors import ConfigError
from drivers.times import SECOND

SPAN_NS: Final = 6 * SECOND
FRAME_NS: Final = 40_000_000
TEXT_NS: Final = 100_000_000
SIZE: Final = (1280, 800)
TERMINAL: Final = (100, 24)
HOME: Final = "\x1b[H"
REST: Final = "\x1b[K"
"""Clears what is left of a line."""
HIDE: Final = "\x1b[?25l\x1b[2J"
SHOW: Final = "\x1b[?25h"


@contextmanager
def _watching(
    station: Station, length_ns: int | None
) -> Iterator[tuple[Feed, Trace, Iterator[BoardLook]]]:
    """An open board, its trace, and the turns that have been taken into it."""
    with station.opened() as board:
        feed = open_feed(station, board)
        trace = Trace(feed, SPAN_NS)

        def turns() -> Iterator[BoardLook]:
            for turn in feed.turns(length_ns):
                trace.take(turn)
                if station.hands is not None:
                    station.hands.act(turn.now_ns)
                yield turn

        yield feed, trace, turns()


def save_picture(
    station: Station, path: Path, size: tuple[int, int] = SIZE, length_ns: int = SPAN_NS
) -> None:
    """Watch for ``length_ns``, then draw the last seconds of it.

    Raises BoardError; ConfigError for a file that is no PNG or cannot be written.
    """
    if path.suffix.lower() != ".png":
        raise ConfigError("--picture {path}: the picture is a PNG: end its name in .png", path=path)
    with _watching(station, length_ns) as (_, trace, turns):
        for _ in turns:
            pass
        surface = pygame.Surface(size)
        ScopePicture(size, station.words).draw(surface, trace)
    write_png(path, surface)


def show_text(station: Station, out: TextIO, length_ns: int | None, aside: TextIO) -> None:
    """Draw in a terminal again and again in the same place; elsewhere one picture below the other,
    each of the seconds since the one before, and at the end the last: ``aside`` tells how long each
    takes. Raises BoardError.
    """
    live = out.isatty()
    if not live:
        aside.write(f"{_promise(station.words, length_ns)}\n")
        aside.flush()
    with _watching(station, length_ns) as (_, trace, turns):
        due_ns = station.clock.now_ns() + (TEXT_NS if live else SPAN_NS)
        drawn_ns = -1
        try:
            out.write(HIDE if live else "")
            for turn in turns:
                if turn.now_ns < due_ns:
                    continue
                drawn_ns, due_ns = turn.now_ns, turn.now_ns + (TEXT_NS if live else SPAN_NS)
                _write(station, trace, out, live)
            if trace.now_ns > drawn_ns:
                _write(station, trace, out, live)
        finally:
            out.write(SHOW if live else "")
            out.flush()


def _promise(words: Words, length_ns: int | None) -> str:
    """What whoever sent the pictures into a file waits for."""
    every = SPAN_NS // SECOND
    if length_ns is None:
        return words._("A picture every {seconds} s, until Ctrl-C").format(seconds=every)
    if length_ns <= SPAN_NS:
        return words._("One picture, at the end")
    return words._("A picture every {seconds} s, and one at the end").format(seconds=every)


def _write(station: Station, trace: Trace, out: TextIO, live: bool) -> None:
    width = shutil.get_terminal_size(TERMINAL).columns if live else TERMINAL[0]
    lines = list(rows(trace, station.words, width))
    if live:
        lines = coloured(lines, sorted(trace.petals))
        out.write(HOME + "".join(f"{line}{REST}\n" for line in lines))
    else:
        out.write("".join(f"{line}\n" for line in lines) + "\n")
    out.flush()


def show_window(station: Station, size: tuple[int, int], length_ns: int | None = None) -> None:
    """Draw in a window until it is closed, Esc or q is pressed, or ``length_ns`` have passed.

    Raises BoardError, and ConfigError when no window can be opened.
    """
    with _watching(station, length_ns) as (feed, trace, turns):
        try:
            pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            raise ConfigError(
                "no window can be opened ({error}): try --text", error=error
            ) from error
        pygame.display.set_caption(station.words._("Khvatka"))
        try:
            _run_window(station, feed, trace, turns)
        finally:
            pygame.display.quit()


def _run_window(station: Station, feed: Feed, trace: Trace, turns: Iterator[BoardLook]) -> None:
    picture = ScopePicture(pygame.display.get_window_size(), station.words)
    due_ns = station.clock.now_ns()
    for turn in turns:
        if turn.now_ns < due_ns:
            continue
        for event in pygame.event.get():
            if closes(event):
                return
        if picture.size != pygame.display.get_window_size():
            picture = ScopePicture(pygame.display.get_window_size(), station.words)
        window = pygame.display.get_surface()
        assert window is not None  # it is open
        _paint(picture, window, trace, feed.turn)
        pygame.display.flip()
        due_ns = max(turn.now_ns + FRAME_NS, station.clock.now_ns())


def _paint(
    picture: ScopePicture, window: pygame.Surface, trace: Trace, look: Callable[[], BoardLook]
) -> None:
    """Draw slice by slice, and read the board after each."""
    for _ in picture.paint(window, trace):
        trace.take(look())


def closes(event: pygame.Event) -> bool:
    """Has somebody seen enough?"""
    if event.type == pygame.KEYDOWN:
        return event.key in (pygame.K_ESCAPE, pygame.K_q)
    return bool(event.type == pygame.QUIT)
