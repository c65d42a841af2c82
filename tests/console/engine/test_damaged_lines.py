"""Damaged lines: one answer each, of a known form, and the game in progress keeps its shape."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator

import pytest

from console.engine import serve
from console.engine.door import parse
from console.engine.session import Session
from console.games import chaos
from console.games.errors import GameError
from tests.console.engine.golden import requests

CODES = {
    "bad_request",
    "unknown_game",
    "bad_options",
    "no_game",
    "bad_state",
    "illegal_action",
    "game_over",
}
ODD = ["null", "true", "-1", "1e5", "99999999999999999999", '"x"', "[]", "{}", "NaN", '"\\ud800"']


def good_lines() -> list[str]:
    """Well-formed lines: a playthrough, and loads of its positions."""
    state = chaos.dump(chaos.new(3, 3))
    load = {"cmd": "load", "game": "chaos", "state": state}
    return [json.dumps(request) for request in [*requests(), load, load, load]]


def damaged(count: int, seed: int) -> Iterator[bytes]:
    """Lines with bytes lost, doubled or changed, or a value replaced by an odd one."""
    chance = random.Random(seed)
    lines = good_lines()
    for _ in range(count):
        line = chance.choice(lines)
        kind = chance.randrange(5)
        place = chance.randrange(len(line))
        if kind == 0:
            line = line[:place]
        elif kind == 1:
            line = line[:place] + line[chance.randrange(len(line)) :]
        elif kind == 2:
            parts = line.split(": ")
            part = chance.randrange(1, len(parts))
            rest = re.sub(r'^("[^"]*"|[\w.-]+)', "", parts[part])
            parts[part] = chance.choice(ODD) + rest
            line = ": ".join(parts)
        raw = bytearray(line.encode())
        if kind == 3 and raw:
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        yield bytes(raw).replace(b"\n", b" ").replace(b"quit", b"quiz")


def check(count: int, seed: int) -> None:
    """Sends them all; then the same lines without the last resort, which must not be needed."""
    lines = list(damaged(count, seed))
    out = io.BytesIO()
    serve(io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == count
    for answer in answers:
        assert answer["ok"] or answer["error"]["code"] in CODES
        if "state" in answer:
            assert chaos.dump(chaos.load(answer["state"])) == answer["state"]
    assert sum(answer["ok"] for answer in answers) > count / 50
    session = Session()
    refused = 0
    for line in lines:
        try:
            session.answer(parse(line))
        except GameError:
            refused += 1
    assert refused == sum(not answer["ok"] for answer in answers)


def test_damaged_lines_never_end_it() -> None:
    check(3000, 1)


@pytest.mark.slow
def test_very_many_damaged_lines_never_end_it() -> None:
    for seed in range(20):
        check(5000, seed)
