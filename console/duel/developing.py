"""A photo finish out of raw samples: the forces of its hands, by the decoder's own conversion.

Pure: what the verdict says of the race and the raw samples around it go in, a photo finish comes
out. The same function serves the table, from the samples that ``drivers.inputs`` keeps, and a
stored match, from its sample window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final

import numpy as np
import numpy.typing as npt

from console.duel.doubt import RefereeConfig, by_onset
from console.duel.photo_finish import (
    STRAGGLER_NS,
    ForceCurve,
    HandTrace,
    PhotoFinish,
    Result,
    Times,
)
from drivers.board import PARTS, Samples, petal_channels
from drivers.errors import ConfigError
from drivers.events import Contact
from drivers.pad.arrays import Floats
from drivers.pad.channels.baseline import Baseline
from drivers.pad.channels.calibration import check_fits
from drivers.pad.decoder import PadSetup, split_state
from drivers.pad.forces import Forces
from drivers.pad.past import Past
from drivers.times import MS

BEFORE_NS: Final = 60 * MS
AFTER_NS: Final = 120 * MS
"""How much of each curve is kept before the first and after the last onset."""
_DOUBT: Final = 0.7  # of the threshold: crosstalk that might reach so far is taken off


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceFacts:
    """What a verdict says of its race.

    ``contacts``: everybody in it; ``first`` the seat that the referee called first, None in a dead
    heat. ``shown_ns``: when the card was shown, or the light of a sudden death (``light``) between
    ``rivals``: their touches are found in the samples, the verdict has the winner's alone.
    ``players``: whose hand is at which seat, where one person has two (C30).
    """

    result: Result
    first: int | None
    contacts: tuple[Contact, ...]
    shown_ns: int | None
    light: bool = False
    rivals: tuple[int, ...] = ()
    players: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class PadScans:
    """Raw scans around a race, oldest first, and what it takes to make forces of them.

    ``pad_state``: float64[c, n], the decoder's state before the first scan.
    """

    pad: PadSetup
    batches: Sequence[Samples]
    pad_state: Floats


def photo_finish(facts: RaceFacts, scans: PadScans) -> PhotoFinish | None:
    """The photo finish of a race, None without a contact or without a sample of it.

    Raises ConfigError when board, calibration, state and samples do not fit together.
    """
    _check(scans)
    contacts = _hands(facts, scans)
    batches = [b for b in scans.batches if len(b.t_ns)]
    if not contacts or not batches:
        return None
    t_ns = np.concatenate([b.t_ns for b in batches])
    codes = np.concatenate([b.codes for b in batches])
    kept = (t_ns >= contacts[0].t_ns - BEFORE_NS) & (t_ns <= contacts[-1].t_ns + AFTER_NS)
    if not kept.any():
        return None
    curves = _Curves(scans, t_ns[kept], codes[kept], contacts[0].t_ns)
    first = next((c for c in contacts if c.seat == facts.first), contacts[0])
    second = next((c for c in contacts if not _same_person(facts, c, first)), None)
    referee = RefereeConfig()
    margin_ns = expanded_ns = None
    if second is not None:
        margin_ns = abs(second.t_ns - first.t_ns)
        expanded_ns = referee.between_ns(first, second)
    return PhotoFinish(
        result=facts.result,
        first=facts.first,
        hands=tuple(_trace(c, first, facts.shown_ns, curves, referee) for c in contacts),
        shown_ns=facts.shown_ns,
        light=facts.light,
        threshold_n=scans.pad.config.onset_n,
        margin_ns=margin_ns,
        margin_uncertainty_ns=expanded_ns,
    )


def _same_person(facts: RaceFacts, a: Contact, b: Contact) -> bool:
    return facts.players.get(a.seat, ~a.seat) == facts.players.get(b.seat, ~b.seat)


def _check(scans: PadScans) -> None:
    info = scans.pad.info
    check_fits(scans.pad.calibration, info)
    count = len(info.channels)
    split_state(info, scans.pad.config, scans.pad_state)
    if any(b.codes.shape[1:] != (count,) for b in scans.batches):
        raise ConfigError(
            "the samples do not fit the board {name} with {count} channels: take those of "
            "the same board",
            name=info.name,
            count=count,
        )


def _hands(facts: RaceFacts, scans: PadScans) -> list[Contact]:
    """The first touch of each seat, by onset; stragglers are no part of the picture."""
    found = list(facts.contacts)
    if facts.rivals and facts.shown_ns is not None:
        decoder = scans.pad.decoder(scans.pad_state)
        seen = [e for b in scans.batches for e in decoder.feed(b) if isinstance(e, Contact)]
        known = {c.seat for c in found}
        found += [
            c
            for c in seen
            if c.seat in facts.rivals and c.seat not in known and c.t_ns > facts.shown_ns
        ]
    hands: dict[int, Contact] = {}
    for contact in sorted(found, key=by_onset):
        hands.setdefault(contact.seat, contact)
    contacts = list(hands.values())
    return [c for c in contacts if c.t_ns <= contacts[0].t_ns + STRAGGLER_NS]


def _trace(
    contact: Contact, first: Contact, shown_ns: int | None, curves: _Curves, referee: RefereeConfig
) -> HandTrace:
    return HandTrace(
        seat=contact.seat,
        onset_ns=contact.t_ns,
        uncertainty_ns=ceil(referee.coverage * contact.uncertainty_ns),
        behind_ns=contact.t_ns - first.t_ns,
        behind_uncertainty_ns=0 if contact is first else referee.between_ns(first, contact),
        reaction_ns=None if shown_ns is None else contact.t_ns - shown_ns,
        curves=curves.of(contact),
        early_ns=contact.early_ns,
        late_ns=contact.late_ns,
    )


class _Curves:
    """The forces of all channels over the picture's time, by the decoder's own conversion."""

    def __init__(
        self, scans: PadScans, t_ns: Times, codes: npt.NDArray[np.uint16], first_ns: int
    ) -> None:
        info, calibration, config = scans.pad.info, scans.pad.calibration, scans.pad.config
        tracked, coupled, _ = split_state(info, config, scans.pad_state)
        baseline = Baseline(info, calibration, config, tracked)
        forces = Forces(info, calibration, config, baseline, coupled)
        self._config = config
        self._info, self._t_ns, self._first_ns = info, t_ns, first_ns
        newtons, *_ = forces.mended(baseline.with_unread(codes))
        self._all = Past(0, t_ns, codes, newtons, forces.sources(newtons))
        self._forces = forces
        self._channels = petal_channels(info)

    def of(self, contact: Contact) -> tuple[ForceCurve, ...]:
        """The curves of a hand's two sensors, without what its neighbours' hands couple in."""
        others = self._forces.others(self._all.sources, list(self._channels).index(contact.seat))
        return tuple(
            self._curve(part, channel, others, contact.t_ns)
            for part, channel in zip(PARTS, self._channels[contact.seat], strict=True)
        )

    def _curve(self, part: str, channel: int, others: Floats, onset_ns: int) -> ForceCurve:
        config = self._config
        t_ns = self._t_ns + self._info.channels[channel].offset_ns
        force = self._all.newtons[:, channel]
        # From the first hand of all: a later one's lane shall be flat until its own onset.
        first, end = t_ns.searchsorted(
            (self._first_ns - config.crosstalk_look_back_ns, onset_ns + config.screen_ns + 1)
        )
        around = slice(int(first), int(end))
        shares = self._forces.coefficients[channel]
        coupled_n = config.crosstalk_ratio * others[around].sum(axis=1).max(initial=0.0)
        if coupled_n >= _DOUBT * config.onset_n:
            view = self._all.part(around.start, around.stop)
            shares = self._forces.explain(channel, force[around], others[around], view)
        return ForceCurve(part, t_ns, force - others @ shares)
