"""A stored match, looked at again: its verdicts from the raw samples, and the way to resume it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import msgspec

from console.store.problems import StoreError
from console.store.records import MatchHeader, StoredMatch, VerdictRecord
from console.store.window import SampleWindow, contacts_in
from drivers.errors import KhvatkaError
from drivers.events import Contact
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import DECODER, PadConfig
from drivers.pad.decoder import PadSetup


@dataclass(frozen=True, slots=True)
class Comparison:
    """A verdict beside what the stored samples say today.

    ``differences`` are short sentences; none means the same to the nanosecond. ``judged_by`` is
    the version of the decoder that the table had.
    """

    verdict: int
    differences: tuple[str, ...]
    judged_by: int

    @property
    def same(self) -> bool:
        """Do the samples give the same contacts, uncertainties and order?"""
        return not self.differences

    @property
    def failed(self) -> bool:
        """Does the very decoder that judged give something else? Another one may."""
        return not self.same and self.judged_by == DECODER


def resumed(stored: StoredMatch) -> tuple[dict[str, Any], ...]:
    """What to apply to a new deal, in order, to go on with the match. Raises StoreError when an
    action is missing."""
    for place, action in enumerate(stored.actions):
        if action.n != place:
            raise StoreError(
                "match {id} lacks action {place}: it can be read but not played on",
                id=stored.id,
                place=place,
            )
    return tuple(action.action for action in stored.actions)


def redecide(stored: StoredMatch) -> list[Comparison]:
    """Decode every stored window again and compare; a verdict without samples is left out (of one
    that a silence held back for long none were left), and so is one in which an autopilot took
    part, which touched nothing.

    A window that cannot be decoded (another board since the match was resumed) is a difference.
    """
    comparisons = []
    for verdict in stored.verdicts:
        window = stored.window(verdict.n)
        if window is None or not (len(window.t_ns) and verdict.contacts and verdict.touched):
            continue
        try:
            told = differences(verdict, decode(stored.header, window))
        except KhvatkaError as fault:
            told = [str(fault)]
        comparisons.append(Comparison(verdict.n, tuple(told), window.decoder))
    return comparisons


def pad_of(header: MatchHeader) -> PadSetup:
    """What a match's samples were decoded with. Raises StoreError when the header lacks it."""
    if header.board_info is None:
        raise StoreError("this match was stored without its board: its samples mean nothing alone")
    try:
        calibration = msgspec.convert(header.calibration, Calibration)
        config = msgspec.convert(header.pad_config, PadConfig)
    except msgspec.ValidationError as fault:
        raise StoreError(
            "this match's calibration or pad configuration cannot be read ({fault}): "
            "replay it with the Khvatka that stored it",
            fault=fault,
        ) from fault
    return PadSetup(header.board_info, calibration, config)


def decode(header: MatchHeader, window: SampleWindow) -> list[Contact]:
    """The contacts in a window, decoded as the table decoded them, in the order of decision.

    Raises StoreError as ``pad_of``, ConfigError when the window does not fit its board.
    """
    return contacts_in(window, pad_of(header).decoder(window.pad_state))


def differences(verdict: VerdictRecord, decoded: Sequence[Contact]) -> list[str]:
    """What is not the same of the verdict's contacts, each beside the nearest decoded one of its
    seat. Contacts that the referee did not judge (a hand that settled, a hand of the next race) are
    none."""
    left = list(decoded)
    again: list[Contact] = []
    told: list[str] = []
    with_margins = zip(verdict.contacts, verdict.margins_ns, strict=False)
    judged = next((c for c, margin_ns in with_margins if margin_ns == 0), None)
    first: Contact | None = None  # not the earliest where a doubt went to it (C25)
    for contact in verdict.contacts:
        found = min(
            (c for c in left if c.seat == contact.seat),
            key=lambda c: abs(c.t_ns - contact.t_ns),
            default=None,
        )
        if found is None:
            told.append(f"seat {contact.seat + 1}: no contact")
            continue
        left.remove(found)
        again.append(found)
        first = found if contact is judged else first
        told += _changes(contact, found)
    ordered = sorted(again, key=lambda c: c.t_ns)
    if ordered != again:
        told.append(f"order of seats: {', '.join(str(c.seat + 1) for c in ordered)}")
    margins = () if first is None else tuple(c.t_ns - first.t_ns for c in ordered)
    if verdict.margins_ns and margins != verdict.margins_ns:
        told.append(f"margins_ns: {list(verdict.margins_ns)} stored, {list(margins)} now")
    return told


def _changes(stored: Contact, now: Contact) -> list[str]:
    return [
        f"seat {stored.seat + 1}: {f.name} {getattr(stored, f.name)} stored, "
        f"{getattr(now, f.name)} now"
        for f in fields(Contact)
        if getattr(stored, f.name) != getattr(now, f.name)
    ]
