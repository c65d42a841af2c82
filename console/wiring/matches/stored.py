"""Matches that were played, as the table needs them: who sat where, what can be taken up again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from console.store.asking import Ask, here
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.records import StoredMatch, VerdictRecord
from console.store.replay import resumed
from console.store.schema import default_data_dir, store_path
from console.table.autopilot_log import standing
from console.table.games import TABLE_GAMES
from console.table.match import StoredStart
from console.table.seating import NamedPerson, Seating
from console.table.settings import Settings
from console.table.view import ResumeOffer, Who
from console.terminal.speech import complain


def open_store(data: Path | None) -> Store:
    """The store of a data folder, or of the user's own."""
    return Store(store_path(data or default_data_dir()))


def seating_of(stored: StoredMatch) -> Seating:
    """Who sat where."""
    header = stored.header
    player_of = tuple(h % header.players for h in range(len(header.seats)))  # C30
    people = tuple(Who(header.people[header.seats[p]]) for p in range(header.players))
    known = zip(header.profiles, stored.nicknames, strict=True)
    named = tuple(None if p is None or n is None else NamedPerson(p, n) for p, n in known)
    return Seating(header.seats, player_of, people, named)


def settings_of(stored: StoredMatch, settings: Settings) -> Settings:
    """``settings`` with the game and house options of a stored match."""
    game = stored.header.game
    return replace(settings, game=game).with_options(game, stored.header.options)


def offer(store: Store, settings: Settings, seats: int, ask: Ask = here) -> StoredStart | None:
    """The newest broken-off match that this table has the game and the seats for, if any. ``ask``
    has the store read."""
    summary = ask(store.unfinished)
    if summary is None or summary.game not in TABLE_GAMES or max(summary.seats) >= seats:
        return None
    stored = ask(store.match, summary.id)
    actions = resumed(stored)
    return StoredStart(
        offer=ResumeOffer(summary.id, summary.seats, len(standing(actions)), summary.started),
        seating=seating_of(stored),
        settings=settings_of(stored, settings),
        seed=stored.header.seed,
        actions=actions,
        verdicts=stored.next_verdict,
        event=stored.header.event,
    )


@dataclass(frozen=True, slots=True)
class Offers:
    """What a table of ``seats`` offers to be taken up again. ``people_only``: what simulated people
    play is nothing for a real table."""

    store: Store
    seats: int
    people_only: bool = False

    def newest(self, settings: Settings, ask: Ask = here) -> StoredStart | None:
        """The newest broken-off match, if any. Raises StoreError."""
        stored = offer(self.store, settings, self.seats, ask)
        if self.people_only and stored is not None:
            return None if any(w.simulated for w in stored.seating.people) else stored
        return stored

    def newest_or_say(self, settings: Settings) -> StoredStart | None:
        """The same; a store that cannot be read is told on standard error and offers nothing."""
        try:
            return self.newest(settings)
        except StoreError as error:
            complain(error)
            return None


def verdicts_by_action(stored: StoredMatch) -> dict[int, VerdictRecord]:
    """The verdict that each action led to."""
    return {v.action: v for v in stored.verdicts if v.action is not None}
