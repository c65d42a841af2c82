"""``khvatka hw calibrate``: hands off, then two known weights on each sensor: first the light one,
the threshold of an onset itself, on every sensor in turn, then the heavy one.

Nothing is written before every sensor has been weighed, and then in one step.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Final

import numpy as np

from console.hardware.calibration_file import prepare, save_calibration
from console.hardware.feed import Feed
from console.hardware.scales import ScaleReading, Scales
from console.hardware.station import BoardActors, Station
from console.hardware.texts import Say, TextLine, board_name, sensor_name
from console.i18n import Words
from drivers.approach import Rule, expected_error_ns
from drivers.board import PARTS, BoardInfo
from drivers.calibration import (
    THRESHOLD_N,
    Calibration,
    ChannelCalibration,
    Laid,
    Weighing,
)
from drivers.clock import Clock
from drivers.errors import BoardError
from drivers.pad_config import PadConfig
from drivers.times import MS, SECOND

REST_PATIENCE_NS: Final = 15 * SECOND
PATIENCE_NS: Final = 90 * SECOND
"""How long a weight is waited for, and its going."""
SETTLE_NS: Final = 15 * SECOND
"""How long a weight that is seen may take until it rests."""
TRIES: Final = 3
REST_N: Final = 0.5
QUIET_N: Final = 0.1
LIGHT_N: Final = THRESHOLD_N
SEEN_SHARE: Final = 0.2
GONE_SHARE: Final = 0.12
OTHER_SHARE: Final = 0.3
STEADY_SHARE: Final = 0.06
GAINS: Final = 0.4, 2.5
"""Of the data sheet's sensitivity: parts differ by 6 %, and by what they are glued to."""
EXPONENTS: Final = 0.55, 1.2
"""Of the force that conductance grows with: beyond these it was another weight."""
USUAL_GAINS: Final = 0.65, 1.5
USUAL_EXPONENTS: Final = 0.7, 0.92
"""The median of all sensors: parts of one bag differ from each other, not all to one side."""
GRAVITY: Final = 9.81
SLOW: Final = 5.0, 80 * MS
FAST: Final = 20.0, 8 * MS
"""Hands of which the error of an onset is told: newtons, and the time that they rise in."""


class WeighingRefused(BoardError):
    """A weighing that cannot be believed; nothing is written."""


def calibrate(station: Station, say: Say, heavy_n: float, light_n: float = LIGHT_N) -> Path:
    """Weigh every sensor with two weights; the file that was written.

    Raises Refused with what did not go well, BoardError, and ConfigError where the data folder
    cannot be written.
    """
    prepare(station.data)
    with station.opened() as board:
        words, info = station.words, board.info
        say(board_name(words, info.name, info.seats))
        feed = Feed(board, station.clock, thresholds=station.thresholds)
        weights_n = light_n, heavy_n
        guide = WeighingGuide(
            words,
            say,
            scales=Scales(feed),
            clock=station.clock,
            hands=station.hands,
            weights_n=weights_n,
            thresholds=station.thresholds,
        )
        try:
            calibration = _at_once(guide.steps(station.wall().isoformat(timespec="seconds")))
        except BaseException:
            say(TextLine(words._("Nothing was written."), "nothing_written"))
            raise
    path = save_calibration(station.data, info, calibration, weights_n)
    say(TextLine(words._("Written: {path}").format(path=path), "written", file=str(path)))
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


