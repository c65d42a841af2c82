"""An open board as the page shows it, and what the page may change: thresholds, calibration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

import numpy as np

from console.hardware.calibrate import WeighingGuide
from console.hardware.calibration_file import former_calibration, prepare, usable_calibration
from console.hardware.feed import BoardLook, Feed
from console.hardware.laying import LIGHT_N, Laying
from console.hardware.scales import HandedOn, Scales
from console.hardware.scope_text import alarms
from console.hardware.station import Station
from console.hardware.trace import Trace
from console.i18n import Words
from console.screens.texts import fault_word
from console.service.adjustments import Adjusted
from console.settings.declared import SETTINGS
from console.settings.kinds import Value
from console.tuning.messages import HEAVY_MN, ShownSetting, Wish
from console.tuning.states import SensorStates
from drivers.board import Board
from drivers.errors import KhvatkaError
from drivers.events import Gesture
from drivers.times import MS

STEP_NS: Final = 50 * MS
COLUMNS: Final = 120
SPAN_NS: Final = COLUMNS * STEP_NS
KEYS: Final = tuple(key for key in SETTINGS if key.startswith("pad."))
SIGMAS: Final = 2


class ThresholdStore(Protocol):
    """Where thresholds are kept."""

    def adjusted(self) -> Adjusted:
        """All that the owner has set."""
        ...

    def adjust(self, key: str, value: Value) -> None:
        """Set one. Raises KhvatkaError."""
        ...


def shown_settings(words: Words) -> tuple[ShownSetting, ...]:
    """The pad's thresholds for people."""
    found = []
    for key in KEYS:
        setting = SETTINGS[key]
        values = tuple(int(value or 0) for value in setting.kind.turns())
        shown = tuple(setting.kind.shown(words, value) for value in values)
        label, told = words._(setting.label), words._(setting.help)
        found.append(ShownSetting(key, label, told, values, shown))
    return tuple(found)


