"""Rows of cells fit the terminal, whatever is in them; nothing is cut."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
from collections.abc import Iterator
from typing import TextIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.terminal.columns import (
    LEAST_ROOM,
    columns,
    fitted,
    put,
    room,
    say,
    titled,
    width,
    wrapped,
)
from console.terminal.speech import complain

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"

CELLS = st.text(st.sampled_from("aбё 字é́·–5"), max_size=30)
TABLES = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=1, max_size=6)
)


def packed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    ("text", "columns_n"),
    [
        ("abc", 3),
        ("Барсук", 6),
        ("ё", 1),
        ("е\u0308", 1),
        ("漢字", 4),
        ("ｱ", 1),
        ("👍", 2),
        ("", 0),
    ],
)
def test_columns_are_counted_as_a_terminal_does(text: str, columns_n: int) -> None:
    assert width(text) == columns_n


def test_a_stranger_s_signs_are_told_and_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    signs = "\x1b[2J\x9b\x7f\r\n\u202eё\u202f5"
    say([signs])
    complain(signs)
    put([json.dumps(signs, ensure_ascii=False), "[\n1]"])
    out, err = capsys.readouterr()
    told, *lines = out.splitlines()
    assert told == r"\x1b[2J\x9b\x7f\r\n\u202eё" + "\u202f5"
    assert err == f"khvatka: {told}\n"
    assert not re.search("[\x1b\x9b\x7f\r\u202e]", out)
    assert [json.loads(line) for line in (lines[0], "".join(lines[1:]))] == [signs, [1]]


def test_columns_stand_below_each_other() -> None:
    rows = [("1", "Барсук", "x"), ("12", "漢字", "yy")]
    assert list(columns(rows)) == ["1   Барсук  x", "12  漢字    yy"]
    assert next(columns(rows, right=frozenset({0}))) == " 1  Барсук  x"


def test_the_last_column_is_wrapped_in_its_place() -> None:
    rows = [("key", "one two three four five six seven"), ("k", "short")]
    assert list(columns(rows, 30)) == [
        "key  one two three four five",
        "     six seven",
        "k    short",
    ]


def test_a_row_flows_where_there_is_no_room_beside() -> None:
    rows = [("12", "2026-05-01 20:15", "Хаос", "4 игрока", "выиграло Место 3")]
    assert list(columns(rows, 24)) == [
        "12  2026-05-01 20:15",
        "    Хаос  4 игрока",
        "    выиграло Место 3",
    ]


def test_a_table_with_heads_is_stacked() -> None:
    heads, rows = (
        ("Game", "Matches", "By hour"),
        [("Chaos", "12", "20: 7, 21: 5"), ("IOTA", "", "")],
    )
    assert list(titled(heads, rows, 40)) == [
        "Game   Matches  By hour",
        "Chaos  12       20: 7, 21: 5",
        "IOTA",
    ]
    assert list(titled(heads, rows, 20)) == [
        "Game: Chaos",
        "  Matches: 12",
        "  By hour: 20: 7,",
        "      21: 5",
        "Game: IOTA",
    ]


@given(TABLES, st.integers(LEAST_ROOM, 60), st.sampled_from(["", "    "]))
def test_no_line_is_too_long_and_nothing_is_lost(
    rows: list[list[str]], most: int, indent: str
) -> None:
    lines = list(columns(rows, most, indent))
    assert all(width(line) <= most for line in lines)
    assert packed("".join(lines)) == packed("".join(cell for row in rows for cell in row))
    stacked = list(titled(rows[0], rows, most))
    assert all(width(line) <= most for line in stacked)
    for line in rows:
        assert all(packed(cell) in packed("".join(stacked)) for cell in line)


@given(CELLS, st.integers(2, 40))
def test_text_is_wrapped_between_words(text: str, most: int) -> None:
    assert all(width(line) <= most for line in wrapped(text, most))
    assert packed("".join(wrapped(text, most))) == packed(text)
    if most >= LEAST_ROOM:
        assert all(width(line) <= most for line in fitted("    " + text, most))
        assert packed("".join(fitted(text, most))) == packed(text)


def test_without_a_limit_a_line_is_a_line() -> None:
    long = "word " * 100
    assert fitted(long, None) == [long]
    assert len(list(columns([("a", long)]))) == 1


@pytest.fixture
def terminal() -> Iterator[TextIO]:
    """A terminal of 40 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    with os.fdopen(theirs, "w") as stdout:
        yield stdout
    os.close(ours)


def test_the_terminal_tells_its_columns(terminal: TextIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", terminal)
    assert room() == 40
    monkeypatch.setenv("COLUMNS", "55")
    assert room() == 55
    monkeypatch.setenv("COLUMNS", "0")
    assert room() == 40
    monkeypatch.setenv("COLUMNS", "wide")
    assert room() == 40
    monkeypatch.setenv("COLUMNS", "3")
    assert room() == LEAST_ROOM
    monkeypatch.delenv("COLUMNS")
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 0, 0, 0, 0))
    assert room() is None


def test_a_file_has_no_columns(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with (tmp_path_factory.mktemp("out") / "file").open("w") as file:
        monkeypatch.setattr(sys, "stdout", file)
        assert room() is None


def test_a_row_that_goes_on_is_set_in_however_short_it_is() -> None:
    rows = [("WARNING", "calibration", "never calibrated: as printed"), ("", "", "→ Weigh it")]
    assert list(columns(rows, 30)) == [
        "WARNING  calibration",
        "    never calibrated: as",
        "    printed",
        "    → Weigh it",
    ]
