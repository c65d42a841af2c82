"""Pages as PDF, by the browser that is there, and all drawings as one page to print."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from deploy.drawing.words import GuideWords
from deploy.kit.design import Design

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
MOST_S: Final = 120
_STYLE: Final = (
    "@page{size:A4 landscape;margin:10mm}body{font:11pt sans-serif;margin:0}"
    "section{break-after:page}svg{max-width:100%;max-height:185mm;height:auto}"
)


def browser() -> str | None:
    """The first of the browsers that print without a window."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def drawings_page(pictures: dict[str, str], design: Design, words: GuideWords) -> str:
    """Every drawing on a sheet of its own, with nothing from outside."""
    title = words._("{board} with {seats} seats: drawings").format(
        board=design.board, seats=design.seats
    )
    sections = [f"<section>{picture}</section>" for picture in pictures.values()]
    head = f'<!doctype html><html lang="{words.language}"><meta charset="utf-8">'
    title_line = f"<title>{escape(title)}</title><style>{_STYLE}</style>"
    return "\n".join((head, title_line, *sections, "</html>\n"))


def as_pdf(pages: list[Path]) -> Iterator[Path]:
    """Print pages beside themselves; nothing where no browser is installed."""
    program = browser()
    for page in pages if program else ():
        path = page.with_suffix(".pdf")
        with TemporaryDirectory() as profile:
            command = [
                *(str(program), "--headless", "--disable-gpu", "--no-pdf-header-footer"),
                *(f"--user-data-dir={profile}", "--no-sandbox", f"--print-to-pdf={path}"),
                page.resolve().as_uri(),
            ]
            subprocess.run(command, check=True, capture_output=True, timeout=MOST_S)
        yield path
