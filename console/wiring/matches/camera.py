"""Photo finishes from the newest samples of a table's inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from console.duel.developing import PadScans, RaceFacts, photo_finish
from console.duel.photo_finish import PhotoFinish, Result
from console.table.outputs import VerdictKind, VerdictReached
from console.table.seating import Seating
from drivers.events import Contact
from drivers.inputs import Inputs

BEFORE_NS = 400_000_000
"""Shows the pad free for 300 ms (C26) before the 60 ms of a photo finish, so that the window can be
shortened to those (``console.store.shorten``); one that cannot be is kept with all of it."""
AFTER_NS = 60_000_000
RESULTS: Final = {VerdictKind.FALSE_GRAB: Result.FALSE, VerdictKind.DEAD_HEAT: Result.TIED}


class Camera:
    """A table's photographer (``console.table.match``): by the newest samples of ``inputs``."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs

    def __call__(self, verdict: VerdictReached, seating: Seating) -> PhotoFinish | None:
        """The race of a verdict, None when nobody touched or no sample of it is left."""
        contacts = tuple(entry.contact for entry in verdict.order)
        if not contacts:
            return None
        from_ns, to_ns = window_ns(contacts)
        scans = PadScans(
            self.inputs.pad_setup,
            self.inputs.recent_batches(from_ns, to_ns),
            self.inputs.recent_pad_state(from_ns, to_ns),
        )
        facts = facts_of(
            verdict.kind,
            contacts,
            tuple(entry.margin_uncertainty_ns for entry in verdict.order),
            verdict.shown_ns,
            verdict.sudden_death,
            players_of(seating),
        )
        return photo_finish(facts, scans)


def facts_of(
    kind: VerdictKind,
    contacts: tuple[Contact, ...],
    expanded_ns: tuple[int, ...],
    shown_ns: int | None,
    sudden_death: tuple[int, ...],
    players: Mapping[int, int],
) -> RaceFacts:
    """``expanded_ns`` is 0 for the one whom the others' margins are counted from: the first."""
    if sudden_death:
        return RaceFacts(
            result=Result.WON,
            first=contacts[0].seat,
            contacts=contacts,
            shown_ns=shown_ns,
            light=True,
            rivals=sudden_death,
            players=players,
        )
    result = RESULTS.get(kind, Result.WON)
    first = None
    if result is not Result.TIED:
        own = (c for c, u_ns in zip(contacts, expanded_ns, strict=False) if u_ns == 0)
        first = next(own, contacts[0]).seat
    return RaceFacts(
        result=result, first=first, contacts=contacts, shown_ns=shown_ns, players=players
    )


def players_of(seating: Seating) -> dict[int, int]:
    """Whose hand is at each seat."""
    return dict(zip(seating.seats, seating.player_of, strict=True))


def window_ns(contacts: Sequence[Contact]) -> tuple[int, int]:
    """From when to when samples belong to a race."""
    return (
        min(c.t_ns for c in contacts) - BEFORE_NS,
        max(c.decided_ns for c in contacts) + AFTER_NS,
    )
