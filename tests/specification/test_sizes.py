"""A file, and a function in it, are no longer than somebody reads at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.specification.documents import FILES, text_of

FILE: Final = 500
FUNCTION: Final = 60
"""Lines, at the most."""
CODE: Final = [path for path in FILES if path.suffix == ".py"]


def long_functions(path: Path) -> Iterator[str]:
    """Those of a file, with their lines; what tests do one after another may be longer."""
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > FUNCTION:
                yield f"{path}:{node.lineno}: {node.name} has {lines}"


def test_no_file_is_too_long_to_be_read() -> None:
    assert not [(str(p), n) for p in CODE if (n := len(text_of(p).splitlines())) > FILE]


def test_every_function_is_seen_whole() -> None:
    product = (path for path in CODE if path.parts[0] != "tests")
    assert not [long for path in product for long in long_functions(path)]
