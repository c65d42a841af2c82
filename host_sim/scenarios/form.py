"""What a scenario file may say, as typed values. README.md beside this tells it in full.

Times are milliseconds from the beginning of the match, with as many decimals as are wanted.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, Literal

import msgspec

from drivers.errors import ConfigError, Sentence
from drivers.events import Button

EventName = Literal[
    "match",
    "card",
    "contact",
    "verdict",
    "action",
    "result",
    "button",
    "fall",
    "fault",
    "source",
    "sound",
    "lamp",
    "light",
]
ButtonName = Literal["left", "right", "ok", "back"]
Part = Literal["top", "under"]
Person = Literal["empty", "person", "child", "adult", "expert"]
BOARDS: Final = {"mk1": 4, "mk2": 8}
LONGEST_MS: Final = 3_600_000.0


class _Form(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """Unknown keys are faults of the file."""


class After(_Form, kw_only=True, frozen=True):
    """The moment at which the ``nth`` event with these fields happened."""

    event: EventName
    nth: int = 1
    where: dict[str, Any] = {}

    def __post_init__(self) -> None:
        if self.nth < 1:
            raise ConfigError("nth is {nth}: events are counted from 1", nth=self.nth)


def _beyond(name: str, value: float, low: float, high: float) -> ConfigError:
    return ConfigError(
        "{name} is {value}: it must be from {low} to {high}",
        name=name,
        value=value,
        low=low,
        high=high,
    )


class Maybe(_Form, frozen=True, kw_only=True):
    """A moment, or none: ``at_ms``, or ``after`` an event and ``delay_ms``."""

    at_ms: float | None = None
    after: After | None = None
    delay_ms: float = 0.0

    def __post_init__(self) -> None:
        if self.at_ms is not None and self.after is not None:
            raise ConfigError("at_ms and after exclude each other: keep one of them")
        if self.delay_ms and self.after is None:
            raise ConfigError("delay_ms counts from an event: give after too")
        if self.at_ms is not None and not 0 <= self.at_ms <= LONGEST_MS:
            raise _beyond("at_ms", self.at_ms, 0, round(LONGEST_MS))

    @property
    def timed(self) -> bool:
        """Is there a moment?"""
        return self.at_ms is not None or self.after is not None


class When(Maybe, frozen=True, kw_only=True):
    """A moment."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.timed:
            raise ConfigError("the moment is missing: give at_ms, or after with delay_ms")


class ScenarioTable(_Form, frozen=True, kw_only=True):
    """The table: seats, electronics, what its parts are like, who sits there."""

    seats: int = 4
    board: Literal["mk1", "mk2"] = "mk2"
    link: Literal["model", "cable"] = "model"
    people: list[Person] | None = None
    hands: list[tuple[int, int]] | None = None  # of two people: seats of the right and left (C30)
    seed: int = 1
    spread: float = 0.06
    drift: float = 0.0
    crosstalk: float = 0.03
    noise: float = 1.0
    hum: float = 0.0
    clock_ppm: float = 0.0
    language: str = "en"

    def __post_init__(self) -> None:
        most = BOARDS[self.board]
        if not 2 <= self.seats <= most:
            raise ConfigError(
                "seats is {seats}: it must be from 2 to {most} on {board}",
                seats=self.seats,
                most=most,
                board=self.board,
            )
        if self.people is not None and len(self.people) != self.seats:
            raise ConfigError(
                "{name} has {value} entries for {seats} seats",
                name="people",
                value=len(self.people),
                seats=self.seats,
            )
        for name in ("spread", "drift", "crosstalk", "noise", "hum"):
            if getattr(self, name) < 0:
                raise ConfigError(
                    "{name} is {value}: it must not be below 0",
                    name=name,
                    value=getattr(self, name),
                )
        if self.link == "cable" and self.board != "mk2":
            raise ConfigError("link 'cable' is the pad controller's: it needs board 'mk2'")
        if self.clock_ppm and self.link != "cable":
            raise ConfigError("clock_ppm is the pad controller's crystal: it needs link 'cable'")
        if abs(self.clock_ppm) > 1000:
            raise ConfigError(
                "clock_ppm is {clock_ppm}: no crystal is off by above 1000",
                clock_ppm=self.clock_ppm,
            )


