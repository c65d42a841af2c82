"""Audits and matches as files for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from console.service.audits import Audits, Evidence, PlayedMatch

Row = tuple[Any, ...]
AUDIT_COLUMNS = ("about", "game", "hour", "seat", "button", "measure", "value")
MATCH_COLUMNS = ("match", "started", "game", "players", "people", "minutes", "outcome")


def exported(audits: Audits, evidence: Evidence) -> Mapping[str, bytes]:
    """Audits (CSV, JSON) and matches (CSV, ``matches_csv``) of the days that the audits count, by
    the files' names."""
    return {
        "audits.json": audits_json(audits),
        "audits.csv": audits_csv(audits).encode(),
        "matches.csv": matches_csv(evidence, audits.since).encode(),
    }


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
