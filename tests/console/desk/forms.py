"""Forms as pages have them: what a deed's form carries beside what is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping

OF_ROUND = ("draw", "draw-by-hand", "swap", "withdraw", "play-off", "call-duel")
OF_MATCH = ("report", "correct", "forfeit", "no-show", "call", "begin")


def page_of(deed: str, fields: Mapping[str, object]) -> str | None:
    """Where the form of a deed stands that carries what its page saw; None for any other deed."""
    if deed in OF_ROUND:
        return "/round"
    return f"/match/{fields.get('match')}" if deed in OF_MATCH else None


def saw_in(page: str, deed: str) -> str:
    """What its first form there carries; empty if there is no such form."""
    form = re.search(rf'<form method="post" action="/do/{deed}".*?</form>', page, re.S)
    found = form and re.search(r'name="saw" value="([0-9a-f]+)"', form[0])
    return found[1] if found else ""
