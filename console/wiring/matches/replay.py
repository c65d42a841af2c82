"""A stored match played again: the same actions at the same distances in time, as views."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Any

from console.games.chaos import play
from console.games.chaos.actions import Flip, FlipAll, parse_action
from console.store.problems import StoreError
from console.store.records import StoredMatch, VerdictRecord
from console.table.autopilot_log import AUTOPILOT, away_after
from console.table.board.match import BoardMatch
from console.table.chaos.match import ChaosMatch
from console.table.chaos.photos import is_close
from console.table.chaos.races import RaceTally
from console.table.chaos.showing import end_view, play_view
from console.table.chaos.verdicts import RuleOutcome, outcome
from console.table.chaos.view import PlayView, VerdictEntry, VerdictView, between_first_and_next
from console.table.games import TABLE_GAMES
from console.table.match import Match, MatchStart
from console.table.outputs import UNDO, VerdictKind
from console.table.settings import Settings
from console.table.view import BestReaction, IdlePlayer, IdleStage, Menu, View, Who
from console.wiring.matches.photos import album
from console.wiring.matches.stored import seating_of, settings_of, verdicts_by_action
from drivers.times import SECOND

MOVE_NS = 1_200_000_000
PHOTO_AFTER_NS = 1_200_000_000
PHOTO_NS = 6 * SECOND
LONGEST_WAIT_NS = 4 * SECOND  # nobody wants to watch people think


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A view and how long after the one before it was shown."""

    after_ns: int
    view: View


def steps(stored: StoredMatch, settings: Settings) -> Iterator[ReplayStep]:
    """The match, view by view, rebuilt from its actions alone: as its players saw it, but for hands
    that were hidden then. Raises StoreError for a game that is not installed."""
    game = TABLE_GAMES.get(stored.header.game)
    if game is None:
        raise StoreError(
            "match {id}: there is no game {game!r} to show it",
            id=stored.id,
            game=stored.header.game,
        )
    settings = replace(settings_of(stored, settings), open_hands=True)
    seating = seating_of(stored)
    who = tuple(Who(p) for p in stored.header.people)
    match = game.begin(
        MatchStart(
            seating=seating,
            settings=settings,
            seed=stored.header.seed,
            now_ns=0,
            emit=lambda _: None,
        )
    )
    if isinstance(match, ChaosMatch):
        yield from _chaos_steps(stored, match, who)
    elif isinstance(match, BoardMatch):
        yield from _board_steps(stored, match, who)


def _idle_players(match: Match, away: frozenset[int]) -> tuple[IdlePlayer, ...]:
    """Whom an autopilot played for then."""
    return tuple(IdlePlayer(match.seating.seats_of(p), IdleStage.AUTOPILOT) for p in sorted(away))


def _board_steps(
    stored: StoredMatch, match: BoardMatch, who: tuple[Who, ...]
) -> Iterator[ReplayStep]:
    """The times of a board game's moves are not kept: each is looked at for as long."""
    yield ReplayStep(0, match.view(who, None))
    away: frozenset[int] = frozenset()
    for kept in stored.actions:
        away = away_after(away, kept.action)
        if kept.action["type"] == AUTOPILOT:
            continue
        if kept.action == UNDO:
            match.take_back(1, 0)
        else:
            match.make(match.game.parse_action(kept.action), 0)
        yield ReplayStep(MOVE_NS, match.view(who, None, _idle_players(match, away)))
    if match.mover is None:
        yield ReplayStep(LONGEST_WAIT_NS // 2, match.end_view(who, Menu(rows=(), cursor=0)))


def _chaos_steps(
    stored: StoredMatch, match: ChaosMatch, who: tuple[Who, ...]
) -> Iterator[ReplayStep]:
    seating = match.seating
    position = match.position
    verdicts = verdicts_by_action(stored)
    last_us = 0
    yield ReplayStep(0, play_view(match, who, None))
    away: frozenset[int] = frozenset()
    for kept in stored.actions:
        away = away_after(away, kept.action)
        if kept.action["type"] == AUTOPILOT:
            continue
        action = parse_action(kept.action)
        t_us = action.t_us or 0
        before = play.position_at(position.state, t_us) or position.state
        events = position.apply(action, t_us * 1000)
        came_to = outcome(before, seating.seats, events)
        verdict = verdicts.get(kept.n)
        if came_to is not None:
            match.races.verdict = _verdict_view(came_to, verdict, t_us * 1000)
        elif isinstance(action, Flip | FlipAll):
            match.races.clear()
        wait_ns = max(0, t_us - last_us) * 1000
        last_us = max(last_us, t_us)
        view = play_view(match, who, None, _idle_players(match, away))
        yield ReplayStep(min(wait_ns, LONGEST_WAIT_NS), view)
        if came_to is not None and verdict is not None and match.settings.photo_finish == "close":
            yield from _photo_steps(stored, verdict, view)
    if position.state.over:
        if stored.result is not None:
            match.races.tally = _tally(stored.result)
        yield ReplayStep(LONGEST_WAIT_NS // 2, end_view(match, who, Menu(rows=(), cursor=0)))


def _tally(result: dict[str, Any]) -> RaceTally:
    """What was counted while it was played: the actions alone do not tell it."""
    seat, best = result["best_seat"], None
    if seat is not None:
        best = BestReaction(seat, result["best_reaction_ns"], result["best_uncertainty_ns"])
    return RaceTally(list(result["duels_won"]), list(result["false_grabs"]), best)


def _photo_steps(
    stored: StoredMatch, verdict: VerdictRecord, view: PlayView
) -> Iterator[ReplayStep]:
    """The photo finish of a close race, as it came by itself, and back to the table."""
    photos = tuple(album(stored, verdict))
    if any(is_close(photo) for photo in photos):
        for i, photo in enumerate(photos):
            yield ReplayStep(PHOTO_NS if i else PHOTO_AFTER_NS, replace(view, photo=photo))
        yield ReplayStep(PHOTO_NS, view)


def _verdict_view(came_to: RuleOutcome, kept: VerdictRecord | None, at_ns: int) -> VerdictView:
    """What the table said: where cards went from the rules, times and margins from the log."""
    entries: tuple[VerdictEntry, ...] = ()
    margin_ns = expanded_ns = None
    if kept is not None:
        entries = tuple(starmap(VerdictEntry, kept.reactions))
        margin_ns, expanded_ns = between_first_and_next(
            zip(kept.margins_ns, kept.expanded_ns, strict=False)
        )
    return VerdictView(
        kind=VerdictKind(came_to.kind),
        seats=came_to.seats,
        entries=entries,
        margin_ns=margin_ns,
        margin_uncertainty_ns=expanded_ns,
        moves=came_to.moves,
        at_ns=at_ns,
    )
