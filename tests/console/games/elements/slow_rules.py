"""The rules told once more, slowly: from the text, on the JSON form of a state, to compare with.

Nothing here is taken from the code under test. What a new round deals is left out: the fields
``hands`` and ``aside`` are then missing.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Json = dict[str, Any]


def limit(shown: Json) -> int:
    """E3."""
    return int(sum(shown["chain"]))


def sum_of(shown: Json, player: int) -> int:
    """E3."""
    return int(sum(shown["hands"][player]) + sum(shown["taken"][player]))


def legal(shown: Json) -> list[Json]:
    """E4, E5, E7, E10, in no order."""
    if shown["over"]:
        return []
    player, options = shown["to_move"], shown["options"]
    hand = shown["hands"][player]
    above = sum_of(shown, player) > limit(shown)
    if hand == [] and above:  # E7, E10
        return [{"type": "concede" if options["concede"] else "reveal"}]
    actions: list[Json] = [{"type": "play", "card": card} for card in set(hand)]
    if shown["chain"]:
        actions.append({"type": "take"})
    if 6 in hand:
        actions.append({"type": "discard"})
    if options["misreveal"] == "penalty" or not above:
        actions.append({"type": "reveal"})
    if options["concede"]:
        actions.append({"type": "concede"})
    return actions


def apply(before: Json, action: Json) -> tuple[Json, list[Json]]:
    """A legal action: the state after it and the events."""
    shown = deepcopy(before)
    player = shown["to_move"]
    kind = action["type"]
    if kind in ("reveal", "concede"):
        event = reveal(shown, player) if kind == "reveal" else concede(shown, player)
        end_round(shown, event["winner"], event["points"])
        return shown, [event]
    hand = shown["hands"][player]
    if kind == "play":
        card = action["card"]
        hand.remove(card)
        shown["chain"].append(card)
    elif kind == "take":
        card = shown["chain"].pop()
        shown["taken"][player].append(card)
    else:
        card = 6
        hand.remove(card)
        shown["discard"].append(card)
    shown["to_move"] = 1 - player
    return shown, [{"type": kind, "player": player, "card": card}]


def reveal(shown: Json, player: int) -> Json:
    """E5."""
    opponent, most = 1 - player, limit(shown)
    own, other = sum_of(shown, player), sum_of(shown, opponent)
    sums: list[int | None] = [None, None]
    hands: list[list[int] | None] = [None, None]
    sums[player], hands[player] = own, shown["hands"][player]
    if own > most:
        winner, reason = opponent, "misreveal"
    else:
        sums[opponent], hands[opponent] = other, shown["hands"][opponent]
        if other > most:
            winner, reason = player, "opponent_over"
        elif own == other:
            winner, reason = opponent, "tie"
        else:
            winner, reason = (player, "higher") if own > other else (opponent, "lower")
    return round_over(winner, 2, reason, sums, hands, most)


def concede(shown: Json, player: int) -> Json:
    """E6."""
    return round_over(1 - player, 1, "conceded", [None, None], [None, None], limit(shown))


def round_over(
    winner: int, points: int, reason: str, sums: list[Any], hands: list[Any], most: int
) -> Json:
    """The event of the engine protocol."""
    return {
        "type": "round_over",
        "winner": winner,
        "points": points,
        "reason": reason,
        "sums": sums,
        "hands": hands,
        "limit": most,
    }


def end_round(shown: Json, winner: int, points: int) -> None:
    """E8, E9."""
    shown["scores"][winner] += points
    scores, options = shown["scores"], shown["options"]
    if options["rounds"] is None:
        over = scores[winner] >= options["target"]
    else:
        over = shown["round"] == options["rounds"]
    if over:
        winners = [player for player in (0, 1) if scores[player] == max(scores)]
        shown |= {"over": True, "to_move": None, "winners": winners}
        return
    del shown["hands"], shown["aside"]
    shown |= {"taken": [[], []], "chain": [], "discard": []}
    shown |= {"round": shown["round"] + 1, "starter": winner, "to_move": winner}
