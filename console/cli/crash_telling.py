"""A crash told by ``khvatka replay FILE.crash``: what it was, and what comes of it when it is
replayed."""

from __future__ import annotations

from collections.abc import Iterator

from console.i18n import Words
from console.terminal.columns import json_line
from console.wiring.crash.bundle import Crash, Manifest
from console.wiring.crash.crash_replay import CrashReplay


def crash_lines(words: Words, manifest: Manifest, replay: CrashReplay | None) -> Iterator[str]:
    """``replay`` is None for a crash whose journal is not whole."""
    versions = ", ".join(f"{name} {number}" for name, number in sorted(manifest.versions.items()))
    yield f"{manifest.when}: {manifest.crash.type}: {manifest.crash.message}"
    yield f"  {versions}"
    yield from (f"  {frame}" for frame in manifest.crash.trace)
    if replay is None:
        yield words._("The journal is not whole: it cannot be replayed.")
        return
    if replay.same:
        text = words._("The same crash after {lines} lines.")
    elif replay.crash is None:
        text = words._("No crash in {lines} lines.")
    else:
        text = words._("Another crash after {lines} lines: {crash}")
    yield text.format(lines=replay.lines, crash=_place(replay.crash))


def crash_json(manifest: Manifest, replay: CrashReplay | None) -> str:
    """The same as one JSON object."""
    told = {
        "event": "crash",
        "when": manifest.when,
        "versions": manifest.versions,
        "crash": manifest.crash,
        "complete": manifest.complete,
        "same": replay is not None and replay.same,
        "lines": replay and replay.lines,
        "again": replay and replay.crash,
    }
    return json_line(told)


def _place(crash: Crash | None) -> str:
    """What it is and where, as short as can be."""
    if crash is None or not crash.trace:
        return "" if crash is None else crash.type
    return f"{crash.type}, {crash.trace[-1].partition(' ')[0]}"
