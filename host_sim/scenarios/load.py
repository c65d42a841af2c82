"""A scenario file, read and checked. A fault in it is one sentence with file, line and key."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from drivers.errors import ConfigError, KhvatkaError, Sentence
from drivers.files import mending, of_decoder, read_text
from host_sim.scenarios import places
from host_sim.scenarios.form import OF_CONTROLLER, OF_LINK, Scenario

_PATH: Final = re.compile(r"^(?P<what>.*?) - at `\$(?P<path>.*)`$", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_UNKNOWN: Final = re.compile(r"unknown field `(?P<key>.+)`$")
LIBRARY: Final = Path(__file__).parent / "library"
SCENARIOS_GUIDE: Final = Path(__file__).with_name("README.md")


class FileText:
    """A file's text, for saying where a key of it stands."""

    def __init__(self, path: Path) -> None:
        """Raises ConfigError for a file that cannot be read."""
        self.path = path
        self.text = read_text(path)

    def line(self, key: places.Path) -> int:
        """The line on which a key stands."""
        return places.line_at(places.places(self.text), key)

    def fault(self, key: places.Path, what: Sentence | KhvatkaError) -> ConfigError:
        """The sentence: file, line, key, what is wrong there."""
        return ConfigError(
            "{path}, line {key}, {value}: {what}",
            path=self.path,
            key=self.line(key),
            value=dotted(key) or Sentence("the file"),
            what=what,
        )


def dotted(key: places.Path) -> str:
    """A key as people read it: ``act[2].peak_n``; lists count from 1."""
    parts = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in key)
    return "".join(parts).lstrip(".")


def load_scenario(path: Path) -> tuple[Scenario, FileText]:
    """Read a file. Raises ConfigError: file, line, key and what is wrong."""
    text = FileText(path)
    with mending(path):
        said = tomllib.loads(text.text)
        for key, value in _odd((), said):
            raise text.fault(key, Sentence("Invalid value {found}", found=value))
        try:
            scenario = msgspec.convert(said, Scenario)
        except msgspec.ValidationError as error:
            raise text.fault(*_explained(error)) from error
    for key, what in _misfits(scenario):
        raise text.fault(key, what)
    return scenario, text


def _odd(key: places.Path, value: Any) -> Iterator[tuple[places.Path, Any]]:
    """What TOML has and no scenario: numbers without an end, dates."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for step, each in inner:
            yield from _odd((*key, step), each)
    elif not isinstance(value, str | int) and not (
        isinstance(value, float) and math.isfinite(value)
    ):
        yield key, value


def _explained(error: msgspec.ValidationError) -> tuple[places.Path, Sentence | KhvatkaError]:
    """What msgspec refuses, as the key's path and what is wrong with it: what a form says of its
    own values is what it was raised from."""
    message = str(error)
    found = _PATH.match(message)
    what, steps = (message, "") if found is None else (found["what"], found["path"])
    key: places.Path = tuple(
        name or (int(index) if index.isdecimal() else index) for name, index in _STEP.findall(steps)
    )
    if isinstance(error.__cause__, ConfigError):
        return key, error.__cause__
    unknown = _UNKNOWN.search(what)
    if unknown is not None:
        return (*key, unknown["key"]), Sentence("there is no such key")
    return key, of_decoder(what)


def _misfits(scenario: Scenario) -> Iterator[tuple[places.Path, Sentence]]:
    """What does not fit together between the tables of a file."""
    seats = scenario.table.seats
    for name in ("act", "fault", "look"):
        for i, entry in enumerate(getattr(scenario, name)):
            seat: int | None = getattr(entry, "seat", None)
            if seat is not None and not 0 <= seat < seats:
                yield (
                    (name, i, "seat"),
                    Sentence(
                        "seat {seat}: this table has seats 0 to {value}", seat=seat, value=seats - 1
                    ),
                )
    late = Sentence("comes after the end, length_ms {end_ms:g}", end_ms=scenario.length_ms)
    for name in ("act", "fault", "look", "expect"):
        for i, entry in enumerate(getattr(scenario, name)):
            if entry.at_ms is not None and entry.at_ms > scenario.length_ms:
                yield (name, i, "at_ms"), late
    for i, fault in enumerate(scenario.fault):
        if fault.kind in (*OF_LINK, *OF_CONTROLLER) and scenario.table.link != "cable":
            yield (
                ("fault", i, "kind"),
                Sentence('{kind} needs link = "cable" in [table]', kind=fault.kind),
            )
    for i, look in enumerate(scenario.look):
        if look.lamps is not None and len(look.lamps) != seats:
            yield (
                ("look", i, "lamps"),
                Sentence(
                    "{name} has {value} entries for {seats} seats",
                    name="lamps",
                    value=len(look.lamps),
                    seats=seats,
                ),
            )