class Tuner:
    """Takes in an open board's turns; ``view`` is what the page shows of them."""

    def __init__(self, station: Station, board: Board, kept: ThresholdStore) -> None:
        """Raises ConfigError for a calibration that cannot be used."""
        self._station, self._board, self._kept = station, board, kept
        self._weighing: _Weighing | None = None
        self._notice, self._notices = "", 0
        self._begin(kept.adjusted())

    def _begin(self, adjusted: Adjusted) -> None:
        """Decode with these thresholds, and with the calibration that is kept now."""
        self._adjusted = adjusted
        calibration = usable_calibration(self._station.data, self._board.info)
        self.feed = Feed(self._board, self._station.clock, calibration, adjusted.pad())
        self.trace = Trace(self.feed, SPAN_NS)
        self._states = SensorStates(self.feed)
        self._weighed = (calibration is not None and calibration.date) or ""

    def take(self, turn: BoardLook) -> None:
        """A look at the board."""
        self.trace.take(turn)
        self._states.take(turn)
        if self._weighing is not None:
            self._weighing.source.take(turn)
            if self._weighing.step():
                self._end_weighing()
        elif self._station.hands is not None:
            self._station.hands.act(turn.now_ns)

    def do(self, wish: Wish) -> None:
        """What somebody wishes; ``view`` tells what came of it."""
        words = self._station.words
        try:
            if wish.do == "stop":
                if self._weighing is not None:
                    self._weighing.stop()
                    self._weighing = None
                    self._tell(words._("Nothing was written."))
            elif self._weighing is not None:
                self._tell(words._("Every sensor is being weighed: stop that first"))
            elif wish.do == "weigh":
                self._weigh(wish.value)
            else:
                self._set(wish)
        except KhvatkaError as error:
            self._tell(words.translated(error))

    def _set(self, wish: Wish) -> None:
        words = self._station.words
        if wish.key not in KEYS or not SETTINGS[wish.key].kind.allows(wish.value):
            return  # nothing that the page offers
        setting = SETTINGS[wish.key]
        if self._adjusted.number(wish.key) != wish.was:
            self._tell(words._("Somebody has changed it meanwhile: look again"))
            return
        self._kept.adjust(wish.key, wish.value)
        self._begin(self._kept.adjusted())
        text = words._("Kept: {label}, {value}").format(
            label=words._(setting.label), value=setting.kind.shown(words, wish.value)
        )
        self._tell(text)

    def _weigh(self, heavy_mn: int) -> None:
        if HEAVY_MN[0] <= heavy_mn <= HEAVY_MN[1]:
            prepare(self._station.data)
            self._weighing = _Weighing(self._station, self.feed, heavy_mn / 1000)

    def _end_weighing(self) -> None:
        weighing = self._weighing
        assert weighing is not None
        self._weighing = None
        self._tell(weighing.text)
        if weighing.written:
            self._begin(self._adjusted)

    def _tell(self, text: str) -> None:
        self._notice, self._notices = text, self._notices + 1

    def view(self) -> Mapping[str, Any]:
        """What the page shows, as JSON takes it. Forces are hundredths of a newton, the greatest
        of each 50 ms; None where no scan came."""
        trace = self.trace
        channels = range(len(trace.info.channels))
        force_n = [trace.force_n(i) for i in channels]
        states = self._states.states(force_n)
        weighing = self._weighing
        return {
            "now": trace.now_ns // STEP_NS,
            "threshold": round(100 * trace.threshold_n),
            "top": round(100 * trace.greatest_n()),
            "seats": [
                {
                    "seat": seat,
                    "curves": [self._columns(i) for i in pair],
                    "forces": [None if (n := force_n[i]) is None else round(100 * n) for i in pair],
                    "states": [states[i] for i in pair],
                    "fault": self._fault(seat),
                    "touch": self._touch(seat),
                }
                for seat, pair in sorted(trace.petals.items())
            ],
            "alarm": ", ".join(alarms(self.trace, self._station.words)),
            "set": {key: self._adjusted.number(key) for key in KEYS},
            "weighed": self._weighed[:10],
            "weighing": None if weighing is None else [weighing.text, round(100 * weighing.share)],
            "notice": [self._notices, self._notice],
        }

    def _columns(self, channel: int) -> list[int | None]:
        first = self.trace.now_ns // STEP_NS - COLUMNS
        from_ns = first * STEP_NS
        curve = self.trace.curve(channel, from_ns, self.trace.now_ns)
        at = curve.t_ns // STEP_NS - first
        inside = (at >= 0) & (at < COLUMNS)
        greatest = np.full(COLUMNS, -1.0)
        np.maximum.at(greatest, at[inside], np.maximum(curve.force_n[inside], 0.0))
        return [None if n < 0 else round(100 * n) for n in greatest.tolist()]

    def _fault(self, seat: int) -> str:
        faults = self.trace.seat_faults.get(seat, {})
        return fault_word(self._station.words, next(iter(faults))) if faults else ""

    def _touch(self, seat: int) -> str:
        words, found = self._station.words, self.trace.last_touch(seat)
        if found is None:
            return ""
        contact = found[0]
        gesture = words._("grab") if contact.gesture is Gesture.GRAB else words._("palm")
        error = words.number(SIGMAS * contact.uncertainty_ns / MS, 2)
        return f"{gesture}, {words._('± {error} ms').format(error=error)}"


class _Weighing:
    """Every sensor, step by step; ``text`` is what is to be done now, or what came of it."""

    def __init__(self, station: Station, feed: Feed, heavy_n: float) -> None:
        self._station = station
        self.source = HandedOn(feed.board, station.clock)
        self.text, self.written = "", False
        laying = Laying(
            station.words,
            self._say,
            scales=Scales(self.source),
            clock=station.clock,
            hands=station.hands,
            weights_n=(LIGHT_N, heavy_n),
        )
        self._guide = WeighingGuide(
            laying,
            thresholds=feed.thresholds,
            former=former_calibration(station.data, feed.board.info),
        )
        self._steps = self._guide.steps()

    def _say(self, text: str) -> None:
        self.text = text.strip()

    @property
    def share(self) -> float:
        return self._guide.share

    def step(self) -> bool:
        """Take in what was read meanwhile; True: it is over."""
        words, station = self._station.words, self._station
        text = ""
        try:
            next(self._steps)
            return False
        except StopIteration:
            pass
        except KhvatkaError as error:
            text = f"{words.translated(error)}. "
        try:
            kept = self._guide.keep(station.data, station.wall())
        except KhvatkaError as error:
            text = words.translated(error)
        else:
            if kept is None:
                text += words._("Nothing was written.")
            else:
                if kept.missing:
                    said = words._("Not weighed: {sensors}").format(sensors="; ".join(kept.missing))
                    text += f"{said}. "
                text += "".join(f"{line}. " for line in kept.odd)
                text += words._("Written: {path}").format(path=kept.path)
                self.written = True
        self.text = text
        self.stop()
        return True

    def stop(self) -> None:
        """Nobody weighs any more."""
        self._steps.close()
        if self._station.hands is not None:
            self._station.hands.lift(self._station.clock.now_ns())
