"""``khvatka hw calibrate``: hands off, then two known weights on each sensor: first the light one,
the threshold of an onset itself, on every sensor in turn, then the heavy one.

A sensor that refuses is asked once more at the end of its round, one whose weight is doubtful at
the end of all. Whatever ends it, what was weighed is written in one step: the others keep the curve
that they had, and are the missing ones of the next time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import numpy as np

from console.hardware.calibration_file import (
    calibration_path,
    former_calibration,
    left_out_before,
    prepare,
    save_calibration,
)
from console.hardware.doubts import LONE_ODD, SISTERS, Doubt, beside_sisters, doubts
from console.hardware.feed import Looks
from console.hardware.laying import (
    LIGHT_N,
    Laying,
    NobodyWeighs,
    WeighingRefused,
    WeightUnseen,
    mass_text,
)
from console.hardware.scales import ScaleReading, Scales
from console.hardware.station import Station
from console.hardware.texts import Say, TextLine, board_name
from console.terminal.stopping import graceful_stop
from drivers.board import PARTS, BoardInfo
from drivers.errors import BoardError
from drivers.pad.channels.calibration import Calibration, ChannelCalibration, Laid, Weighing
from drivers.pad.config import PadConfig, Spans
from drivers.pad.onset.approach import Rule, expected_error_ns
from drivers.times import MS, SECOND

REST_PATIENCE_NS: Final = 15 * SECOND
REST_N: Final = 0.5
QUIET_N: Final = 0.1
GAINS: Final = 0.4, 2.5
"""Of the data sheet's sensitivity: parts differ by 6 %, and by what they are glued to."""
EXPONENTS: Final = 0.55, 1.2
"""Of the force that conductance grows with: beyond these it was another weight."""
USUAL_GAINS: Final = 0.65, 1.5
USUAL_EXPONENTS: Final = 0.65, 0.92
"""The median of all sensors: parts of one bag differ from each other, not all to one side."""
SAME: Final = 0.1
"""Of the logarithm: a weight that is laid once more reads so again."""
NOBODY: Final = 3
"""So many sensors in a row see nothing where nobody weighs any more."""
SLOW: Final = 5.0, 80 * MS
FAST: Final = 20.0, 8 * MS
"""Hands of which the error of an onset is told: newtons, and the time that they rise in."""
Steps = Generator[None, None, None]
"""Gives control back while it waits for scans."""
LIGHT: Final = 0
HEAVY: Final = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """The file that was written; ``missing``: the names of the sensors that were left out;
    ``odd``: what is to be asked of the weights, known of sensors, or done with the pad."""

    path: Path
    missing: tuple[str, ...]
    odd: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """``left_out``: the channels that were to be weighed and were not, or not with both weights."""

    calibration: Calibration
    left_out: tuple[int, ...]


def calibrate(
    station: Station, say: Say, heavy_n: float, light_n: float = LIGHT_N, missing: bool = False
) -> Path:
    """Weigh every sensor with two weights, or those that are ``missing`` since the last time; the
    file that holds it.

    Raises WeighingRefused with what did not go well, BoardError, and ConfigError where the data
    folder cannot be written or nothing was weighed before. What was weighed until then is written.
    """
    prepare(station.data)
    with station.opened() as board:
        words, info, data = station.words, board.info, station.data
        say(board_name(words, info.name, info.seats))
        wanted = left_out_before(data, info) if missing else tuple(range(len(info.channels)))
        if not wanted:
            say(TextLine(words._("Every sensor is weighed: none is missing."), "none_missing"))
            return calibration_path(data, info)
        laying = Laying(
            words,
            say,
            scales=Scales(Looks(board, station.clock)),
            clock=station.clock,
            hands=station.hands,
            weights_n=(light_n, heavy_n),
        )
        guide = WeighingGuide(
            laying,
            thresholds=station.thresholds,
            former=former_calibration(data, info),
            wanted=wanted,
        )
        ended: BaseException | None = None
        try:
            for _ in guide.steps():
                pass
        except BaseException as error:  # Ctrl-C too, as ``console.terminal.stopping`` has it
            ended = error
        with graceful_stop(lambda: None):  # a second one loses nothing
            return _kept(guide, station, say, ended)


