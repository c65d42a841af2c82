"""A crash told by ``khvatka replay FILE.crash``: what it was, and what comes of it when it is lived
again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from console.i18n import Words
from console.wiring.crash.bundle import Crash, Manifest
from console.wiring.crash.crash_replay import Lived, same


def crash_lines(words: Words, manifest: Manifest, lived: Lived | None) -> Iterator[str]:
    """``lived`` is None for a crash whose journal is not whole."""
    versions = ", ".join(f"{name} {number}" for name, number in sorted(manifest.versions.items()))
    yield f"{manifest.when}: {manifest.crash.type}: {manifest.crash.message}"
    yield f"  {versions}"
    yield from (f"  {frame}" for frame in manifest.crash.trace)
    if lived is None:
        yield words._("The journal was too long to be kept whole: it cannot be lived again.")
        return
    if lived.lost:
        yield words.n(
            "{count} value could not be kept.", "{count} values could not be kept.", lived.lost
        ).format(count=lived.lost)
    if same(manifest.crash, lived.crash):
        text = words._("The same crash after {lines} lines.")
    elif lived.crash is None:
        text = words._("No crash in {lines} lines.")
    else:
        text = words._("Another crash after {lines} lines: {crash}")
    yield text.format(lines=lived.lines, crash=_place(lived.crash))


def crash_json(manifest: Manifest, lived: Lived | None) -> str:
    """The same as one JSON object."""
    told = {
        "event": "crash",
        "when": manifest.when,
        "versions": manifest.versions,
        "crash": manifest.crash,
        "complete": manifest.complete,
        "same": lived is not None and same(manifest.crash, lived.crash),
        "lines": lived and lived.lines,
        "lost": lived and lived.lost,
        "again": lived and lived.crash,
    }
    return msgspec.json.encode(told).decode()


def _place(crash: Crash | None) -> str:
    """What it is and where, as short as can be."""
    if crash is None or not crash.trace:
        return "" if crash is None else crash.type
    return f"{crash.type}, {crash.trace[-1].partition(' ')[0]}"
