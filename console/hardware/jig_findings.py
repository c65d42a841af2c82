"""``khvatka hw check --jig``: every line, sensor and lamp by hand, one after the other.

Whoever built the table is told what to press, and each answer is held against the one that belongs
to it: what else answers has its wire, or its plug, in the wrong place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import numpy as np

from console.hardware.feed import BoardLook, Feed
from console.hardware.findings import Finding, Subject, failure, fine
from console.hardware.listening import listen
from console.hardware.station import BoardActors
from console.hardware.texts import SYMBOLS, Say, TextLine, line_name, sensor_name
from console.i18n import Words
from console.screens.names import seat_name
from drivers.baseline import Floats
from drivers.board import ChannelSpec, LineSpec
from drivers.calibration import forces
from drivers.events import Button, ButtonEvent, Fall, Gesture
from drivers.times import MS

PATIENCE_NS: Final = 30_000_000_000
"""How long an answer is waited for."""
TRIES: Final = 2
SETTLE_NS: Final = 400 * MS
"""Between two questions: what belongs to the first is over."""
FELT_N: Final = 3.0
"""Less is no hand that presses hard: a neighbour's shows with a few per cent."""
WHOLE_NS: Final = 500 * MS
"""A hand has come to its greatest force by then."""

Judge = Callable[[BoardLook], str | None]
"""Hears a look at the board: what is wrong, "" if it was the right answer, None while there is
none."""
Act = Callable[[BoardActors, int], None]


def jig_findings(
    words: Words, feed: Feed, say: Say, hands: BoardActors | None, lamps: bool
) -> Iterator[Finding]:
    """Walk through an open board. ``hands`` act on a simulated one; ``lamps``: it has some."""
    walk = JigWalk(words, feed, say, hands)
    yield from walk.buttons()
    if any(line.seat is None for line in feed.board.info.lines):
        yield from walk.cradle()
    yield from walk.sensors()
    if lamps:
        yield from walk.lamps()


