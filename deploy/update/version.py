"""The names of versions, such as ``0.10.0-20250101093000-3f2a9c01``, and which is the newer.

A number, the moment at which the bundle was made (UTC), what tells its files apart. Numbers compare
as numbers (0.10.0 after 0.9.0); of one number, that which was made later is the newer.
"""

from __future__ import annotations

import re
from typing import Final

NUMBER: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,3}")
NAME: Final = re.compile(rf"({NUMBER.pattern})(?:-([0-9]{{14}})-[0-9a-f]{{8}})?")

Order = tuple[tuple[int, ...], str]


def is_name(text: object) -> bool:
    """May a version be called so?"""
    return isinstance(text, str) and NAME.fullmatch(text) is not None


def order(name: str) -> Order:
    """What to sort by: greater is newer. What is no name comes before all that are."""
    found = NAME.fullmatch(name)
    if found is None:
        return (), ""
    numbers = [int(part) for part in found[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:  # 1.0 is 1
        numbers.pop()
    return tuple(numbers), found[2] or ""
