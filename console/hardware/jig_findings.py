"""``khvatka hw check --jig``: every line, sensor and lamp by hand, one after the other.

Whoever built the table is told what to press, and each answer is held against the one that belongs
to it: what else answers has its wire, or its plug, in the wrong place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from console.hardware.feed import BoardLook, Feed
from console.hardware.findings import Finding, Subject, failure, fine
from console.hardware.lights import each_lamp
from console.hardware.listening import listen
from console.hardware.station import BoardActors
from console.hardware.texts import SYMBOLS, Say, TextLine, line_name, sensor_name
from console.i18n import Words
from console.screens.names import seat_name
from drivers.board import ChannelSpec, LineSpec
from drivers.events import Button, ButtonEvent, Fall, Gesture
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import forces
from drivers.times import MS, SECOND

PATIENCE_NS: Final = 30 * SECOND
"""How long an answer is waited for."""
TRIES: Final = 2
SETTLE_NS: Final = 400 * MS
"""Between two questions: what belongs to the first is over."""
FELT_N: Final = 3.0
"""Less is no hand that presses hard: a neighbour's shows with a few per cent."""
WHOLE_NS: Final = 500 * MS
"""A hand has come to its greatest force by then."""
TOGETHER_NS: Final = 300 * MS
"""Wires that touch answer together, long before a finger leaves."""


@dataclass(frozen=True, slots=True)
class JigAnswer:
    """``wrong``: what is wrong with it, "" if it is the right one; ``mend``: of that alone."""

    wrong: str = ""
    mend: str = ""


RIGHT: Final = JigAnswer()
Judge = Callable[[BoardLook], JigAnswer | None]
"""Hears a look at the board: what it makes of the answer, None while there is none."""
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


def judged(say: Say, found: Finding) -> Finding:
    """Tell it to whoever has just answered."""
    say(TextLine(f"  {found.text}", "judged", level=found.level.value))
    return found


