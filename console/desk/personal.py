"""A guest's own page: a code that comes from the event's secret and their number, so nothing of it
is kept."""

from __future__ import annotations

import base64
import hmac
from functools import lru_cache
from hashlib import sha256
from typing import Final

import segno

CODE_CHARACTERS: Final = 10
"""50 bits: at the pace at which lines are taken from one address nobody guesses one in years."""


def code_of(secret: bytes, person: int) -> str:
    """The code of a person's page."""
    told = hmac.new(secret, f"person {person}".encode(), sha256).digest()
    return base64.b32encode(told).decode()[:CODE_CHARACTERS].lower()


@lru_cache(maxsize=16)
def _codes(secret: bytes, people_n: int) -> dict[str, int]:
    return {code_of(secret, person): person for person in range(people_n)}


def person_of(secret: bytes, people_n: int, code: str) -> int | None:
    """Whose code that is, of those numbered below ``people_n``."""
    return _codes(secret, people_n).get(code.lower())


def qr(text: str) -> str:
    """Its modules as an image that needs no other request."""
    # one mask for all: the best one of eight costs four times as long, in the desk's only thread
    code = segno.make(text, error="m", micro=False, mask=2, boost_error=False)
    return code.svg_data_uri(scale=3, border=2)
