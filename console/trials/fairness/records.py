"""What is written down of each duel and each hand: rows of arrays, so that processes can give them
to each other and a hundred thousand of them fit anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[Any]

DEAD_HEAT: Final = -1
NOBODY: Final = -2
"""Instead of a seat: a dead heat, no verdict at all."""

DUEL: Final = np.dtype(
    [
        ("duel", np.int32),
        ("kind", np.int8),  # index in tables.KINDS
        ("family", np.int8),  # of the cell: index in tables.FAMILY_NAMES
        ("table", np.int8),  # index in tables.TABLE_NAMES
        ("ordinary", np.bool_),  # all hands are ordinary ones, and the table is in order
        ("seats", np.int8),
        ("hands", np.int8),
        ("people", np.int8),  # index in tables.EQUALS
        ("true_first", np.int8),
        ("gap_ns", np.int64),  # true onset of the second less that of the first
        ("first", np.int8),  # the verdict: a seat, DEAD_HEAT or NOBODY
        ("first_in_heat", np.bool_),  # was the true first among those of the dead heat?
        ("excused", np.bool_),  # fewer than two hands at seats that play, or none that surely came
        ("wait_ns", np.int64),  # from the first touch of the verdict to the verdict
        ("explained", np.float64),  # chance of a dead heat from the true gap and the stated errors
        ("forced", np.float64),  # the same for an observer who knows the family, not the table
        ("unseen", np.float64),  # hands that the table surely shows as brushes, on average
        ("frame", np.int8),  # the verdicts of the simpler designs
        ("arrival", np.int8),
        ("debounce", np.int8),
        ("invented", np.int16),  # contacts that nobody made
        ("spilled", np.int16),  # contacts on a petal that a hand lay half on
        ("missed", np.int16),
        ("must_invent", np.float64),  # … that nobody could avoid, on average
        ("must_miss", np.float64),
        ("told_in_vain", np.int16),  # seats in order that were told as faulty
    ]
)
"""A duel."""

HAND: Final = np.dtype(
    [
        ("duel", np.int32),
        ("kind", np.int8),
        ("family", np.int8),  # its own: index in tables.FAMILY_NAMES
        ("cell_family", np.int8),
        ("table", np.int8),
        ("equal", np.bool_),
        ("preset", np.int8),  # index in tables.EQUALS
        ("seat", np.int8),
        ("seats", np.int8),
        ("hands", np.int8),
        ("read_place", np.int8),  # 0: its channel is read first among the hands; -1: last
        ("beside", np.int8),  # how many hands reached for the petals next to it
        ("drift", np.float32),
        ("peak_n", np.float32),
        ("grab", np.bool_),
        ("out", np.bool_),  # its seat was out of play at the verdict, and rightly so
        ("seen", np.int8),  # 1: grab, 0: palm, -1: no contact at all
        ("missed", np.bool_),  # it surely came, and was not noticed
        ("error_ns", np.int64),
        ("u_ns", np.int64),
        ("ideal_ns", np.int64),  # what an observer who knows the family and the table would state
        ("open_ns", np.int64),  # … who does not know the table
        ("won", np.bool_),
    ]
)
"""A hand that reached for the pad in a duel."""

BROKEN: Final = np.dtype(
    [
        ("table", np.int8),  # index in tables.TABLE_NAMES
        ("touches", np.int16),  # of its seat before its fault was raised, or in all
        ("raised", np.bool_),
    ]
)
"""A seat whose sensors were broken."""


@dataclass(frozen=True, slots=True)
class TrialRecords:
    """Rows of type DUEL, HAND and BROKEN."""

    duels: Rows
    hands: Rows
    broken: Rows

    @staticmethod
    def joined(parts: Sequence[TrialRecords]) -> TrialRecords:
        """All of them, in order."""
        if not parts:
            return TrialRecords(np.zeros(0, DUEL), np.zeros(0, HAND), np.zeros(0, BROKEN))
        return TrialRecords(
            np.concatenate([part.duels for part in parts]),
            np.concatenate([part.hands for part in parts]),
            np.concatenate([part.broken for part in parts]),
        )