class JigWalk:
    """Asks, and judges the answers."""

    def __init__(self, words: Words, feed: Feed, say: Say, hands: BoardActors | None) -> None:
        self._words, self._feed, self._say, self._hands = words, feed, say, hands
        self._info = feed.board.info

    def buttons(self) -> Iterator[Finding]:
        """Each button is pressed and let go once; no other may answer."""
        silent = Counter[int]()
        for line in self._info.lines:
            if line.seat is None or line.button is None:
                continue
            name = line_name(self._words, line)
            ask = self._words._("{line}: press it and let go.").format(line=name)

            def act(hands: BoardActors, now_ns: int, line: LineSpec = line) -> None:
                hands.press(line.seat or 0, line.button or Button.LEFT, now_ns)

            wrong = self._answer(ask, act, partial(self._pressed, line))
            silent[line.seat] += wrong is None
            if silent[line.seat] == len(Button):
                mend = self._words._("All four of this seat are silent: its ground wire first")
            else:
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
        if wrong == RIGHT:
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
        words = self._words
        with closing(each_lamp(self._feed.board, self._info.seats)) as lamps:
            for seat in lamps:
                name = words._("{seat}, lamp").format(seat=seat_name(words, seat))
                yield self._finding(Subject.LAMPS, name, self._lamp(seat, name), "")

    def _lamp(self, seat: int, name: str) -> JigAnswer | None:
        """What is seen of a lamp that should shine alone."""
        words = self._words
        signs = {"ok": SYMBOLS[Button.OK], "back": SYMBOLS[Button.BACK]}
        ask = words._("{lamp}: does it shine, and no other? {ok} yes, {back} no.")

        def alone(hands: BoardActors) -> bool:
            return hands.shining() == (seat,)

        seen = self._answer(ask.format(lamp=name, **signs), _pressing(alone), self._seen)
        if seen in (None, RIGHT):
            return seen
        ask = words._("Does another lamp shine instead? {ok} yes, {back} no.").format(**signs)
        if self._asked_once(ask, _pressing(lambda hands: bool(hands.shining())), self._seen()) == (
            RIGHT
        ):
            wrong = words._("another one shines")
            return JigAnswer(wrong, words._("Swap their wires by the table of the wiring guide"))
        mend = words._(
            "Look after its plug, wire and fuse; the right way round? volts at the lamp tell more"
        )
        return JigAnswer(words._("it does not shine"), mend)

    def _answer(self, ask: str, act: Act, judge: Callable[[], Judge]) -> JigAnswer | None:
        """Ask, and wait for what ``judge`` makes of the answer; None if there was none. A wrong one
        may be a slip: it is asked once more."""
        answer: JigAnswer | None = None
        for _ in range(TRIES):
            answer = self._asked_once(ask, act, judge())
            if answer == RIGHT:
                break
        return answer

    def _asked_once(self, ask: str, act: Act, judge: Judge) -> JigAnswer | None:
        self._say(TextLine(ask, "ask"))
        for _ in self._feed.turns(SETTLE_NS):
            pass
        if self._hands is not None:
            act(self._hands, self._feed.clock.now_ns())
        for turn in self._feed.turns(PATIENCE_NS):
            if (answer := judge(turn)) is not None:
                return answer
        return None

    def _finding(self, subject: Subject, name: str, answer: JigAnswer | None, mend: str) -> Finding:
        """``mend``: where the answer has none of its own."""
        words = self._words
        if answer is None:
            text = words._("{part}: nothing came").format(part=name)
            found = failure(subject, text, mend or words._("Begin again: each step is answered"))
        elif answer == RIGHT:
            found = fine(subject, words._("{part}: right").format(part=name))
        else:
            found = failure(subject, f"{name}: {answer.wrong}", answer.mend or mend)
        return judged(self._say, found)

    def _pressed(self, wanted: LineSpec) -> Judge:
        """All buttons that answer until the first is let go: wires that touch answer together."""
        words, lines = self._words, self._info.lines
        answered: dict[tuple[int, Button], bool] = {}
        own = wanted.seat, wanted.button
        since_ns = 0

        def judge(turn: BoardLook) -> JigAnswer | None:
            nonlocal since_ns
            for event in turn.events:
                if isinstance(event, ButtonEvent):
                    since_ns = since_ns if answered else turn.now_ns
                    if event.pressed or (event.seat, event.button) in answered:
                        answered[event.seat, event.button] = event.pressed
            if not answered or any(answered.values()) or turn.now_ns < since_ns + TOGETHER_NS:
                return None
            others = [line for line in lines if (line.seat, line.button) in answered.keys() - {own}]
            if not others:
                return RIGHT
            other = "; ".join(line_name(words, line) for line in others)
            if own in answered:
                mend = words._("Their wires touch: look for it in plugs and terminals")
                return JigAnswer(words._("{other} answers too").format(other=other), mend)
            return JigAnswer(words._("{other} answered instead").format(other=other))

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

        def judge(turn: BoardLook) -> JigAnswer | None:
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
                return RIGHT
            other = sensor_name(words, found)
            return JigAnswer(words._("{other} answered instead").format(other=other))

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
        """● or ✕ of any seat."""
        no = JigAnswer(self._words._("no"))

        def judge(turn: BoardLook) -> JigAnswer | None:
            for event in turn.events:
                if isinstance(event, ButtonEvent) and event.pressed:
                    if event.button is Button.OK:
                        return RIGHT
                    if event.button is Button.BACK:
                        return no
            return None

        return judge


def _pressing(yes: Callable[[BoardActors], bool]) -> Act:
    """● if that is so, else ✕."""

    def act(hands: BoardActors, now_ns: int) -> None:
        hands.press(0, Button.OK if yes(hands) else Button.BACK, now_ns)

    return act


def _fallen(down: bool) -> Judge:
    def judge(turn: BoardLook) -> JigAnswer | None:
        told = (event for event in turn.events if isinstance(event, Fall))
        return RIGHT if any(event.down is down for event in told) else None

    return judge