class JigWalk:
    """Asks, and judges the answers."""

    def __init__(self, words: Words, feed: Feed, say: Say, hands: BoardActors | None) -> None:
        self._words, self._feed, self._say, self._hands = words, feed, say, hands
        self._info = feed.board.info

    def buttons(self) -> Iterator[Finding]:
        """Each button is pressed and let go once; no other may answer."""
        for line in self._info.lines:
            if line.seat is None or line.button is None:
                continue
            name = line_name(self._words, line)
            ask = self._words._("{line}: press it and let go.").format(line=name)

            def act(hands: BoardActors, now_ns: int, line: LineSpec = line) -> None:
                hands.press(line.seat or 0, line.button or Button.LEFT, now_ns)

            wrong = self._answer(ask, act, partial(self._pressed, line))
            mend = self._words._("Sort its wires by the table of the wiring guide")
            yield self._finding(Subject.BUTTONS, name, wrong, mend)

    def cradle(self) -> Iterator[Finding]:
        """The pad is lifted, and put back."""
        words, name = self._words, self._words._("the pad's cradle")

        def knock(hands: BoardActors, now_ns: int) -> None:
            hands.knock(now_ns)

        def nothing(_hands: BoardActors, _now_ns: int) -> None:
            """Who knocked it off puts it back."""

        mend = words._("Look after the reed, its wire, and how near the magnet comes")
        wrong = self._answer(
            words._("Lift the pad off its cradle."), knock, partial(_fallen, down=True)
        )
        if wrong == "":
            wrong = self._answer(
                words._("Put the pad back."), nothing, partial(_fallen, down=False)
            )
        yield self._finding(Subject.CRADLE, name, wrong, mend)

    def sensors(self) -> Iterator[Finding]:
        """A flat hand on each petal loads its top sensor most, a grab the lower one too."""
        words = self._words
        mend = words._("Sort the sensors' plugs; ohms from the reference to its input tell more")
        for seat in range(self._info.seats):
            name = seat_name(words, seat)
            for gesture, part, ask in (
                (Gesture.PALM, "top", words._("{seat}: press the petal hard with a flat hand.")),
                (Gesture.GRAB, "under", words._("{seat}: grab the petal and pinch it hard.")),
            ):
                channels = [c for c in self._info.channels if (c.seat, c.part) == (seat, part)]

                def act(
                    hands: BoardActors, now_ns: int, seat: int = seat, gesture: Gesture = gesture
                ) -> None:
                    hands.touch(seat, gesture, now_ns)

                for channel in channels:
                    wrong = self._answer(ask.format(seat=name), act, partial(self._felt, channel))
                    yield self._finding(Subject.CHANNELS, sensor_name(words, channel), wrong, mend)

    def lamps(self) -> Iterator[Finding]:
        """Each lamp shines alone; whoever sees it answers with the buttons of any seat."""
        words, seats = self._words, self._info.seats
        dark = (0.0,) * seats
        mend = words._("Another lamp? Swap their wires. None? Look after its fuse, wire and plug")
        try:
            for seat in range(seats):
                self._feed.board.set_lamps((*dark[:seat], 1.0, *dark[seat + 1 :]))
                name = words._("{seat}, lamp").format(seat=seat_name(words, seat))
                ask = words._("{lamp}: does it shine, and no other? {ok} yes, {back} no.").format(
                    lamp=name, ok=SYMBOLS[Button.OK], back=SYMBOLS[Button.BACK]
                )

                def act(hands: BoardActors, now_ns: int, seat: int = seat) -> None:
                    button = Button.OK if hands.shines(seat) else Button.BACK
                    hands.press(seat, button, now_ns)

                wrong = self._answer(ask, act, self._seen)
                yield self._finding(Subject.LAMPS, name, wrong, mend)
        finally:
            self._feed.board.set_lamps(dark)

    def _answer(self, ask: str, act: Act, judge: Callable[[], Judge]) -> str | None:
        """Ask, and wait for what ``judge`` makes of the answer; None if there was none. A wrong one
        may be a slip: it is asked once more."""
        wrong: str | None = None
        for _ in range(TRIES):
            wrong = self._asked_once(ask, act, judge())
            if not wrong:
                break
        return wrong

    def _asked_once(self, ask: str, act: Act, judge: Judge) -> str | None:
        self._say(TextLine(ask, "ask"))
        for _ in self._feed.turns(SETTLE_NS):
            pass
        if self._hands is not None:
            act(self._hands, self._feed.clock.now_ns())
        for turn in self._feed.turns(PATIENCE_NS):
            if (wrong := judge(turn)) is not None:
                return wrong
        return None

    def _finding(self, subject: Subject, name: str, wrong: str | None, mend: str) -> Finding:
        words = self._words
        if wrong == "":
            found = fine(subject, words._("{part}: right").format(part=name))
        elif wrong is None:
            text = words._("{part}: nothing came").format(part=name)
            found = failure(subject, text, mend)
        else:
            found = failure(subject, f"{name}: {wrong}", mend)
        self._say(TextLine(f"  {found.text}", "judged", level=found.level.value))
        return found

    def _pressed(self, wanted: LineSpec) -> Judge:
        words = self._words
        held = False

        def judge(turn: BoardLook) -> str | None:
            nonlocal held
            for event in turn.events:
                if not isinstance(event, ButtonEvent):
                    continue
                if (event.seat, event.button) != (wanted.seat, wanted.button):
                    other = f"{seat_name(words, event.seat)}, {SYMBOLS[event.button]}"
                    return words._("{other} answered instead").format(other=other)
                if held and not event.pressed:
                    return ""
                held = held or event.pressed
            return None

        return judge

    def _felt(self, wanted: ChannelSpec) -> Judge:
        """Which sensor of all is pressed most within the half second after one is pressed. A grab
        loads the top ones too: they are left out. By forces alone: a sensor is judged though its
        petal's other one is broken."""
        words, info = self._words, self._info
        rest = self._rest()
        most = rest
        looked = [wanted.part == "top" or channel.part == "under" for channel in info.channels]
        pressed_n = np.zeros(len(looked))
        felt_ns: int | None = None

        def judge(turn: BoardLook) -> str | None:
            nonlocal felt_ns, most, pressed_n
            peaks = [batch.codes.max(axis=0) for batch in turn.reading.samples if len(batch.codes)]
            higher = np.maximum.reduce([most, *peaks])
            if (higher > most).any():
                most = higher
                pressed_n = np.where(looked, self._newtons(rest, most), 0.0)
            if felt_ns is None and pressed_n.max() >= FELT_N:
                felt_ns = turn.now_ns
            if felt_ns is None or turn.now_ns - felt_ns < WHOLE_NS:
                return None
            found = info.channels[int(pressed_n.argmax())]
            if found == wanted:
                return ""
            return words._("{other} answered instead").format(other=sensor_name(words, found))

        return judge

    def _newtons(self, rest: Floats, codes: Floats) -> Floats:
        """float64[c]: what codes mean above those at rest."""
        channels = self._feed.calibration.channels
        return np.array(
            [
                float(forces(self._info, channel, float(rest[i]), codes[i]))
                for i, channel in enumerate(channels)
            ]
        )

    def _rest(self) -> Floats:
        """float64[c]: the sensors' codes with hands off."""
        scans = listen(self._feed).scans
        return np.zeros(len(self._info.channels)) if scans is None else scans.mean.copy()

    def _seen(self) -> Judge:
        words = self._words

        def judge(turn: BoardLook) -> str | None:
            for event in turn.events:
                if isinstance(event, ButtonEvent) and event.pressed:
                    if event.button is Button.OK:
                        return ""
                    if event.button is Button.BACK:
                        return words._("it does not shine, or another one does")
            return None

        return judge


def _fallen(down: bool) -> Judge:
    def judge(turn: BoardLook) -> str | None:
        told = (event for event in turn.events if isinstance(event, Fall))
        return "" if any(event.down is down for event in told) else None

    return judge
