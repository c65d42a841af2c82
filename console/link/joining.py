"""A table asks to be one of a desk's."""

from __future__ import annotations

from typing import Final

import msgspec

from console.link.lines import DeskRequest, DeskWires, LineLost
from console.link.membership import Membership
from console.link.messages import Join, Joined, read_as

JOIN: Final = "/link/join"
LOST: Final = "lost"
"""Nobody has answered."""
MOST_WORD: Final = 32
_JOINED: Final = msgspec.json.Decoder(Joined)


def asked_to_join(lines: DeskWires, address: str, join: Join) -> Membership | str:
    """The table's place there from now on; or why there is none, in one word."""
    try:
        reply = lines.ask(address, "", DeskRequest("POST", JOIN, msgspec.json.encode(join)))
        if reply.status < 300:
            joined = read_as(_JOINED, reply.body)
            return Membership((address,), joined.token, joined.check)
    except (LineLost, ValueError):
        return LOST
    word = reply.body[:MOST_WORD].decode(errors="replace").strip()
    return word if word.isalpha() else LOST
