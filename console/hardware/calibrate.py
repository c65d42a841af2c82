"""``khvatka hw calibrate``: hands off, then a known weight on each sensor in turn.

Nothing is written before every sensor has been weighed, and then in one step.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Final

import numpy as np

from console.hardware.calibration_file import prepare, save_calibration
from console.hardware.feed import Feed
from console.hardware.scales import Scales, Weighing
from console.hardware.station import Hands, Station
from console.hardware.texts import Line, Say, board_name, sensor_name
from console.i18n import Words
from drivers.calibration import Calibration
from drivers.clock import Clock
from drivers.errors import BoardError

SECOND_NS: Final = 1_000_000_000
REST_PATIENCE_NS: Final = 15 * SECOND_NS
PATIENCE_NS: Final = 90 * SECOND_NS
"""How long a weight is waited for, and its going."""
SETTLE_NS: Final = 15 * SECOND_NS
"""How long a weight that is seen may take until it rests."""
TRIES: Final = 3
REST_N: Final = 0.5
QUIET_N: Final = 0.1
SEEN_SHARE: Final = 0.2
OTHER_SHARE: Final = 0.3
STEADY_SHARE: Final = 0.06
GAINS: Final = 0.4, 2.5
"""Of the data sheet's sensitivity: parts differ by 6 %, and by what they are glued to."""
GRAVITY: Final = 9.81


class Refused(BoardError):
    """A weighing that cannot be believed; nothing is written."""


def calibrate(station: Station, say: Say, weight_n: float) -> Path:
    """Weigh every sensor with ``weight_n``; the file that was written.

    Raises Refused with what did not go well, BoardError, and ConfigError where the data folder
    cannot be written.
    """
    prepare(station.data)
    with station.opened() as board:
        words, info = station.words, board.info
        say(board_name(words, info.name, info.seats))
        feed = Feed(board, station.clock)
        guide = Guide(words, say, Scales(feed), station.clock, station.hands, weight_n)
        try:
            calibration = _at_once(guide.steps(station.wall().isoformat(timespec="seconds")))
        except BaseException:
            say(Line(words._("Nothing was written."), "nothing_written"))
            raise
    path = save_calibration(station.data, info, calibration, weight_n)
    say(Line(words._("Written: {path}").format(path=path), "written", file=str(path)))
    return path


def _at_once(steps: Steps) -> Calibration:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Calibration = end.value
            return found


Steps = Generator[None, None, Calibration]
"""Gives control back while it waits for scans."""


