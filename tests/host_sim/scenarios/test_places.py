"""The line of each key: headers, dotted keys, lists over several lines, inline tables, texts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from host_sim.scenarios.load import LIBRARY
from host_sim.scenarios.places import Path, line_at, places

TEXT = '''# a comment = 1
about = "x # [no] = table"
rules = [
  "C5", # one
  "C6",
]

[table]
making.spread = 0.1
making.noise = 2

[[act]]
do = "press"
after = { event = "card", where = { seat = 2 } }

[[act]]
"odd key" = """
[[act]] in a text
"""
at_ms = 3

[act.deep]
below = true
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("about",), 2),
        (("rules",), 3),
        (("rules", 1), 5),
        (("table",), 8),
        (("table", "making", "noise"), 10),
        (("act", 0, "do"), 13),
        (("act", 0, "after", "where", "seat"), 14),
        (("act", 1), 16),
        (("act", 1, "odd key"), 17),
        (("act", 1, "at_ms"), 20),
        (("act", 1, "deep", "below"), 23),
    ],
)
def test_each_key_has_its_line(path: Path, line: int) -> None:
    assert places(TEXT)[path] == line


def test_what_is_missing_is_looked_for_around_it() -> None:
    assert line_at(places(TEXT), ("act", 1, "peak_n")) == 16
    assert line_at(places(TEXT), ("game", "seed")) == 1


def keys(value: Any, path: Path = ()) -> Iterator[Path]:
    steps: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        steps = enumerate(value)
    for step, below in steps:
        yield (*path, step)
        yield from keys(below, (*path, step))


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.toml")), ids=lambda path: path.stem)
def test_every_key_that_the_parser_finds_is_found_on_its_line(path: Any) -> None:
    text = path.read_text()
    found = places(text)
    lines = text.splitlines()
    for key in keys(tomllib.loads(text)):
        name = next(str(step) for step in reversed(key) if isinstance(step, str))
        assert name in lines[found[key] - 1] or isinstance(key[-1], int)
