"""Kinds of values that a setting can have: each knows its range, how it is typed, shown, stepped.

A value is what JSON can hold: ``bool``, ``int``, ``str``, or None for hours that are off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from console.i18n import N_, SYSTEM, Words
from console.settings.hours import DAY_MIN, DaySpan
from drivers.errors import Sentence

Value = bool | int | str | None


class Kind(Protocol):
    """What all kinds can do."""

    @property
    def type(self) -> str:
        """Its name in JSON."""
        ...

    @property
    def range(self) -> Any:
        """The values allowed, as ``console.games.options.Option`` gives them."""
        ...

    def allows(self, value: object) -> bool:
        """Has ``value`` the right type, and lies it in the range?"""
        ...

    def parse(self, text: str) -> Value:
        """The value that ``text`` means. Raises ValueError; ``wanted`` says what is right."""
        ...

    def wanted(self) -> Sentence:
        """What may be typed, after “give”."""
        ...

    def written(self) -> Sentence:
        """What may stand in the configuration file, after “give”."""
        ...

    def shown(self, words: Words, value: Value) -> str:
        """The value for people."""
        ...

    def limits(self, words: Words) -> str:
        """The range for people."""
        ...

    def typed(self, words: Words) -> str:
        """The range as ``parse`` takes it, each with its meaning for people where that differs."""
        ...

    def step(self, value: Value, by: int, part: int = 0) -> Value:
        """The value ``by`` steps on, for menus worked with ◀ ▶; never out of the range."""
        ...

    def turns(self) -> tuple[Value, ...]:
        """The values that menus worked with ● alone go through, round and round."""
        ...


def _meaning(word: str, shown: str) -> str:
    return word if word == shown else f"{word} ({shown})"


@dataclass(frozen=True, slots=True)
class Flag:
    """On or off."""

    type: str = "bool"

    @property
    def range(self) -> list[bool]:
        return [False, True]

    def allows(self, value: object) -> bool:
        return isinstance(value, bool)

    def parse(self, text: str) -> Value:
        try:
            return {"on": True, "true": True, "off": False, "false": False}[text.strip().lower()]
        except KeyError:
            raise ValueError(text) from None

    def wanted(self) -> Sentence:
        return Sentence("on or off")

    def written(self) -> Sentence:
        return Sentence("true or false")

    def shown(self, words: Words, value: Value) -> str:
        return words._("on") if value else words._("off")

    def limits(self, words: Words) -> str:
        return f"{self.shown(words, True)} / {self.shown(words, False)}"

    def typed(self, words: Words) -> str:
        return f"{_meaning('on', words._('on'))} / {_meaning('off', words._('off'))}"

    def step(self, value: Value, by: int, part: int = 0) -> Value:
        return bool(value) ^ bool(by % 2)

    def turns(self) -> tuple[Value, ...]:
        return False, True


@dataclass(frozen=True, slots=True)
class Unit:
    """How a number is shown: divided by ``parts``, in ``text``. Both texts are message ids."""

    name: str
    text: str = ""
    parts: int = 1
    digits: int = 0

    def shown(self, words: Words, value: Value) -> str:
        """A number for people."""
        number = words.number(int(value or 0) / self.parts, self.digits)
        return words._(self.text).format(number=number)


@dataclass(frozen=True, slots=True)
class SizeUnit(Unit):
    """So many ``bytes`` each; shown as every size is."""

    bytes: int = 1

    def shown(self, words: Words, value: Value) -> str:
        return words.size(int(value or 0) * self.bytes)


MILLISECONDS: Final = Unit(N_("milliseconds"), N_("{number} ms"))
MS_AS_SECONDS: Final = Unit(N_("milliseconds"), N_("{number} s"), 1000, 1)
SECONDS: Final = Unit(N_("seconds"), N_("{number} s"))
MINUTES: Final = Unit(N_("minutes"), N_("{number} min"))
PERCENT: Final = Unit(N_("percent"), N_("{number} %"))
MILLINEWTON: Final = Unit(N_("thousandths of a newton"), N_("{number} N"), 1000, 2)
DIGITS: Final = Unit(N_("digits"), "{number}")
MEGABYTES: Final = SizeUnit(N_("megabytes"), bytes=1_000_000)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``low`` to ``high``; menus move it by ``by``. ``none`` is the message id
    of what 0 means where that is no amount."""

    low: int
    high: int
    by: int
    unit: Unit
    none: str = ""
    type: str = "int"

    @property
    def range(self) -> list[int]:
        return [self.low, self.high]

    def allows(self, value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return self.low <= value <= self.high

    def parse(self, text: str) -> Value:
        value = int(text) if re.fullmatch(r"\s*-?\d{1,9}\s*", text, re.ASCII) else None
        if value is None or not self.allows(value):
            raise ValueError(text)
        return value

    def wanted(self) -> Sentence:
        if self.none:
            return Sentence(
                "a whole number from {low} to {high} ({unit}; 0: {none})",
                low=self.low,
                high=self.high,
                unit=Sentence(self.unit.name),
                none=Sentence(self.none),
            )
        return Sentence(
            "a whole number from {low} to {high} ({unit})",
            low=self.low,
            high=self.high,
            unit=Sentence(self.unit.name),
        )

    def written(self) -> Sentence:
        return self.wanted()

    def shown(self, words: Words, value: Value) -> str:
        if self.none and value == 0:
            return words._(self.none)
        return self.unit.shown(words, value)

    def limits(self, words: Words) -> str:
        return f"{self.shown(words, self.low)} … {self.shown(words, self.high)}"

    def typed(self, words: Words) -> str:
        low, high = (
            shown if shown.split()[0] == str(end) else _meaning(str(end), shown)
            for end in self.range
            for shown in (self.shown(words, end),)
        )
        return f"{low} … {high}"

    def step(self, value: Value, by: int, part: int = 0) -> Value:
        return max(self.low, min(self.high, int(value or 0) + by * self.by))

    def turns(self) -> tuple[Value, ...]:
        return tuple(range(self.low, self.high + 1, self.by))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values, each with its label (a message id)."""

    labels: Mapping[str, str]
    type: str = "choice"

    @property
    def range(self) -> list[str]:
        return list(self.labels)

    def allows(self, value: object) -> bool:
        return isinstance(value, str) and value in self.labels

    def parse(self, text: str) -> Value:
        if text.strip() not in self.labels:
            raise ValueError(text)
        return text.strip()

    def wanted(self) -> Sentence:
        return Sentence("one of {choices}", choices=", ".join(self.labels))

    def written(self) -> Sentence:
        return self.wanted()

    def shown(self, words: Words, value: Value) -> str:
        return words._(self.labels[str(value)])

    def limits(self, words: Words) -> str:
        return " / ".join(self.shown(words, key) for key in self.labels)

    def typed(self, words: Words) -> str:
        return " / ".join(_meaning(key, self.shown(words, key)) for key in self.labels)

    def step(self, value: Value, by: int, part: int = 0) -> Value:
        values = list(self.labels)
        return values[(values.index(str(value)) + by) % len(values)]

    def turns(self) -> tuple[Value, ...]:
        return tuple(self.labels)


@dataclass(frozen=True, slots=True)
class Language(Choice):
    """A choice of languages: each calls itself by its own name, which is no message id."""

    def shown(self, words: Words, value: Value) -> str:
        name = self.labels[str(value)]
        return words._(name) if value == SYSTEM else name


@dataclass(frozen=True, slots=True)
class Hours:
    """A span of the day as text, or None: off. Menus start from ``first`` and move its begin
    (part 0) and its end (part 1) by half an hour; when they meet it is off."""

    first: str
    type: str = "hours"
    STEP_MIN = 30

    @property
    def range(self) -> str:
        return "HH:MM-HH:MM or null"

    def allows(self, value: object) -> bool:
        if value is None:
            return True
        try:
            return isinstance(value, str) and DaySpan.parse(value) is not None
        except ValueError:
            return False

    def parse(self, text: str) -> Value:
        return None if text.strip().lower() == "off" else str(DaySpan.parse(text))

    def wanted(self) -> Sentence:
        return Sentence(
            "hours from 00:00 to 23:59 as 22:00-08:00 (begin and end must differ),"
            " or off to have none"
        )

    def written(self) -> Sentence:
        return Sentence(
            "hours from 00:00 to 23:59 as 22:00-08:00 (begin and end must differ),"
            " or leave the line out to have none"
        )

    def shown(self, words: Words, value: Value) -> str:
        return words._("off") if value is None else str(value).replace("-", "–")

    def limits(self, words: Words) -> str:
        return f"00:00 … 23:59 / {words._('off')}"

    def typed(self, words: Words) -> str:
        return f"00:00 … 23:59 / {_meaning('off', words._('off'))}"

    def step(self, value: Value, by: int, part: int = 0) -> Value:
        if value is None:
            return self.first
        span = DaySpan.parse(str(value))
        ends = [span.start_min, span.end_min]
        ends[part] = (ends[part] + by * self.STEP_MIN) % DAY_MIN
        return None if ends[0] == ends[1] else str(DaySpan(*ends))

    def turns(self) -> tuple[Value, ...]:
        return None, self.first
