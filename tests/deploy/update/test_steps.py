"""An update and a power cut between and within any two of its steps: the table starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.update.steps import (
    MOST,
    UpdateError,
    attempt,
    back,
    confirm,
    current,
    refused,
    stage,
    trial,
    versions,
)
from tests.deploy.update.card import Card, PowerCut
from tests.few import few

FILES = ("bin/python", "bin/khvatka")
LEAST_CUTS = 400


def program(version: str) -> bytes:
    return f"the program of {version}".encode()


def build(card: Card, version: str) -> Callable[[str], None]:
    """A version made like a package manager makes it: nothing is synced."""

    def make(folder: str) -> None:
        for name in FILES:
            card.write(f"{folder}/{name}", program(version))

    return make


def put(card: Card, version: str) -> bool:
    return stage(card, version, build(card, version))


def started(card: Card) -> str:
    """Which version a start takes. It must be whole: a table that does not start fails here."""
    version = attempt(card)
    assert version is not None, "no version is started"
    assert version == current(card)
    for name in FILES:
        assert card.read(f"venvs/{version}/{name}") == program(version), f"{name} is in pieces"
    return version


def settled(card: Card, bad: frozenset[str]) -> str:
    """Start it again and again until one stays up."""
    for _ in range(MOST + 2):
        version = started(card)
        if version not in bad:
            confirm(card)
            return version
    raise AssertionError(f"{version} does not come up and stays")


def table(*there: str) -> Card:
    """A card on which these versions came up one after the other."""
    card = Card()
    for version in there:
        put(card, version)
        assert settled(card, frozenset()) == version
    card.sync_all()
    return card


def cuts(make: Callable[[], Card], do: Callable[[Card], object]) -> Iterator[Card]:
    """Every card that a cut between or within any two steps of ``do`` may leave."""
    whole = make()
    before = whole.steps
    do(whole)
    for step in range(before, whole.steps + 1):
        card = make()
        card.cut_at = step
        with suppress(PowerCut):
            do(card)
        yield from card.after_cut()


@pytest.mark.parametrize("bad", [frozenset[str](), frozenset({"3"})], ids=["good", "bad"])
@pytest.mark.parametrize("running", few(1, [False, True]), ids=["kept", "on-trial"])
def test_a_cut_anywhere_in_an_update_and_another_in_the_starts_after_it(
    bad: frozenset[str], running: bool
) -> None:
    """It ends on the old version or on the new one, and on the old one if the new one is bad."""

    def before() -> Card:
        card = table("1", "2")
        if running:  # an update that has not proved itself yet: bad for good
            put(card, "4")
            started(card)
            card.sync_all()
        return card

    count = 0
    for card in cuts(before, lambda card: put(card, "3")):
        for again in cuts(lambda left=card: clone(left), lambda c: settled(c, bad | {"4"})):  # type: ignore[misc]
            count += 1
            assert settled(again, bad | {"4"}) in (("2",) if bad else ("2", "3"))
    assert count >= LEAST_CUTS


def clone(card: Card) -> Card:
    return Card(dict(card.entries), dict(card.contents))


@pytest.mark.parametrize("tries", range(MOST + 1))
def test_a_cut_anywhere_in_a_start_of_a_trial(tries: int) -> None:
    """The last of them is the one that goes back."""

    def on_trial() -> Card:
        card = table("1")
        put(card, "2")
        for _ in range(tries):
            started(card)
        card.sync_all()
        return card

    for card in cuts(on_trial, attempt):
        assert started(clone(card)) in ("1", "2")
        assert settled(card, frozenset({"2"})) == "1"


def test_a_cut_anywhere_in_what_keeps_a_version_or_takes_it_back() -> None:
    def risen() -> Card:
        card = table("1")
        put(card, "2")
        started(card)
        card.sync_all()
        return card

    for card in cuts(risen, confirm):
        assert settled(card, frozenset()) == "2"
    for card in cuts(lambda: table("1", "2"), back):
        assert settled(card, frozenset()) in ("1", "2")


def test_a_damaged_card_never_brings_back_what_did_not_come_up() -> None:
    card = table("1")
    put(card, "9")
    assert settled(card, frozenset({"9"})) == "1"
    card.remove("current")
    assert started(card) == "1"


def test_the_newest_that_is_left_is_so_by_its_number() -> None:
    card = table("9", "10")
    assert versions(card) == ["9", "10"]
    for lost in ("current", "previous"):
        card.remove(lost)
    assert started(card) == "10"


def test_a_version_that_was_half_removed_is_built_anew() -> None:
    for card in cuts(lambda: table("1", "2"), lambda card: put(card, "3")):
        put(card, "1")
        assert settled(card, frozenset({"2", "3"})) in ("1", "2")


def test_what_is_kept_stays_kept() -> None:
    """The owner was told so: no cut puts it on trial again."""
    card = table("1")
    put(card, "2")
    assert settled(card, frozenset()) == "2"
    assert [trial(left) for left in card.after_cut()] == [None]


def test_a_version_has_nothing_of_a_cut_attempt_to_build_it() -> None:
    card = table("1")
    card.write("venvs/2/bin/half", b"from before the cut")
    put(card, "2")
    assert card.names("venvs/2/bin") == ["khvatka", "python"]


def test_a_first_installation_that_is_cut_is_done_again() -> None:
    for card in cuts(Card, lambda card: put(card, "1")):
        put(card, "1")
        assert settled(card, frozenset()) == "1"
        assert trial(card) is None


def test_one_that_does_not_come_up_is_started_three_times() -> None:
    card = table("1")
    put(card, "2")
    assert [started(card) for _ in range(MOST + 2)] == ["2"] * MOST + ["1", "1"]
    assert (refused(card), trial(card)) == ("2", None)


def test_one_that_comes_up_is_kept_and_the_one_before_stays() -> None:
    card = table("1", "2", "3")
    assert versions(card) == ["2", "3"]
    assert [started(card) for _ in range(MOST + 2)] == ["3"] * (MOST + 2)
    assert back(card) == started(card) == "2"
    assert back(card) == started(card) == "3"


def test_going_back_is_never_to_what_did_not_come_up() -> None:
    card = table("1")
    put(card, "2")
    settled(card, frozenset({"2"}))
    with pytest.raises(UpdateError, match="no other version"):
        back(card)


def test_an_update_onto_a_trial_keeps_what_came_up_last() -> None:
    card = table("1")
    put(card, "2")
    started(card)
    put(card, "3")
    assert settled(card, frozenset({"2", "3"})) == "1"


def test_the_same_again_changes_nothing() -> None:
    card = table("1", "2")
    steps = card.steps
    assert not put(card, "2")
    assert card.steps == steps


def test_a_build_that_fails_leaves_the_table_as_it_was() -> None:
    card = table("1")

    def fails(folder: str) -> None:
        card.write(f"{folder}/bin/python", b"half")
        raise UpdateError("the card is full")

    with pytest.raises(UpdateError, match="full"):
        stage(card, "2", fails)
    assert settled(card, frozenset()) == "1"
    assert put(card, "2")
    assert settled(card, frozenset()) == "2"


@pytest.mark.parametrize("content", [b"\xff{", b"[" * 4000])
def test_a_trial_that_cannot_be_read_is_none(content: bytes) -> None:
    card = table("1")
    card.write("trial.json", content)
    assert started(card) == "1"


def test_a_table_whose_current_version_is_gone_starts_another() -> None:
    card = table("1", "2")
    card.remove("venvs/2")
    assert started(card) == "1"
    assert attempt(Card()) is None


@given(
    st.lists(
        st.tuples(st.sampled_from("23456"), st.booleans(), st.integers(0, 30), st.integers(0, 999)),
        max_size=8,
    )
)
def test_any_sequence_of_updates_and_cuts(life: list[tuple[str, bool, int, int]]) -> None:
    """Updates, good and bad, each cut at some step, with some of what was in flight lost."""
    card = table("1")
    proven, bad = "1", frozenset[str]()
    for version, good, cut_after, which in life:
        bad = (bad | {version}) - ({version} if good else frozenset()) - {proven}
        card.cut_at = card.steps + cut_after
        try:
            put(card, version)
        except PowerCut:
            left = list(card.after_cut())
            card = left[which % len(left)]
        card.cut_at = None
        last = settled(card, bad)
        assert last in (proven, version)
        proven = last
