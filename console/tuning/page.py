"""The one page, as bytes: HTML with its style, and one script. Words are data to the script, which
shows texts as texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from console.tuning.messages import HEAVY_MN, ScopeOpen
from console.web.served import HEADERS, Served, digest_of

FOLDER: Final = Path(__file__).parent / "page"


class ScopePage:
    """What is served, and the headers of every answer."""

    def __init__(self, opening: ScopeOpen) -> None:
        style, script, html = (
            (FOLDER / name).read_text(encoding="utf-8")
            for name in ("page.css", "scope.js", "page.html")
        )
        data = {
            "words": opening.words,
            "colours": opening.colours,
            "settings": opening.settings,
            "heavy": HEAVY_MN,
        }
        # within a script element nothing but its end is markup
        told = msgspec.json.encode(data).decode().replace("<", "\\u003c")
        for mark, text in (("LANG", opening.language), ("STYLE", style), ("DATA", told)):
            html = html.replace(f"<!--{mark}-->", text)
        self.html = Served.of(html.encode(), "text/html; charset=utf-8")
        self.script = Served.of(script.encode(), "text/javascript; charset=utf-8")
        policy = (
            f"default-src 'none'; script-src 'self'; style-src '{digest_of(style)}';"
            " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
            " connect-src 'self'"
        )
        self.headers: Mapping[str, str] = {"Content-Security-Policy": policy, **HEADERS}