class ScenarioGame(_Form, frozen=True, kw_only=True):
    """The match: dealt from ``seed``, or begun in ``state`` (the engine protocol's, with any field
    left out); cards that ``state`` does not name go under the stacks or into the pot (``rest``).
    ``begin = false`` leaves the table at its start screen."""

    id: str = "chaos"
    seed: int = 1
    options: dict[str, Any] = {}
    state: dict[str, Any] | None = None
    rest: Literal["stacks", "pot"] = "stacks"
    pace_ms: int = 300
    auto: bool = False
    special_ms: int = 10_000
    choice_ms: int = 10_000
    all_ms: int = 3_000
    begin: bool = True


# What people do.


class Press(When, tag_field="do", tag="press", kw_only=True, frozen=True):
    """A button is pressed and let go."""

    seat: int
    button: ButtonName = "ok"
    hold_ms: float = 80.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hold_ms <= 0:
            raise ConfigError(
                "{name} is {value}: it must be above 0", name="hold_ms", value=self.hold_ms
            )


class HandAct(When, kw_only=True, frozen=True):
    """A hand's whole visit to a petal. ``peak_n`` newtons after ``rise_ms``, for ``hold_ms``."""

    seat: int
    peak_n: float = 15.0
    rise_ms: float = 10.0
    hold_ms: float = 250.0
    fall_ms: float = 25.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.rise_ms, self.fall_ms) <= 0:
            raise ConfigError("rise_ms and fall_ms must be above 0")
        if self.hold_ms < 0:
            raise ConfigError(
                "{name} is {value}: it must not be below 0", name="hold_ms", value=self.hold_ms
            )
        if not 0 <= self.peak_n <= 100:
            raise _beyond("peak_n", self.peak_n, 0, 100)


Knots = list[tuple[float, float]]
"""(milliseconds, newtons), straight lines between them."""


def _check_knots(name: str, knots: Knots | None) -> None:
    if knots is None:
        return
    times = [ms for ms, _ in knots]
    if len(knots) < 2 or times[0] != 0 or any(a >= b for a, b in pairwise(times)):
        raise ConfigError(
            "{name}: give two knots or more, at rising milliseconds from 0 on", name=name
        )
    if not all(0 <= newtons <= 100 for _, newtons in knots):
        raise ConfigError("{name}: each force must be from 0 to 100 newtons", name=name)


class Grab(HandAct, tag_field="do", tag="grab", frozen=True, kw_only=True):
    """A pinch: *under* ``under_lag_ms`` after *top*, ``under_share`` as hard. ``top`` and ``under``
    draw its rise instead."""

    under_lag_ms: float = 4.0
    under_share: float = 0.8
    top: Knots | None = None
    under: Knots | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.under_lag_ms < 0 or not 0 <= self.under_share <= 1:
            raise ConfigError("under_lag_ms must not be below 0, under_share from 0 to 1")
        if (self.top is None) != (self.under is None):
            raise ConfigError("give both top and under, or neither")
        _check_knots("top", self.top)
        _check_knots("under", self.under)


class Palm(HandAct, tag_field="do", tag="palm", frozen=True, kw_only=True):
    """The flat hand. ``top`` draws its rise instead."""

    top: Knots | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_knots("top", self.top)


class Brush(HandAct, tag_field="do", tag="brush", frozen=True, kw_only=True):
    """Less than a contact: too light, unless ``peak_n`` says otherwise, and too short."""

    peak_n: float = 0.8
    rise_ms: float = 6.0
    hold_ms: float = 4.0
    fall_ms: float = 6.0


