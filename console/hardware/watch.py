"""``khvatka hw watch``: every decoded event as it happens, in words or as JSON lines.

A JSON line has ``event``, ``t_ns`` (CLOCK_MONOTONIC), ``seat`` (from 0; null where an event belongs
to no seat) and ``uncertainty_ns`` (one sigma; null for faults), and by ``event``:

==================== ==========================================
``press``, ``release`` ``button``: left, right, ok, back
``contact``          ``gesture``: grab, palm; ``clock_uncertainty_ns``, ``peak_n``;
                     ``early_ns``, ``late_ns``: see ``drivers.events.Contact``
``fall``, ``put_back`` nothing more: it is the pad's cradle
``fault``, ``mended`` ``fault``, ``source`` (null for a seat's), ``detail``
==================== ==========================================
"""

from __future__ import annotations

from typing import Any

from console.hardware.feed import open_feed
from console.hardware.station import Station
from console.hardware.texts import SYMBOLS, Say, board_name
from console.i18n import Words
from console.screens.names import seat_name
from console.screens.texts import fault_word
from console.terminal.columns import json_line
from console.terminal.speech import complain
from drivers.events import (
    ButtonEvent,
    Contact,
    Fall,
    Gesture,
    InputEvent,
    PadProgress,
    SeatFault,
    SourceFault,
)
from drivers.times import MS, SECOND


def watch(station: Station, say: Say, as_json: bool, length_ns: int | None = None) -> None:
    """Tell the events of ``length_ns``, or for ever. Raises BoardError, ConfigError."""
    words = station.words
    with station.opened(complain) as board:
        feed = open_feed(station, board)
        if not as_json:
            say(board_name(words, board.info.name, board.info.seats))
            say(words._("Press, grab, knock: each event is told. Ctrl-C ends it."))
        begin_ns = station.clock.now_ns()
        for turn in feed.turns(length_ns):
            for event in turn.events:
                if as_json:
                    say(json_line(event_json(event)))
                else:
                    say(event_words(words, event, begin_ns))
            if station.hands is not None:
                station.hands.act(turn.now_ns)


def event_json(event: InputEvent) -> dict[str, Any]:
    """An event as the JSON object of its line."""
    line: dict[str, Any] = {"event": "", "t_ns": _time_ns(event), "seat": None}
    match event:
        case ButtonEvent(seat, button, pressed, _, uncertainty_ns):
            line |= {"event": "press" if pressed else "release", "seat": seat}
            line |= {"button": button.name.lower(), "uncertainty_ns": uncertainty_ns}
        case Contact():
            line |= {"event": "contact", "seat": event.seat, "gesture": event.gesture.value}
            line |= {"uncertainty_ns": event.uncertainty_ns}
            line |= {"clock_uncertainty_ns": event.clock_uncertainty_ns}
            line |= {"early_ns": event.early_ns, "late_ns": event.late_ns}
            line |= {"peak_n": round(event.peak_n, 3)}
        case Fall(down, _, uncertainty_ns):
            line |= {"event": "fall" if down else "put_back", "uncertainty_ns": uncertainty_ns}
        case SeatFault() | SourceFault():
            line |= {"event": "fault" if event.active else "mended", "uncertainty_ns": None}
            line |= {"fault": event.fault.value, "detail": _detail(Words("en"), event)}
            line |= {"seat": event.seat} if isinstance(event, SeatFault) else {}
            line |= {"source": event.source if isinstance(event, SourceFault) else None}
    return line


def event_words(words: Words, event: InputEvent, begin_ns: int) -> str:
    """An event as a line for people; times count from ``begin_ns``."""
    since = words._("{seconds} s").format(
        seconds=words.number((_time_ns(event) - begin_ns) / SECOND, 5)
    )
    return f"{since:>13}  {_who(words, event):<9}  {_what(words, event)}"


def _time_ns(event: InputEvent) -> int:
    return event.complete_to_ns if isinstance(event, PadProgress) else event.t_ns


def _who(words: Words, event: InputEvent) -> str:
    if isinstance(event, ButtonEvent | Contact | SeatFault):
        return seat_name(words, event.seat)
    buttons = isinstance(event, SourceFault) and event.source == "buttons"
    return words._("Buttons") if buttons else words._("Pad")


def _what(words: Words, event: InputEvent) -> str:
    match event:
        case ButtonEvent(_, button, pressed, _, uncertainty_ns):
            done = words._("pressed") if pressed else words._("released")
            return f"{SYMBOLS[button]} {done}  {_error(words, uncertainty_ns)}"
        case Contact():
            grab = event.gesture is Gesture.GRAB
            done = words._("grab") if grab else words._("palm")
            force = words._("up to {force} N").format(force=words.number(event.peak_n))
            return f"{done}  {_error(words, event.uncertainty_ns)}  {force}"
        case Fall(down, _, uncertainty_ns):
            done = words._("fell off its cradle") if down else words._("put back")
            return f"{done}  {_error(words, uncertainty_ns)}"
        case SeatFault() | SourceFault():
            fault = fault_word(words, event.fault)
            text = fault if event.active else words._("over: {fault}").format(fault=fault)
            detail = _detail(words, event)
            return f"{text} ({detail})" if detail else text
    return ""


def _detail(words: Words, fault: SeatFault | SourceFault) -> str:
    if isinstance(fault, SourceFault) and fault.misfit is not None:
        return words.translated(fault.misfit.sentence)
    return fault.detail


def _error(words: Words, uncertainty_ns: int) -> str:
    return words._("± {error} ms").format(error=words.number(uncertainty_ns / MS, 3))
