"""The referee whatever happens and however word of it arrives (C23, C25, C26)."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from hypothesis import example, given
from hypothesis import strategies as st

from console.duel.doubt import RefereeConfig
from console.duel.referee import Referee
from console.duel.rulings import DeadHeat, Fallen, First, Ignored, Reason, Ruling, Settled, Standing
from drivers.events import Contact, Gesture, PadProgress
from drivers.times import MS
from tests.console.duel.tools import judge_by, pad
from tests.console.duel.worlds import (
    END_NS,
    SEATS,
    Step,
    World,
    arrivals,
    core,
    follow,
    looked,
    places,
    prompt,
    worlds,
)


def play(world: World, steps: list[Step], polls: list[bool] | None = None) -> list[Ruling]:
    """All rulings; ``polls`` tells after which steps the referee is asked (left out: all)."""
    referee = Referee()
    rulings: list[Ruling] = []
    for number, step in enumerate(steps):
        step(referee)
        if polls is not None and number < len(steps) - 1 and not polls[number % len(polls)]:
            continue
        while (ruling := referee.decide(world.standings.__getitem__)) is not None:
            rulings.append(ruling)
            follow(referee, ruling)
    return rulings


@given(st.data(), worlds(), st.lists(st.booleans(), min_size=1, max_size=9))
def test_c23_rulings_do_not_depend_on_arrival(
    data: st.DataObject, world: World, polls: list[bool]
) -> None:
    expected = play(world, prompt(world))
    steps = data.draw(arrivals(world))
    assert [core(r) for r in play(world, steps, polls)] == [core(r) for r in expected]


@given(worlds(), st.lists(st.integers(0, END_NS // 3), max_size=30))
def test_c26_rulings_do_not_depend_on_when_somebody_looks(world: World, moments: list[int]) -> None:
    expected = play(world, looked(world, range(0, END_NS // 3, 9 * MS)))
    assert [core(r) for r in play(world, looked(world, moments))] == [core(r) for r in expected]


@given(st.data(), worlds())
def test_every_contact_and_fall_ends_in_exactly_one_place(
    data: st.DataObject, world: World
) -> None:
    rulings = play(world, data.draw(arrivals(world)))
    ended = sorted(repr(item) for ruling in rulings for item in places(ruling))
    assert ended == sorted(repr(item) for item in (*world.contacts, *world.falls))


@given(st.data(), worlds())
def test_c26_every_race_is_settled_with_all_its_contacts(data: st.DataObject, world: World) -> None:
    members: list[Contact] = []
    for ruling in play(world, data.draw(arrivals(world))):
        if isinstance(ruling, (First, DeadHeat)):
            assert members == []
            members += ruling.contacts if isinstance(ruling, DeadHeat) else [ruling.contact]
        elif isinstance(ruling, Ignored) and members:
            if ruling.reason in (Reason.DOUBT, Reason.UNSETTLED):
                members.append(ruling.contact)
        elif isinstance(ruling, Settled):
            entries = ruling.race.entries
            assert {entry.contact for entry in entries} == set(members)
            assert all(a.contact.t_ns <= b.contact.t_ns for a, b in pairwise(entries))
            assert [entry.place for entry in entries] == list(range(1, len(entries) + 1))
            members = []
    assert members == []


@given(st.data(), worlds())
def test_c23_no_ruling_before_its_watermark(data: st.DataObject, world: World) -> None:
    pad_ns = falls_ns = -1

    class Watch(Referee):
        """Notes how far the sources are."""

        def progress(self, progress: PadProgress) -> None:
            nonlocal pad_ns
            pad_ns = progress.complete_to_ns
            super().progress(progress)

        def falls_complete_to(self, t_ns: int) -> None:
            nonlocal falls_ns
            falls_ns = max(falls_ns, t_ns)
            super().falls_complete_to(t_ns)

    referee = Watch()
    for step in data.draw(arrivals(world)):
        step(referee)
        while (ruling := referee.decide(world.standings.__getitem__)) is not None:
            for item in places(ruling):
                assert item.t_ns <= pad_ns
            if isinstance(ruling, (First, DeadHeat)):
                assert referee.race is not None
                head = referee.race.entries[0].contact  # the first, or who was in doubt with it
                assert head.t_ns + 2 * hypot(head.uncertainty_ns, 5 * MS) <= pad_ns
                assert places(ruling)[0].t_ns <= falls_ns
            elif isinstance(ruling, Fallen):
                assert ruling.fall.t_ns <= falls_ns
                assert ruling.fall.t_ns + 2 * hypot(ruling.fall.uncertainty_ns, 5 * MS) <= pad_ns
            follow(referee, ruling)


def one_race(contacts: list[Contact], standings: dict[int, Standing]) -> Ruling:
    """What comes of these contacts alone."""
    referee = Referee(RefereeConfig(u_max_ns=100 * MS))
    referee.falls_complete_to(1 << 62)
    for contact in contacts:
        referee.add(contact)
    referee.progress(pad(2000, loaded=tuple(contact.seat for contact in contacts)))
    ruling = referee.decide(judge_by(standings))
    assert ruling is not None
    return ruling


def grab(seat: int, t_ns: int, u_ns: int) -> Contact:
    return Contact(
        seat=seat,
        gesture=Gesture.GRAB,
        t_ns=t_ns,
        uncertainty_ns=u_ns,
        clock_uncertainty_ns=0,
        decided_ns=t_ns + 30 * MS,
        peak_n=5.0,
    )


STAND = st.sampled_from((Standing.RIGHTFUL, Standing.WRONGFUL))
GAP = st.integers(0, 2_000)
SIGMA = st.integers(0, 500)


@given(GAP, SIGMA, SIGMA, STAND, STAND)
@example(500, 150, 200, Standing.RIGHTFUL, Standing.RIGHTFUL)  # exactly the joint uncertainty
def test_c25_two_hands(gap_ns: int, u_a: int, u_b: int, a: Standing, b: Standing) -> None:
    one, two = grab(4, 1000, u_a), grab(2, 1000 + gap_ns, u_b)
    ruling = one_race([two, one], {4: a, 2: b})
    sure = gap_ns > 0 and gap_ns**2 >= 4 * (u_a**2 + u_b**2)
    if sure:
        assert isinstance(ruling, First)
        assert ruling.contact == one
    elif a is b:
        assert isinstance(ruling, DeadHeat)
        assert set(ruling.contacts) == {one, two}
        assert ruling.standing is a
    else:
        assert isinstance(ruling, First)
        assert ruling.contact == (one if a is Standing.RIGHTFUL else two)


@given(st.lists(st.tuples(GAP, SIGMA), min_size=2, max_size=6), st.integers(2, 5))
def test_c25_more_uncertainty_never_makes_a_first(
    touches: list[tuple[int, int]], scale: int
) -> None:
    def heat(factor: int) -> set[int]:
        contacts = [grab(seat, t, u * factor) for seat, (t, u) in enumerate(touches)]
        ruling = one_race(contacts, {})
        if isinstance(ruling, First):
            return {ruling.contact.seat}
        assert isinstance(ruling, DeadHeat)
        return {contact.seat for contact in ruling.contacts}

    assert heat(1) <= heat(scale)
    assert heat(0) == {
        seat for seat, (t, _) in enumerate(touches) if t == min(t for t, _ in touches)
    }


@given(worlds(), st.integers(0, SEATS - 1))
def test_disabled_seats_change_nothing_for_the_others(world: World, broken: int) -> None:
    """Their contacts come in and they stay loaded for ever; all else is as if without them."""
    honest = tuple(contact for contact in world.contacts if contact.seat != broken)
    quiet = tuple(
        PadProgress(p.complete_to_ns, p.loaded - {broken}, p.pending - {broken})
        for p in world.progress
    )
    noisy = tuple(PadProgress(p.complete_to_ns, p.loaded | {broken}, p.pending) for p in quiet)
    without = World(honest, world.falls, quiet, world.standings)
    with_it = World(world.contacts, world.falls, noisy, world.standings)

    def disable(referee: Referee) -> None:
        referee.disable(broken)

    rulings = play(with_it, [disable, *prompt(with_it)])
    assert [
        core(ruling)
        for ruling in rulings
        if not (isinstance(ruling, Ignored) and ruling.reason is Reason.DISABLED)
    ] == [core(ruling) for ruling in play(without, prompt(without))]
