"""The web process of a table, ``python -m console.phones``."""

from __future__ import annotations

from console.phones import messages
from console.phones.limits import BYTES_A_SECOND, MOST_BYTES
from console.phones.page import PhonePage
from console.phones.web import Web
from console.web.messages import plain, read
from console.web.process import Json, Tell, run


class _Phones:
    """The web, by messages (``console.web.process.WebSide``)."""

    def __init__(self, first: Json, hosts: frozenset[str], tell: Tell) -> None:
        opening: messages.Open = read(first, messages.Open)
        web = Web(PhonePage(opening), hosts, lambda said: tell(plain(said)), opening.known)
        web.every_s = opening.every_s
        self.app, self.door, self.watch, self._web = web.app, web.door, web.watch, web

    def hear(self, message: Json) -> None:
        said: messages.ToWeb = read(message, messages.ToWeb)
        self._web.hear(said)


def main() -> None:
    """Serve until the table ends."""
    run(_Phones, BYTES_A_SECOND, MOST_BYTES)


if __name__ == "__main__":
    main()
