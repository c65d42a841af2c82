"""The referee of races: contacts in, rulings out, by time of touch and never by arrival (C23-C26).

Give it everything that the drivers say (``add``, ``add_fall``, ``progress``,
``falls_complete_to``) and call ``decide`` until it returns None. A contact is ruled upon once
nothing can still arrive that was earlier or indistinct. What a contact would be worth is asked
through a ``Judge``; the referee knows no rules.

Who is first: of all contacts that the rules do not refuse, take those that no other one surely
precedes. They all may have been the first. If one of them is rightful, it is First: the doubt
between a rightful and a wrongful hand goes to the rightful. If several are, it is a dead heat of
these; if none, the wrongful one is First, or several are a dead heat.

A fall is ordered among the contacts. In doubt, or after a contact that counted, it is what came of
grabbing, and the contact alone is judged.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable

from console.duel.doubt import RefereeConfig, SameParty, apart, by_onset, preceded
from console.duel.rulings import (
    DeadHeat,
    Fallen,
    FallIgnored,
    First,
    Ignored,
    Judge,
    Race,
    RaceEntry,
    Reason,
    Ruling,
    Settled,
    Standing,
)
from console.duel.settling import EVER, PadRest
from drivers.events import Contact, Fall, PadProgress

_RIGHTFUL, _WRONGFUL, _REFUSED = Standing  # a look at its members costs as much as a call


class Referee:
    """Rules upon contacts and falls; deterministic, without a clock of its own."""

    def __init__(
        self, config: RefereeConfig | None = None, same_party: SameParty | None = None
    ) -> None:
        """``same_party`` tells hands of one person (C30); left out, every seat is its own."""
        self._config = config or RefereeConfig()
        self._same_party = same_party or apart
        self._rest = PadRest(self._config.settle_ns)
        self._falls_to_ns = EVER
        self._waiting: list[Contact] = []  # by onset
        self._falls: list[Fall] = []  # by time
        self._outbox: deque[Ruling] = deque()
        self._disabled: set[int] = set()
        self._refused: deque[Contact] = deque(maxlen=8)
        # Play closes with a ruling or event and opens when the pad was free after the last one
        # of them (C26); ``_opened_at_ns`` is None while it is closed.
        self._closed_from_ns = EVER
        self._event_ns = EVER
        self._opened_at_ns: int | None = EVER
        self._held = False
        self.silent = False  # nothing is known of the pad now
        self._silent_ns: int | None = None  # since when; None once play is closed for it
        self._heat: tuple[Contact, ...] = ()  # of the current race; empty: there is none
        self._heat_standing = _REFUSED
        self._field: list[Contact] = []  # the current race's contacts that are ruled upon

    # -- what happened ---------------------------------------------------------------------

    def add(self, contact: Contact) -> None:
        """A contact has arrived, at any time before ``progress`` promises it, and after those that
        were decided before it, where it may have come later than at its ``t_ns``."""
        insort(self._waiting, contact, key=by_onset)

    def add_fall(self, fall: Fall) -> None:
        """The pad was knocked off; putting it back is nothing to rule upon."""
        if fall.down:
            insort(self._falls, fall, key=lambda f: (f.t_ns, f.uncertainty_ns))

    def progress(self, progress: PadProgress) -> None:
        """How far the pad is known."""
        self._rest.progress(progress, self._waiting, lambda seat: seat not in self._disabled)

    def falls_complete_to(self, t_ns: int) -> None:
        """No fall up to ``t_ns`` is still under way."""
        self._falls_to_ns = max(self._falls_to_ns, t_ns)

    # -- what the table says ---------------------------------------------------------------

    def event_at(self, t_ns: int) -> None:
        """Something settled the table at ``t_ns``: an event of the rules, a choice (C18), the end
        of a sudden death (pass the winning touch) or of a ``hold``.

        Play opens again when the pad has been free for the settling time after it (C26).
        """
        self._held = False
        self._close(t_ns)

    def hold(self, t_ns: int) -> None:
        """Play stands still from ``t_ns`` on, until ``event_at``; a dead heat does it by itself."""
        self._held = True
        self._close(t_ns)

    def silent_from(self, t_ns: int) -> None:
        """The pad is silent since then. What may have come since is nobody's (C26); the race before
        is complete with those who are known, for its samples do not last until the pad is back."""
        if not self.silent:
            self.silent = True
            self._silent_ns = t_ns if self._silent_ns is None else self._silent_ns

    def heard_from(self, t_ns: int) -> None:
        """It is heard again: play opens as after an event of that time."""
        if self.silent:
            self.silent = False
            self._event_ns = max(self._event_ns, t_ns)

    def disable(self, seat: int) -> None:
        """Ignore the seat from now on, what is waiting of it included."""
        self._disabled.add(seat)

    def enable(self, seat: int) -> None:
        """Trust the seat again."""
        self._disabled.discard(seat)

    # -- what is known ---------------------------------------------------------------------

    @property
    def settled(self) -> bool:
        """Whether contacts count now, as far as the pad is known (C26)."""
        return self._opened_at_ns is not None

    @property
    def race(self) -> Race | None:
        """The race that is not settled yet, with everybody who is known to belong to it."""
        return self._race_of(self._known()) if self._heat else None

    @property
    def known(self) -> int:
        """How many are known to belong to it; 0: there is none."""
        return len(self._field) + len(self._coming()) if self._heat else 0

    # -- rulings ---------------------------------------------------------------------------

    def decide(self, judge: Judge) -> Ruling | None:
        """The next ruling, in order of touch; None when nothing more can be ruled upon yet.

        Let the rules judge a First (and call ``event_at``) before asking again.
        """
        if self._silent_ns is not None and self._known_until(self._silent_ns):
            self._fall_silent(self._silent_ns)
        if self._outbox:
            return self._outbox.popleft()
        head = self._waiting[0] if self._waiting else None
        fall = self._falls[0] if self._falls else None
        if self._opened_at_ns is None and not self.silent:
            opens_ns = self._rest.first_after(self._event_ns)
            if opens_ns is not None and not any(
                due and due.t_ns < opens_ns for due in (head, fall)
            ):
                if self._falls_to_ns < opens_ns:
                    return None
                settled = self._settle(opens_ns)
                if settled is not None:
                    return settled
        if fall is not None and self._goes_first(fall):
            return self._rule_on_fall(fall)
        return None if head is None else self._rule_on_contact(head, judge)

    def _goes_first(self, fall: Fall) -> bool:
        """Whether the fall is the next thing to rule upon: in doubt a touch caused it."""
        if self._shut(fall.t_ns) is not None:
            return not self._waiting or fall.t_ns <= self._waiting[0].t_ns
        for contact in self._waiting:
            if contact.seat not in self._disabled:
                return self._config.falls_before(fall, contact)
        return True

    def _close(self, t_ns: int) -> None:
        if self._opened_at_ns is not None:
            self._closed_from_ns = t_ns
            self._opened_at_ns = None
        self._event_ns = max(self._event_ns, t_ns)
        self._rest.forget(self._event_ns)

    def _known_until(self, silent_ns: int) -> bool:
        """Is nothing to be ruled upon any more that came before a silence?"""
        if self._opened_at_ns is None:
            return True
        known_ns = min(self._rest.complete_to_ns, self._falls_to_ns)
        before = any(fall.t_ns < silent_ns for fall in self._falls)
        return known_ns >= silent_ns and not before and all(map(self._unheard, self._waiting))

    def _fall_silent(self, silent_ns: int) -> None:
        race = self.race
        self._close(silent_ns)
        self._silent_ns = None
        if race is not None:
            self._heat = ()
            self._outbox.append(Settled(race))

    def _unheard(self, contact: Contact) -> bool:
        """May it have come while the pad was silent, nobody knows when?"""
        if self._silent_ns is None:
            return False
        late_ns = contact.late_ns
        if not (contact.early_ns or late_ns):
            late_ns = self._config.joint_ns(contact.uncertainty_ns, 0)
        return contact.t_ns + late_ns >= self._silent_ns

    def _settle(self, opens_ns: int) -> Settled | None:
        """The pad was free until ``opens_ns``: the race is complete; play opens unless held."""
        if not self._held:
            self._opened_at_ns = opens_ns
        if not self._heat:
            return None
        race = self._race_of(self._field)
        self._heat = ()
        return Settled(race)

    def _shut(self, t_ns: int) -> Reason | None:
        """Why play is closed for something that happened at ``t_ns``."""
        if self._opened_at_ns is not None and t_ns >= self._opened_at_ns:
            return None
        return Reason.LATE if t_ns < self._closed_from_ns else Reason.UNSETTLED

    def _rule_on_fall(self, fall: Fall) -> Ruling | None:
        complete_ns = self._rest.complete_to_ns
        if min(complete_ns, self._falls_to_ns) < fall.t_ns:
            return None
        reason = self._shut(fall.t_ns)
        if reason is not None:
            return FallIgnored(self._falls.pop(0), reason)
        if complete_ns < self._config.horizon_ns(fall.t_ns, fall.uncertainty_ns):
            return None
        # A touch that counted would have closed play, so only refused ones are left to blame.
        seats = {
            contact.seat
            for contact in self._refused
            if contact.t_ns >= fall.t_ns - self._config.blame_ns
        }
        self._close(fall.t_ns)
        return Fallen(self._falls.pop(0), seats.pop() if len(seats) == 1 else None)

    def _rule_on_contact(self, head: Contact, judge: Judge) -> Ruling | None:
        complete_ns = self._rest.complete_to_ns
        if complete_ns < head.t_ns or self._falls_to_ns < head.t_ns:
            return None
        reason = Reason.UNSETTLED if self._unheard(head) else self._shut(head.t_ns)
        reason = Reason.DISABLED if head.seat in self._disabled else reason
        if reason is not None:
            return self._ignore(self._waiting.pop(0), reason)
        horizon_ns = self._config.horizon_ns(head.t_ns, head.uncertainty_ns, head.late_ns)
        if complete_ns < horizon_ns:
            return None
        standing = judge(head)
        if standing is _REFUSED:
            self._refused.append(head)
            return self._ignore(self._waiting.pop(0), Reason.REFUSED)
        relevant, possible = [head], [head]
        heat = [head] if standing is _RIGHTFUL else []
        for other in self._config.near(head, self._waiting[1:]):
            if other.seat in self._disabled or self._unheard(other):
                continue
            standing = judge(other)
            if standing is _REFUSED:
                continue
            if not preceded(other, relevant, self._config, self._same_party):
                possible.append(other)
                if standing is _RIGHTFUL:
                    heat.append(other)
            relevant.append(other)
        standing = _RIGHTFUL if heat else _WRONGFUL
        heat = heat or possible
        if self._falls_to_ns < heat[0].t_ns:
            return None
        return self._rule(tuple(heat), standing, relevant)

    def _rule(
        self, heat: tuple[Contact, ...], standing: Standing, relevant: list[Contact]
    ) -> First | DeadHeat:
        """``heat`` are the first of the ``relevant``: a race begins, play closes."""
        self._heat = heat
        self._heat_standing = standing
        self._field = list(heat)
        self._set_aside_before(heat[0], relevant)
        for contact in heat:
            self._waiting.remove(contact)
        self._close(heat[0].t_ns)
        if len(heat) > 1:
            self._held = True
            return DeadHeat(heat, standing)
        field = (*self._field[:-1], *self._coming())  # what is set aside came before the first
        second = self._runner_up(field)
        if second is None:
            return First(heat[0], standing, field, None, None)
        margin_u_ns = self._config.between_ns(heat[0], second)
        return First(heat[0], standing, field, second.t_ns - heat[0].t_ns, margin_u_ns)

    def _set_aside_before(self, first: Contact, relevant: list[Contact]) -> None:
        """What has an earlier time than the first, yet does not come before it."""
        while self._waiting[0] is not first:
            contact = self._waiting.pop(0)
            if contact in relevant:
                reason = Reason.DOUBT
            elif contact.seat in self._disabled:
                reason = Reason.DISABLED
            else:
                reason = Reason.REFUSED
            self._outbox.append(self._ignore(contact, reason))
        while self._falls and self._falls[0].t_ns < first.t_ns:
            self._outbox.append(FallIgnored(self._falls.pop(0), Reason.DOUBT))

    def _ignore(self, contact: Contact, reason: Reason) -> Ignored:
        """Runners-up belong to the race; who is refused, late or not trusted does not."""
        if self._heat and reason in (Reason.UNSETTLED, Reason.DOUBT):
            insort(self._field, contact, key=by_onset)
        return Ignored(contact, reason)

    def _known(self) -> list[Contact]:
        """The current race's contacts, with those waiting that can only belong to it."""
        return sorted([*self._field, *self._coming()], key=by_onset)

    def _coming(self) -> list[Contact]:
        if not self._waiting:
            return []
        from_ns, end_ns = self._closed_from_ns, self._rest.earliest_after(self._event_ns)
        off = self._disabled
        coming = [c for c in self._waiting if from_ns <= c.t_ns < end_ns and c.seat not in off]
        return [contact for contact in coming if not self._unheard(contact)]

    def _runner_up(self, contacts: Iterable[Contact]) -> Contact | None:
        seat = self._heat[0].seat
        for contact in contacts:
            if contact.seat != seat and not self._same_party(contact.seat, seat):
                return contact
        return None

    def _race_of(self, contacts: list[Contact]) -> Race:
        first = self._heat[0]
        entries: list[RaceEntry] = []
        for place, contact in enumerate(contacts, 1):
            doubt_ns = 0 if contact is first else self._config.between_ns(first, contact)
            behind_ns = contact.t_ns - first.t_ns
            entries.append(RaceEntry(contact, place, behind_ns, doubt_ns))
        return Race(self._heat_standing, tuple(entries))
