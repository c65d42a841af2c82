"""What a table at an event tells while simulated people play at it: `khvatka play --event`."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from console.i18n import Words
from console.table.event.requests import EventShown
from console.table.outputs import MatchBegun, MatchEnded, Output
from console.terminal.columns import say
from console.terminal.speech import speak, speech
from console.wiring.event.hall import play_at_event
from console.wiring.headless import print_json
from console.wiring.results import result_text
from console.wiring.setup import Setup


def play_there(setup: Setup, data: Path, walk_s: float, *, as_json: bool) -> None:
    """Play until the event has ended; ``walk_s`` as in ``console.wiring.event.hall.Walk``. Raises
    ConfigError for a table that is at none."""
    speak(setup.settings.language)
    if as_json:
        play_at_event(setup, data, walk_s, (print_json,), _print_shown)
    else:
        teller = _Teller(speech())
        play_at_event(setup, data, walk_s, (teller,), teller.shown)


def _print_shown(shown: EventShown) -> None:
    """What the desk says now, as one object a line."""
    state = shown.state
    match = None if state is None else state.match
    told = {
        "event": "desk",
        "trouble": shown.trouble,
        "table": None if state is None else state.table,
        "match": None if match is None else match.match,
        "game": None if match is None else match.game_n,
        "unsent": len(shown.unsent),
        "declined": shown.declined_n,
        "ended": state is not None and state.ended,
    }
    sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    sys.stdout.buffer.flush()


class _Teller:
    """A sink, and what the desk says, in words."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._seats: tuple[int, ...] = ()
        self._said = ""

    def __call__(self, output: Output) -> None:
        if isinstance(output, MatchBegun):
            self._seats = output.seats
        elif isinstance(output, MatchEnded) and not output.abandoned:
            say(result_text(self._words, output, self._seats).splitlines())

    def shown(self, shown: EventShown) -> None:
        """Where the table is, whenever that is something new."""
        words, state = self._words, shown.state
        if shown.trouble is not None:
            said = words._("The desk does not answer; everything is kept.")
        elif state is None or state.table is None:
            said = words._("The organiser lets in the table that shows {check}.").format(
                check=shown.check
            )
        else:
            said = words._("This is table {table} of {event}.").format(
                table=state.table_name, event=state.name
            )
        if said != self._said:
            self._said = said
            say([said])
