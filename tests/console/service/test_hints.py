"""Each hint with its threshold: just below it nothing is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from console.i18n import LANGUAGES, Words
from console.service import hints as of_hints
from console.service.audits import Evidence, KnownButton, PlayedMatch, audit
from console.service.hints import TEXTS, Hint, hints
from console.store.records import ButtonCount
from drivers.events import Button

FEW = {"LEAST_PLAYS": 4, "UNPLAYED": 6, "EMPTY_SEAT": 5, "LEAST_PRESSES": 10, "UNSEEN_GAMES": 3}
OK = int(Button.OK)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short evenings say enough here."""
    for name, count in FEW.items():
        monkeypatch.setattr(of_hints, name, count)


def match(number: int, **changes: Any) -> PlayedMatch:
    """A match of four people at «Хаос», five minutes, to its end."""
    everybody = (0, 1, 2, 3)
    played = PlayedMatch(
        number=number,
        started="2026-05-01T20:15:00+03:00",
        game="chaos",
        players=4,
        taken=everybody,
        bodies=everybody,
        people=everybody,
        finished=True,
        playing=False,
        played_ms=300_000,
    )
    return replace(played, **changes)


def found(evidence: Evidence) -> list[Hint]:
    return list(hints(audit(evidence)))


def matches(count: int, **changes: Any) -> tuple[PlayedMatch, ...]:
    return tuple(match(n, **changes) for n in range(1, count + 1))


def left(number: int, played_ms: int) -> PlayedMatch:
    return match(number, finished=False, played_ms=played_ms)


def test_a_good_evening_gives_no_hint() -> None:
    assert found(Evidence(matches(5), seats=4)) == []


@pytest.mark.parametrize(("early", "told"), [(1, False), (2, True)])
def test_a_game_left_in_its_first_minute(early: int, told: bool) -> None:
    played = [left(n, 59_999) if n <= early else match(n) for n in range(1, 6)]
    expected = [Hint("left_early", 20 * early, game="chaos")] if told else []
    assert found(Evidence(tuple(played), seats=4)) == expected


def test_a_minute_is_no_longer_the_first_and_few_plays_say_nothing() -> None:
    played = (left(1, 60_000), left(2, 60_000), match(3), match(4))
    assert found(Evidence(played, seats=4)) == [Hint("left", 50, game="chaos")]
    assert found(Evidence(played[:3], seats=4)) == []


def test_a_match_of_unknown_length_is_not_taken_for_a_short_one() -> None:
    played = tuple(match(n, finished=False, played_ms=None) for n in range(1, 5))
    assert [h.kind for h in found(Evidence(played, seats=4))] == ["left"]


def test_a_match_being_played_is_not_left() -> None:
    played = (*matches(3), match(4, finished=False, playing=True, played_ms=0))
    assert found(Evidence(played, seats=4)) == []


@pytest.mark.parametrize(("last", "told"), [(2, 3), (3, None), (5, None)])
def test_a_button_not_seen_for_some_games(last: int, told: int | None) -> None:
    button = KnownButton(2, OK, None, last)
    expected = [Hint("unseen", told, seat=2, button="ok")] if told else []
    assert found(Evidence(matches(5), buttons=(button,), seats=4)) == expected


def test_a_button_is_missed_only_where_it_was_needed() -> None:
    """At «Хаос» nobody needs ◀; an opponent without a body, an empty seat, press nothing."""
    arrow = KnownButton(2, int(Button.LEFT), None, 0)
    assert found(Evidence(matches(5), buttons=(arrow,), seats=4)) == []
    quiet = Evidence(matches(3, game="iota"), buttons=(arrow,), seats=4)
    assert found(quiet) == [Hint("unseen", 3, seat=2, button="left")]
    without = replace(quiet, matches=matches(3, game="iota", bodies=(0, 1)))
    assert found(without) == []
    back = KnownButton(2, int(Button.BACK), None, 0)
    assert found(replace(quiet, buttons=(back,))) == []


def test_a_match_being_played_has_not_missed_a_button_yet() -> None:
    played = (*matches(2), match(3, finished=False, playing=True))
    button = KnownButton(2, OK, None, 0)
    assert found(Evidence(played, buttons=(button,), seats=4)) == []


def days(*counts: tuple[int, int]) -> tuple[ButtonCount, ...]:
    """(presses, bounces) of ● at seat 1, day by day."""
    return tuple(ButtonCount(1, OK, f"2026-05-{d:02}", *count) for d, count in enumerate(counts, 1))


@pytest.mark.parametrize(("bounces", "told"), [(19, False), (20, True)])
def test_a_button_that_bounces_ever_more(bounces: int, told: bool) -> None:
    """The latest seven days against all before."""
    presses = days((20, 20), *[(10, bounces)] * 7)
    evidence = Evidence(presses=presses, buttons=(KnownButton(1, OK, None, 0),), seats=2)
    expected = [Hint("bounces", 2, seat=1, button="ok")] if told else []
    assert found(evidence) == expected


def test_too_few_presses_tell_no_wear_and_a_first_bounce_is_none() -> None:
    button = (KnownButton(1, OK, None, 0),)
    young = Evidence(presses=days((9, 0), *[(10, 90)] * 7), buttons=button, seats=2)
    assert found(young) == []
    calm = Evidence(presses=days((20, 0), *[(10, 9)] * 7), buttons=button, seats=2)
    assert found(calm) == []


@pytest.mark.parametrize(("plays", "told"), [(5, False), (6, True)])
def test_a_game_that_nobody_plays(plays: int, told: bool) -> None:
    played = (match(1, game="elements"), match(2, game="ignis"), match(3, game="iota"))
    others = tuple(match(n, game="chaos") for n in range(4, 4 + plays - 2))
    kinds = [(h.kind, h.game) for h in found(Evidence((*played, *others), seats=4))]
    assert (("unplayed", "elements") in kinds) is told


@pytest.mark.parametrize(("plays", "told"), [(4, False), (5, True)])
def test_a_seat_that_nobody_takes(plays: int, told: bool) -> None:
    hint = Hint("empty_seat", plays, seat=4)
    assert (hint in found(Evidence(matches(plays), seats=5))) is told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", TEXTS)
def test_each_hint_is_a_sentence_in_both_languages(language: str, kind: str) -> None:
    text = Hint(kind, 3, "iota", 1, "ok").text(Words(language))
    assert "3" in text
    assert "{" not in text
    assert ("IOTA" in text) != ("2" in text)  # the game, or the seat as people count


def test_the_owner_reads_that_a_game_is_left_in_the_first_minute() -> None:
    text = Hint("left_early", 40, "chaos").text(Words("ru"))
    assert "бросают в первую минуту" in text
