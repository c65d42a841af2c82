"""What is kept of a match. A match is its options, its seed and its actions, nothing else.

Verdicts and force samples are kept beside the actions as evidence: they prove the order of touch
(`photo finish`), they are never needed to rebuild the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from console.store.problems import StoreError
from drivers.board import BoardInfo, Samples
from drivers.errors import ConfigError
from drivers.events import Contact, Gesture
from drivers.pad_config import DECODER


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """How a match began.

    ``seats``: the board seat of each hand, by hand. ``people``: who plays (``"person"``,
    ``"adult"`` …), by seat. ``options`` in full, as the engine protocol's ``record`` gives them.
    ``board_info``, ``calibration`` and ``pad_config`` (JSON values) are what the stored samples
    need to be decoded again; None where there are no samples. ``started_wall`` is ISO 8601 with
    the offset, ``started_ns`` the same moment on ``CLOCK_MONOTONIC``. ``profiles``: the profile of
    each player, None for a guest; () when all are guests.
    """

    game: str
    options: dict[str, Any]
    seed: int
    players: int
    seats: tuple[int, ...]
    people: tuple[str, ...]
    started_wall: str
    started_ns: int
    board: str = ""
    board_info: BoardInfo | None = None
    calibration: Any = None
    pad_config: Any = None
    profiles: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ContactRecord:
    """A contact as it was judged; the fields are those of ``drivers.events.Contact``."""

    seat: int
    gesture: Gesture
    t_ns: int
    uncertainty_ns: int
    clock_uncertainty_ns: int
    decided_ns: int
    peak_n: float

    @classmethod
    def of(cls, contact: Contact) -> ContactRecord:
        """The record of a contact."""
        return cls(
            contact.seat,
            contact.gesture,
            contact.t_ns,
            contact.uncertainty_ns,
            contact.clock_uncertainty_ns,
            contact.decided_ns,
            contact.peak_n,
        )


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """What the referee made of a race; ``n`` counts a match's verdicts from 0.

    ``contacts`` are in the order of touch. ``margins_ns[i]`` is how long contact ``i`` came after
    the first, ``expanded_ns[i]`` the expanded uncertainty of that (a smaller margin is a dead
    heat); both are 0 for the first. ``shown_ns`` is when the card was shown (C24). ``action`` is
    the ``n`` of the action that the verdict led to, None if it led to none (a dead heat).
    """

    n: int
    kind: str
    t_ns: int
    shown_ns: int | None
    contacts: tuple[ContactRecord, ...]
    margins_ns: tuple[int, ...] = ()
    expanded_ns: tuple[int, ...] = ()
    action: int | None = None
    seats: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    special: str | None = None
    sudden_death: tuple[int, ...] = ()

    @property
    def touched(self) -> bool:
        """Is each contact a hand's? A stand-in's has no force, and no samples."""
        return all(contact.peak_n > 0 for contact in self.contacts)


@dataclass(frozen=True, slots=True)
class ButtonCount:
    """What a seat's button did on ``day`` (ISO date) since it was last told about.

    ``bounces`` are edges beyond those that a press and a release need; ``last_edge`` is the date
    and time of its latest edge, None for a button that is only to be known of.
    """

    seat: int
    button: int
    day: str
    presses: int = 0
    bounces: int = 0
    last_edge: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SampleWindow:
    """The scans around verdict ``verdict``, enough to decode its contacts again.

    ``t_ns``, ``jitter_ns``, ``clock_uncertainty_ns``, ``dropped``: int64[n], as in ``Samples``
    but one for each scan; ``codes``: uint16[n, c]; ``baseline``: float64[c] or float64[c, k],
    the decoder's resting state before the first scan. The arrays are kept, not copied: do not
    write to them. ``decoder``: the version of the one that judged them (``drivers.pad.DECODER``).
    Raises ConfigError when the shapes do not fit each other.
    """

    verdict: int
    t_ns: npt.NDArray[np.int64]
    codes: npt.NDArray[np.uint16]
    baseline: npt.NDArray[np.float64]
    jitter_ns: npt.NDArray[np.int64]
    clock_uncertainty_ns: npt.NDArray[np.int64]
    dropped: npt.NDArray[np.int64]
    decoder: int = DECODER

    def __post_init__(self) -> None:
        scans = self.t_ns.shape
        per_scan = (self.jitter_ns, self.clock_uncertainty_ns, self.dropped)
        fits = (
            len(scans) == 1
            and all(a.shape == scans for a in per_scan)
            and self.baseline.ndim in (1, 2)
            and 0 not in self.baseline.shape[1:]
            and self.codes.shape == (*scans, len(self.baseline))
        )
        if not fits:
            raise ConfigError(
                f"sample window of verdict {self.verdict}: {self.t_ns.shape} times, codes "
                f"{self.codes.shape} and baseline {self.baseline.shape} do not fit together: "
                "give n times, n x c codes and c rows of baseline"
            )

    @classmethod
    def of(
        cls, verdict: int, batches: Iterable[Samples], baseline: npt.NDArray[np.float64]
    ) -> SampleWindow:
        """A window of consecutive batches, oldest first; copies them."""
        parts = list(batches)
        base = np.array(baseline, dtype=np.float64)
        codes = [np.empty((0, len(base)), np.uint16), *(p.codes for p in parts)]

        def spread(values: list[int]) -> npt.NDArray[np.int64]:
            return np.repeat(np.array(values, np.int64), [len(p.t_ns) for p in parts])

        dropped = np.concatenate([np.zeros(0, np.int64), *(_first(p) for p in parts)])
        return cls(
            verdict,
            np.concatenate([np.zeros(0, np.int64), *(p.t_ns for p in parts)]),
            np.concatenate(codes),
            base,
            spread([p.jitter_ns for p in parts]),
            spread([p.clock_uncertainty_ns for p in parts]),
            dropped,
        )

    def batches(self) -> list[Samples]:
        """The scans as a board would give them: one batch for each run of equal errors."""
        if len(self.t_ns) == 0:
            return []
        changes = (
            (np.diff(self.jitter_ns) != 0)
            | (np.diff(self.clock_uncertainty_ns) != 0)
            | (self.dropped[1:] != 0)
        )
        edges = [0, *(int(i) + 1 for i in np.flatnonzero(changes)), len(self.t_ns)]
        return [
            Samples(
                self.t_ns[a:b],
                self.codes[a:b],
                int(self.jitter_ns[a]),
                int(self.clock_uncertainty_ns[a]),
                int(self.dropped[a]),
            )
            for a, b in pairwise(edges)
        ]


def _first(batch: Samples) -> npt.NDArray[np.int64]:
    """``dropped`` counts before the first scan of a batch only: int64[n]."""
    dropped = np.zeros(len(batch.t_ns), np.int64)
    dropped[:1] = batch.dropped
    return dropped


@dataclass(frozen=True, slots=True)
class StoredAction:
    """An action as it was applied; ``n`` orders the actions of a match."""

    n: int
    action: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A line of the list of matches. ``winners`` are players; ``duels`` counts its races,
    whatever came of them, as a replay numbers them: none in a board game.

    ``nicknames`` by player, None for a guest; () when all are guests.
    """

    id: int
    started: str
    game: str
    players: int
    seats: tuple[int, ...]
    people: tuple[str, ...]
    finished: bool
    winners: tuple[int, ...]
    actions: int
    duels: int
    nicknames: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """All that is kept of a match; ``result`` is None while it is not finished.

    ``nicknames`` by player, None for a guest; () when all are guests.
    """

    id: int
    header: MatchHeader
    actions: tuple[StoredAction, ...]
    verdicts: tuple[VerdictRecord, ...]
    windows: tuple[SampleWindow, ...]
    result: dict[str, Any] | None = None
    ended: str | None = None
    nicknames: tuple[str | None, ...] = ()

    def duel(self, number: int) -> VerdictRecord:
        """A race by its number in a replay, from 1. Raises StoreError: how many there are."""
        for verdict in self.verdicts:
            if verdict.n == number - 1:
                return verdict
        count = len(self.verdicts) or "none"
        raise StoreError(f"match {self.id} has no duel {number}: it has {count}")

    def window(self, verdict: int) -> SampleWindow | None:
        """The samples around a verdict, if they are still kept."""
        return next((w for w in self.windows if w.verdict == verdict), None)
