"""A file, and a function in it, are no longer than somebody reads at a time."""

from __future__ import annotations

import ast
import re
from typing import Final

from tests.specification.code import CODE, found_in
from tests.specification.documents import text_of

FILE: Final = 500
FUNCTION: Final = 60
"""Lines, at the most."""
_BEGINS: Final = re.compile(r"^( *)(async def|def|class) ", re.M)


def may_be_long(text: str) -> bool:
    """Is the next thing of a function's depth that far off? To parse all files takes seconds."""
    begins = [(text.count("\n", 0, m.start()), len(m[1]), m[2]) for m in _BEGINS.finditer(text)]
    begins.append((text.count("\n"), 0, ""))
    return any(
        next(at for at, other, _ in begins[n:] if other <= depth) - line > FUNCTION
        for n, (line, depth, kind) in enumerate(begins[:-1], 1)
        if kind != "class"
    )


def test_no_file_is_too_long_to_be_read() -> None:
    assert not [(str(p), n) for p in CODE if (n := len(text_of(p).splitlines())) > FILE]


def test_every_function_is_seen_whole() -> None:
    """What tests do one after another may be longer."""
    assert not [
        f"{path}:{name} has {lines}"
        for path in CODE
        if path.parts[0] != "tests" and may_be_long(text_of(path))
        for name, lines in found_in(ast.parse(text_of(path))).functions
        if lines > FUNCTION
    ]
