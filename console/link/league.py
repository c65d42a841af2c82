"""What a café's desk tells a league's desk, and how it is joined (README.md)."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

MOST_RESULTS: Final = 200
"""Of one message."""


class LeaguePoints(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person made in a match, 0 to 840."""

    name: str
    points: int


class LeagueResult(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match as it stands now (W2). ``id``: of the café, for ever; ``evening``: the event's id;
    ``begun_ms``: when the event began, by the café's desk."""

    id: Annotated[str, Meta(max_length=64)]
    revision: Annotated[int, Meta(ge=0, lt=1 << 31)]
    evening: Annotated[str, Meta(max_length=32)]
    begun_ms: Annotated[int, Meta(ge=0, lt=1 << 53)]
    game: Annotated[str, Meta(max_length=32)]
    persons: tuple[LeaguePoints, ...]

    @property
    def digest(self) -> str:
        """Of all that it says."""
        return sha256(msgspec.json.encode(self)).hexdigest()