class Hover(HandAct, tag_field="do", tag="hover", frozen=True, kw_only=True):
    """A hand that hangs over its petal and just feels it."""

    peak_n: float = 0.3
    rise_ms: float = 150.0
    hold_ms: float = 2_000.0
    fall_ms: float = 150.0


class Knock(When, tag_field="do", tag="knock", frozen=True, kw_only=True):
    """The pad falls off its cradle."""


class PutBack(When, tag_field="do", tag="put_back", frozen=True, kw_only=True):
    """It is put back."""


class ThumpAct(When, tag_field="do", tag="thump", frozen=True, kw_only=True):
    """A fist on the table."""

    peak_g: float = 1.0
    hz: float = 35.0
    lasts_ms: float = 30.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if min(self.hz, self.lasts_ms) <= 0 or self.peak_g < 0:
            raise ConfigError("hz and lasts_ms must be above 0, peak_g not below 0")


class Wobble(ThumpAct, tag_field="do", tag="wobble", frozen=True, kw_only=True):
    """Somebody leans on the table, and it sways."""

    peak_g: float = 0.08
    hz: float = 4.0
    lasts_ms: float = 400.0


class Load(When, tag_field="do", tag="load", frozen=True, kw_only=True):
    """Something heavy is put on the table; below 0: taken off."""

    newtons: float
    over_ms: float = 400.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.over_ms > 0 or abs(self.newtons) > 100:
            raise ConfigError("over_ms must be above 0, newtons from -100 to 100")


Act = Press | Grab | Palm | Brush | Hover | Knock | PutBack | ThumpAct | Wobble | Load

# What breaks.

OF_BUTTONS: Final = ("worn", "flood", "stuck")
OF_CHANNELS: Final = ("dead", "shorted", "noisy", "saturated", "swapped_plugs", "drifted")
OF_LINK: Final = ("cut", "garbled", "doubled", "swapped", "late", "junk", "stalled")
OF_CONTROLLER: Final = ("reboot", "unplug")
OF_HOST: Final = ("host_stall", "frame_drops")
FaultKind = Literal[
    "worn",
    "flood",
    "stuck",
    "dead",
    "shorted",
    "noisy",
    "saturated",
    "swapped_plugs",
    "drifted",
    "lost_edges",
    "coupled",
    "hum",
    "frozen_buttons",
    "frozen_pad",
    "nonsense_codes",
    "nonsense_times",
    "cut",
    "garbled",
    "doubled",
    "swapped",
    "late",
    "junk",
    "stalled",
    "reboot",
    "unplug",
    "host_stall",
    "frame_drops",
]
LASTING: Final = (*OF_LINK, *OF_CONTROLLER, *OF_HOST)
LEVELS: Final = {
    "saturated": (0.1, 1.0),
    "drifted": (-0.9, 1.0),
    "coupled": (0.0, 0.5),
    "hum": (0.0, 0.5),
}


class ScenarioFault(When, kw_only=True, frozen=True):
    """Something breaks for ``for_ms`` (left out: for good). ``seat`` with ``button`` or ``part``
    says where, ``level`` how much, ``share`` of how many frames."""

    kind: FaultKind
    for_ms: float | None = None
    seat: int | None = None
    button: ButtonName | None = None
    part: Part | None = None
    level: float | None = None
    share: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        kind = self.kind
        if kind in OF_BUTTONS and (self.seat is None or self.button is None):
            raise ConfigError("{kind} breaks a button: give seat and button", kind=kind)
        if kind in OF_CHANNELS and (self.seat is None or self.part is None):
            raise ConfigError("{kind} breaks a sensor: give seat and part", kind=kind)
        if (kind in OF_BUTTONS) == (self.part is not None) and self.part is not None:
            raise ConfigError("{kind} has no part", kind=kind)
        if kind not in (*OF_BUTTONS, "lost_edges") and self.button is not None:
            raise ConfigError("{kind} breaks no button: leave button out", kind=kind)
        if kind in LASTING and self.for_ms is None:
            raise ConfigError("{kind} does not last for ever: give for_ms", kind=kind)
        if self.for_ms is not None and self.for_ms <= 0:
            raise ConfigError(
                "{name} is {value}: it must be above 0", name="for_ms", value=self.for_ms
            )
        if not 0 < self.share <= 1:
            raise ConfigError(
                "{name} is {value}: it must be above 0, up to {most}",
                name="share",
                value=self.share,
                most=1,
            )
        if (self.level is not None) != (kind in LEVELS):
            needs = Sentence("{kind} needs a level", kind=kind)
            raise ConfigError(
                needs if kind in LEVELS else Sentence("{kind} has no level", kind=kind)
            )
        if self.level is not None:
            low, high = LEVELS[kind]
            if not low <= self.level <= high:
                raise _beyond("level", self.level, low, high)


