"""What things on a board are called, and how a command speaks: line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.i18n import Words
from console.screens.texts import seat_name
from drivers.board import ChannelSpec, LineSpec
from drivers.events import Button

Say = Callable[[str], None]
"""Tells whoever looks on one line, at once."""
SYMBOLS: Final = {Button.LEFT: "◀", Button.RIGHT: "▶", Button.OK: "●", Button.BACK: "✕"}


def sensor_name(words: Words, channel: ChannelSpec) -> str:
    """«Seat 1, top sensor»."""
    texts = {"top": words._("{seat}, top sensor"), "under": words._("{seat}, under sensor")}
    return texts[channel.part].format(seat=seat_name(words, channel.seat))


def line_name(words: Words, line: LineSpec) -> str:
    """«Seat 1, ◀», or what closes while the pad stands in its cradle."""
    if line.seat is None or line.button is None:
        return words._("the pad's cradle")
    return f"{seat_name(words, line.seat)}, {SYMBOLS[line.button]}"


def board_name(words: Words, name: str, seats: int) -> str:
    """«mk1, 4 seats»."""
    return words.n("{board}, {count} seat", "{board}, {count} seats", seats).format(
        board=name, count=seats
    )
