"""What phones show, as JSON values.

``public`` sees a frame's ``View`` and nothing else, and of that no hand; it is what spectators get.
``hand`` adds what one seat's player may know, out of that player's ``observe``: the only function
that ever takes a hand, for one phone at a time.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
import numpy as np

from console.duel.photo_finish import ForceCurve, PhotoFinish
from console.i18n import LANGUAGES, Words
from console.screens.photo.zoom import top_n, zoom
from console.screens.texts import column_title
from console.table.attract.view import AttractView, DuelView
from console.table.board.match import BoardMatch
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView, VerdictView
from console.table.event.view import RaceView
from console.table.lobby.view import StartView
from console.table.record_values import ResultColumn
from console.table.view import EndView, IdleStage, Target, View, Who
from drivers.times import MS

Json = dict[str, Any]
WAITS: Final[Json] = {"scene": "wait"}
WIDE: Final = 300.0
POINTS: Final = 61
MOST_HANDS: Final = 6
_IDLE: Final = {
    IdleStage.ASKED: "asked",
    IdleStage.AUTOPILOT: "autopilot",
    IdleStage.NOBODY: "autopilot",
}
"""What the page asks of who does not answer; who comes back has answered."""


def public(view: View) -> Json:
    """What everybody at the table sees, as far as a small screen shows it."""
    match view:
        case BoardView():
            return _board(view)
        case PlayView():
            return _play(view)
        case RaceView():
            return _race(view)
        case EndView():
            rows = [
                {"place": r.place, "seats": r.seats, "name": r.name, "numbers": r.numbers}
                for r in view.ranking
            ]
            columns = _columns(view.columns)
            end = {"scene": "end", "game": view.game, "columns": columns, "ranking": rows}
            return end | {"photo": _photo(view.photo)}
        case StartView():
            seats = [{"seat": s.seat, "who": s.who.value, "name": s.name} for s in view.seats]
            return {"scene": "lobby", "game": view.menu.game, "seats": seats}
        case AttractView(board=BoardView() as board):
            return _board(board) | {"demo": True}
        case AttractView(duel=DuelView() as duel):
            return _play(duel.play) | {"demo": True}
        case AttractView():
            feats = () if view.leaderboard is None else view.leaderboard.feats
            return {"scene": "leaderboard", "feats": msgspec.to_builtins(feats)}
        case _:
            return WAITS


@cache
def _columns(columns: tuple[ResultColumn, ...]) -> list[list[str]]:
    """What a ranking's numbers count, in each language."""
    return [[column_title(Words(each), column) for each in LANGUAGES] for column in columns]


def _board(view: BoardView) -> Json:
    seats = [
        {
            "seat": seat.seat,
            "who": seat.who.value,
            "name": seat.name,
            "turn": seat.turn,
            "score": seat.score,
            "count": seat.count,
            "winner": seat.winner,
        }
        for seat in view.seats
        if seat.who is not Who.EMPTY
    ]
    return {
        "scene": "board",
        "game": view.game,
        "players": view.names,
        "seats": seats,
        "board": msgspec.to_builtins(view.board),
        "news": None if view.news is None else msgspec.to_builtins(view.news),
        "asks": None if view.ask is None else view.ask.seat,
        "paused": view.pause is not None or view.count is not None,
    }


def _play(view: PlayView) -> Json:
    seats = [
        {
            "seat": seat.seat,
            "who": seat.who.value,
            "name": seat.name,
            "turn": seat.turn,
            "count": seat.stack,
            "top": seat.pile[-1] if seat.pile else None,
            "winner": seat.winner,
        }
        for seat in view.seats
        if seat.who is not Who.EMPTY
    ]
    return {
        "scene": "play",
        "game": "chaos",
        "seats": seats,
        "pot": view.pot[-1] if view.pot else None,
        "call": _call(view),
        "photo": _photo(view.photo),
        "verdict": None if view.verdict is None else _verdict(view.verdict),
        "paused": view.pause is not None or view.count is not None,
    }


