"""Damaged lines: one answer each, of a known form; a refused one leaves the game as it is."""

from __future__ import annotations

import io
import json
import logging
import random
from collections.abc import Generator
from typing import Any

import pytest

from console.bots.registry import AGENTS
from console.engine.door import serve
from console.games.registry import GAMES
from tests.console.engine.damage import damaged
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
Conversation = Generator[bytes, Any, None]


class Client(io.BytesIO):
    """The engine's input: each line depends on the answers before; and exactly one comes."""

    def __init__(self, conversation: Conversation, out: io.BytesIO) -> None:
        super().__init__()
        self._conversation = conversation
        self._out = out
        self._rest = next(conversation) + b"\n"

    def readline(self, size: int | None = -1, /) -> bytes:
        """Up to ``size`` bytes of the line that comes next."""
        if not self._rest:
            answers = self._out.getvalue().splitlines(keepends=True)
            assert len(answers) == 1
            assert answers[0].endswith(b"\n")
            self._out.seek(0)
            self._out.truncate()
            try:
                self._rest = self._conversation.send(json.loads(answers[0])) + b"\n"
            except StopIteration:
                return b""
        chunk, self._rest = self._rest[:size], self._rest[size:]
        return chunk


def probe() -> Generator[bytes, Any, list[Any]]:
    """What the game in progress is: its state, and how it came about."""
    state = yield b'{"cmd":"state"}'
    record = yield b'{"cmd":"record"}'
    return [state, record]


def damage(game_id: str, count: int, seed: int) -> Conversation:
    """A client who plays, and whose line is at fault ``count`` times in between."""
    lots = random.Random(seed)
    script = requests(game_id)
    others = [request for name in GAMES for request in requests(name)]
    extras: list[Any] = [{"cmd": "games"}, {"cmd": "legal", "count": True}]
    if game_id in AGENTS:
        extras.append({"cmd": "bot", "level": 1, "millis": 0})
    refused = left = 0
    before: list[Any] = []
    for line in range(count):
        if line % 8 == 0:  # a good line, so that the game goes on
            left = left % len(script)
            yield json.dumps(script[left]).encode()
            left += 1
            before = yield from probe()
            load = {"cmd": "load", "game": game_id, "state": before[0]["state"]}
        request = lots.choice((script[left % len(script)], load, load, lots.choice(extras)))
        sent = damaged(request, others, lots)
        answer = yield sent
        after = yield from probe()
        if answer["ok"]:
            state = after[0]["state"]
            game = GAMES[state["game"]]
            assert game.dump(game.load(state)) == state, sent
        else:
            refused += 1
            assert answer["error"]["code"] in CODES
            assert after == before, sent
        before = after
    assert count / 2 < refused < count, "the damage does too little or too much"


def check(game_id: str, count: int, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """Talks to the engine; it needs no last resort, and ends when the client does."""
    out = io.BytesIO()
    with caplog.at_level(logging.ERROR):
        serve(Client(damage(game_id, count, seed), out), out)
    assert caplog.text == ""


@pytest.mark.parametrize("game", GAMES)
def test_damaged_lines_never_end_it_nor_change_the_game(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    check(game, 5000 // len(GAMES), 1, caplog)


@pytest.mark.complete
@pytest.mark.parametrize("seed", range(2, 7))
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_thousand_damaged_lines(
    game: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    check(game, 20_000 // len(GAMES), seed, caplog)
