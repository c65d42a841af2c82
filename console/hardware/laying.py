"""One known weight on one sensor: what whoever weighs is asked for, and whether it lies there."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Final

import numpy as np

from console.hardware.scales import PadSilent, ScaleReading, Scales, Waiting
from console.hardware.station import BoardActors
from console.hardware.texts import Say, TextLine, sensor_name
from console.i18n import Words
from drivers.clock import Clock
from drivers.errors import BoardError
from drivers.pad.channels.calibration import THRESHOLD_N, Laid
from drivers.times import SECOND

PATIENCE_NS: Final = 90 * SECOND
"""How long a weight is waited for, and its going, and a pad that is silent."""
SETTLE_NS: Final = 15 * SECOND
"""How long a weight that is seen may take until it rests."""
LITTLE_NS: Final = 5 * SECOND
"""What lies there for so long is what was laid, however little it is."""
TRIES: Final = 3
LIGHT_N: Final = THRESHOLD_N
SEEN_SHARE: Final = 0.2
LITTLE_SHARE: Final = 0.03
GONE_SHARE: Final = 0.12
OTHER_SHARE: Final = 0.3
STEADY_SHARE: Final = 0.06
GRAVITY: Final = 9.81


class WeighingRefused(BoardError):
    """A weighing that cannot be believed."""


class WeightUnseen(WeighingRefused):
    """It was waited for long enough."""


class NobodyWeighs(WeighingRefused):
    """Nobody does what is asked: it is over."""


class Laying:
    """Asks for weights, and watches them come, lie and go."""

    def __init__(
        self,
        words: Words,
        say: Say,
        scales: Scales,
        clock: Clock,
        hands: BoardActors | None,
        weights_n: tuple[float, float],
    ) -> None:
        """``weights_n``: the light and the heavy one."""
        self.words, self.say, self.scales = words, say, scales
        self.weights_n = weights_n
        self._clock, self._hands = clock, hands
        self._turned = False  # does the pad lie upside down?

    def lay(
        self, index: int, weight_n: float, believe: Callable[[ScaleReading], None]
    ) -> Generator[None, None, Laid]:
        """Ask for the weight on one sensor until it can be believed, three times at most, once
        where nothing comes; it lies there then. Raises WeighingRefused, BoardError.

        ``believe`` raises WeighingRefused for what no sensor reads.
        """
        for tries_left in reversed(range(TRIES)):
            self._ask(index, weight_n)
            try:
                weighing = yield from self._weighed(index, weight_n)
                believe(weighing)
            except WeighingRefused as refusal:
                self.say(self.line(f"  {refusal}", "refused", index))
                yield from self.take_away(weight_n)
                if not tries_left or isinstance(refusal, WeightUnseen):
                    raise
            else:
                return Laid(weight_n, weighing.codes)
        raise AssertionError("unreachable: the last try raises")

    def _ask(self, index: int, weight_n: float) -> None:
        words, channel = self.words, self.scales.info.channels[index]
        over = channel.part == "under" and weight_n == self.weights_n[0]
        if over or channel.part == "top":
            text = words._("{sensor}: lay {weight} N ({mass}) on it")
        else:
            text = words._("{sensor}: press {weight} N ({mass}) on it from below, with a clamp")
        text = text.format(
            sensor=self.name(index), weight=words.number(weight_n), mass=mass_text(words, weight_n)
        )
        turn = self._turn(over)
        self.say(self.line(f"{turn}. {text}" if turn else text, "lay", index, weight_n=weight_n))
        if self._hands is not None:
            self._hands.lay(channel, weight_n, self._clock.now_ns())

    def _turn(self, over: bool) -> str:
        """What is to be done first for the pad to lie so; empty: it does."""
        turned, self._turned = self._turned, over
        if turned == over:
            return ""
        words = self.words
        return words._("Turn the pad over") if over else words._("Turn the pad back")

    def turn_back(self) -> Iterator[TextLine]:
        """What is left to do once nothing is weighed any more."""
        if turn := self._turn(over=False):
            yield TextLine(turn, "turn_back")

    def take_away(self, weight_n: float) -> Generator[None, None, None]:
        """Wait until nothing lies on the pad. Raises NobodyWeighs, BoardError."""
        words = self.words
        self.say(TextLine(words._("  take it away"), "take_away"))
        if self._hands is not None:
            self._hands.lift(self._clock.now_ns())
        limit_n = GONE_SHARE * weight_n
        gone = yield from self._wait(PATIENCE_NS, lambda w: bool((w.force_n < limit_n).all()))
        if gone is None:
            raise NobodyWeighs(words._("The weight was not taken away for too long"))

    def _wait(self, patience_ns: int, done: Callable[[ScaleReading], bool]) -> Waiting:
        """As the scales wait; a pad that falls silent meanwhile is waited for, and costs nothing
        but time. Raises BoardError where it does not come back."""
        words = self.words
        while True:
            try:
                return (yield from self.scales.wait(patience_ns, done))
            except PadSilent:
                text = words._(
                    "The pad is silent: check its cable and power. It is waited for; what is"
                    " weighed is kept"
                )
                self.say(TextLine(text, "silent"))
            yield from self._heard_again()
            self.say(TextLine(words._("The pad is heard again: go on."), "heard"))

    def _heard_again(self) -> Generator[None, None, None]:
        """Raises PadSilent when it does not come back."""
        end_ns = self._clock.now_ns() + PATIENCE_NS
        while True:
            try:
                heard = yield from self.scales.wait(PATIENCE_NS, lambda _: True)
            except PadSilent:
                if self._clock.now_ns() >= end_ns:
                    raise
                continue
            if heard is not None:
                return

    def _weighed(self, index: int, weight_n: float) -> Generator[None, None, ScaleReading]:
        """The weight once it lies still, wherever it lies. Raises WeighingRefused, BoardError."""
        words = self.words
        seen = yield from self._wait(PATIENCE_NS, self._seen(weight_n))
        if seen is None:
            text = words._("{sensor}: the weight was not seen: check its plug and its wire")
            raise WeightUnseen(text.format(sensor=self.name(index)))
        still = yield from self._wait(SETTLE_NS, _lies_still)
        if still is None:
            text = words._("{sensor}: the weight does not lie still: lay it down and let go")
            raise WeighingRefused(text.format(sensor=self.name(index)))
        if still.saturated.any():
            text = words._("{sensor}: at full scale: begin again with a smaller heavy weight")
            raise WeighingRefused(text.format(sensor=self.name(int(np.argmax(still.saturated)))))
        self._lies_there(still, index, weight_n)
        return still

    def _seen(self, weight_n: float) -> Callable[[ScaleReading], bool]:
        """Is it there? Much less than was asked for is, too, if it stays."""
        little_n = max(LITTLE_SHARE * weight_n, SEEN_SHARE * LIGHT_N)
        since_ns: int | None = None

        def seen(weighing: ScaleReading) -> bool:
            nonlocal since_ns
            most_n, now_ns = float(weighing.force_n.max()), self._clock.now_ns()
            if most_n < little_n:
                since_ns = None
            elif since_ns is None:
                since_ns = now_ns
            stays = since_ns is not None and now_ns - since_ns >= LITTLE_NS
            return stays or most_n >= SEEN_SHARE * weight_n

        return seen

    def _lies_there(self, weighing: ScaleReading, index: int, weight_n: float) -> None:
        """Raises WeighingRefused for a weight on another sensor; a clamp loads the petal's top as
        well. What hardly bears anywhere is told by what it reads."""
        words, channels = self.words, self.scales.info.channels
        if weighing.force_n.max() < SEEN_SHARE * weight_n:
            return
        force_n = weighing.force_n.copy()
        own_n, force_n[index] = float(force_n[index]), 0.0
        if own_n < SEEN_SHARE * weight_n:
            text = words._(
                "{sensor}: the weight lies on another one ({other}): swap it, or the wires"
            )
        else:
            text = words._("{sensor}: the weight lies on {other} too: lay it on one petal only")
            if channels[index].part == "under":
                pairs = [i for i, c in enumerate(channels) if c.seat == channels[index].seat]
                force_n[pairs] = 0.0
        other = int(np.argmax(force_n))
        if force_n[other] >= OTHER_SHARE * max(own_n, SEEN_SHARE * weight_n):
            raise WeighingRefused(text.format(sensor=self.name(index), other=self.name(other)))

    def line(self, text: str, event: str, index: int, **facts: object) -> TextLine:
        """What is said of one sensor."""
        channel = self.scales.info.channels[index]
        return TextLine(text, event, seat=channel.seat, part=channel.part, **facts)

    def name(self, index: int) -> str:
        """«Seat 1, top sensor»."""
        return sensor_name(self.words, self.scales.info.channels[index])


def mass_text(words: Words, weight_n: float) -> str:
    """«51 g», «1.02 kg»: what weighs so many newtons."""
    kg = weight_n / GRAVITY
    if kg < 1:
        return words._("{mass} g").format(mass=words.number(1000 * kg, 0))
    return words._("{mass} kg").format(mass=words.number(kg, 2))


def _lies_still(weighing: ScaleReading) -> bool:
    strongest = int(np.argmax(weighing.force_n))
    if weighing.saturated[strongest]:
        return True
    return bool(weighing.range_n[strongest] <= STEADY_SHARE * weighing.force_n[strongest])
