"""What a match is remembered for, and what is not counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from console.people.figures import (
    LEAST_REACTION_NS,
    FinishedMatch,
    category,
    feats,
    standings,
)
from console.store.records import VerdictRecord
from console.table.record_values import RecordKind
from drivers.times import MS
from tests.console.people.evening import ERROR_NS, duel, ended, false_grab, head, of, played, touch

RESULT = ended((0,), "cards", 0, 20, 18, 22)


def chaos(*verdicts: VerdictRecord, **changes: Any) -> FinishedMatch:
    return played(head(**changes), RESULT, verdicts)


def test_c24_the_best_reaction_counts_from_the_card_shown_with_its_error() -> None:
    match = chaos(duel(0, 2, 1, 310 * MS), duel(1, 2, 3, 250 * MS), duel(2, 2, 0, 260 * MS))
    best = of(RecordKind.REACTION, match)[2]
    assert (best.seat, best.value, best.verdict) == (2, 250 * MS, 1)
    assert best.error == 2 * ERROR_NS


@pytest.mark.parametrize(
    "verdict",
    [
        duel(0, 2, 1, LEAST_REACTION_NS - 1),
        duel(0, 2, 1, 300 * MS, shown_ns=None),
        duel(0, 2, 1, 300 * MS, sudden_death=(2, 1)),
        false_grab(0, 2),
        duel(0, 2, 1, kind="dead_heat"),
    ],
    ids=["guessed", "no card", "sudden death", "false grab", "dead heat"],
)
def test_no_reaction_is_counted_but_a_rightful_answer_to_a_card(verdict: VerdictRecord) -> None:
    assert of(RecordKind.REACTION, chaos(verdict)) == {}
    assert of(RecordKind.REACTION, chaos(duel(0, 2, 1, LEAST_REACTION_NS))) != {}


def test_a_reaction_whose_hand_may_have_come_later_counts_from_then() -> None:
    verdict = duel(0, 2, 1, 250 * MS)
    first = replace(verdict.contacts[0], late_ns=60 * MS)
    verdict = replace(verdict, contacts=(first, *verdict.contacts[1:]))
    assert of(RecordKind.REACTION, chaos(verdict))[2].value == 310 * MS


def test_simulated_people_set_no_records() -> None:
    people = ("person", "expert", "person", "adult")
    match = chaos(duel(0, 1, 0, 200 * MS), duel(1, 0, 2, 300 * MS), people=people)
    assert {f.player for f in feats(match)} == {0}
    assert {f.kind for f in feats(match)} == {RecordKind.REACTION, RecordKind.CLOSEST}


def test_a_win_by_a_hair_over_a_simulated_hand_is_none() -> None:
    people = ("person", "expert", "person", "person")
    match = chaos(duel(0, 0, 1, margin_ns=MS), duel(1, 0, 2, margin_ns=9 * MS), people=people)
    assert of(RecordKind.CLOSEST, match)[0].value == 9 * MS


def test_the_closest_win_is_the_margin_before_a_rival_who_could_have_won() -> None:
    stranger = touch(3, 300 * MS + 2 * MS)  # in nobody's duel
    verdict = duel(4, 2, 1, margin_ns=7 * MS)
    crowd = duel(
        4,
        2,
        1,
        margin_ns=7 * MS,
        contacts=(verdict.contacts[0], stranger, verdict.contacts[1]),
        margins_ns=(0, 2 * MS, 7 * MS),
        expanded_ns=(0, 50_000, 56_000),
    )
    best = of(RecordKind.CLOSEST, chaos(crowd))[2]
    assert (best.value, best.error, best.verdict) == (7 * MS, 56_000, 4)
    assert of(RecordKind.CLOSEST, chaos(duel(0, 2, 1, margin_ns=None))) == {}


def test_c30_the_other_hand_of_the_same_player_is_no_rival() -> None:
    match = played(head(players=2), ended((0,), "cards", 0, 9), [duel(0, 0, 1, margin_ns=MS)])
    assert match.player_at(1) == 0
    assert of(RecordKind.CLOSEST, match) == {}


def test_c18_anybody_may_be_a_rival_for_a_special_card() -> None:
    match = chaos(duel(0, 2, 1, margin_ns=3 * MS, kind="special_won", losers=()))
    assert of(RecordKind.CLOSEST, match)[2].value == 3 * MS


def test_the_cleanest_match_has_no_false_grab_and_no_fall() -> None:
    fell = VerdictRecord(n=3, kind="fell", t_ns=1, shown_ns=None, contacts=(), seats=(1,))
    match = chaos(duel(0, 2, 1), duel(1, 1, 2), duel(2, 0, 2), fell, false_grab(4, 0))
    assert {p: f.value for p, f in of(RecordKind.CLEANEST, match).items()} == {2: 1}
    lost_verdict = played(head(), RESULT | {"false_grabs": [0, 0, 1, 0]}, [duel(0, 2, 1)])
    assert of(RecordKind.CLEANEST, lost_verdict) == {}


def test_the_best_result_of_each_game() -> None:
    def best(match: FinishedMatch) -> dict[int, int]:
        return {p: f.value for p, f in of(RecordKind.RESULT, match).items()}

    assert best(chaos(duel(0, 2, 1), duel(1, 2, 3), duel(2, 3, 1))) == {2: 2, 3: 1}
    assert best(played(head("elements", 2), ended((1,), "points", 2, 7))) == {1: 5}
    assert best(played(head("elements", 2), ended((0, 1), "points", 4, 4))) == {}
    assert best(played(head("iota", 2), ended((0,), "points", 90, 61))) == {0: 90, 1: 61}
    assert best(played(head("iota", 2), ended((0,), "cards", 0, 3))) == {}
    assert best(played(head("ignis", 2), ended((1,), "pieces", 0, 3))) == {1: 3}
    assert best(played(head("ignis", 2), ended((0, 1), "pieces", 0, 0))) == {}
    assert best(played(head("another", 2), ended((0,), "points", 5, 1))) == {}
    lonely = head("iota", 2, ("person", "level_1"))
    assert best(played(lonely, ended((0,), "points", 90, 61))) == {}


def test_places_are_those_of_the_end_of_the_match() -> None:
    def order(winners: tuple[int, ...], column: str, *counts: int) -> list[int]:
        match = played(head(players=len(counts)), ended(winners, column, *counts))
        return [s.place for s in standings(match)]

    assert order((1,), "cards", 9, 0, 4, 9) == [3, 1, 2, 3]
    assert order((0, 2), "points", 30, 12, 30) == [1, 3, 1]
    assert order((), "cards", 3, 2) == [2, 1]


def test_matches_are_compared_by_what_their_options_mean() -> None:
    plain, full = head("elements"), head("elements", options={"target": 6, "concede": True})
    assert category(plain) == category(full)
    assert category(plain) != category(head("elements", options={"target": 5}))
    rounds = [head("elements", options={"rounds": 3, "target": t}) for t in (4, 9)]
    assert category(rounds[0]) == category(rounds[1])  # E9: the target is ignored
    assert "new_option" in category(head("elements", options={"new_option": 1}))
