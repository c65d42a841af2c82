"""The port that a desk or a league opens: by which names it is called, and how much it takes."""

from __future__ import annotations

import socket
from typing import Final
from urllib.parse import urlsplit

from console.web.gate import Most
from console.web.serving import listening
from drivers.errors import ConfigError
from drivers.reasons import reason_of

MOST: Final = Most(lines=4096, from_one=1024, new=2048)
"""A hall's tables, all of them behind one proxy maybe."""
SOCKET_BYTES: Final = 1024


def names_of(urls: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The names by which proxies call us, and those of them by HTTPS. Raises ConfigError."""
    plain: set[str] = set()
    secure: set[str] = set()
    for url in urls:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise ConfigError(
                "--url {url!r} is no address: give http://NAME or https://NAME", url=url
            )
        (secure if parts.scheme == "https" else plain).add(parts.netloc.lower())
    return frozenset(plain), frozenset(secure)


def opened(host: str, port: int) -> tuple[socket.socket, frozenset[str]]:
    """The open port and the names by which we are called. Raises ConfigError if it cannot be."""
    try:
        return listening(host, port)
    except OSError as error:
        raise ConfigError(
            "--host {host} --port {port} cannot be opened ({why}): give another",
            host=host,
            port=port,
            why=reason_of(error),
        ) from None