# What must come of it.


class Expect(Maybe, kw_only=True, frozen=True):
    """An event must happen: the ``nth`` one with these fields, after ``after``; within
    ``tolerance_ms`` of the moment, or within ``within_ms`` of it; or exactly ``times`` times."""

    event: EventName
    where: dict[str, Any] = {}
    nth: int = 1
    times: int | None = None
    tolerance_ms: float | None = None
    within_ms: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        bounds = (self.tolerance_ms, self.within_ms)
        if any(b is not None for b in bounds) and not self.timed:
            raise ConfigError("tolerance_ms and within_ms need a moment: give at_ms or after")
        if all(b is not None for b in bounds):
            raise ConfigError("tolerance_ms and within_ms exclude each other: keep one of them")
        if self.at_ms is not None and bounds == (None, None):
            raise ConfigError("at_ms needs tolerance_ms or within_ms")
        if self.times is not None and self.tolerance_ms is not None:
            raise ConfigError("times counts events: tolerance_ms is for a single one")
        if self.nth < 1 or (self.times is not None and self.times < 1):
            raise ConfigError("nth and times count from 1; use [[never]] for none at all")


class Never(Maybe, kw_only=True, frozen=True):
    """No such event may happen: from the moment on (or ever), for ``for_ms`` (or to the end)."""

    event: EventName
    where: dict[str, Any] = {}
    for_ms: float | None = None


class ScenarioLook(When, frozen=True, kw_only=True):
    """What must be seen at a moment. ``screen``: fields of the view by their path; ``says``: texts
    of which each is part of one on the screen, of ``seat``'s strip if one is given; ``lamps`` by
    seat."""

    screen: dict[str, Any] = {}
    seat: int | None = None
    says: list[str] = []
    says_not: list[str] = []
    lamps: list[Literal["bright", "dim", "off", "any"]] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.screen or self.says or self.says_not or self.lamps):
            raise ConfigError("nothing is looked at: give screen, says, says_not or lamps")


class Scenario(_Form, kw_only=True, frozen=True):
    """The whole file. ``rules`` and ``shows`` say what it is there for."""

    about: str
    length_ms: float
    rules: list[str] = []
    shows: list[str] = []
    table: ScenarioTable = ScenarioTable()
    game: ScenarioGame = ScenarioGame()
    act: list[Act] = []
    fault: list[ScenarioFault] = []
    expect: list[Expect] = []
    never: list[Never] = []
    look: list[ScenarioLook] = []

    def __post_init__(self) -> None:
        if not 0 < self.length_ms <= LONGEST_MS:
            raise ConfigError(
                "{name} is {value}: it must be above 0, up to {most}",
                name="length_ms",
                value=self.length_ms,
                most=round(LONGEST_MS),
            )
        if not (self.expect or self.never or self.look):
            raise ConfigError("nothing is expected: give [[expect]], [[never]] or [[look]]")


def button_of(name: str) -> Button:
    """The button that a file calls ``left``, ``right``, ``ok`` or ``back``."""
    return Button[name.upper()]
