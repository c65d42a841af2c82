"""What is served as it is: packed once, its headers, the policy of a page's own style."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
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

    def to(self, request: Request) -> Response:
        """The answer to this request."""
        headers = {"Content-Type": self.kind, "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.plain, headers=headers)


def digest_of(style: str) -> str:
    """As a content security policy names a style within its page."""
    return "sha256-" + base64.b64encode(sha256(style.encode()).digest()).decode()
