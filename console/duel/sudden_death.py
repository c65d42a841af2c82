"""A dead heat played off: hands off, a random wait, the pad's light, first touch wins (C25).

Everything is ordered by onset and ruled upon once nothing earlier or indistinct can still arrive,
as in the referee. It goes on by itself until somebody has won.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from console.duel.doubt import RefereeConfig, apart, by_onset, preceded
from console.duel.settling import PadRest
from drivers.errors import ConfigError
from drivers.events import Contact, PadProgress
from drivers.times import SECOND

WAIT_MIN_NS: Final = SECOND
WAIT_MAX_NS: Final = 3 * SECOND
TIME_OUT_NS: Final = 10 * SECOND


class Phase(StrEnum):
    """The steps of a sudden death."""

    HANDS_OFF = "hands_off"  # until the pad was free for the settling time
    WAIT = "wait"  # a touch now loses
    LIGHT = "light"  # the pad's light is to be on
    OUTCOME = "outcome"  # somebody has won


class Cause(StrEnum):
    """Why a sudden death starts again."""

    ALL_OUT = "all_out"  # the last ones touched before the light, nobody surely before the others
    DEAD_HEAT = "dead_heat"
    NOBODY = "nobody"  # no touch within 10 s


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """``seat`` has won. ``contact`` is None when the others lost before the light.

    The margin is to the next touch of another seat, None while none is known; its uncertainty is
    expanded.
    ``losers``: first those still in, by seat; then those out, the first to go out at the end.
    """

    seat: int
    contact: Contact | None
    margin_ns: int | None
    margin_uncertainty_ns: int | None
    losers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """Undecided: ``seats`` play once more; the sudden death is already back at hands off."""

    cause: Cause
    seats: tuple[int, ...]


class SuddenDeath:
    """Feed ``add``, ``progress`` and ``tick``; switch the light on at ``Phase.LIGHT`` and say
    ``light_shown``; call ``decide`` until it returns None.

    Only petals of seats still in count: who does not take part can neither disturb nor hold it up.
    """

    def __init__(self, seats: Sequence[int], rng: Random, now_ns: int) -> None:
        """Begins at ``now_ns`` with hands off.

        Raises ConfigError for fewer than two seats or a seat given twice.
        """
        if len(seats) < 2 or len(set(seats)) < len(seats):
            raise ConfigError(
                "sudden death between seats {seats}: give two or more different seats",
                seats=list(seats),
            )
        self._config = RefereeConfig()
        self._rng = rng
        self._rest = PadRest(self._config.settle_ns)
        self._contacts: list[Contact] = []  # by onset, of seats still in
        self._all = tuple(seats)
        self._in = tuple(sorted(seats))
        self._out: list[int] = []  # in the order of going out
        self._heard = True
        self._open = True
        self._closed_ns: int | None = None  # since when nobody could win
        self._begin(now_ns)

    def _begin(self, from_ns: int) -> None:
        self._phase = Phase.HANDS_OFF
        self._from_ns = from_ns  # hands off counts from here; then: touches count from here
        self._due_ns = 0  # when the light is to come on
        self._light_ns: int | None = None
        self._end_ns = 0  # when nobody has touched; means something once the light is on

    # -- what screens and lamps need -------------------------------------------------------

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody who has taken part from the beginning."""
        return self._all

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have lost, in the order of going out."""
        return tuple(self._out)

    @property
    def light_ns(self) -> int | None:
        """When the light of this round came on."""
        return self._light_ns

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do; None: it is the pad or the light that is awaited."""
        waits = self._phase is Phase.WAIT and self._closed_ns is None
        return self._due_ns if waits else None

    # -- what happened ---------------------------------------------------------------------

    def close(self, since_ns: int | None) -> None:
        """Since when nobody can win, in a pause, a silence, or as the pad lies beside its cradle;
        None: one can. No light comes then, and no touch counts that may have come then; once that
        is over, and all is known that came before it, the round begins anew. Say so before
        ``decide``."""
        self._open = since_ns is None
        if since_ns is not None:
            self._closed_ns = from_ns = min(since_ns, self._closed_ns or since_ns)
            self._contacts = [c for c in self._contacts if c.t_ns + c.late_ns < from_ns]

    def tick(self, now_ns: int) -> None:
        """Time has come to ``now_ns``: the wait may be over. Call ``decide`` before."""
        if self._closed_ns is not None:
            known = self._rest.complete_to_ns >= self._closed_ns + self._config.wait_ns
            if self._open and known and self._phase is not Phase.OUTCOME:
                self._closed_ns = None
                self._begin(now_ns)
        elif self._phase is Phase.WAIT and now_ns >= self._due_ns:
            self._phase = Phase.LIGHT

    def light_shown(self, t_ns: int) -> None:
        """The light really came on at ``t_ns`` (lamp or display)."""
        if self._phase is Phase.LIGHT and self._light_ns is None:
            self._light_ns = t_ns
            self._end_ns = t_ns + TIME_OUT_NS

    def add(self, contact: Contact) -> None:
        """A touch, whatever its gesture."""
        latest_ns = contact.t_ns + contact.late_ns
        counts = self._closed_ns is None or latest_ns < self._closed_ns
        if counts and contact.seat in self._in:
            insort(self._contacts, contact, key=by_onset)

    def progress(self, progress: PadProgress) -> None:
        """How far the pad is known."""
        self._rest.progress(progress, self._contacts, self._in.__contains__)
        if self._phase is Phase.HANDS_OFF and self._heard:
            free_ns = self._rest.first_after(self._from_ns)
            if free_ns is not None:
                self._phase = Phase.WAIT
                self._due_ns = free_ns + self._rng.randint(WAIT_MIN_NS, WAIT_MAX_NS)
                self._from_ns = free_ns

    def hear(self, heard: bool, now_ns: int) -> None:
        """While the pad cannot be heard there is no round: it begins anew once it can be."""
        if heard is not self._heard and self._phase is not Phase.OUTCOME:
            self._heard = heard
            self._begin(now_ns)

    def disable(self, seat: int) -> None:
        """The seat cannot be trusted any more: it is out, unless it is the last one in."""
        if seat in self._in and len(self._in) > 1:
            self._send_out((seat,))

    # -- rulings ---------------------------------------------------------------------------

    def decide(self) -> Winner | Again | None:
        """The outcome of the round, once it is sure; None before, and after a Winner."""
        if self._phase is Phase.OUTCOME:
            return None
        if len(self._in) == 1:
            return self._won(self._in[0], None)
        if self._phase is Phase.HANDS_OFF:
            return None
        while self._contacts and self._contacts[0].t_ns < self._from_ns:
            self._contacts.pop(0)
        while self._contacts:
            possible = self._possible()
            early = [(contact, self._is_early(contact)) for contact in possible]
            if not possible or any(is_early is None for _, is_early in early):
                return None
            false_starts = [contact for contact, is_early in early if is_early]
            if not false_starts:
                return self._touched(possible)
            outcome = self._lose(false_starts)
            if outcome is not None:
                return outcome
        return self._timed_out()

    def _is_early(self, contact: Contact) -> bool | None:
        """Whether it surely came before the light; None: the light has still to come."""
        t_ns = contact.t_ns + self._config.off_host_ns(contact, contact.late_ns, 0)
        if self._light_ns is not None:
            return t_ns < self._light_ns
        return True if t_ns < self._due_ns else None

    def _possible(self) -> list[Contact]:
        """Those that may have been the first touch; empty while more of them may be under way."""
        first = self._contacts[0]
        horizon_ns = self._config.horizon_ns(first.t_ns, first.uncertainty_ns, first.late_ns)
        if self._rest.complete_to_ns < horizon_ns:
            return []
        near = list(self._config.near(first, self._contacts))
        return [
            touch
            for place, touch in enumerate(near)
            if not preceded(touch, near[:place], self._config, apart)
        ]

    def _lose(self, false_starts: list[Contact]) -> Winner | Again | None:
        """The first to touch before the light lose, all that may have been the first of them."""
        seats = [contact.seat for contact in false_starts]
        if len(seats) == len(self._in):
            return self._again(Cause.ALL_OUT, seats, false_starts[-1].t_ns)
        self._send_out(seats)
        return self._won(self._in[0], None) if len(self._in) == 1 else None

    def _touched(self, possible: list[Contact]) -> Winner | Again:
        """``possible`` may have been the first touch after the light."""
        if possible[0].t_ns > self._end_ns:
            return self._again(Cause.NOBODY, self._in, self._end_ns)
        if len(possible) == 1:
            return self._won(possible[0].seat, possible[0])
        seats = [contact.seat for contact in possible]
        self._send_out([seat for seat in self._in if seat not in seats])
        return self._again(Cause.DEAD_HEAT, seats, possible[-1].t_ns)

    def _timed_out(self) -> Again | None:
        if self._light_ns is None or self._rest.complete_to_ns < self._end_ns:
            return None
        return self._again(Cause.NOBODY, self._in, self._end_ns)

    def _send_out(self, seats: Sequence[int]) -> None:
        self._out.extend(seats)
        self._in = tuple(seat for seat in self._in if seat not in seats)
        self._contacts = [contact for contact in self._contacts if contact.seat in self._in]

    def _again(self, cause: Cause, seats: Sequence[int], from_ns: int) -> Again:
        self._in = tuple(sorted(seats))
        self._begin(from_ns)
        return Again(cause, self._in)

    def _won(self, seat: int, contact: Contact | None) -> Winner:
        self._phase = Phase.OUTCOME
        losers = (*(other for other in self._in if other != seat), *reversed(self._out))
        if contact is None or self._light_ns is None:
            return Winner(
                seat=seat, contact=None, margin_ns=None, margin_uncertainty_ns=None, losers=losers
            )
        margin_ns = margin_u_ns = None
        for other in self._contacts:
            if other.seat != seat:
                margin_ns = other.t_ns - contact.t_ns
                margin_u_ns = self._config.between_ns(contact, other)
                break
        return Winner(
            seat=seat,
            contact=contact,
            margin_ns=margin_ns,
            margin_uncertainty_ns=margin_u_ns,
            losers=losers,
        )