def _call(view: PlayView) -> tuple[str, int | None] | None:
    """What is to be done while nobody is to move, as the page's word, and by whom; None: somebody
    is."""
    if view.sudden_death is not None:
        return "verdict.dead_heat", None
    if view.choice is not None:
        return "call.choice", view.choice.seat
    if view.special is not None:
        return f"call.{view.special}", None
    return None if view.all_at_ns is None else ("call.all", None)


def _race(view: RaceView) -> Json:
    """A duel at an event (V29): who races, who has a place."""
    racers = {racer.seat: racer for racer in view.players}
    seats = [
        {
            "seat": seat.seat,
            "who": seat.who.value,
            "name": seat.name,
            "score": _placed(racers[seat.seat].place),
            "turn": racers[seat.seat].place is None and not racers[seat.seat].out,
        }
        for seat in view.seats
        if seat.seat in racers
    ]
    return {
        "scene": "race",
        "stage": view.stage.value,
        "seats": seats,
        "photo": _photo(view.photo),
        "verdict": None if view.won is None else _verdict(view.won),
    }


def _placed(place: int | None) -> str | None:
    return None if place is None else f"{place}."


def _verdict(verdict: VerdictView) -> Json:
    order = [{"seat": e.seat, "reaction_ns": e.reaction_ns} for e in verdict.entries]
    return {
        "kind": verdict.kind.value,
        "seats": verdict.seats,
        "order": order,
        "margin_ns": verdict.margin_ns,
        "uncertainty_ns": verdict.margin_uncertainty_ns,
    }


def _photo(photo: PhotoFinish | None) -> Json | None:
    """The forces of each hand around the first touches, as the table's own picture cuts them out:
    hundredths of its height, over ``WIDE`` units."""
    if photo is None:
        return None
    there = zoom(photo, 0.0, WIDE)
    top_force_n = top_n(photo, there)
    at_ns = np.linspace(there.from_ns, there.to_ns, POINTS)

    def curve(one: ForceCurve) -> list[int]:
        shares = np.interp(at_ns, one.t_ns, one.force_n) / top_force_n
        found: list[int] = np.rint(100 * np.clip(shares, 0.0, 1.0)).astype(int).tolist()
        return found

    hands = [
        {
            "seat": trace.seat,
            "x": round(there.x(trace.onset_ns), 1),
            "wide": round(there.px_per_ms * trace.uncertainty_ns / MS, 1),
            "curves": [curve(one) for one in trace.curves],
        }
        for trace in photo.hands[:MOST_HANDS]
    ]
    return {"hands": hands}


def hand(match: BoardMatch, seat: int, view: BoardView, *, looks: bool) -> Json:
    """What the player at ``seat`` has beside that; the hand itself, and what may be read of it,
    only while its guest ``looks``. Raises LookupError when nobody plays at the seat."""
    player = match.seating.hand_at(seat)
    if player is None:
        raise LookupError(seat)
    own: Json = {
        "seat": seat,
        "player": player,
        "name": match.seating.name_at(seat),
        "count": match.move_picker.count(match.state, player),
        "looks": looks,
        "idle": next((_IDLE.get(one.stage) for one in view.idle if seat in one.seats), None),
    }
    choosing = view.choosing if view.choosing is not None and view.choosing.seat == seat else None
    if looks:
        own["hand"] = faces(match, player)
        own["secret"] = msgspec.to_builtins(match.move_picker.secret(match.state, player, choosing))
    if choosing is not None and match.chooser is not None:
        own["picked"] = [_target(target) for target in choosing.picked]
        own["targets"] = [_target(target) for target in choosing.targets]
        own["cursor"] = choosing.cursor
        own["sure"] = bool(choosing.targets) and match.chooser.pick().complete
    own["answers"] = view.ask is not None and seat in view.ask.waiting
    return own


def faces(match: BoardMatch, player: int) -> tuple[str, ...]:
    """The hand of ``player``, by what the rules let that player observe."""
    return match.move_picker.own(match.game.observe(match.state, player), player)


def _target(target: Target) -> Json:
    return {"kind": target.kind, "to": target.at}
