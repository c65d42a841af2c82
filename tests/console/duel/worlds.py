"""What may happen on a pad, and the ways in which word of it may arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hypothesis import strategies as st

from console.duel.referee import Referee
from console.duel.rulings import (
    DeadHeat,
    Fallen,
    FallIgnored,
    First,
    Ignored,
    Ruling,
    Settled,
    Standing,
)
from drivers.events import Contact, Fall, Gesture, PadProgress, PetalHold
from drivers.times import MS

SEATS = 5
END_NS = 10_000 * MS
NEVER = 1 << 62
Step = Callable[[Referee], None]


@dataclass(frozen=True)
class Load:
    """A petal carries force from ``start_ns``, for a hand from ``held_ns`` on; what it is, is known
    from ``decided_ns`` on: a contact (``told``) or nothing."""

    seat: int
    start_ns: int
    held_ns: int
    decided_ns: int
    end_ns: int
    told: bool


@dataclass(frozen=True)
class World:
    """Contacts, falls, and every change of the pad as looks would tell it, one for each."""

    contacts: tuple[Contact, ...]
    falls: tuple[Fall, ...]
    progress: tuple[PadProgress, ...]
    standings: dict[Contact, Standing]
    loads: tuple[Load, ...] = ()


def snapshots(loads: list[Load]) -> tuple[PadProgress, ...]:
    """A progress for each change of the pad, and a last one long after."""
    moments = {0, END_NS}
    for load in loads:
        moments |= {load.start_ns, load.decided_ns, load.end_ns}
    found = []
    for t_ns in sorted(moments):
        now = [load for load in loads if load.start_ns <= t_ns < load.end_ns]
        open_ = [load for load in now if t_ns < load.decided_ns]
        complete_ns = min([t_ns, *(load.held_ns - 1 for load in open_)])
        found.append(
            PadProgress(
                complete_ns,
                frozenset(load.seat for load in now),
                frozenset(load.seat for load in open_),
            )
        )
    return tuple(found)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A few bursts of touches, some of them close together, some without a contact; falls."""
    loads: list[Load] = []
    standings: dict[Contact, Standing] = {}
    free_ns = [1 * MS] * SEATS
    base_ns = 0
    for _ in range(draw(st.integers(1, 8))):
        base_ns += draw(st.sampled_from((0, 0, 0, 40, 200, 330, 800))) * MS
        seat = draw(st.integers(0, SEATS - 1))
        start_ns = max(base_ns + draw(st.integers(0, 40)) * MS // 10, free_ns[seat])
        decided_ns = start_ns + draw(st.integers(15, 120)) * MS
        end_ns = decided_ns + draw(st.integers(0, 90)) * MS
        free_ns[seat] = end_ns + 5 * MS
        early_ns = min(draw(st.sampled_from((0, 0, 0, 3, 15))) * MS, start_ns)
        late_ns = min(draw(st.sampled_from((0, 0, 0, 8, 60, 110))) * MS, decided_ns - start_ns)
        told = draw(st.integers(0, 5)) > 0
        loads.append(Load(seat, start_ns, start_ns - early_ns, decided_ns, end_ns, told))
        if told:
            u_ns = draw(st.sampled_from((0, 50_000, 100_000, 1 * MS, 5 * MS)))
            contact = Contact(
                seat=seat,
                gesture=Gesture.GRAB,
                t_ns=start_ns,
                uncertainty_ns=u_ns,
                clock_uncertainty_ns=0,
                decided_ns=decided_ns,
                peak_n=5.0,
                early_ns=early_ns,
                late_ns=late_ns,
            )
            standings[contact] = draw(st.sampled_from(Standing))
    falls = tuple(
        Fall(True, draw(st.integers(0, base_ns // MS + 200)) * MS, draw(st.sampled_from((0, MS))))
        for _ in range(draw(st.integers(0, 2)))
    )
    ordered = tuple(sorted(standings, key=lambda contact: contact.t_ns))
    return World(
        ordered,
        tuple(sorted(falls, key=lambda f: (f.t_ns, f.uncertainty_ns))),
        snapshots(loads),
        standings,
        tuple(loads),
    )


def looked(world: World, moments: Iterable[int]) -> list[Step]:
    """All that a decoder has to tell, told whenever somebody looks."""
    steps = [*map(_add_fall, world.falls), _falls_to(END_NS)]
    looked_ns = complete_ns = -1
    for t_ns in sorted({0, *moments, END_NS}):
        steps += [_add(c) for c in world.contacts if looked_ns < c.decided_ns <= t_ns]
        holds = tuple(
            PetalHold(load.seat, load.start_ns, load.end_ns if load.end_ns <= t_ns else NEVER)
            for load in world.loads
            if load.told and load.decided_ns <= t_ns and load.end_ns > complete_ns
        )
        open_ = [load for load in world.loads if load.held_ns <= t_ns < load.decided_ns]
        complete_ns = max(complete_ns, min([t_ns, *(load.held_ns - 1 for load in open_)]))
        seats = frozenset(load.seat for load in open_)
        steps.append(_progress(PadProgress(complete_ns, seats, seats, holds)))
        looked_ns = t_ns
    return steps


def prompt(world: World) -> list[Step]:
    """Everything arrives in order and just before it is due."""
    steps: list[Step] = []
    contacts = list(promised(world))
    falls = list(world.falls)
    for place, progress in enumerate(world.progress):
        while contacts and contacts[0][1] <= place:
            steps.append(_add(contacts.pop(0)[0]))
        while falls and falls[0].t_ns <= progress.complete_to_ns:
            steps.append(_add_fall(falls.pop(0)))
        steps.append(_falls_to(progress.complete_to_ns))
        steps.append(_progress(progress))
    return steps


def _due(world: World, contact: Contact) -> int:
    """The place of the progress that promises it."""
    return next(i for i, p in enumerate(world.progress) if p.complete_to_ns >= contact.t_ns)


def promised(world: World) -> list[tuple[Contact, int]]:
    """The contacts in order of their decisions, each with the place of the progress that promises
    it or one that is decided later."""
    found: list[tuple[Contact, int]] = []
    latest = len(world.progress)
    for contact in sorted(world.contacts, key=lambda contact: -contact.decided_ns):
        latest = min(latest, _due(world, contact))
        found.append((contact, latest))
    return found[::-1]


@st.composite
def arrivals(draw: st.DrawFn, world: World) -> list[Step]:
    """Any order and lateness in which the sources keep their promises.

    Progress comes in its own order; a contact comes any time before the progress that promises it,
    and in order of decision where ends are told; a fall any time before its own watermark, which
    runs ahead of the pad's or behind it.
    """
    count = len(world.progress)
    slots: list[list[Step]] = [[] for _ in range(count + 1)]
    ends_told = any(contact.late_ns for contact in world.contacts)
    place = 0
    for contact, latest in promised(world):
        if ends_told:
            place = draw(st.integers(place, latest))
        else:
            place = draw(st.integers(0, _due(world, contact)))
        slots[place].append(_add(contact))
    marks = sorted(draw(st.lists(st.integers(0, END_NS), max_size=4)))
    places = sorted(draw(st.integers(0, count)) for _ in marks)
    for fall in world.falls:
        due = next((i for m, i in zip(marks, places, strict=True) if m >= fall.t_ns), count)
        slots[draw(st.integers(0, due))].append(_add_fall(fall))
    if not ends_told:
        slots = [draw(st.permutations(slot)) for slot in slots]
    for mark_ns, place in zip(marks, places, strict=True):
        slots[place].append(_falls_to(mark_ns))
    steps: list[Step] = []
    for slot, progress in zip(slots, world.progress, strict=False):
        steps += [*slot, _progress(progress)]
    return [*steps, *slots[count], _falls_to(END_NS)]


def _add(contact: Contact) -> Step:
    return lambda referee: referee.add(contact)


def _add_fall(fall: Fall) -> Step:
    return lambda referee: referee.add_fall(fall)


def _progress(progress: PadProgress) -> Step:
    return lambda referee: referee.progress(progress)


def _falls_to(t_ns: int) -> Step:
    return lambda referee: referee.falls_complete_to(t_ns)


def follow(referee: Referee, ruling: Ruling) -> None:
    """What a table does upon a ruling; a sudden death takes 700 ms here."""
    if isinstance(ruling, First):
        referee.event_at(ruling.contact.t_ns)
    elif isinstance(ruling, Fallen):
        referee.event_at(ruling.fall.t_ns)
    elif isinstance(ruling, DeadHeat):
        referee.event_at(ruling.contacts[0].t_ns + 700 * MS)


def core(ruling: Ruling) -> object:
    """A ruling without what a First happens to know of its field already."""
    return (ruling.contact, ruling.standing) if isinstance(ruling, First) else ruling


def places(ruling: Ruling) -> list[Contact | Fall]:
    """The contacts and falls that end in this ruling."""
    if isinstance(ruling, Settled):
        return []
    if isinstance(ruling, DeadHeat):
        return list(ruling.contacts)
    if isinstance(ruling, (Fallen, FallIgnored)):
        return [ruling.fall]
    assert isinstance(ruling, (First, Ignored))
    return [ruling.contact]
