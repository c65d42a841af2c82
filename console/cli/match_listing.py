"""The list of matches as text for ``khvatka matches``, and as JSON lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from console.i18n import Words
from console.screens.names import NOBODY, Names, game_name, players_words, seat_name
from console.store.records import MatchSummary
from console.terminal.columns import columns, json_line


def matches_lines(
    words: Words, summaries: Sequence[MatchSummary], most: int | None = None
) -> Iterator[str]:
    """One line a match, in the given order, columns aligned; no line longer than ``most``."""
    if not summaries:
        yield words._("No match has been played yet.")
    rows = [_summary_row(words, summary) for summary in summaries]
    yield from columns(rows, most, right=frozenset({0}))


def matches_json(summaries: Sequence[MatchSummary]) -> Iterator[str]:
    """One JSON object a match."""
    for summary in summaries:
        fields = msgspec.to_builtins(summary)
        yield json_line({"match": fields.pop("id"), **fields})


def names_of(seats: Sequence[int], players: int, nicknames: Sequence[str | None]) -> Names:
    """What to call whoever has a nickname, by seat. Hands go round the players (C30)."""
    return {s: nicknames[h % players] for h, s in enumerate(seats)} if nicknames else NOBODY


def _summary_row(words: Words, summary: MatchSummary) -> tuple[str, ...]:
    names = names_of(summary.seats, summary.players, summary.nicknames)
    return (
        str(summary.id),
        when(summary.started),
        game_name(words, summary.game),
        players_words(words, summary.players),
        _duels(words, summary.duels),
        outcome(words, summary.finished, summary.winners, summary.seats, names),
    )


def _duels(words: Words, count: int) -> str:
    """Nothing where nobody raced, as in a board game."""
    return words.n("{count} duel", "{count} duels", count).format(count=count) if count else ""


def outcome(
    words: Words, finished: bool, winners: Sequence[int], seats: Sequence[int], names: Names
) -> str:
    """What came of a match."""
    if not finished:
        return words._("not over")
    # Hands go round the players, so the first hand of player p is hand p (C30).
    who = ", ".join(called(words, seats[p], names) for p in winners if p < len(seats))
    return words._("won: {who}").format(who=who) if who else words._("nobody won")


def called(words: Words, seat: int, names: Names) -> str:
    """The name of who sits there, or the seat's."""
    return seat_name(words, seat, names.get(seat))


def when(started: str) -> str:
    """``2026-05-01T20:15:00+03:00`` as people write it, without the seconds."""
    return started[:16].replace("T", " ")
