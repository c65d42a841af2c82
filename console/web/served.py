"""What is served as it is: packed once, its headers, the policy of a page's own style."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Of every answer."""


@dataclass(frozen=True, slots=True)
class Served:
    """Something of a page, packed once for whoever takes it so."""

    plain: bytes
    packed: bytes
    kind: str

    @classmethod
    def of(cls, plain: bytes, kind: str) -> Served:
        return cls(plain, gzip.compress(plain, mtime=0), kind)

    def to(self, request: Request, status: int = 200) -> Response:
        """The answer to this request."""
        headers = {"Content-Type": self.kind, "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, status, {**headers, "Content-Encoding": "gzip"})
        return Response(self.plain, status, headers)


def read_page(folder: Path, script: str) -> tuple[str, str, str]:
    """The style, the script of that name and the HTML of a page that lies in ``folder``."""
    style, code, html = (
        (folder / name).read_text(encoding="utf-8") for name in ("page.css", script, "page.html")
    )
    return style, code, html


def filled(html: str, style: str, data: bytes, **texts: str) -> Served:
    """A page with its style and other ``texts`` at their marks, and what its script is told: JSON,
    of which nothing but its end is markup within a script element."""
    told = data.decode().replace("<", "\\u003c")
    for mark, text in {**texts, "STYLE": style, "DATA": told}.items():
        html = html.replace(f"<!--{mark}-->", text)
    return Served.of(html.encode(), "text/html; charset=utf-8")


def policy_of(*styles: str) -> str:
    """The content security policy of pages with one of these styles within: scripts and connections
    of their own server alone."""
    digests = (base64.b64encode(sha256(style.encode()).digest()).decode() for style in styles)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; script-src 'self'; style-src {allowed};"
        " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
        " connect-src 'self'"
    )
