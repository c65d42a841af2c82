"""Talking to the engine in a test."""

from __future__ import annotations

import io
import json
from typing import Any

from console.engine.door import serve

NEW = {"cmd": "new", "game": "chaos", "players": 4, "seed": 1}


def raw(*lines: bytes) -> list[bytes]:
    """The answer lines to these lines."""
    out = io.BytesIO()
    serve(io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    return out.getvalue().splitlines(keepends=True)


def talk(*requests: object) -> list[dict[str, Any]]:
    """The answers to these requests; ``bytes`` go as they are."""
    lines = [r if isinstance(r, bytes) else json.dumps(r).encode() for r in requests]
    return [json.loads(line) for line in raw(*lines)]


def last(*requests: object) -> dict[str, Any]:
    """The last answer."""
    return talk(*requests)[-1]


def code(*requests: object) -> str:
    """The last answer's error code; its message is one sentence."""
    answer = last(*requests)
    assert answer.keys() == {"ok", "error"}
    assert answer["ok"] is False
    assert answer["error"].keys() == {"code", "message"}
    message = answer["error"]["message"]
    assert message.endswith(".")
    assert "\n" not in message
    return str(answer["error"]["code"])


def flip(hand: int, t_us: int = 1) -> dict[str, Any]:
    """A request to flip."""
    return {"cmd": "apply", "action": {"type": "flip", "hand": hand, "t_us": t_us}}


def contact(hand: int, gesture: str = "grab", t_us: int = 1) -> dict[str, Any]:
    """A request to touch."""
    action = {"type": "contact", "hand": hand, "gesture": gesture, "t_us": t_us}
    return {"cmd": "apply", "action": action}
