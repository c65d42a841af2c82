"""What simulated people can see and hear of the table, from the moment it is shown.

The wiring makes a scene of what the screen shows; nothing in it is hidden from a real person.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The table as seen from ``shown_ns`` on; the tuples are by board seat. The same again is
    equal, whenever it is shown.

    ``tops``: the top of each open pile (``"a1R"``, ``"grab"``, None). ``fresh``: may it still make
    a match. ``players``: who sits there (one number for both hands of a player), None if nobody.
    ``turn``: the seat that may flip, from ``flip_from_ns`` on (None: the table flips by itself or
    waits). ``shift``: how many places to the left each hand watches; ``order`` the seats in the
    order of hands. ``special``: an open ``"grab"`` or ``"palm"``. ``choice``: the seat that
    chooses. ``rivals``: the seats of a sudden death; ``light`` is True once the pad is lit.
    ``hands_off``: the table asks everybody to let go (or ignores contacts until they have).
    """

    shown_ns: int = field(compare=False)
    tops: tuple[str | None, ...]
    fresh: tuple[bool, ...]
    players: tuple[int | None, ...]
    order: tuple[int, ...]
    turn: int | None = None
    flip_from_ns: int = 0
    shift: int = 0
    special: str | None = None
    choice: int | None = None
    rivals: tuple[int, ...] = ()
    light: bool = False
    hands_off: bool = False
