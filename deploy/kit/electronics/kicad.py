"""What KiCad's files share: nested lists as text, and names that stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID, uuid5

from deploy.kit.design import Point

Node = str | float | Sequence[Any]
"""A word, a number, or a list of such."""
SPACE: Final = UUID("9d0f4a52-6c3e-4d57-9a0b-8d6f7e21c340")
LIBRARY: Final = "khvatka"


def quoted(text: str) -> str:
    """A text as KiCad reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def named(*names: object) -> str:
    """A UUID that only depends on the names: the same table makes the same files."""
    return str(uuid5(SPACE, "/".join(str(name) for name in names)))


def at(point: Point, turn: float = 0) -> Node:
    """A place in millimetres, turned by so many degrees."""
    return ["at", *point, turn]


def font(size: float, *more: str) -> list[Node]:
    """How a text is written; ``more``: its justification."""
    found: list[Node] = ["effects", ["font", ["size", size, size], ["thickness", size * 0.15]]]
    if more:
        found.append(["justify", *more])
    return found


def _flat(node: Node) -> str:
    """All of it in one line."""
    if isinstance(node, str):
        return node
    if isinstance(node, int | float):
        return f"{round(node, 4) + 0.0:g}" if abs(node) < 1e5 else str(node)
    return "(" + " ".join(map(_flat, node)) + ")"


def text(node: Node, depth: int = 0) -> str:
    """One file's text: a list a line, short ones within it."""
    flat = _flat(node)
    if isinstance(node, str | int | float) or len(flat) < 100:
        return flat
    if not any(isinstance(each, list | tuple) for each in node):
        return flat
    lines = ["("]
    for each in node:
        if isinstance(each, list | tuple):
            lines.append("\n" + "  " * (depth + 1) + text(each, depth + 1))
        else:
            lines.append(("" if lines == ["("] else " ") + text(each))
    return "".join(lines) + ")"
