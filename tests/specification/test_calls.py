"""No call of ours passes so many values by place that nobody sees which is which."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from tests.specification.documents import FILES, text_of

ROOTS: Final = ("console", "deploy", "drivers", "host_sim", "tests")
MANY: Final = 7


@dataclass(slots=True)
class Found:
    """What matters of a file. ``takes``: what is defined, and whether it takes however many values
    that are all alike; ``elsewhere``: names that it has of other libraries; ``calls`` with many
    values by place."""

    takes: dict[str, bool] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)
    calls: list[ast.Call] = field(default_factory=list)


@cache
def files() -> dict[Path, Found]:
    """Each looked through once."""
    python = (path for path in FILES if path.suffix == ".py" and path.parts[0] in ROOTS)
    return {path: found_in(ast.parse(text_of(path))) for path in python}


def found_in(tree: ast.Module) -> Found:
    found = Found()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                like = node.args.vararg is not None
                found.takes[node.name] = found.takes.get(node.name, False) or like
            case ast.ClassDef():
                found.takes.setdefault(node.name, False)
            case ast.Import():
                found.elsewhere |= {(a.asname or a.name).partition(".")[0] for a in node.names}
            case ast.ImportFrom() if (node.module or "").partition(".")[0] not in ROOTS:
                found.elsewhere |= {a.asname or a.name for a in node.names}
            case ast.Call() if len(node.args) >= MANY:
                found.calls.append(node)
    return found


@cache
def ours() -> frozenset[str]:
    """What is called by these names takes a fixed number of values, each with its own meaning."""
    takes: dict[str, bool] = {}
    for found in files().values():
        for name, alike in found.takes.items():
            takes[name] = takes.get(name, False) or alike
    return frozenset(name for name, alike in takes.items() if not alike)


def unclear(path: Path, found: Found) -> Iterator[str]:
    """Calls of ours with too many values by place."""
    for call in found.calls:
        match call.func:
            case ast.Name(id=name):
                whose = name
            case ast.Attribute(value=ast.Name(id=whose), attr=name):
                pass
            case ast.Attribute(attr=name):
                whose = ""
            case _:
                continue
        if name in ours() and whose not in found.elsewhere:
            yield f"{path}:{call.lineno}: {name}"


def test_who_is_given_seven_values_or_more_is_told_their_names() -> None:
    assert not [call for path, found in files().items() for call in unclear(path, found)]
