"""No call of ours passes so many values by place that nobody sees which is which."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.specification.documents import FILES, text_of

ROOTS: Final = ("console", "deploy", "drivers", "host_sim", "tests")
MANY: Final = 7
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def trees() -> dict[Path, ast.Module]:
    return {
        path: ast.parse(text_of(path))
        for path in FILES
        if path.suffix == ".py" and path.parts[0] in ROOTS
    }


@cache
def ours() -> frozenset[str]:
    """What is called by these names takes a fixed number of values, each with its own meaning."""
    found: dict[str, bool] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, Definition):
                like = not isinstance(node, ast.ClassDef) and node.args.vararg is not None
                found[node.name] = found.get(node.name, False) or like
    return frozenset(name for name, are_alike in found.items() if not are_alike)


def from_elsewhere(tree: ast.Module) -> set[str]:
    """Names that a file has of other libraries."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(a.asname or a.name).partition(".")[0] for a in node.names}
        elif (
            isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] not in ROOTS
        ):
            found |= {a.asname or a.name for a in node.names}
    return found


def unclear(path: Path) -> Iterator[str]:
    """Calls of ours with too many values by place."""
    elsewhere = from_elsewhere(trees()[path])
    for node in ast.walk(trees()[path]):
        if not isinstance(node, ast.Call) or len(node.args) < MANY:
            continue
        match node.func:
            case ast.Name(id=name):
                whose = name
            case ast.Attribute(value=ast.Name(id=whose), attr=name):
                pass
            case ast.Attribute(attr=name):
                whose = ""
            case _:
                continue
        if name in ours() and whose not in elsewhere:
            yield f"{path}:{node.lineno}: {name}"


def test_who_is_given_seven_values_or_more_is_told_their_names() -> None:
    assert not [call for path in trees() for call in unclear(path)]