class WeighingGuide:
    """Says what to do, and judges what comes of it."""

    def __init__(
        self,
        words: Words,
        say: Say,
        scales: Scales,
        clock: Clock,
        hands: BoardActors | None,
        weights_n: tuple[float, float],
        thresholds: PadConfig,
    ) -> None:
        """``weights_n``: the light and the heavy one; ``thresholds``: what the error of an onset is
        told for."""
        self._words, self._say, self._scales = words, say, scales
        self._clock, self._hands, self._weights_n = clock, hands, weights_n
        self._thresholds = thresholds
        self._done = 0

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1."""
        return self._done / (len(self._weights_n) * max(1, len(self._scales.info.channels)))

    def steps(self, date: str) -> Steps:
        """Hands off, then every sensor with each weight; nothing is kept before the end.

        ``date`` is noted in what is found. Raises Refused, BoardError.
        """
        yield from self._rest()
        info = self._scales.info
        laid: list[list[Laid]] = [[] for _ in info.channels]
        for weight_n in self._weights_n:
            for index in _round(info):
                found = yield from self._weigh(index, weight_n, laid[index])
                laid[index].append(found)
                self._done += 1
        weighings = [Weighing(light, heavy) for light, heavy in laid]
        calibration = Calibration.weighed(info, self._scales.rest, weighings, date)
        self._doubt(calibration)
        self._tell_errors(calibration)
        return calibration

    def _doubt(self, calibration: Calibration) -> None:
        """Ask once more for a weight after which all sensors would be parts of another kind: by one
        sensor it cannot be told, and each would be wrong in the same way."""
        words, (light_n, heavy_n) = self._words, self._weights_n
        gain, exponent = (
            float(np.median([getattr(channel, name) for channel in calibration.channels]))
            for name in ("gain", "exponent")
        )
        if not USUAL_GAINS[0] <= gain <= USUAL_GAINS[1]:
            told, weight_n = gain, light_n
            text = words._(
                "All sensors together have {told} of the data sheet's sensitivity, as hardly any"
                " do. Put the light weight on kitchen scales: is it {mass}? If not, weigh again"
            )
        elif not USUAL_EXPONENTS[0] <= exponent <= USUAL_EXPONENTS[1]:
            told, weight_n = exponent, heavy_n
            text = words._(
                "On all sensors together conductance grows with force to the power of {told}, as on"
                " hardly any. Put the heavy weight on kitchen scales: is it {mass}? If not, weigh"
                " again"
            )
        else:
            return
        text = text.format(told=words.number(told, 2), mass=mass_text(words, weight_n))
        self._say(TextLine(text, "doubtful_weight", weight_n=weight_n))

    def _tell_errors(self, calibration: Calibration) -> None:
        """What error of an onset is left, on the worst sensor."""
        words, period_ns = self._words, self._scales.info.scan_period_ns
        sigma_n = self._thresholds.onset_n * max(
            channel.gain_sigma for channel in calibration.channels
        )
        rule = Rule.of(self._thresholds, period_ns)
        slow_ms, fast_ms = (
            expected_error_ns(sigma_n, peak_n, rise_ns, rule) / MS
            for peak_n, rise_ns in (SLOW, FAST)
        )
        text = words._(
            "What is left of an onset's error: {slow} ms for a slow hand ({slow_n} N in"
            " {slow_rise} ms), {fast} ms for a fast one ({fast_n} N in {fast_rise} ms)"
        ).format(
            slow=words.number(slow_ms, 2),
            fast=words.number(fast_ms, 2),
            slow_n=words.number(SLOW[0], 0),
            slow_rise=SLOW[1] // MS,
            fast_n=words.number(FAST[0], 0),
            fast_rise=FAST[1] // MS,
        )
        facts = {"slow_ms": round(slow_ms, 3), "fast_ms": round(fast_ms, 3)}
        self._say(TextLine(text, "onset_error", **facts))

    def _rest(self) -> Generator[None, None, None]:
        """Hands off: what every sensor reads without a load. Raises Refused."""
        words = self._words
        self._say(TextLine(words._("Hands off: nothing may touch the pad."), "hands_off"))
        last: ScaleReading | None = None
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
        raise WeighingRefused(text.format(sensor=self._name(worst), force=force))

    def _weigh(
        self, index: int, weight_n: float, before: list[Laid]
    ) -> Generator[None, None, Laid]:
        """Ask for the weight on one sensor until it can be believed, three times at most.

        ``before``: what the lighter one read there. Raises Refused.
        """
        for tries_left in reversed(range(TRIES)):
            self._ask(index, weight_n)
            try:
                weighing = yield from self._weighed(index, weight_n)
                self._believe(index, weight_n, weighing, before)
            except WeighingRefused as refusal:
                if not tries_left:
                    raise
                self._say(self._line(f"  {refusal}", "refused", index))
                yield from self._take_away(weight_n)
                continue
            yield from self._take_away(weight_n)
            return Laid(weight_n, weighing.codes)
        raise AssertionError("unreachable: the last try raises")

    def _ask(self, index: int, weight_n: float) -> None:
        words, channel = self._words, self._scales.info.channels[index]
        light = weight_n == self._weights_n[0]
        if channel.part == "top":
            text = words._("{sensor}: lay {weight} N ({mass}) on it")
        elif light:
            text = words._("{sensor}: turn the pad over and lay {weight} N ({mass}) on it")
        else:
            text = words._("{sensor}: press {weight} N ({mass}) on it from below, with a clamp")
        text = text.format(
            sensor=self._name(index),
            weight=words.number(weight_n),
            mass=mass_text(words, weight_n),
        )
        self._say(self._line(text, "lay", index, weight_n=weight_n))
        if self._hands is not None:
            self._hands.lay(channel, weight_n, self._clock.now_ns())

    def _take_away(self, weight_n: float) -> Generator[None, None, None]:
        """Wait until nothing lies on the pad. Raises Refused."""
        words = self._words
        self._say(TextLine(words._("  take it away"), "take_away"))
        if self._hands is not None:
            self._hands.lift(self._clock.now_ns())
        limit_n = GONE_SHARE * weight_n
        gone = yield from self._scales.wait(
            PATIENCE_NS, lambda w: bool((w.force_n < limit_n).all())
        )
        if gone is None:
            raise WeighingRefused(words._("The weight was not taken away: begin again"))

    def _weighed(self, index: int, weight_n: float) -> Generator[None, None, ScaleReading]:
        """The weight once it lies still, wherever it lies. Raises Refused."""
        words, least_n = self._words, SEEN_SHARE * weight_n
        seen = yield from self._scales.wait(
            PATIENCE_NS, lambda w: bool((w.force_n >= least_n).any())
        )
        if seen is None:
            text = words._(
                "{sensor}: the weight was not seen: check its wire with `khvatka hw check`"
            )
            raise WeighingRefused(text.format(sensor=self._name(index)))
        still = yield from self._scales.wait(SETTLE_NS, _lies_still)
        if still is None:
            text = words._("{sensor}: the weight does not lie still: lay it down and let go")
            raise WeighingRefused(text.format(sensor=self._name(index)))
        if still.saturated.any():
            text = words._("{sensor}: at full scale: take a smaller weight with --heavy-n")
            raise WeighingRefused(text.format(sensor=self._name(int(np.argmax(still.saturated)))))
        self._lies_there(still, index, weight_n)
        return still

    def _lies_there(self, weighing: ScaleReading, index: int, weight_n: float) -> None:
        """Raises Refused for a weight on another sensor; a clamp loads the petal's top as well."""
        words, channels = self._words, self._scales.info.channels
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
            raise WeighingRefused(text.format(sensor=self._name(index), other=self._name(other)))

    def _believe(
        self, index: int, weight_n: float, weighing: ScaleReading, before: list[Laid]
    ) -> None:
        """Say what such a reading makes of the sensor. Raises Refused where no sensor is so."""
        words, force_n = self._words, float(weighing.force_n[index])
        if before:
            light = before[0]
            rest, codes = float(self._scales.rest[index]), (light.codes, weighing.codes)
            below, above = (float(c[index]) for c in codes)
            info = self._scales.info
            exponent = 0.0
            if rest < below < above:
                points = (light.weight_n, below), (weight_n, above)
                exponent = ChannelCalibration.weighed(info, rest, *points).exponent or 0.0
            good = EXPONENTS[0] <= exponent <= EXPONENTS[1]
            text = words._("  conductance grows with force to the power of {exponent}")
            said, fact = text.format(exponent=words.number(exponent, 2)), {"exponent": exponent}
        else:
            gain = force_n / weight_n
            good = GAINS[0] <= gain <= GAINS[1]
            text = words._("  sensitivity {gain} of the data sheet's")
            said, fact = text.format(gain=words.number(gain, 2)), {"gain": round(gain, 4)}
        if not good:
            text = words._(
                "{sensor}: reads {force} N: was it {weight} N? Does its petal move freely?"
            )
            force, weight = words.number(force_n, 2), words.number(weight_n)
            raise WeighingRefused(text.format(sensor=self._name(index), force=force, weight=weight))
        self._say(self._line(said, "weighed", index, weight_n=weight_n, **fact))

    def _line(self, text: str, event: str, index: int, **facts: object) -> TextLine:
        channel = self._scales.info.channels[index]
        return TextLine(text, event, seat=channel.seat, part=channel.part, **facts)

    def _name(self, index: int) -> str:
        return sensor_name(self._words, self._scales.info.channels[index])


def _round(info: BoardInfo) -> list[int]:
    """All channels, *top* of every petal first: the pad need not be turned again and again."""
    return sorted(range(len(info.channels)), key=lambda i: PARTS.index(info.channels[i].part))


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