def _kept(guide: WeighingGuide, station: Station, say: Say, ended: BaseException | None) -> Path:
    """The file that was written as the weighing ``ended``, None: by itself. Raises that, and as
    ``calibrate``."""
    words = station.words
    kept = guide.keep(station.data, station.wall())
    if kept is None:
        say(TextLine(words._("Nothing was written."), "nothing_written"))
        raise ended or WeighingRefused(words._("not one weight could be believed: weigh again"))
    say(TextLine(words._("Written: {path}").format(path=kept.path), "written", file=str(kept.path)))
    if kept.missing:
        text = words._(
            "not every sensor is weighed: `khvatka hw calibrate --missing` asks for the rest"
        )
        if ended is None:
            raise WeighingRefused(text)
        say(TextLine(text, "missing"))
        raise ended
    say(TextLine(words._("Next: `khvatka hw check --touch`, ten touches at every seat."), "next"))
    return kept.path


class WeighingGuide:
    """Says what to do, and judges what comes of it."""

    def __init__(
        self,
        laying: Laying,
        thresholds: PadConfig,
        former: Calibration | None,
        wanted: tuple[int, ...] | None = None,
    ) -> None:
        """``thresholds``: what the error of an onset is told for; ``former``: what holds where
        nothing is weighed; ``wanted``: the channels to be weighed, else all."""
        self._laying, self._words, self._say = laying, laying.words, laying.say
        self._scales, self._weights_n = laying.scales, laying.weights_n
        self._thresholds, self._former = thresholds, former
        self._wanted = [i for i in _round(self._scales.info) if wanted is None or i in wanted]
        self._sisters = {} if former is None else dict(enumerate(former.channels))
        for index in self._wanted:
            self._sisters.pop(index, None)
        self._laid: tuple[dict[int, Laid], dict[int, Laid]] = {}, {}
        self._doubtful: set[int] = set()  # where what was laid is not believed yet
        self._asked: set[tuple[int, bool]] = set()  # doubts that somebody was told of
        self._same: set[int] = set()  # doubtful, and the same when laid again
        self._refused: list[WeighingRefused] = []
        self._unseen = 0  # in a row

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1."""
        return sum(map(len, self._laid)) / (2 * max(1, len(self._wanted)))

    def steps(self) -> Steps:
        """Hands off, then every sensor with each weight; ``result`` is what came of it, however it
        ended. Raises WeighingRefused, BoardError.
        """
        yield from self._rest()
        yield from self._lay_all(LIGHT, self._wanted)
        if not self._laid[LIGHT]:
            raise self._refused[0]
        yield from self._lay_all(HEAVY, [i for i in self._wanted if i in self._laid[LIGHT]])
        while fresh := self._doubts():
            self._asked.update((doubt.index, doubt.heavy) for doubt in fresh)
            self._doubtful.update(doubt.index for doubt in fresh)
            for doubt in fresh:
                yield from self._lay_again(doubt)

    def keep(self, data: Path, wall: datetime) -> Kept | None:
        """Write what was weighed so far, and say what; None: nothing. Raises ConfigError."""
        weighed = self.result(wall.isoformat(timespec="seconds"))
        if weighed is None:
            for line in self._laying.turn_back():
                self._say(line)
            return None
        info, left_out = self._scales.info, weighed.left_out
        path = save_calibration(data, info, weighed.calibration, self._weights_n, left_out)
        odd = (*self._odd(weighed), *self._laying.turn_back())
        self._tell(weighed, odd)  # to nobody, maybe
        return Kept(path, tuple(map(self._laying.name, left_out)), odd)

    def result(self, date: str) -> Weighed | None:
        """What was weighed so far, and believed; None: nothing. ``date`` is noted in it."""
        light, heavy = self._laid
        self._doubtful.update(doubt.index for doubt in self._doubts())
        whole = [c for c in self._sisters.values() if c.exponent is not None]
        few = len(whole) + len(heavy) <= SISTERS  # then both weights together say nothing
        self._doubtful.update(
            index
            for index in light
            if (few or index not in heavy) and (index, False) not in self._asked
            if abs(self._light_odd(index)) > LONE_ODD
        )
        weighings = [
            Weighing(light[index], heavy.get(index))
            if index in light and index not in self._doubtful
            else None
            for index in range(len(self._scales.info.channels))
        ]
        if not any(weighings):
            return None
        left_out = [i for i in self._wanted if (w := weighings[i]) is None or w.heavy is None]
        info, rest = self._scales.info, self._scales.rest
        calibration = Calibration.weighed(info, rest, weighings, date, self._former)
        return Weighed(calibration, tuple(sorted(left_out)))

    def _tell(self, weighed: Weighed, odd: Iterable[TextLine]) -> None:
        """Say what is weighed now, what is odd of it, and what becomes of the others."""
        channels = weighed.calibration.channels
        for line in odd:
            self._say(line)
        self._tell_errors(weighed.calibration)
        words, count = self._words, len(self._wanted)
        if not weighed.left_out:
            if any(None in (channel.shares or (None,)) for channel in channels):
                text = words._(
                    "How much some sensors feel of the neighbours' petals is not weighed: it is"
                    " learned in play; a whole `khvatka hw calibrate` weighs it"
                )
                self._say(TextLine(text, "neighbours_unknown"))
            return
        text = words._("Weighed now: {done} of {count} sensors.")
        text = text.format(done=count - len(weighed.left_out), count=count)
        self._say(TextLine(text, "weighed_now"))
        for index in weighed.left_out:
            self._say(self._laying.line(self._kept(index), "left_out", index))

    def _kept(self, index: int) -> str:
        """What a sensor that was left out is read with."""
        words, former = self._words, self._former
        before = None if former is None else former.channels[index].exponent
        if index in self._doubtful:
            text = words._("  {sensor}: what was weighed is doubtful and not taken")
        elif index in self._laid[LIGHT]:
            text = words._("  {sensor}: the light weight alone; the heavy one is missing")
        elif before is None:
            text = words._("  {sensor}: not weighed, it is read as the weighed ones are")
        else:
            text = words._("  {sensor}: keeps what it was weighed before")
        return text.format(sensor=self._laying.name(index))

    def _odd(self, weighed: Weighed) -> Iterator[TextLine]:
        """Who is unlike the others; and asks once more for a weight after which all sensors would
        be parts of another kind: by one it cannot be told, and each would be wrong alike."""
        words, (light_n, heavy_n) = self._words, self._weights_n
        for index in sorted(self._same.difference(weighed.left_out)):
            text = words._("{sensor} is unlike the others: made so, or weighed wrong twice")
            text = text.format(sensor=self._laying.name(index))
            yield self._laying.line(text, "same_twice", index)
        channels = [
            weighed.calibration.channels[i] for i in self._wanted if i not in weighed.left_out
        ]
        channels += [channel for channel in self._sisters.values() if channel.exponent is not None]
        if len(channels) < SISTERS:
            return
        gain, exponent = (
            float(np.median([getattr(channel, name) for channel in channels]))
            for name in ("gain", "exponent")
        )
        if not USUAL_GAINS[0] <= gain <= USUAL_GAINS[1]:
            told, weight_n = f"{words.number(100 * gain, 0)} %", light_n
            text = words._(
                "All sensors together feel {told} of what is usual, as hardly any do. Put the light"
                " weight on kitchen scales: is it {mass}? If not, weigh again"
            )
        elif not USUAL_EXPONENTS[0] <= exponent <= USUAL_EXPONENTS[1]:
            told, weight_n = words.number(exponent, 2), heavy_n
            text = words._(
                "On all sensors together the weights do not fit each other, as on hardly any (curve"
                " {told}). Put the heavy weight on kitchen scales: is it {mass}? If not, weigh"
                " again"
            )
        else:
            return
        text = text.format(told=told, mass=mass_text(words, weight_n))
        yield TextLine(text, "doubtful_weight", weight_n=weight_n)

    def _tell_errors(self, calibration: Calibration) -> None:
        """What error of an onset is left, on the worst sensor."""
        words, period_ns = self._words, self._scales.info.scan_period_ns
        sigma_n = self._thresholds.onset_n * max(c.gain_sigma for c in calibration.channels)
        rule = Rule.of(self._thresholds, Spans.of(self._thresholds, period_ns))
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
        raise WeighingRefused(text.format(sensor=self._laying.name(worst), force=force))

    def _lay_all(self, which: int, indices: list[int]) -> Steps:
        """One weight on each of these; those that refuse once more at the end. Raises
        WeighingRefused where nobody weighs any more, BoardError."""
        again = []
        for index in indices:
            if not (yield from self._lay(index, which)):
                text = self._words._("  it is asked for again later; what is weighed is kept")
                self._say(self._laying.line(text, "later", index))
                again.append(index)
        for index in again:
            self._unseen = 0  # those that see nothing stand side by side here
            yield from self._lay(index, which)
        self._unseen = 0

    def _lay(self, index: int, which: int) -> Generator[None, None, bool]:
        """Is it weighed now? Raises NobodyWeighs, BoardError."""
        weight_n = self._weights_n[which]

        def believe(weighing: ScaleReading) -> None:
            self._believe(index, which, weighing)

        try:
            laid = yield from self._laying.lay(index, weight_n, believe)
        except NobodyWeighs:
            raise
        except WeighingRefused as refusal:
            self._refused.append(refusal)
            self._unseen = self._unseen + 1 if isinstance(refusal, WeightUnseen) else 0
            if self._unseen >= NOBODY:
                raise NobodyWeighs(self._refused[-NOBODY].sentence) from refusal
            return False
        self._laid[which][index] = laid
        self._unseen = 0
        yield from self._laying.take_away(weight_n)
        return True

    def _lay_again(self, doubt: Doubt) -> Steps:
        """Ask once more for a weight that cannot have been what it was said to be, or hardly. What
        reads the same again is the sensor's own, if any sensor is so. Raises as ``_lay``."""
        words, index = self._words, doubt.index
        which = HEAVY if doubt.heavy else LIGHT
        before = self._laid[which][index]
        self._say_doubt(doubt)
        if not (yield from self._lay(index, which)):
            return
        if self._curve(index).exponent is None:  # then the other one was another weight
            del self._laid[HEAVY][index]
            if not (yield from self._lay(index, HEAVY)):
                return
        after = self._laid[which][index]
        if abs(np.log(self._shown(index, after) / self._shown(index, before))) < SAME:
            text = words._("  the same again: this sensor is made so")
            self._say(self._laying.line(text, "same_again", index))
            self._same.add(index)
        elif (index, doubt.heavy) in [(odd.index, odd.heavy) for odd in self._doubts(told=True)]:
            return  # another one that is odd
        self._doubtful.discard(index)

    def _say_doubt(self, doubt: Doubt) -> None:
        words, weight_n = self._words, self._weights_n[HEAVY if doubt.heavy else LIGHT]
        text = words._(
            "{sensor} showed {times} times as much as the others under {mass}. Put the weight on"
            " kitchen scales: is it {mass}? It is asked for once more:"
        ).format(
            sensor=self._laying.name(doubt.index),
            times=words.number(doubt.times, 1),
            mass=mass_text(words, weight_n),
        )
        self._say(self._laying.line(text, "doubtful_weight", doubt.index, weight_n=weight_n))

    def _shown(self, index: int, laid: Laid) -> float:
        """Its conductance under a weight, in units of the data sheet's."""
        info, rest = self._scales.info, float(self._scales.rest[index])
        code = float(laid.codes[index])
        return ChannelCalibration.lightly(info, rest, (laid.weight_n, code))

    def _gain(self, index: int) -> float:
        return self._shown(index, self._laid[LIGHT][index])

    def _curve(self, index: int, heavy: Laid | None = None) -> ChannelCalibration:
        """As both weights have it, or the light one and another heavy one; without an exponent
        where no sensor is so."""
        rest, light = float(self._scales.rest[index]), self._laid[LIGHT][index]
        heavy = heavy or self._laid[HEAVY].get(index)
        if heavy is not None:
            points = [(laid.weight_n, float(laid.codes[index])) for laid in (light, heavy)]
            if rest < points[0][1] < points[1][1]:
                curve = ChannelCalibration.weighed(self._scales.info, rest, *points)
                if EXPONENTS[0] <= (curve.exponent or 0.0) <= EXPONENTS[1]:
                    return curve
        return ChannelCalibration(self._gain(index), rest_code=rest)

    def _doubts(self, *, told: bool = False) -> list[Doubt]:
        """Sensors of which one weight is doubtful and nobody was told, or those that were too;
        first those of which both together cannot be.

        Where only some are weighed the others are as they were before.
        """
        curves = self._sisters | {index: self._curve(index) for index in self._laid[HEAVY]}
        impossible = [
            Doubt(index, False, float(np.exp(self._light_odd(index))))
            for index in self._laid[HEAVY]
            if curves[index].exponent is None
        ]
        return [
            doubt
            for doubt in impossible + doubts(curves)
            if doubt.index in self._laid[HEAVY]
            if told or (doubt.index, doubt.heavy) not in self._asked
        ]

    def _light_odd(self, index: int) -> float:
        """By how much it stood off its sisters under the light weight, as a logarithm."""
        weighed = {i: c for i, c in self._sisters.items() if c.exponent is not None}
        shown = {i: float(np.log(c.gain)) for i, c in weighed.items()}
        shown |= {i: float(np.log(self._gain(i))) for i in self._laid[LIGHT]}
        return beside_sisters(shown, index)

    def _believe(self, index: int, which: int, weighing: ScaleReading) -> None:
        """Say what such a reading makes of the sensor. Raises WeighingRefused where no sensor is
        so."""
        words, weight_n = self._words, self._weights_n[which]
        force_n = float(weighing.force_n[index])
        gain = force_n / weight_n
        good = GAINS[0] <= gain <= GAINS[1]
        text, share = words._("  it feels {share} of what is usual"), words.number(100 * gain, 0)
        said, fact = text.format(share=f"{share} %"), {"gain": round(gain, 4)}
        if which == HEAVY:
            laid = Laid(weight_n, weighing.codes)
            exponent = self._curve(index, laid).exponent
            if exponent is not None:
                good = True
                said, fact = words._("  it fits the light weight"), {"exponent": exponent}
            elif good and index not in self._doubtful and abs(self._light_odd(index)) > LONE_ODD:
                said = words._("  together with its light weight no sensor is so: more at the end")
            else:
                good = False
        if not good:
            text = words._(
                "{sensor}: reads {force} N: was it {weight} N? Does its petal move freely?"
            )
            force, weight = words.number(force_n, 2), words.number(weight_n)
            name = self._laying.name(index)
            raise WeighingRefused(text.format(sensor=name, force=force, weight=weight))
        self._say(self._laying.line(said, "weighed", index, weight_n=weight_n, **fact))


def _round(info: BoardInfo) -> list[int]:
    """All channels, *top* of every petal first: the pad need not be turned again and again."""
    return sorted(range(len(info.channels)), key=lambda i: PARTS.index(info.channels[i].part))
