"""A scenario as the text of its file."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from host_sim.scenarios.form import Scenario

_TABLES: Final = ("table", "game")
_LISTS: Final = ("act", "fault", "expect", "never", "look")


def toml_of(scenario: Scenario) -> str:
    """What ``load_scenario`` reads back as the same scenario; what is usual is left out."""
    plain: dict[str, Any] = msgspec.to_builtins(scenario)
    blocks = [_pairs({k: v for k, v in plain.items() if k not in (*_TABLES, *_LISTS)})]
    blocks += [f"[{name}]\n{_pairs(plain[name])}" for name in _TABLES if plain.get(name)]
    for name in _LISTS:
        blocks += [f"[[{name}]]\n{_pairs(entry)}" for entry in plain.get(name, ())]
    return "\n".join(blocks)


def _pairs(fields: dict[str, Any]) -> str:
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in fields.items())


def _key(name: str) -> str:
    bare = name.replace("_", "").replace("-", "")
    return name if bare.isascii() and bare.isalnum() else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None)
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(v) for v in value)}]"
    # Texts, numbers and truth values look alike in JSON and TOML.
    return json.dumps(value, ensure_ascii=False)
