"""The project's Python code, each file parsed once."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from tests.specification.documents import FILES, FOLDERS, text_of

CODE: Final = [path for path in FILES if path.suffix == ".py"]
MANY: Final = 7
_TOLD: Final = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.Call,
)


@dataclass(slots=True)
class Found:
    """What matters of a file. ``takes``: what is defined, and whether it takes however many values
    that are all alike; ``elsewhere``: names that it has of other libraries; ``calls`` with many
    values by place; ``functions``, each with its lines."""

    takes: dict[str, bool] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)
    calls: list[ast.Call] = field(default_factory=list)
    functions: list[tuple[str, int]] = field(default_factory=list)


@cache
def found() -> dict[Path, Found]:
    """Each file looked through once: to parse them all takes seconds."""
    return {path: found_in(ast.parse(text_of(path))) for path in CODE}


def found_in(tree: ast.Module) -> Found:
    found = Found()
    for node in ast.walk(tree):
        if not isinstance(node, _TOLD):  # most are not
            continue
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                like = node.args.vararg is not None
                found.takes[node.name] = found.takes.get(node.name, False) or like
                lines = (node.end_lineno or 0) - node.lineno + 1
                found.functions.append((f"{node.lineno}: {node.name}", lines))
            case ast.ClassDef():
                found.takes.setdefault(node.name, False)
            case ast.Import():
                found.elsewhere |= {(a.asname or a.name).partition(".")[0] for a in node.names}
            case ast.ImportFrom() if (node.module or "").partition(".")[0] not in FOLDERS:
                found.elsewhere |= {a.asname or a.name for a in node.names}
            case ast.Call() if len(node.args) >= MANY:
                found.calls.append(node)
    return found
