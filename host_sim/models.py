"""What real parts do: hands, converters and switches, as HARDWARE.md lists them.

Everything here is a pure function of time and of numbers drawn beforehand, so a board can compute
any stretch of samples, in any order, and always gets the same electricity.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

import numpy as np
import numpy.typing as npt

from drivers.errors import ConfigError
from drivers.events import Gesture
from drivers.times import MS, ns
from host_sim.curves import NOTHING, Curve, Floats, let_go, smooth
from host_sim.truth import TrueContact, contacts

Ints = npt.NDArray[np.int64]

FOREVER_NS = 1 << 62
BOUNCE_MEAN_MS = 1.6
BOUNCE_WORST_MS = 6.2
PETAL_KG = 0.04  # a petal and what lies on its sensors: what a thump of the table sets in motion


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """A hand on a petal: its force rises, holds, and falls.

    ``t_ns`` is the first moment of force. The rise is smooth, as sin², unless ``top`` and ``under``
    say otherwise; then ``shaped`` made it. A grab loads *under* too, ``under_lag_ms`` later and
    ``under_share`` as hard; a palm does not. ``hold_ms`` may be infinite: a hand that has not let
    go yet. ``off_centre`` (0 to 1): how far beside the petal's middle it presses. Raises
    ConfigError for times that are not positive or a negative force.
    """

    seat: int
    gesture: Gesture
    t_ns: int
    peak_n: float = 15.0
    rise_ms: float = 10.0
    hold_ms: float = 250.0
    fall_ms: float = 25.0
    under_lag_ms: float = 4.0
    under_share: float = 0.8
    top: Curve | None = None
    under: Curve | None = None
    off_centre: float = 0.0
    fall_ns: int = field(init=False, repr=False, compare=False)
    """When the hand begins to let go."""
    end_ns: int = field(init=False, repr=False, compare=False)
    """When the hand is gone."""
    _curves: list[Curve] = field(default_factory=list, init=False, repr=False, compare=False)
    _true: list[list[TrueContact]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if min(self.rise_ms, self.fall_ms) <= 0 or min(self.hold_ms, self.under_lag_ms) < 0:
            raise ConfigError(
                "touch at seat {seat}: rise and fall must be above 0 ms", seat=self.seat
            )
        if self.peak_n < 0 or not 0 <= self.under_share <= 1:
            raise ConfigError("touch at seat {seat}: a force is negative", seat=self.seat)
        stays = math.isinf(self.hold_ms)
        fall_ns = FOREVER_NS if stays else self.t_ns + ns(self.rise_ms + self.hold_ms)
        object.__setattr__(self, "fall_ns", fall_ns)
        object.__setattr__(self, "end_ns", min(FOREVER_NS, fall_ns + ns(self.fall_ms)))

    @staticmethod
    def shaped(
        seat: int,
        t_ns: int,
        top: Curve,
        under: Curve | None,
        *,
        hold_ms: float = 250.0,
        fall_ms: float = 25.0,
        off_centre: float = 0.0,
    ) -> Touch:
        """A hand of any shape: a grab if it presses *under* at all."""
        curves = [top] if under is None else [top, under]
        return Touch(
            seat=seat,
            gesture=Gesture.PALM if under is None else Gesture.GRAB,
            t_ns=t_ns,
            peak_n=max(curve.peak_n for curve in curves),
            rise_ms=max(float(curve.ms[-1]) for curve in curves),
            hold_ms=hold_ms,
            fall_ms=fall_ms,
            top=top,
            under=under,
            off_centre=off_centre,
        )

    @property
    def smooth(self) -> bool:
        """Does it rise as sin²?"""
        return self.top is None

    def let_go(self, t_ns: int) -> Touch:
        """The same touch ended at ``t_ns``, if that is earlier than planned."""
        hold_ms = max(0.0, (t_ns - self.t_ns) / MS - self.rise_ms)
        if hold_ms >= self.hold_ms or self.fall_ns <= t_ns:
            return self
        return replace(self, hold_ms=hold_ms)

    def at(self, t_ns: int) -> Touch:
        """The same visit at another time."""
        moved = replace(self, t_ns=t_ns)
        moved._curves.extend(self._curves)
        moved._true.extend(self._true)
        return moved

    def curve(self, part: str = "top") -> Curve:
        """Mechanical force on ``part``, in milliseconds since ``t_ns``: the whole visit."""
        if not self._curves:
            self._curves.extend(self._whole(part) for part in ("top", "under"))
        return self._curves[part == "under"]

    def _whole(self, part: str) -> Curve:
        rise = self.rise(part)
        if rise is NOTHING or math.isinf(self.hold_ms):
            return rise
        return rise.let_go(self.rise_ms + self.hold_ms, self.fall_ms)

    def rise(self, part: str = "top") -> Curve:
        """The same of a hand that never lets go."""
        if self.top is not None:
            return self.top if part == "top" else self.under or NOTHING
        if part == "top":
            return smooth(self.peak_n, self.rise_ms)
        if self.gesture is not Gesture.GRAB:
            return NOTHING
        return smooth(self.peak_n * self.under_share, self.rise_ms, self.under_lag_ms)

    def let_fall(self, force: Floats, ms: Floats, more: float = 0.0) -> None:
        """Take from ``force``, of a hand that stays, what it has let go of at such times in order,
        float64[n]; meanwhile up to ``more`` of what is left is felt beside."""
        fall_from = self.rise_ms + self.hold_ms
        first = int(ms.searchsorted(fall_from))
        if first < len(ms):
            left = let_go((ms[first:] - fall_from) / self.fall_ms)
            force[first:] *= left * (1.0 + (1.0 - left) * more) if more else left

    def force(self, t_ns: Ints, part: str = "top") -> Floats:
        """Mechanical force in newtons on ``part`` at any shape of times."""
        return self.curve(part).at((t_ns - self.t_ns) / MS)

    def true_contacts(self) -> list[TrueContact]:
        """What counts of this visit (``host_sim.truth``)."""
        if not self._true:
            self._true.append(contacts((self.curve(), self.curve("under"))))
        return self._true[0]

    def true_onset_ns(self) -> int | None:
        """When this hand truly came; None for one that does not count."""
        found = self.true_contacts()
        return self.t_ns + ns(found[0].onset_ms) if found else None


@dataclass(frozen=True, slots=True)
class Thump:
    """Somebody strikes the table: every petal shakes on its sensors, at once.

    ``peak_g`` is the greatest acceleration in units of gravity, after a quarter of a swing; the
    swing of ``hz`` dies away within some ``decay_ms``. Sensors feel pushes, no pulls.
    """

    t_ns: int
    peak_g: float = 1.0
    hz: float = 35.0
    decay_ms: float = 30.0

    @property
    def end_ns(self) -> int:
        """When it has died away to a thousandth."""
        return self.t_ns + ns(7 * self.decay_ms)

    def force(self, t_ns: Ints) -> Floats:
        """Newtons that a petal's weight adds on *top* at any shape of times; below 0: lifts."""
        since_ms = np.maximum((t_ns - self.t_ns) / MS, 0.0)
        swing = np.sin(2 * math.pi * self.hz * since_ms / 1e3) * np.exp(-since_ms / self.decay_ms)
        swing = np.where(t_ns <= self.end_ns, swing, 0.0)
        force: Floats = PETAL_KG * 9.81 * self.peak_g * swing
        return force


