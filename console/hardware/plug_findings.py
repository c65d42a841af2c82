"""``khvatka hw check --plug``: a Raspberry Pi's header by the test plug of ``make kit``, before
there is any cable.

The plug has a hole for each input, named by its pin, with the line's own pull-up; a light for each
output; a probe that is ground. Whoever holds it is told which hole to touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Final

from console.hardware.board_findings import CHATTER_EDGES
from console.hardware.feed import BoardLook, Looks
from console.hardware.findings import Finding, Subject, as_table, failed, failure, fine
from console.hardware.jig_findings import PATIENCE_NS, TOGETHER_NS, TRIES, judged
from console.hardware.lights import each_lamp
from console.hardware.report import write_report
from console.hardware.station import Plugged, Station
from console.hardware.texts import Say, TextLine, board_name, line_name
from console.i18n import Words
from console.screens.names import seat_name
from drivers.board import LineSpec
from drivers.boards.config import POWER_LINE, BoardFile
from drivers.boards.header_pins import HEADER
from drivers.errors import ConfigError
from drivers.events import Button
from drivers.times import MS, SECOND

LISTEN_NS: Final = SECOND
BLINK_NS: Final = 250 * MS


def check_plug(station: Station, say: Say, most: int | None = None) -> bool:
    """Walk through the header with the plug, tell what was found, keep a report; True if there is
    no failure. Raises BoardError; ConfigError for a board without a header."""
    if station.plugged is None:
        raise ConfigError("--plug tries a Raspberry Pi's header: name a real table with --board")
    words = station.words
    plugged = station.plugged()
    plugged.board.open()
    try:
        say(board_name(words, station.file.name, plugged.board.info.seats))
        looks = Looks(plugged.board, station.clock)
        findings = list(PlugWalk(words, station.file, plugged, looks, say).findings())
    finally:
        plugged.board.close()
    for line in as_table(words, findings, most):
        say(line)
    path = write_report(station, findings)
    text = words._("The report to keep: {path}").format(path=path)
    say(TextLine(text, "written", file=str(path)))
    return not failed(findings)


class PlugWalk:
    """Asks for hole after hole, light after light."""

    def __init__(
        self, words: Words, file: BoardFile, plugged: Plugged, looks: Looks, say: Say
    ) -> None:
        self._words, self._looks, self._say, self._plugged = words, looks, say, plugged
        self._lines = plugged.board.info.lines
        named = {key: pin_of(line) for key, line in file.lines() if line.startswith("GPIO")}
        self._pins = [named[_key(line)] for line in self._lines]
        self._lamps = [pin for key, pin in named.items() if key.startswith("lamps")]
        self._sync = named.get("sync.line")
        self._touched = [line.seat is None for line in self._lines]
        self._edges = [0] * len(self._lines)

    def findings(self) -> Iterator[Finding]:
        """All of it, in the order of the board file."""
        words = self._words
        text = words._(
            "The test plug alone sits on the header. Touch each hole that is named with the probe,"
            " and let go. Never hole {pin}: it turns the Pi off."
        )
        self._say(TextLine(text.format(pin=pin_of(POWER_LINE)), "hands_off"))
        for turn in self._looks.turns(LISTEN_NS):
            self._take(turn)
        silent, right = 0, set[int]()
        for index in range(len(self._lines)):
            found = self._at_rest(index)
            if found is None:
                answer = self._asked(index)
                found = self._judged(index, answer)
                silent += answer == frozenset()
                right |= {index} if answer == {index} else set()
            yield judged(self._say, found)
        if silent == len(self._lines):
            text = words._("No hole answers")
            mend = words._(
                "The probe has no ground: solder its wire, its 330 Ω and the ground pins of the"
                " plug's socket; does the plug sit on all pins of the header?"
            )
            yield judged(self._say, failure(Subject.BOARD, text, mend))
        yield from self._lights(right)

    # -- holes -------------------------------------------------------------------------------------

    def _name(self, index: int) -> str:
        """«hole 29 (Seat 1, ●)»."""
        line = line_name(self._words, self._lines[index])
        return self._words._("hole {pin} ({line})").format(pin=self._pins[index], line=line)

    def _take(self, turn: BoardLook) -> set[int]:
        """The lines that are touched now."""
        for edge in turn.reading.edges:
            self._touched[edge.line] = edge.active
            self._edges[edge.line] += 1
        return {index for index, touched in enumerate(self._touched) if touched}

    def _at_rest(self, index: int) -> Finding | None:
        """What is wrong with a line that nobody touches."""
        words, pin, name = self._words, self._pins[index], self._name(index)
        if self._edges[index] > CHATTER_EDGES:
            text = words._("{part}: its level moves by itself").format(part=name)
            mend = words._("It hangs in the air: solder the 10 kΩ beside its hole")
            return failure(Subject.LINES, text, mend)
        if self._touched[index]:
            text = words._("{part}: as if touched all the time").format(part=name)
            mend = words._(
                "Look for solder from pin {pin} to a ground beside it; if there is none, it hangs"
                " in the air: solder that pin, and the 10 kΩ beside its hole"
            ).format(pin=pin)
            return failure(Subject.LINES, text, mend)
        return None

    def _asked(self, index: int) -> frozenset[int]:
        """Which lines answered; a slip is asked once more."""
        ask = self._words._("{hole}: touch it and let go.").format(hole=self._name(index))
        answer: frozenset[int] = frozenset()
        for _ in range(TRIES):
            answer = self._answer(ask)
            if answer == {index}:
                break
        return answer

    def _answer(self, ask: str) -> frozenset[int]:
        """The lines that were touched together, and let go; none if nothing came."""
        self._say(TextLine(ask, "ask"))
        before = {index for index, touched in enumerate(self._touched) if touched}
        answered, since_ns = set[int](), 0
        for turn in self._looks.turns(PATIENCE_NS):
            edges = {edge.line for edge in turn.reading.edges if edge.active}
            now = (self._take(turn) | edges) - before
            if now and not answered:
                since_ns = turn.now_ns
            answered |= now
            if answered and not now and turn.now_ns >= since_ns + TOGETHER_NS:
                break
        return frozenset(answered)

    def _judged(self, index: int, answer: frozenset[int]) -> Finding:
        words, name, pin = self._words, self._name(index), self._pins[index]
        others = sorted(answer - {index})
        if not others and answer:
            return fine(Subject.LINES, words._("{part}: right").format(part=name))
        if not answer:
            text = words._("{part}: nothing came").format(part=name)
            mend = words._("Solder its hole and pin {pin} again; between them below 1 Ω").format(
                pin=pin
            )
            return failure(Subject.LINES, text, mend)
        other = ", ".join(self._name(i) for i in others)
        pins = ", ".join(str(self._pins[i]) for i in others)
        if index in answer:
            text = words._("{other} answers too").format(other=other)
            mend = words._("Look for solder between the pins {pin} and {pins}")
        else:
            text = words._("{other} answered instead").format(other=other)
            mend = words._(
                "Was it the right hole? Then the pins {pin} and {pins} have each other's wires, or"
                " the board file names other lines"
            )
        return failure(Subject.LINES, f"{name}: {text}", mend.format(pin=pin, pins=pins))

    # -- lights ------------------------------------------------------------------------------------

    def _lights(self, right: set[int]) -> Iterator[Finding]:
        """Each alone; whoever sees them answers by the holes of a seat that are right."""
        words, board = self._words, self._plugged.board
        if not self._lamps and self._sync is None:
            return
        by = self._answers(right)
        if by is None:
            text = words._("The lights were not tried: no seat's ● and ✕ answer")
            yield failure(Subject.LAMPS, text, words._("Mend the other failures first"))
            return
        with closing(each_lamp(board, min(len(self._lamps), board.info.seats))) as lamps:
            for seat in lamps:
                pin = self._lamps[seat]
                name = words._("light {pin} ({seat})").format(pin=pin, seat=seat_name(words, seat))
                yield judged(self._say, self._light(name, by))
        if self._sync is not None:
            name = words._("light {pin} ({seat})").format(pin=self._sync, seat="SYNC")
            yield judged(self._say, self._light(name, by))

    def _answers(self, right: set[int]) -> tuple[int, int] | None:
        """The lines of a seat's ● and ✕ that answer as they should."""
        found: dict[int | None, dict[Button | None, int]] = {}
        for index in sorted(right):
            line = self._lines[index]
            found.setdefault(line.seat, {})[line.button] = index
        pairs = (f for f in found.values() if Button.OK in f and Button.BACK in f)
        first = next(pairs, None)
        return None if first is None else (first[Button.OK], first[Button.BACK])

    def _light(self, name: str, by: tuple[int, int]) -> Finding:
        words = self._words
        how = words._("Touch hole {ok} for yes, hole {back} for no.").format(
            ok=self._pins[by[0]], back=self._pins[by[1]]
        )
        shines = words._("{light}: does it shine or blink, and no other?").format(light=name)
        if self._yes(f"{shines} {how}", by):
            return fine(Subject.LAMPS, words._("{part}: right").format(part=name))
        other = words._("Does another light shine instead?")
        if self._yes(f"{other} {how}", by):
            text = words._("{part}: another one shines").format(part=name)
            mend = words._("Their pins have each other's wires, or the board file does")
        else:
            text = words._("{part}: dark").format(part=name)
            mend = words._("Turn the light round: its short leg to the flat side; solder its 1 kΩ")
        return failure(Subject.LAMPS, text, mend)

    def _yes(self, ask: str, by: tuple[int, int]) -> bool:
        self._say(TextLine(ask, "ask"))
        level, due_ns = True, 0
        for turn in self._looks.turns(PATIENCE_NS):
            if self._plugged.sync is not None and turn.now_ns >= due_ns:
                self._plugged.sync(level)
                level, due_ns = not level, turn.now_ns + BLINK_NS
            self._take(turn)
            lines = [edge.line for edge in turn.reading.edges if not edge.active]  # let go
            for line in lines:
                if line in by:
                    return line == by[0]
        return False


def pin_of(line: str) -> int:
    """The pin of the header that a line has. Raises KeyError."""
    return HEADER[int(line.removeprefix("GPIO"))]


def _key(line: LineSpec) -> str:
    """As the board file names it."""
    if line.seat is None or line.button is None:
        return "seated.line"
    return f"buttons.seat[{line.seat}].{line.name.partition('.')[2]}"
