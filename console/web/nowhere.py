"""What a browser is shown where there is nothing: a sentence in its language, and a way back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from console.web.served import Served

STYLE: Final = (
    "html{background:#10151d;color:#eef3f8;font:600 125%/1.4 system-ui,sans-serif}"
    "body{max-width:720px;margin:auto;padding:10px}h1{font-size:1.3em}"
    "a{display:inline-block;color:#ffc861;padding:12px 0}"
)
"""The look of our pages; their policy has to allow it."""
_PAGE: Final = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title>'
    '<link rel="icon" href="data:,"><style>{style}</style></head>'
    "<body><h1>{title}</h1><p>{nothing}</p>{ways}</body></html>"
)


def accepted(header: str, languages: Iterable[str]) -> str | None:
    """The first of ``languages`` that a browser asks for by its ``Accept-Language``."""
    known = tuple(languages)
    asked = (re.split(r"[-_;]", part.strip().lower())[0] for part in header.split(","))
    return next((code for code in asked if code in known), None)


def status_of(error: Exception) -> int:
    """404, or 405 where only scripts and forms come by."""
    return error.status_code if isinstance(error, HTTPException) else 404


class Nowhere:
    """That page in each language."""

    def __init__(
        self, words: Mapping[str, Mapping[str, str]], usual: str, ways: Mapping[str, str]
    ) -> None:
        """``words`` by language: ``title``, ``nothing`` and one for each of ``ways``, paths by
        their word; ``usual`` is the language of who asks for none of these."""
        self._usual = usual
        self._pages = {
            language: Served.of(_page(language, told, ways), "text/html; charset=utf-8")
            for language, told in words.items()
        }

    async def answer(self, request: Request, error: Exception) -> Response:
        """As Starlette's handlers are called."""
        asked = accepted(request.headers.get("accept-language", ""), self._pages)
        return self._pages[asked or self._usual].to(request, status_of(error))


def _page(language: str, told: Mapping[str, str], ways: Mapping[str, str]) -> bytes:
    links = (f'<p><a href="{path}">{escape(told[word])}</a></p>' for word, path in ways.items())
    title, nothing = escape(told["title"]), escape(told["nothing"])
    page = _PAGE.format(
        language=language, title=title, style=STYLE, nothing=nothing, ways="".join(links)
    )
    return page.encode()
