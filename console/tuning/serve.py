"""Reads a board and hands the newest of it to the page's process, without ever waiting for that."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from typing import Final

import msgspec

from console.hardware.station import Station
from console.hardware.texts import Say, TextLine
from console.i18n import N_
from console.screens.palette import USUAL
from console.system.child import ChildLost
from console.system.postbox import Postbox
from console.tuning.messages import ScopeFrame, ScopeOpen, ToBoard, Wished
from console.tuning.texts import words_of
from console.tuning.tuner import ThresholdStore, Tuner, shown_settings
from console.web.messages import Failed, Opened, plain, read
from drivers.errors import ConfigError, Sentence
from drivers.times import MS

COMMAND: Final = (sys.executable, "-P", "-m", "console.tuning")
LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8018
FRAME_NS: Final = 100 * MS
PIN_DIGITS: Final = 6
GONE: Final = N_("the page's process {why}: begin again")


class PageLost(ConfigError):
    """The page's process has gone."""


def new_pin() -> str:
    """For this one time: whoever may start this may do all that it allows."""
    return "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))


def serve_scope(
    station: Station,
    kept: ThresholdStore,
    host: str,
    port: int,
    say: Say,
    *,
    length_ns: int | None = None,
    pin: str | None = None,
    command: Sequence[str] = COMMAND,
) -> None:
    """Show the board on a page until ``length_ns`` have passed, or for ever.

    Raises BoardError, ConfigError where the address cannot be opened, PageLost.
    """
    words, digits = station.words, pin or new_pin()
    opening = ScopeOpen(
        host=host,
        port=port,
        language=words.language,
        words=words_of(words),
        colours=USUAL.seats,
        settings=shown_settings(words),
        pin=digits,
    )
    with station.opened() as board:
        tuner = Tuner(station, board, kept)
        try:
            box = Postbox(command, plain(opening))
        except ChildLost as lost:
            raise PageLost(GONE, why=lost) from None
        end_ns = None if length_ns is None else station.clock.now_ns() + length_ns
        try:
            while end_ns is None or station.clock.now_ns() < end_ns:
                for message in _show_next(tuner, box):
                    if isinstance(message, Wished):
                        tuner.do(message.wish)
                    elif isinstance(message, Opened):
                        _tell_address(station, say, host, message.port, digits)
                    elif isinstance(message, Failed):
                        raise _not_opened(host, port, message.why)
        finally:
            box.close()


def _show_next(tuner: Tuner, box: Postbox) -> list[ToBoard]:
    """Read the board for a frame and show it; what the page has said since. Raises PageLost."""
    for turn in tuner.feed.turns(FRAME_NS):
        tuner.take(turn)
    box.show(None, plain(ScopeFrame(msgspec.json.encode(tuner.view()).decode())))
    return _heard(box)


def _not_opened(host: str, port: int, why: str) -> ConfigError:
    return ConfigError(
        "--host {host} --port {port} cannot be opened ({why}): give another",
        host=host,
        port=port,
        why=Sentence(why),
    )


def _heard(box: Postbox) -> list[ToBoard]:
    try:
        return [read(source, ToBoard) for source in box.hear()]
    except (ChildLost, msgspec.ValidationError) as error:
        raise PageLost(GONE, why=error) from None


def _tell_address(station: Station, say: Say, host: str, port: int, pin: str) -> None:
    url = f"http://{host}:{port}"
    text = station.words._("Forces and weights: {url}; to change something the PIN {pin}")
    say(TextLine(text.format(url=url, pin=pin), "address", url=url, pin=pin))
