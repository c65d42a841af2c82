"""A scenario file, read and checked. A fault in it is one sentence with file, line and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from drivers.errors import ConfigError
from drivers.files import mending, read_text
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

    def fault(self, key: places.Path, what: str) -> ConfigError:
        """The sentence: file, line, key, what is wrong there."""
        return ConfigError(
            "{path}, line {key}, {value}: {what}",
            path=self.path,
            key=self.line(key),
            value=dotted(key) or "the file",
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
        try:
            scenario = msgspec.convert(tomllib.loads(text.text), Scenario)
        except tomllib.TOMLDecodeError as error:
            problem = str(error)[:1].lower() + str(error)[1:]
            raise ConfigError("{path}: {problem}", path=path, problem=problem) from error
        except msgspec.ValidationError as error:
            raise text.fault(*_explained(str(error))) from error
    for key, what in _misfits(scenario):
        raise text.fault(key, what)
    return scenario, text


def _explained(message: str) -> tuple[places.Path, str]:
    """A message of msgspec as the key's path and what is wrong with it."""
    found = _PATH.match(message)
    what, steps = (message, "") if found is None else (found["what"], found["path"])
    key: places.Path = tuple(
        name or (int(index) if index.isdecimal() else index) for name, index in _STEP.findall(steps)
    )
    unknown = _UNKNOWN.search(what)
    if unknown is not None:
        return (*key, unknown["key"]), "there is no such key"
    return key, f"{what[:1].lower()}{what[1:]}"


def _misfits(scenario: Scenario) -> Iterator[tuple[places.Path, str]]:
    """What does not fit together between the tables of a file."""
    seats = scenario.table.seats
    for name in ("act", "fault", "look"):
        for i, entry in enumerate(getattr(scenario, name)):
            seat: int | None = getattr(entry, "seat", None)
            if seat is not None and not 0 <= seat < seats:
                yield (name, i, "seat"), f"is {seat}: this table has seats 0 to {seats - 1}"
    for name in ("act", "fault", "look", "expect"):
        for i, entry in enumerate(getattr(scenario, name)):
            if entry.at_ms is not None and entry.at_ms > scenario.length_ms:
                yield (name, i, "at_ms"), f"comes after the end, length_ms {scenario.length_ms:g}"
    for i, fault in enumerate(scenario.fault):
        if fault.kind in (*OF_LINK, *OF_CONTROLLER) and scenario.table.link != "cable":
            yield ("fault", i, "kind"), f'{fault.kind} needs link = "cable" in [table]'
    for i, look in enumerate(scenario.look):
        if look.lamps is not None and len(look.lamps) != seats:
            yield ("look", i, "lamps"), f"has {len(look.lamps)} entries for {seats} seats"
