"""What the service menu reaches of the program beside the table that it lies on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from console.service.adjustments import Adjusted
from console.settings.kinds import Value
from console.store.asking import Ask, here
from console.store.log import MatchLog
from console.store.soundness import Flaw
from console.wiring.owner.tail import Tail


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuWires:
    """``log`` writes the matches, ``ask`` has work on the store done, ``flaws`` is what was found
    damaged in it; ``tail`` has the program's last lines. ``close`` ends the program, ``sounds``
    hears how loud it is to be from now on, ``phones`` whether they are on. ``overridden`` are
    settings of this start that are not as the owner keeps them.
    """

    log: MatchLog
    tail: Tail
    close: Callable[[], None]
    sounds: Callable[[Adjusted], None]
    phones: Callable[[bool], None]
    overridden: Mapping[str, Value]
    ask: Ask = here
    flaws: Callable[[], tuple[Flaw, ...]] = tuple
