"""Matches that were played: listed, printed, proved again, watched, taken up again."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from console.i18n import Words
from console.store import Store, StoredMatch, VerdictRecord, default_data_dir, store_path
from console.store.listing import matches_json, matches_text, replay_json, replay_lines
from console.store.replay import redecide, resume
from console.table.games import TABLE_GAMES
from console.table.match import StoredStart
from console.table.seating import Named, Seating
from console.table.settings import Settings
from console.table.view import ResumeOffer, Who


def open_store(data: Path | None) -> Store:
    """The store of a data folder, or of the user's own."""
    return Store(store_path(data or default_data_dir()))


def list_matches(as_json: bool, language: str, data: Path | None) -> None:
    """Print the list. Raises StoreError for a store that cannot be read."""
    found = open_store(data).matches()
    _print(matches_json(found) if as_json else [matches_text(Words(language), found)])


def print_match(number: int, as_json: bool, language: str, data: Path | None) -> bool:
    """Print a match and judge its verdicts anew; False when the decoder that judged them gives
    others now. Raises StoreError when it is not there."""
    stored = open_store(data).match(number)
    proof = redecide(stored)
    _print(replay_json(stored, proof) if as_json else replay_lines(Words(language), stored, proof))
    return not any(again.failed for again in proof)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")


def seating_of(stored: StoredMatch) -> Seating:
    """Who sat where."""
    header = stored.header
    player_of = tuple(h % header.players for h in range(len(header.seats)))  # C30
    people = tuple(Who(header.people[header.seats[p]]) for p in range(header.players))
    known = zip(header.profiles, stored.nicknames, strict=True)
    named = tuple(None if p is None or n is None else Named(p, n) for p, n in known)
    return Seating(header.seats, player_of, people, named)


def settings_of(stored: StoredMatch, settings: Settings) -> Settings:
    """``settings`` with the game and house options of a stored match."""
    game = stored.header.game
    return replace(settings, game=game).with_options(game, stored.header.options)


def offer(store: Store, settings: Settings, seats: int) -> StoredStart | None:
    """The newest broken-off match that this table has the game and the seats for, if any."""
    summary = store.unfinished()
    if summary is None or summary.game not in TABLE_GAMES or max(summary.seats) >= seats:
        return None
    stored = store.match(summary.id)
    resumption = resume(stored)
    return StoredStart(
        ResumeOffer(summary.id, summary.seats, len(resumption.actions), summary.started),
        seating_of(stored),
        settings_of(stored, settings),
        resumption.seed,
        resumption.actions,
        resumption.verdicts,
    )


def verdicts_by_action(stored: StoredMatch) -> dict[int, VerdictRecord]:
    """The verdict that each action led to."""
    return {v.action: v for v in stored.verdicts if v.action is not None}