class Guide:
    """Says what to do, and judges what comes of it; ``weighed`` sensors are done."""

    def __init__(
        self,
        words: Words,
        say: Say,
        scales: Scales,
        clock: Clock,
        hands: Hands | None,
        weight_n: float,
    ) -> None:
        self._words, self._say, self._scales = words, say, scales
        self._clock, self._hands, self._weight_n = clock, hands, weight_n
        self.weighed = 0

    def steps(self, date: str) -> Steps:
        """Hands off, then every sensor. Raises Refused, BoardError; nothing is kept before the end.

        ``date`` is noted in what is found.
        """
        yield from self._rest()
        info = self._scales.info
        calibration = Calibration.nominal(info)
        for index in range(len(info.channels)):
            calibration = yield from self._weigh(calibration, index, date)
            self.weighed += 1
        return calibration

    def _rest(self) -> Generator[None, None, None]:
        """Hands off: what every sensor reads without a load. Raises Refused."""
        words = self._words
        self._say(Line(words._("Hands off: nothing may touch the pad."), "hands_off"))
        last: Weighing | None = None
        for weighing in self._scales.watch(REST_PATIENCE_NS):
            if weighing is None:
                yield
                continue
            last = weighing
            if (last.force_n < REST_N).all() and (last.range_n < QUIET_N).all():
                self._scales.rest = last.codes
                return
        if last is None:
            raise BoardError("the pad sends too few scans: run `khvatka hw check`")
        worst = int(np.argmax(np.where(last.force_n >= REST_N, 1e3, 0.0) + last.range_n))
        text = words._("{sensor} is not at rest ({force} N): clear its petal, or mend its wire")
        force = words.number(float(last.force_n[worst]), 2)
        raise Refused(text.format(sensor=self._name(worst), force=force))

    def _weigh(self, calibration: Calibration, index: int, date: str) -> Steps:
        """Ask for the weight on one sensor until it can be believed, three times at most.

        Raises Refused.
        """
        for tries_left in reversed(range(TRIES)):
            self._ask(index)
            try:
                codes = yield from self._weighed(index)
                found = self._believed(calibration, index, codes, date)
            except Refused as refusal:
                if not tries_left:
                    raise
                self._say(self._line(f"  {refusal}", "refused", index))
                yield from self._take_away()
                continue
            gain = found.channels[index].gain
            text = self._words._("  sensitivity {gain} of the data sheet's")
            text = text.format(gain=self._words.number(gain, 2))
            self._say(self._line(text, "weighed", index, gain=round(gain, 4)))
            yield from self._take_away()
            return found
        raise AssertionError("unreachable: the last try raises")

    def _ask(self, index: int) -> None:
        words, channel = self._words, self._scales.info.channels[index]
        if channel.part == "top":
            text = words._("{sensor}: lay {weight} N ({mass} kg) on it")
        else:
            text = words._("{sensor}: press {weight} N ({mass} kg) on it from below, with a clamp")
        text = text.format(
            sensor=self._name(index),
            weight=words.number(self._weight_n),
            mass=words.number(self._weight_n / GRAVITY, 2),
        )
        self._say(self._line(text, "lay", index, weight_n=self._weight_n))
        if self._hands is not None:
            self._hands.lay(channel, self._weight_n, self._clock.now_ns())

    def _take_away(self) -> Generator[None, None, None]:
        """Wait until nothing lies on the pad. Raises Refused."""
        words = self._words
        self._say(Line(words._("  take it away"), "take_away"))
        if self._hands is not None:
            self._hands.lift(self._clock.now_ns())
        limit_n = QUIET_N + SEEN_SHARE / 2 * self._weight_n
        gone = yield from self._scales.wait(
            PATIENCE_NS, lambda w: bool((w.force_n < limit_n).all())
        )
        if gone is None:
            raise Refused(words._("The weight was not taken away: begin again"))

    def _weighed(self, index: int) -> Generator[None, None, Weighing]:
        """The weight once it lies still, wherever it lies. Raises Refused."""
        words, least_n = self._words, SEEN_SHARE * self._weight_n
        seen = yield from self._scales.wait(
            PATIENCE_NS, lambda w: bool((w.force_n >= least_n).any())
        )
        if seen is None:
            text = words._(
                "{sensor}: the weight was not seen: check its wire with `khvatka hw check`"
            )
            raise Refused(text.format(sensor=self._name(index)))
        still = yield from self._scales.wait(SETTLE_NS, _lies_still)
        if still is None:
            text = words._("{sensor}: the weight does not lie still: lay it down and let go")
            raise Refused(text.format(sensor=self._name(index)))
        if still.saturated.any():
            text = words._("{sensor}: at full scale: take a smaller weight with --weight-n")
            raise Refused(text.format(sensor=self._name(int(np.argmax(still.saturated)))))
        self._lies_there(still, index)
        return still

    def _lies_there(self, weighing: Weighing, index: int) -> None:
        """Raises Refused for a weight on another sensor; a clamp loads the petal's top as well."""
        words, channels = self._words, self._scales.info.channels
        force_n = weighing.force_n.copy()
        own_n, force_n[index] = float(force_n[index]), 0.0
        if own_n < SEEN_SHARE * self._weight_n:
            text = words._(
                "{sensor}: the weight lies on another one ({other}): swap it, or the wires"
            )
        else:
            text = words._("{sensor}: the weight lies on {other} too: lay it on one petal only")
            if channels[index].part == "under":
                pairs = [i for i, c in enumerate(channels) if c.seat == channels[index].seat]
                force_n[pairs] = 0.0
        other = int(np.argmax(force_n))
        if force_n[other] >= OTHER_SHARE * max(own_n, SEEN_SHARE * self._weight_n):
            raise Refused(text.format(sensor=self._name(index), other=self._name(other)))

    def _believed(
        self, calibration: Calibration, index: int, weighing: Weighing, date: str
    ) -> Calibration:
        """Raises Refused for a sensitivity that no such sensor has."""
        rest = float(self._scales.rest[index])
        code = float(weighing.codes[index])
        found = calibration.weighed(self._scales.info, index, rest, code, self._weight_n, date)
        gain = found.channels[index].gain
        if not GAINS[0] <= gain <= GAINS[1]:
            words = self._words
            text = words._(
                "{sensor}: reads {force} N: was it {weight} N? Does its petal move freely?"
            )
            force = words.number(float(weighing.force_n[index]))
            weight = words.number(self._weight_n)
            raise Refused(text.format(sensor=self._name(index), force=force, weight=weight))
        return found

    def _line(self, text: str, event: str, index: int, **facts: object) -> Line:
        channel = self._scales.info.channels[index]
        return Line(text, event, seat=channel.seat, part=channel.part, **facts)

    def _name(self, index: int) -> str:
        return sensor_name(self._words, self._scales.info.channels[index])


def _lies_still(weighing: Weighing) -> bool:
    strongest = int(np.argmax(weighing.force_n))
    if weighing.saturated[strongest]:
        return True
    return bool(weighing.range_n[strongest] <= STEADY_SHARE * weighing.force_n[strongest])
