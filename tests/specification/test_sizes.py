"""A file, and a function in it, are no longer than somebody reads at a time."""

from __future__ import annotations

from typing import Final

from tests.specification.code import CODE, found
from tests.specification.documents import text_of

FILE: Final = 500
FUNCTION: Final = 60
"""Lines, at the most."""


def test_no_file_is_too_long_to_be_read() -> None:
    assert not [(str(p), n) for p in CODE if (n := len(text_of(p).splitlines())) > FILE]


def test_every_function_is_seen_whole() -> None:
    """What tests do one after another may be longer."""
    product = {path: file for path, file in found().items() if path.parts[0] != "tests"}
    assert not [
        f"{path}:{name} has {lines}"
        for path, file in product.items()
        for name, lines in file.functions
        if lines > FUNCTION
    ]
