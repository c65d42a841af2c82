"""A demonstration is a duel as it would be judged: only its hands are made up."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.duel.referee import Referee
from console.duel.rulings import First, Standing
from console.games.chaos import play
from console.table.attract.demonstration import APART_NS, PLACES, Demonstration, can_demonstrate
from console.table.attract.view import DemoOutcome, DuelView
from console.table.outputs import ContactSeen, Cue, MatchBegun, VerdictKind, VerdictReached
from console.table.settings import Settings
from drivers.events import PadProgress
from drivers.times import SECOND

BEGIN_NS = 5 * SECOND
SEEDS = st.integers(0, 2**32 - 1)


def watched(seats: int, seed: int) -> tuple[Demonstration, list[DuelView], list[Cue]]:
    """A demonstration and all that was to be seen and heard of it, a frame at each moment."""
    heard: list[Cue] = []
    duel = Demonstration(seats, seed, BEGIN_NS, Settings(), heard.append)
    seen: list[DuelView] = []
    now_ns = BEGIN_NS
    while duel.over_ns is None or now_ns < duel.over_ns:
        duel.tick(now_ns)
        duel.presented(duel.preview, now_ns)
        duel.tick(now_ns)
        seen.append(duel.view())
        due_ns = duel.next_due_ns()
        assert due_ns is not None
        assert due_ns > now_ns, "what is due was not done: the loop would never rest"
        now_ns = due_ns
    return duel, seen, heard


@settings(max_examples=12)
@given(SEEDS, st.sampled_from(sorted(PLACES)))
def test_the_verdict_is_the_referees_for_the_hands_that_were_drawn(seed: int, seats: int) -> None:
    duel, seen, _ = watched(seats, seed)
    contacts = [o.contact for o in duel.outputs if isinstance(o, ContactSeen)]
    referee = Referee()
    for contact in reversed(contacts):
        referee.add(contact)
    referee.falls_complete_to(BEGIN_NS + 60 * SECOND)
    referee.progress(PadProgress(BEGIN_NS + 60 * SECOND, frozenset(), frozenset()))
    ruling = referee.decide(lambda _: Standing.RIGHTFUL)
    assert isinstance(ruling, First)
    last = seen[-1]
    assert last.seen is DemoOutcome.FIRST
    assert last.first == ruling.contact.seat
    assert last.margin_ns == abs(contacts[0].t_ns - contacts[1].t_ns)
    assert APART_NS[0] <= last.margin_ns <= APART_NS[1]
    (verdict,) = [o for o in duel.outputs if isinstance(o, VerdictReached)]
    assert verdict.kind is VerdictKind.DUEL_WON
    assert verdict.seats == (last.first,)
    assert verdict.order[1].margin_ns == last.margin_ns


@settings(max_examples=6)
@given(SEEDS)
def test_the_same_seed_is_the_same_film_another_one_is_not(seed: int) -> None:
    assert watched(8, seed)[1] == watched(8, seed)[1]
    assert watched(8, seed)[1] != watched(8, seed + 1)[1]


def test_what_is_said_comes_in_order_and_the_two_are_alike() -> None:
    """C7: the tops of both piles show the same symbol."""
    _, seen, heard = watched(6, 3)
    told = [view.seen for view in seen]
    assert told == sorted(told, key=list(DemoOutcome).index)
    alike = next(view for view in seen if view.seen is DemoOutcome.ALIKE)
    tops = {alike.play.seats[seat].pile[-1][:2] for seat in alike.alike}
    assert len(alike.alike) == 2
    assert len(tops) == 1
    assert heard.count(Cue.FLIP) >= 5
    assert (heard.count(Cue.TOUCH), heard.count(Cue.VERDICT)) == (2, 1)


def test_it_takes_no_longer_than_people_look() -> None:
    lengths = []
    for seed in range(8):
        duel, _, _ = watched(8, seed)
        assert duel.over_ns is not None
        lengths.append((duel.over_ns - BEGIN_NS) / SECOND)
    assert min(lengths) > 8
    assert max(lengths) < 20


def test_the_rules_deal_is_dealt() -> None:
    """The table shows the deal of the seed that the match tells."""
    duel, _, _ = watched(4, 9)
    (begun,) = [o for o in duel.outputs if isinstance(o, MatchBegun)]
    state = play.new(4, begun.seed)
    assert begun.seats == PLACES[4]
    assert duel.match.position.state.pot == ()
    assert sum(map(len, state.stacks)) + len(state.pot) == 70


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_duel_needs_three_seats(seats: int) -> None:
    """C4."""
    assert can_demonstrate(seats) == (seats > 2)


def test_at_once_it_is_the_picture_of_its_verdict() -> None:
    duel = Demonstration(8, 3, BEGIN_NS, Settings(), lambda _: None)
    duel.to_the_end()
    assert duel.view().seen is DemoOutcome.FIRST
    assert duel.view().play.verdict is not None
