"""Forms as pages have them: what a command's form carries beside what is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping

OF_ROUND = ("draw", "draw-by-hand", "swap", "withdraw", "play-off", "call-duel")
OF_MATCH = ("report", "correct", "forfeit", "no-show", "call", "begin")


def page_of(command: str, fields: Mapping[str, object]) -> str | None:
    """Where the form of a command stands that carries what its page saw; None for any other."""
    if command in OF_ROUND:
        return "/round"
    return f"/match/{fields.get('match')}" if command in OF_MATCH else None


def saw_in(page: str, command: str) -> str:
    """What its first form there carries; empty if there is no such form."""
    form = re.search(rf'<form method="post" action="/do/{command}".*?</form>', page, re.S)
    found = form and re.search(r'name="saw" value="([0-9a-f]+)"', form[0])
    return found[1] if found else ""
