"""A match told line by line for ``khvatka replay``, and as JSON lines.

Verdicts are told in the very sentences that the table shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Any

import msgspec

from console.cli.match_listing import called, names_of, outcome, when
from console.i18n import Words
from console.screens.names import Names, game_name, players_words
from console.screens.texts import verdict_line, verdict_words
from console.store.records import StoredMatch, VerdictRecord
from console.store.replay import Comparison
from console.table.autopilot_log import AUTOPILOT
from console.table.chaos.view import VerdictEntry, VerdictView, between_first_and_next
from console.table.outputs import VerdictKind
from console.terminal.columns import json_line
from drivers.pad.config import DECODER


def replay_lines(
    words: Words, stored: StoredMatch, comparisons: Sequence[Comparison] = ()
) -> Iterator[str]:
    """A match line by line: how it began, each action, each verdict and whether it holds again.

    ``comparisons`` are those of ``replay.redecide``; a verdict without one had no samples kept.
    """
    header = stored.header
    yield " · ".join(
        (
            words._("Match {number}").format(number=stored.id),
            game_name(words, header.game),
            when(header.started_wall),
            players_words(words, header.players),
            words._("seed {seed}").format(seed=header.seed),
        )
    )
    judged = {c.verdict: c for c in comparisons}
    names = names_of(header.seats, header.players, stored.nicknames)
    for action, verdicts in _in_order(stored):
        if action is not None:
            yield _action_line(words, action, header.seats, names)
        for verdict in verdicts:
            yield f"{_duel(words, verdict):>12}  {_verdict_text(words, verdict, names)}"
            yield f"{'':>12}  {_proof(words, judged.get(verdict.n))}"
    yield outcome(words, stored.result is not None, _winners(stored.result), header.seats, names)
    for judged_by, differing in _by_others(comparisons).items():
        yield words.n(
            "Judged by decoder {then}, now {now}: {count} verdict would differ",
            "Judged by decoder {then}, now {now}: {count} verdicts would differ",
            differing,
        ).format(then=judged_by, now=DECODER, count=differing)


def replay_json(stored: StoredMatch, comparisons: Sequence[Comparison] = ()) -> Iterator[str]:
    """The same as JSON objects: ``match``, ``action``, ``verdict`` and ``result`` events, and
    ``decoder`` for each other one that judged."""
    header = stored.header
    yield json_line(
        {
            "event": "match",
            "match": stored.id,
            "started": header.started_wall,
            "game": header.game,
            "players": header.players,
            "seed": header.seed,
            "options": header.options,
            "seats": header.seats,
            "people": header.people,
            "nicknames": stored.nicknames,
        }
    )
    judged = {c.verdict: c for c in comparisons}
    n = 0
    for action, verdicts in _in_order(stored):
        if action is not None:
            yield json_line({"event": "action", "n": n, "action": action})
            n += 1
        for verdict in verdicts:
            again = judged.get(verdict.n)
            proof = {
                "same": None if again is None else again.same,
                "differences": [] if again is None else again.differences,
                "judged_by": None if again is None else again.judged_by,
            }
            told = {"duel": verdict.n + 1, **msgspec.to_builtins(verdict), **proof}
            yield json_line({"event": "verdict", **told})
    yield json_line(
        {"event": "result", "finished": stored.result is not None, "result": stored.result}
    )
    for judged_by, differing in _by_others(comparisons).items():
        told = {"judged_by": judged_by, "now": DECODER, "would_differ": differing}
        yield json_line({"event": "decoder", **told})


def _by_others(comparisons: Sequence[Comparison]) -> dict[int, int]:
    """How many verdicts each other decoder than this one judged otherwise."""
    others = sorted({c.judged_by for c in comparisons} - {DECODER})
    return {one: sum(not c.same for c in comparisons if c.judged_by == one) for one in others}


def _in_order(stored: StoredMatch) -> Iterator[tuple[dict[str, Any] | None, list[VerdictRecord]]]:
    """Each action with the verdicts that led to it, before them those that led to nothing (a dead
    heat is played off by the next); at last those after which nothing came."""
    left = list(stored.verdicts)
    for action in stored.actions:
        last = max((v.n for v in left if v.action == action.n), default=-1)
        here = [v for v in left if v.n <= last and v.action in (None, action.n)]
        left = [v for v in left if v not in here]
        yield action.action, here
    if left:
        yield None, left


def _winners(result: dict[str, Any] | None) -> tuple[int, ...]:
    return tuple((result or {}).get("winners", ()))


def _action_line(words: Words, action: dict[str, Any], seats: Sequence[int], names: Names) -> str:
    time_us = action.get("t_us")
    at = (
        ""
        if time_us is None
        else words._("{number} s").format(number=words.number(time_us / 1e6, 3))
    )
    return f"{at:>12}  {_action_text(words, action, seats, names)}"


def _autopilot_text(words: Words, action: dict[str, Any], who: str) -> str:
    if action.get("begins"):
        return words._("Autopilot plays for {who}").format(who=who)
    return words._("{who} plays again").format(who=who)


def _action_text(words: Words, action: dict[str, Any], seats: Sequence[int], names: Names) -> str:
    autopilot = action["type"] == AUTOPILOT
    # Hands go round the players, so the first hand of player p is hand p (C30).
    hand = action.get("player" if autopilot else "hand")
    who = ""
    if isinstance(hand, int) and 0 <= hand < len(seats):
        who = called(words, seats[hand], names)
    if autopilot:
        return _autopilot_text(words, action, who)
    match action:
        case {"type": "flip"}:
            return words._("{who} flips").format(who=who)
        case {"type": "flip_all"}:
            return words._("Everybody flips")
        case {"type": "contact", "gesture": "palm"}:
            return words._("{who} lays the palm down").format(who=who)
        case {"type": "contact"}:
            return words._("{who} grabs").format(who=who)
        case {"type": "fall"} if who:
            return words._("{who} knocks the pad over").format(who=who)
        case {"type": "fall"}:
            return words._("The pad falls")
        case {"type": "expire"}:
            return words._("The time is up")
        case {"type": "choose", "take": "duel"}:
            return words._("{who} chooses the duel").format(who=who)
        case {"type": "choose"}:
            return words._("{who} chooses the special card").format(who=who)
        case _:
            return json_line(action)  # a game that has no words here yet


def _duel(words: Words, verdict: VerdictRecord) -> str:
    """Its number, as ``khvatka replay --duel`` takes it."""
    return words._("duel {number}").format(number=verdict.n + 1)


def _verdict_text(words: Words, verdict: VerdictRecord, names: Names) -> str:
    try:
        kind = VerdictKind(verdict.kind)
    except ValueError:
        return verdict.kind
    view = _view(verdict, kind)
    if kind is VerdictKind.SPECIAL_WON:  # the table's sentence counts cards, which are not kept
        who = ", ".join(called(words, seat, names) for seat in verdict.seats)
        told = words._("{who} wins the special card").format(who=who)
    else:
        told = verdict_words(words, view, names)
    return " · ".join(text for text in (told, verdict_line(words, view, names)) if text)


def _view(verdict: VerdictRecord, kind: VerdictKind) -> VerdictView:
    margin_ns, expanded_ns = between_first_and_next(
        zip(verdict.margins_ns, verdict.expanded_ns, strict=False)
    )
    return VerdictView(
        kind=kind,
        seats=verdict.seats,
        entries=tuple(starmap(VerdictEntry, verdict.reactions)),
        margin_ns=margin_ns,
        margin_uncertainty_ns=expanded_ns,
        moves=(),
        at_ns=verdict.t_ns,
    )


def _proof(words: Words, again: Comparison | None) -> str:
    if again is None:
        return words._("no samples kept")
    if again.same:
        return words._("the stored samples give the same verdict")
    how = "; ".join(again.differences)
    if not again.failed:
        return words._("decoder {now} would judge otherwise: {how}").format(now=DECODER, how=how)
    return words._("the stored samples differ: {how}").format(how=how)
