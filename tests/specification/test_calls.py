"""No call of ours passes so many values by place that nobody sees which is which."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.specification.code import Found, found


@cache
def ours() -> frozenset[str]:
    """What is called by these names takes a fixed number of values, each with its own meaning."""
    takes: dict[str, bool] = {}
    for file in found().values():
        for name, alike in file.takes.items():
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
    assert not [call for path, file in found().items() for call in unclear(path, file)]
