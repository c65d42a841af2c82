"""What things on a board are called, and how a command speaks: line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.i18n import Words
from console.screens.names import seat_name
from console.terminal.columns import json_line
from drivers.board import ChannelSpec, LineSpec
from drivers.errors import BoardError, ChipForbidden, ChipMissing, LibraryMissing, PadUnfit
from drivers.events import Button, Fault

Say = Callable[[str], None]
"""Tells whoever looks on one line, at once."""


class TextLine(str):
    """A line for people which knows what it tells, for programs: ``event`` and its ``facts``."""

    event: str
    facts: dict[str, object]

    def __new__(cls, text: str, event: str, **facts: object) -> TextLine:
        line = super().__new__(cls, text)
        line.event, line.facts = event, facts
        return line


def line_json(line: str) -> str:
    """The same as a JSON object; its text is in the language asked for."""
    known = {"event": line.event, **line.facts} if isinstance(line, TextLine) else {"event": "said"}
    return json_line({**known, "text": line.strip()})


SYMBOLS: Final = {Button.LEFT: "◀", Button.RIGHT: "▶", Button.OK: "●", Button.BACK: "✕"}


def error_text(words: Words, error: BoardError) -> str:
    """What is wrong with a board, without the mend of ``mend_of``."""
    match error:
        case ChipMissing():
            label = " / ".join(error.labels)
            if not error.there:
                return words._("this computer has no GPIO chip")
            return words._("there is no GPIO chip {label} here (there are: {there})").format(
                label=label, there=", ".join(error.there)
            )
        case ChipForbidden():
            return words._("{path} may not be opened by you").format(path=error.path)
        case PadUnfit():
            return words.translated(error.misfit.fact)
    return words.translated(error)


def mend_of(words: Words, error: BoardError, other: str) -> str:
    """What to do about it, ``other`` where only its sentence says so."""
    match error:
        case ChipMissing() if not error.there:
            return words._(
                "Check this board on the table's Raspberry Pi; a PC has simulated ones: --board pc"
            )
        case ChipMissing():
            return words._("Name the right one in `buttons.chips` of the board file")
        case LibraryMissing():
            return words._("Install this library, then check again")
        case ChipForbidden():
            return words._("Add yourself to the group gpio and log in again")
        case PadUnfit():
            return words.translated(error.misfit.mend)
    return other


def sensor_name(words: Words, channel: ChannelSpec) -> str:
    """«Seat 1, top sensor»."""
    texts = {"top": words._("{seat}, top sensor"), "under": words._("{seat}, under sensor")}
    return texts[channel.part].format(seat=seat_name(words, channel.seat))


def line_name(words: Words, line: LineSpec) -> str:
    """«Seat 1, ◀», or what closes while the pad stands in its cradle."""
    if line.seat is None or line.button is None:
        return words._("the pad's cradle")
    return f"{seat_name(words, line.seat)}, {SYMBOLS[line.button]}"


def board_name(words: Words, name: str, seats: int) -> TextLine:
    """«mk1, 4 seats»."""
    text = words.n("{board}, {count} seat", "{board}, {count} seats", seats)
    return TextLine(text.format(board=name, count=seats), "board", board=name, seats=seats)


def fault_mend(words: Words, fault: Fault) -> str:
    """What whoever looks after the table does about what is wrong with a seat."""
    wires = words._("Check this seat's wires, then check again")
    return {
        Fault.LEANING: words._("Take the hand off the petal, or what lies there"),
        Fault.NEIGHBOUR: words._("Press your own petal only; are the petals far enough apart?"),
        Fault.STUCK_PAD: words._("Clear the petal; loosen what presses on it"),
        Fault.DEAD_CHANNEL: words._(
            "Check the plugs of the petal's sensors and their wires; if they are whole, weigh again"
        ),
        Fault.SWAPPED: words._("Swap the plugs of the petal's top and under sensors"),
        Fault.CROSSED: words._("A plug is on another's petal: put each seat's plugs in place"),
        Fault.SATURATED: words._("Fit a smaller resistor below the sensor, then weigh again"),
        Fault.UNEVEN: words._("Weigh its sensors again; if it stays, change the sensor"),
        Fault.NOISY_CHANNEL: words._("Check its plug and ground; keep its cable away from lights"),
    }.get(fault, wires)
