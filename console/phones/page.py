"""The one page of a phone, of spectators and of a TV: HTML with its style, and one script.

Written by hand; what is filled in are words, colours and the table's own symbols. The page's words
and symbols are data to the script, which shows texts as texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

import msgspec

from console.phones.messages import Open
from console.web.nowhere import STYLE, Nowhere
from console.web.served import HEADERS, Served, filled, policy_of, read_page

FOLDER: Final = Path(__file__).parent / "page"
ONE: Final = re.compile(r"<[^<>]*/>")


def squeezed(text: str, signs: str) -> str:
    """Style or script without what only its authors read: the indent, comments on lines of their
    own, spaces and ends of lines around ``signs``, but for those within quotes, and the semicolon
    before a brace; what is constant is a variable. Each statement of the script ends in a sign."""
    lines = (line.strip() for line in text.splitlines())
    kept = "\n".join(line for line in lines if line and not line.startswith("//"))
    parts = re.split(r"('[^'\n]*')", kept)
    code = (re.sub(rf"[ \n]?([{signs}])[ \n]?", r"\1", part) for part in parts[::2])
    parts[::2] = [re.sub(r"\bconst ", "let ", part).replace(";}", "}") for part in code]
    return "".join(parts)


def symbols_of(sprites: Mapping[str, str]) -> str:
    """To be used by their names; one of a single element is that element."""
    return "".join(_symbol(f' id="{escape(name)}"', body) for name, body in sprites.items())


def _symbol(name: str, body: str) -> str:
    if ONE.fullmatch(body) is None:
        return f"<g{name}>{body}</g>"
    return body.removesuffix("/>") + f"{name}/>"


class PhonePage:
    """What is served, as bytes, and the headers of everything. ``art`` is what who looks on is
    told first: the symbols that only they need, and which page fits this table."""

    def __init__(self, opening: Open) -> None:
        style, script, html = read_page(FOLDER, "app.js")
        style, script = squeezed(style, ":;,{}>"), squeezed(script, "-+*/=<>?:;,{}()&|!")
        symbols, art = symbols_of(opening.sprites), symbols_of(opening.art)
        made = sha256("".join((style, script, html, symbols, art)).encode()).hexdigest()[:12]
        keys = dict.fromkeys(key for words in opening.words.values() for key in words)
        data = {
            "langs": list(opening.words),
            "words": {key: [words[key] for words in opening.words.values()] for key in keys},
            "lang": opening.language,
            "colours": opening.colours,
            "inks": opening.inks,
            "made": made,
        }
        self.html = filled(html, style, msgspec.json.encode(data), SYMBOLS=symbols)
        self.script = Served.of(script.encode(), "text/javascript; charset=utf-8")
        self.art = msgspec.json.encode({"art": art, "made": made}).decode()
        self._policy = policy_of(style, STYLE)
        ways = {"to_hand": "/", "to_watch": "/watch"}
        self.nowhere = Nowhere(opening.nowhere, opening.language, ways)

    def headers(self, host: str | None) -> Mapping[str, str]:
        """Those of every answer; ``host`` is the name of ours that the table was called by, if it
        was."""
        # Safari before 15.4 takes no socket for a part of 'self'
        own = "" if host is None else f" ws://{host}"
        return {"Content-Security-Policy": self._policy + own, **HEADERS}
