"""What ``khvatka matches`` and ``khvatka replay`` print."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from console.cli.match_listing import matches_json, matches_lines
from console.cli.retelling import replay_json, replay_lines
from console.i18n import Words
from console.store.problems import StoreError
from console.store.records import MatchSummary, StoredAction, StoredMatch
from console.store.replay import Comparison
from drivers.pad.config import DECODER
from tests.console.store.matches import header, verdict

WORDS = Words("en")
FIGURES = "Seat 3: 412.3 ms · Seat 5: 418.4 ms · difference 6.1 ± 0.2 ms"
ACTIONS: tuple[dict[str, Any], ...] = (
    {"type": "flip", "hand": 1, "t_us": 600_000},
    {"type": "contact", "hand": 1, "gesture": "grab", "t_us": 1_012_300},
    {"type": "push", "at": [0, 1]},
)


def summary(number: int, *, finished: bool, winners: tuple[int, ...] = ()) -> MatchSummary:
    return MatchSummary(
        id=number,
        started="2026-05-01T20:15:00+03:00",
        game="chaos",
        players=4,
        seats=(0, 2, 4, 6),
        people=("person",),
        finished=finished,
        winners=winners,
        actions=120,
        duels=number,
    )


@pytest.fixture
def stored() -> StoredMatch:
    actions = tuple(StoredAction(n, action) for n, action in enumerate(ACTIONS))
    won = replace(verdict(), action=1)
    heat = replace(verdict(1, "dead_heat"), action=None)
    return StoredMatch(
        id=12,
        header=header(seed=77),
        actions=actions,
        verdicts=(won, heat),
        windows=(),
        result={"winners": [1]},
        ended="then",
    )


def test_the_list_of_matches_is_a_table() -> None:
    found = [summary(12, finished=True, winners=(1, 3)), summary(1, finished=False)]
    assert list(matches_lines(WORDS, found)) == [
        "12  2026-05-01 20:15  Chaos  4 players  12 duels  won: Seat 3, Seat 7",
        " 1  2026-05-01 20:15  Chaos  4 players  1 duel    not over",
    ]


def test_where_nobody_races_no_duels_are_counted() -> None:
    board_game = replace(summary(2, finished=False), game="iota", duels=0)
    assert list(matches_lines(WORDS, [summary(9, finished=False), board_game])) == [
        "9  2026-05-01 20:15  Chaos  4 players  9 duels  not over",
        "2  2026-05-01 20:15  IOTA   4 players           not over",
    ]


def test_an_empty_list_says_so() -> None:
    assert list(matches_lines(WORDS, [])) == ["No match has been played yet."]
    assert list(matches_json([])) == []


def test_matches_as_json() -> None:
    (line,) = matches_json([summary(3, finished=True, winners=(0,))])
    assert json.loads(line)["winners"] == [0]
    assert json.loads(line)["match"] == 3


def test_a_replay_tells_actions_verdicts_and_the_outcome(stored: StoredMatch) -> None:
    proof = Comparison(0, (), DECODER)
    doubt = Comparison(1, ("seat 3: no contact",), DECODER)
    assert list(replay_lines(WORDS, stored, [proof, doubt])) == [
        "Match 12 · Chaos · 2026-05-01 20:15 · 4 players · seed 77",
        "     0.600 s  Seat 3 flips",
        "     1.012 s  Seat 3 grabs",
        f"      duel 1  Seat 3 wins the duel · {FIGURES}",
        "              the stored samples give the same verdict",
        '              {"type":"push","at":[0,1]}',
        f"      duel 2  Dead heat: too close to tell apart · {FIGURES}",
        "              the stored samples differ: seat 3: no contact",
        "won: Seat 3",
    ]


def test_a_duel_is_found_by_its_number_in_the_replay(stored: StoredMatch) -> None:
    assert [stored.duel(n).kind for n in (1, 2)] == ["duel_won", "dead_heat"]
    with pytest.raises(StoreError, match="no duel 3: it has 2"):
        stored.duel(3)
    with pytest.raises(StoreError, match="no duel 1: it has none"):
        replace(stored, verdicts=()).duel(1)


def test_a_verdict_without_samples_says_so(stored: StoredMatch) -> None:
    assert "              no samples kept" in list(replay_lines(WORDS, stored))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"type": "flip_all"}, "Everybody flips"),
        ({"type": "contact", "hand": 0, "gesture": "palm"}, "Seat 1 lays the palm down"),
        ({"type": "fall", "hand": 3}, "Seat 7 knocks the pad over"),
        ({"type": "fall", "hand": None}, "The pad falls"),
        ({"type": "expire"}, "The time is up"),
        ({"type": "choose", "hand": 2, "take": "duel"}, "Seat 5 chooses the duel"),
        ({"type": "choose", "hand": 2, "take": "special"}, "Seat 5 chooses the special card"),
    ],
)
def test_every_action_has_words(action: dict[str, object], text: str) -> None:
    stored = StoredMatch(
        id=1, header=header(), actions=(StoredAction(0, action),), verdicts=(), windows=()
    )
    first, told, last = replay_lines(WORDS, stored)
    assert first.startswith("Match 1 ")
    assert told.strip() == text
    assert last == "not over"


@pytest.mark.parametrize(
    ("kind", "text"),
    [("special_won", "Seat 3 wins the special card · Seat 3: "), ("some day", "some day")],
)
def test_every_verdict_has_words(kind: str, text: str) -> None:
    stored = StoredMatch(
        id=1,
        header=header(),
        actions=(),
        verdicts=(replace(verdict(kind=kind), action=None),),
        windows=(),
    )
    assert list(replay_lines(WORDS, stored))[1].strip().startswith(f"duel 1  {text}")


def test_a_replay_as_json(stored: StoredMatch) -> None:
    lines = [json.loads(line) for line in replay_json(stored, [Comparison(0, (), DECODER)])]
    assert [line["event"] for line in lines] == [
        "match",
        "action",
        "action",
        "verdict",
        "action",
        "verdict",
        "result",
    ]
    assert [line["action"] for line in lines if line["event"] == "action"] == list(ACTIONS)
    assert [line["same"] for line in lines if line["event"] == "verdict"] == [True, None]
    assert [line["duel"] for line in lines if line["event"] == "verdict"] == [1, 2]
    assert lines[-1]["result"] == {"winners": [1]}


def test_whoever_keeps_a_nickname_is_called_by_it(stored: StoredMatch) -> None:
    nicknames = (None, "Барсук", None, "Сова")
    line = replace(summary(12, finished=True, winners=(1, 2)), nicknames=nicknames)
    assert next(matches_lines(WORDS, [line])).endswith("won: Барсук, Seat 5")
    named = replace(stored, nicknames=nicknames)
    text = "\n".join(replay_lines(WORDS, named))
    assert "Барсук grabs" in text
    assert "Барсук: 412.3 ms · Seat 5: 418.4 ms" in text
    assert text.endswith("won: Барсук")
    first = json.loads(next(replay_json(named)))
    assert first["nicknames"] == list(nicknames)


def test_a_dead_heat_stands_before_the_duel_that_plays_it_off(stored: StoredMatch) -> None:
    heat = replace(verdict(0, "dead_heat"), action=None)
    won = replace(verdict(1), action=1)
    played = replace(stored, verdicts=(heat, won))
    told = [json.loads(line) for line in replay_json(played)]
    assert [t.get("duel") or t["event"] for t in told] == [
        "match", "action", "action", 1, 2, "action", "result",
    ]  # fmt: skip
