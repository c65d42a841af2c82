"""A language that nobody speaks: every message is two fifths longer, its ends marked.

What is drawn in it and holds will hold in any language; a text without the marks never went
through the catalogue, one without its end was cut off.
"""

from __future__ import annotations

import re
from math import ceil
from typing import Final

from console.i18n import Words

LONGER: Final = 0.4
FIRST, LAST = "‹", "›"
_FIELD: Final = re.compile(r"(\{[^{}]*\})")
_ODD: Final = str.maketrans("aeiouyAEIOU", "àéîõüÿÀÉÎÕÜ")
_MORE: Final = "lôñgér thàñ ît wàs ïn thé bégîññîng ôf thé wôrld "


def stretched(message: str) -> str:
    """The message in that language; its format fields stay as they are."""
    parts = _FIELD.split(message)
    length = sum(len(part) for part in parts[::2])
    odd = "".join(part if i % 2 else part.translate(_ODD) for i, part in enumerate(parts))
    wanted = max(0, ceil(LONGER * length) - len(FIRST + LAST))
    more = (_MORE * (wanted // len(_MORE) + 1))[:wanted]
    gap = " " if wanted > 1 and length > 8 else ""
    return f"{FIRST}{odd}{gap}{more[len(gap) :].rstrip()}{LAST}"


class Pseudo(Words):
    """English, stretched; plural forms and numbers as in English."""

    def __init__(self) -> None:
        super().__init__("en")

    def _(self, message: str) -> str:
        return stretched(super()._(message))

    def n(self, singular: str, plural: str, count: int) -> str:
        return stretched(super().n(singular, plural, count))
