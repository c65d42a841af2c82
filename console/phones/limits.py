"""How much a phone may say, and how many there may be."""

from __future__ import annotations

from typing import Final

from console.web.guards import Bucket
from drivers.times import SECOND

MOST_BYTES: Final = 1024
"""Of a message, and of what is posted."""
MOST_SOCKETS: Final = 64
MOST_WATCHING: Final = 48
"""Who looks on takes no phone's place, and no address those of the others."""
MESSAGES_A_SECOND: Final = 10
BYTES_A_SECOND: Final = 2 * MESSAGES_A_SECOND * MOST_BYTES
"""What a socket may say, pings and all."""


def message_bucket() -> Bucket:
    """What a phone may say."""
    return Bucket(MESSAGES_A_SECOND, SECOND)
