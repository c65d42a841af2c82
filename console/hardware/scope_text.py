"""The scope in a terminal: two rows of blocks for each petal, as high as the root of the force."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final

import numpy as np

from console.hardware.texts import board_name
from console.hardware.trace import Trace
from console.i18n import Words
from console.screens import palette
from console.screens.names import seat_name
from console.screens.texts import fault_word
from console.terminal.columns import fitted
from drivers.events import Contact, Gesture
from drivers.times import MS, SECOND

BLOCKS: Final = "▁▂▃▄▅▆▇█"
TOP_N: Final = 50.0
QUIET: Final = "·"
LOST: Final = " "
ONSETS: Final = {Gesture.GRAB: "◆", Gesture.PALM: "◇"}
NAME: Final = 9
PART: Final = 7
FORCE: Final = 7
SAYS: Final = 13
LEAST_COLUMNS: Final = 20
NUMBER: Final = 2  # a seat's, where there is no room for its name
FEW_COLUMNS: Final = 8


def block(force_n: float, threshold_n: float) -> str:
    """One column's greatest force: blank where nothing is known, a dot below the threshold."""
    if np.isnan(force_n):
        return LOST
    if force_n < threshold_n:
        return QUIET
    share = sqrt(min(force_n / TOP_N, 1.0))
    return BLOCKS[min(int(share * len(BLOCKS)), len(BLOCKS) - 1)]


def rows(trace: Trace, words: Words, width: int) -> Iterator[str]:
    """The trace as lines of ``width`` characters, without any colour."""
    others = PART + FORCE + SAYS + 3
    named = NAME if width >= NAME + others + LEAST_COLUMNS else NUMBER
    columns = max(width - named - others, LEAST_COLUMNS if named == NAME else FEW_COLUMNS)
    yield board_name(words, trace.info.name, trace.info.seats) + _trouble(trace, words)
    for seat, channels in sorted(trace.petals.items()):
        last = trace.last_touch(seat)
        for part, channel in zip(("top", "under"), channels, strict=True):
            name = seat_name(words, seat) if named == NAME else str(seat + 1)
            name = name if part == "top" else ""
            texts = {"top": words._("top"), "under": words._("under")}
            curve = _blocks(trace, channel, columns)
            if part == "top":
                curve = _marked(trace, seat, curve)
            force = trace.force_n(channel)
            shown = "–" if force is None else words.number(max(force, 0.0) + 0.0)
            says = ""
            if last is not None:
                says = _touch(words, last[0]) if part == "top" else _doubt(words, last[0])
            faults = trace.seat_faults.get(seat)
            if part == "under" and faults:
                name, says = "", fault_word(words, next(iter(faults)))
            number = words._("{force} N").format(force=shown)
            yield f"{name:<{named}}{texts[part]:<{PART}}{curve} {number:>{FORCE}}  {says}".rstrip()
    yield _axis(trace, words, columns, named)
    legend = words._("{quiet} below {force} N   {low}{high} 0 to {top} N   ◆ grab   ◇ palm").format(
        quiet=QUIET,
        force=words.number(trace.threshold_n),
        low=BLOCKS[0],
        high=BLOCKS[-1],
        top=words.number(TOP_N, 0),
    )
    yield from fitted(legend, width)


def coloured(lines: list[str], seats: list[int]) -> list[str]:
    """The same lines for a terminal: each seat's two in its colour, *under* the paler one."""
    tints = [
        c
        for s in seats
        for c in (palette.USUAL.seats[s], palette.mix(palette.USUAL.seats[s], "#808080", 0.4))
    ]
    painted = [
        "\x1b[38;2;{};{};{}m{}\x1b[0m".format(*palette.rgb(tint), line)
        for tint, line in zip(tints, lines[1 : 1 + len(tints)], strict=True)
    ]
    return [lines[0], *painted, *lines[1 + len(tints) :]]


def _blocks(trace: Trace, channel: int, columns: int) -> str:
    """The greatest force of each column, oldest first."""
    step_ns = trace.span_ns // columns
    from_ns = trace.now_ns - columns * step_ns
    curve = trace.curve(channel, from_ns, trace.now_ns)
    greatest = np.full(columns, np.nan)
    column = (curve.t_ns - from_ns) // step_ns
    shown = (column >= 0) & (column < columns)
    np.fmax.at(greatest, column[shown], curve.force_n[shown])
    return "".join(block(force, trace.threshold_n) for force in greatest.tolist())


def _marked(trace: Trace, seat: int, curve: str) -> str:
    """With a sign where a touch began."""
    step_ns = trace.span_ns // len(curve)
    from_ns = trace.now_ns - len(curve) * step_ns
    signs = list(curve)
    for contact in trace.contacts:
        column = (contact.t_ns - from_ns) // step_ns
        if contact.seat == seat and 0 <= column < len(signs):
            signs[column] = ONSETS[contact.gesture]
    return "".join(signs)


def _touch(words: Words, contact: Contact) -> str:
    grab = contact.gesture is Gesture.GRAB
    name = words._("grab") if grab else words._("palm")
    return f"{ONSETS[contact.gesture]} {name}"


def _doubt(words: Words, contact: Contact) -> str:
    error = words.number(2 * contact.uncertainty_ns / MS, 2)
    return words._("± {error} ms").format(error=error)


def _trouble(trace: Trace, words: Words) -> str:
    found = [fault_word(words, fault) for _, fault in trace.source_faults]
    if trace.fallen:
        found.append(words._("fell off its cradle"))
    return "".join(f"   ! {text}" for text in found)


def alarms(trace: Trace, words: Words) -> list[str]:
    """What is wrong with whole parts of the board, each part by its name."""
    sources = {"buttons": words._("Buttons"), "pad": words._("Pad")}
    found = [
        f"{sources.get(source, source)}: {fault_word(words, fault)}"
        for source, fault in trace.source_faults
    ]
    if trace.fallen:
        found.append(f"{words._('Pad')}: {words._('fell off its cradle')}")
    return found


def _axis(trace: Trace, words: Words, columns: int, named: int) -> str:
    """How long ago, in seconds."""
    seconds = trace.span_ns // SECOND
    line = [" "] * (columns + 1)
    for ago in range(seconds, 0, -max(1, seconds // 6)):
        text = words._("−{seconds} s").format(seconds=ago) if ago == seconds else f"−{ago}"
        at = columns - ago * columns // seconds
        line[at : at + len(text)] = text
    now = words._("now")
    line[columns - len(now) : columns] = now
    return " " * (named + PART) + "".join(line).rstrip()
