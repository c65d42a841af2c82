"""The page's process, ``python -m console.tuning``."""

from __future__ import annotations

from console.tuning.messages import ScopeFrame, ScopeOpen
from console.tuning.page import ScopePage
from console.tuning.web import BYTES_A_SECOND, MOST_BYTES, ScopeWeb
from console.web.messages import plain, read
from console.web.process import Json, Tell, run


class _Scope:
    """The web, by messages (``console.web.process.WebSide``)."""

    def __init__(self, first: Json, hosts: frozenset[str], tell: Tell) -> None:
        opening: ScopeOpen = read(first, ScopeOpen)
        web = ScopeWeb(ScopePage(opening), hosts, opening.pin, lambda said: tell(plain(said)))
        web.every_s = opening.every_s
        self.app, self.door, self.watch, self._web = web.app, web.door, web.watch, web

    def hear(self, message: Json) -> None:
        said: ScopeFrame = read(message, ScopeFrame)
        self._web.hear(said)


def main() -> None:
    """Serve until the input ends."""
    run(_Scope, BYTES_A_SECOND, MOST_BYTES)


if __name__ == "__main__":
    main()
