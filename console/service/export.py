"""Audits as files on a stick: each whole or not at all, and really there once the command ends."""

from __future__ import annotations

import csv
import errno
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from console.i18n import N_
from console.service.audits import Audits, Evidence, PlayedMatch
from console.service.errors import OwnerError
from drivers.errors import ConfigError

Row = tuple[Any, ...]
AUDIT_COLUMNS = ("about", "game", "hour", "seat", "button", "measure", "value")
MATCH_COLUMNS = ("match", "started", "game", "players", "people", "minutes", "outcome")


class StickError(OwnerError):
    """A stick cannot be written."""

    def __init__(self, template: str, folder: Path, reason: str = "") -> None:
        super().__init__(template, folder=str(folder), reason=reason)


def audits_json(audits: Audits) -> bytes:
    """One JSON object, in one line."""
    return msgspec.json.encode(audits) + b"\n"


def audits_csv(audits: Audits) -> str:
    """One figure a line (``AUDIT_COLUMNS``; seats count from 0), as pivot tables like it."""
    return _csv(AUDIT_COLUMNS, _figures(audits))


def matches_csv(evidence: Evidence, since: str | None) -> str:
    """One match a line (``MATCH_COLUMNS``), those before the last reset too; nobody's name is in
    it. ``since`` is the first day told (ISO date), None: all."""
    matches = (*evidence.earlier, *evidence.matches)
    return _csv(MATCH_COLUMNS, (_match(m) for m in matches if m.started[:10] >= (since or "")))


def _figures(audits: Audits) -> Iterator[Row]:
    for measure in ("plays", "finished", "abandoned", "playing", "minutes"):
        yield ("table", "", "", "", "", measure, getattr(audits, measure))
    for game in audits.games:
        for measure in ("plays", "finished", "abandoned", "left_early", "minutes"):
            yield ("game", game.game, "", "", "", measure, getattr(game, measure))
        for hour, plays in enumerate(game.hours):
            yield ("hour", game.game, hour, "", "", "plays", plays)
    for seat in audits.seats:
        for measure in ("plays", "people", "presses"):
            yield ("seat", "", "", seat.seat, "", measure, getattr(seat, measure))
    for button in audits.buttons:
        for measure in ("presses", "bounces", "last_edge", "unseen_games"):
            value = getattr(button, measure)
            yield ("button", "", "", button.seat, button.button, measure, value)


def _match(match: PlayedMatch) -> Row:
    outcome = "finished" if match.finished else "playing" if match.playing else "abandoned"
    minutes = "" if match.played_ms is None else round(match.played_ms / 60_000, 1)
    people = len(match.people)
    return (match.number, match.started, match.game, match.players, people, minutes, outcome)


def _csv(columns: Row, rows: Iterator[Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def export(
    folder: Path, day: str, audits: Audits, evidence: Evidence, *, stick: bool = True
) -> tuple[Path, ...]:
    """Write audits (CSV, JSON) and matches (CSV, ``matches_csv``) of the days that the audits
    count into an existing folder; files of the same day are replaced. ``stick``: is it on one?

    Raises StickError, or ConfigError for another folder, when it is not there, is full, or cannot
    be written.
    """
    if not folder.is_dir():
        if not stick:
            raise ConfigError(f"there is no folder {folder}: make it first, or name another")
        raise StickError(N_("there is no folder {folder}: plug the stick in"), folder)
    files = {
        f"khvatka-audits-{day}.json": audits_json(audits),
        f"khvatka-audits-{day}.csv": audits_csv(audits).encode(),
        f"khvatka-matches-{day}.csv": matches_csv(evidence, audits.since).encode(),
    }
    try:
        for name, content in files.items():
            _write(folder / name, content)
        _sync(folder)
    except OSError as fault:
        raise (_told(folder, fault) if stick else _of_folder(folder, fault)) from fault
    return tuple(folder / name for name in files)


def _write(path: Path, content: bytes) -> None:
    """The whole file under its name, or what was there before."""
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def _sync(folder: Path) -> None:
    """The names too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as fault:
        if fault.errno != errno.EINVAL:  # a file system whose folders need no sync
            raise
    finally:
        os.close(handle)


def _told(folder: Path, fault: OSError) -> StickError:
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        text = N_("{folder} is full: delete something on it or take another stick")
    elif fault.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        text = N_("{folder} cannot be written: release its write protection or take another stick")
    else:
        text = N_("{folder} failed ({reason}): take another stick")
    return StickError(text, folder, fault.strerror or "")


def _of_folder(folder: Path, fault: OSError) -> ConfigError:
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return ConfigError(f"{folder} is full: make room there or name another folder")
    return ConfigError(f"{folder} cannot be written ({fault.strerror}): name another folder")
