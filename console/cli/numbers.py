"""Numbers and days on the command line: what is none, or out of range, is told with what would
do."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any, Final, NoReturn

import click

from console.i18n import Words
from console.terminal.speech import speech

DAY: Final = "%Y-%m-%d"
_EARLIEST: Final = datetime(2000, 1, 1)
"""Of days before 1970, and of the first ones at all, not every system knows the time."""


class WholeNumber(click.types.IntParamType):
    """A whole number; whoever reads the option knows which will do."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(value)
        except ValueError:
            _refuse(value, speech()._("a whole number"), param, ctx)


class WholeRange(click.IntRange):
    """A whole number within its range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            _refuse(value, self._wanted(), param, ctx)
        if number < (self.min or 0) or (self.max is not None and number > self.max):
            _refuse(value, self._wanted(), param, ctx)
        return number

    def _wanted(self) -> str:
        words = speech()
        if self.max is None:
            return words._("a whole number from {low} on").format(low=self.min)
        return words._("a whole number from {low} to {high}").format(low=self.min, high=self.max)

    def _describe_range(self) -> str:
        return _span(self.min, self.max, open_=False)


class Finite(click.FloatRange):
    """A number within its range, with the decimal sign that numbers are told with too; what is no
    number, or endless, is not."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        words = speech()
        number = _number(str(value), words)
        if number is None or not self._holds(number):
            _refuse(value, self._wanted(words), param, ctx)
        return number

    def _holds(self, number: float) -> bool:
        above = self.min is None or (number > self.min if self.min_open else number >= self.min)
        return above and (self.max is None or number <= self.max)

    def _describe_range(self) -> str:
        return _span(self.min, self.max, open_=self.min_open)

    def _wanted(self, words: Words) -> str:
        low, high = (words.decimal(f"{end:g}") for end in (self.min or 0, self.max or 0))
        if self.max is None:
            return words._("a number above {low}").format(low=low)
        return words._("a number from {low} to {high}").format(low=low, high=high)


class Day(click.DateTime):
    """A day of the calendar, at its beginning."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        try:
            day = datetime.strptime(str(value), DAY)
        except ValueError:
            day = datetime.min
        if day < _EARLIEST:
            wanted = speech()._("a day of {year} or later, written as {example}")
            example = _EARLIEST.replace(day=31).strftime(DAY)
            _refuse(value, wanted.format(year=_EARLIEST.year, example=example), param, ctx)
        return day


def _span(low: float | None, high: float | None, *, open_: bool) -> str:
    """A range as help shows it."""
    ends = [speech().decimal(str(end)) for end in (low, high) if end is not None]
    return f"{'>' if open_ else '≥'} {ends[0]}" if high is None else "–".join(ends)


def _refuse(
    value: Any, wanted: str, param: click.Parameter | None, ctx: click.Context | None
) -> NoReturn:
    option = isinstance(param, click.Option)
    key = "" if param is None else param.opts[-1] if option else param.human_readable_name
    said = speech()._("{key} is {value!r}: give {wanted}")
    raise click.UsageError(said.format(key=key, value=value, wanted=wanted), ctx)


def _number(text: str, words: Words) -> float | None:
    try:
        number = float(text.replace(words.decimal("."), "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None