@dataclass(frozen=True, slots=True)
class Adc:
    """A converter: the greatest code, its noise (one sigma, in codes) and its bad spots.

    The RP2040 sticks at 512, 1536, 2560 and 3584: the nearest ``spike_width`` codes on either side
    all read as that one.
    """

    full_code: int
    noise_codes: float
    spike_width: int = 0

    def convert(self, ideal: Floats, noise: npt.NDArray[np.float32]) -> npt.NDArray[np.uint16]:
        """Codes of ideal readings (in codes, any shape), with unit noise of the same shape."""
        code = ideal + noise * self.noise_codes
        np.rint(code, out=code)
        return _sticking(self).take(code.astype(np.intp), mode="clip")


@cache
def _sticking(adc: Adc) -> npt.NDArray[np.uint16]:
    """What is read for each code: the codes around a bad spot stick to it."""
    codes = np.arange(adc.full_code + 1)
    if adc.spike_width:
        beside = codes % 1024 - 512
        codes = np.where(np.abs(beside) <= adc.spike_width, codes - beside, codes)
    return codes.astype(np.uint16)


# 8.7 effective bits of 12: the noise of a perfect converter of 8.7 bits, in our codes.
RP2040 = Adc(4095, 4096 / (2**8.7 * math.sqrt(12)), spike_width=4)
MCP3008 = Adc(1023, 0.5)


def worn_train(rng: Random, t_ns: int) -> list[int]:
    """The edges of a worn switch: at least 5 ms of it, as long as the worst of them, and dense."""
    length_ns = ns(rng.uniform(5.0, BOUNCE_WORST_MS))
    pairs = rng.randint(8, 24)
    between = sorted(rng.sample(range(1, length_ns), 2 * pairs - 1))
    return [t_ns, *(t_ns + at for at in between), t_ns + length_ns]


def bounce_train(rng: Random, t_ns: int) -> list[int]:
    """Times of a switch's alternating edges from its first contact at ``t_ns``.

    Always an odd number, so the last edge leaves the line where the first one put it. Lasts 1.6 ms
    in the mean and never longer than 6.2 ms.
    """
    mean = BOUNCE_MEAN_MS / 2
    length_ms = mean * -math.log((1 - rng.random()) * (1 - rng.random()))
    length_ns = max(20_000, ns(min(length_ms, BOUNCE_WORST_MS)))
    pairs = 1 + int(rng.random() * (1 + length_ns / 500_000))
    between = sorted({1 + int(rng.random() * (length_ns - 2)) for _ in range(2 * pairs - 1)})
    if len(between) % 2 == 0:  # two fell together
        del between[-1]
    return [t_ns, *(t_ns + at for at in between), t_ns + length_ns]
