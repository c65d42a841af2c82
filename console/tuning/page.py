"""The one page, as bytes: HTML with its style, and one script. Words are data to the script, which
shows texts as texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from console.tuning.messages import HEAVY_MN, ScopeOpen
from console.web.nowhere import STYLE, Nowhere
from console.web.served import HEADERS, Served, filled, policy_of, read_page

FOLDER: Final = Path(__file__).parent / "page"


class ScopePage:
    """What is served, and the headers of every answer."""

    def __init__(self, opening: ScopeOpen) -> None:
        style, script, html = read_page(FOLDER, "scope.js")
        data = {
            "words": opening.words,
            "colours": opening.colours,
            "settings": opening.settings,
            "heavy": HEAVY_MN,
        }
        self.html = filled(html, style, msgspec.json.encode(data), LANG=opening.language)
        self.script = Served.of(script.encode(), "text/javascript; charset=utf-8")
        policy = policy_of(style, STYLE)
        self.headers: Mapping[str, str] = {"Content-Security-Policy": policy, **HEADERS}
        self.nowhere = Nowhere({opening.language: opening.words}, opening.language, {"back": "/"})
