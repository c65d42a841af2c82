"""How sure is sure: when one touch is known to come before another (C25).

Two touches are *indistinct* when they are closer than their joint uncertainty, which is
``coverage`` times the root of the sum of the squares of their sigmas. Where a finger rested near
the threshold, or bounced, it surely came between two moments, and may have come at either: whoever
may have touched in between is in doubt with it, however unlikely that is, and nobody else is,
however great its sigma. The pad's clock map is common to all its contacts and does not enter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, hypot, inf
from operator import attrgetter
from typing import Final

from drivers.errors import ConfigError
from drivers.events import Contact, Fall

SameParty = Callable[[int, int], bool]
"""Whether two different seats are hands of one person (C30)."""


@dataclass(frozen=True, slots=True)
class RefereeConfig:
    """How the referee waits and doubts. Raises ConfigError for a value out of range.

    ``settle_ns``: how long the pad must be free after an event (C26). ``coverage``: sigmas in an
    expanded uncertainty. ``u_max_ns``: a sigma to be waited for. The pad holds back from the first
    moment at which an undecided touch may have begun, so of touches with a greater one those are
    known that may have been the first, up to ``u_most_ns``, the greatest that is stated.
    ``wait_ns``: the longest wait, whatever is stated; what is unclear then is a dead heat of those
    known: who was decided before the other is, however long after he came.
    ``blame_ns``: how long before a fall a touch may have caused it (C13).
    """

    settle_ns: int = 300_000_000
    coverage: float = 2.0
    u_max_ns: int = 8_000_000
    u_most_ns: int = 20_000_000
    wait_ns: int = 50_000_000
    blame_ns: int = 150_000_000

    def __post_init__(self) -> None:
        names = ("settle_ns", "coverage", "u_max_ns", "u_most_ns", "wait_ns", "blame_ns")
        for name in names:
            if not getattr(self, name) >= 0:
                raise ConfigError(
                    "referee: {name} is {value}: give a number from 0 up",
                    name=name,
                    value=getattr(self, name),
                )

    def joint_ns(self, a_ns: float, b_ns: float) -> int:
        """The expanded joint uncertainty of two times with these sigmas, rounded up."""
        return ceil(self.coverage * hypot(a_ns, b_ns))

    def told_ns(self, contact: Contact) -> int:
        """The error that people are told beside a reaction."""
        return round(self.coverage * hypot(contact.uncertainty_ns, contact.clock_uncertainty_ns))

    def between_ns(self, a: Contact, b: Contact) -> int:
        """How far the time from one contact to the other may be off."""
        return self._off_ns(b, a) if by_onset(b) < by_onset(a) else self._off_ns(a, b)

    def _off_ns(self, earlier: Contact, later: Contact) -> int:
        between_ns = 0  # ends that are told
        earlier_ns, later_ns = earlier.uncertainty_ns, later.uncertainty_ns
        if earlier.early_ns or earlier.late_ns:
            between_ns, earlier_ns = earlier.late_ns, 0
            if later.decided_ns > earlier.decided_ns:  # else it is known, however long after
                between_ns = min(between_ns, self.wait_ns)
        if later.early_ns or later.late_ns:
            between_ns, later_ns = between_ns + later.early_ns, 0
        return ceil(between_ns + self.coverage * hypot(earlier_ns, later_ns))

    def horizon_ns(self, t_ns: int, uncertainty_ns: int, late_ns: int = 0) -> int:
        """The pad must be complete up to here before a time ``t_ns``, which may be so much later,
        is ruled upon."""
        wait_ns = self.joint_ns(uncertainty_ns, self.u_max_ns)
        if late_ns:  # else it is no more
            wait_ns = max(wait_ns, late_ns + self.joint_ns(0, self.u_max_ns))
        return t_ns + min(wait_ns, self.wait_ns)

    def near(self, first: Contact, others: Iterable[Contact]) -> Iterator[Contact]:
        """Those of the ``others`` that may come into doubt with a contact, and are known whenever
        it is ruled upon: those that may have come within the longest wait, or were decided before
        that contact was."""
        reach_ns = self.joint_ns(first.uncertainty_ns, self.u_most_ns)
        if first.late_ns:
            reach_ns = max(reach_ns, first.late_ns + self.joint_ns(0, self.u_most_ns))
        waited_ns = min(reach_ns, self.wait_ns)
        for other in others:
            after_ns = other.t_ns - other.early_ns - first.t_ns
            if after_ns <= (reach_ns if other.decided_ns <= first.decided_ns else waited_ns):
                yield other

    def distinct(self, earlier: Contact, later: Contact) -> bool:
        """Whether ``earlier`` (by onset, or equal) is surely before ``later`` of somebody else."""
        gap_ns = later.t_ns - earlier.t_ns
        return gap_ns > 0 and gap_ns >= self._off_ns(earlier, later)

    def falls_before(self, fall: Fall, contact: Contact) -> bool:
        """Whether the pad surely fell before the contact; in doubt the contact caused the fall.

        Line and pad have different clocks, so here the clock map's sigma counts.
        """
        gap_ns = contact.t_ns - fall.t_ns
        off_ns = self.off_host_ns(contact, contact.early_ns, fall.uncertainty_ns, self.u_max_ns)
        return gap_ns > 0 and gap_ns >= off_ns

    def off_host_ns(
        self, contact: Contact, end_ns: int, sigma_ns: float, most_ns: float = inf
    ) -> int:
        """How far the time between a contact and a moment of the host's clock, known to
        ``sigma_ns``, may be off. ``end_ns``: how far that side's end is, where they are told;
        ``most_ns``: of the contact's own sigma."""
        clock_ns = contact.clock_uncertainty_ns
        if contact.early_ns or contact.late_ns:
            return ceil(end_ns + self.coverage * hypot(sigma_ns, clock_ns))
        return self.joint_ns(sigma_ns, min(hypot(contact.uncertainty_ns, clock_ns), most_ns))


by_onset: Final[Callable[[Contact], tuple[int, int]]] = attrgetter("t_ns", "seat")
"""The order of contacts: by onset, equal ones by seat."""


def apart(_a: int, _b: int) -> bool:
    """Every seat is a person of its own."""
    return False


def preceded(
    contact: Contact, earlier: Sequence[Contact], config: RefereeConfig, same_party: SameParty
) -> bool:
    """Whether one of the ``earlier`` (by onset) surely comes before a contact.

    Between hands of one party there is no doubt: the earlier onset stands (C30).
    """
    seat = contact.seat
    for other in earlier:
        if config.distinct(other, contact) or other.seat == seat or same_party(other.seat, seat):
            return True
    return False
