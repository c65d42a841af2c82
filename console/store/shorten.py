"""What has to be kept of the scans around a race: no more than proves its contacts again.

The referee looks at the pad's last 300 ms before a race and the decoder learns in blocks, so what
the table hands over is some 700 scans. But a decoder that goes on from its state in the midst of
them does the same, and that the pad was free can be said instead of shown. Each window is cut only
after the cut one was decoded and gave the same contacts to the last bit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from console.store.window import SampleWindow, contacts_in
from drivers.errors import KhvatkaError
from drivers.events import Contact
from drivers.pad.arrays import Floats
from drivers.pad.decoder import PadDecoder, PadSetup
from drivers.times import MS

BEFORE_NS: Final = 60 * MS
AFTER_NS: Final = 60 * MS
"""So much of a photo finish before the first onset, and at least so much after the last one."""
FREE_NS: Final = 300 * MS
"""So long a pad was free before the first scan of a cut window: what the referee wants (C26)."""


def shorten(window: SampleWindow, contacts: Sequence[Contact], pad: PadSetup) -> SampleWindow:
    """The scans of ``window`` from 60 ms before the first onset of ``contacts`` until the last one
    was decided (60 ms after its onset, if that is later), with the decoder's state there.

    ``window`` itself, if those alone do not give every contact again, or if it does not show the
    pad free for the 300 ms before them.
    """
    if not contacts or not (np.diff(window.t_ns) > 0).all():
        return window
    first_ns = min(c.t_ns for c in contacts)
    last_ns = max(max(c.decided_ns, c.t_ns + AFTER_NS) for c in contacts)
    free_ns = first_ns - BEFORE_NS - FREE_NS
    free, start = np.searchsorted(window.t_ns, (free_ns, free_ns + FREE_NS)).tolist()
    stop = int(np.searchsorted(window.t_ns, last_ns, "right"))
    try:
        state = _state_if_free(window, free, start, pad)
        if state is None:
            return window
        short = _part(window, start, stop, state)
        return short if _proves(short, contacts, pad) else window
    except KhvatkaError:
        return window


def is_short(window: SampleWindow, first_ns: int) -> bool:
    """Was a window around a first onset at ``first_ns`` cut? Then its pad was free before it."""
    return len(window.t_ns) > 0 and int(window.t_ns[0]) >= first_ns - BEFORE_NS


def _state_if_free(window: SampleWindow, free: int, start: int, pad: PadSetup) -> Floats | None:
    """The decoder's state before scan ``start``; None when a petal was loaded since ``free``, or
    nothing is known of the pad before that.
    """
    decoder = pad.decoder(window.pad_state)
    touches = []
    for begin, end in ((0, free), (free, start)):
        contacts_in(_part(window, begin, end, window.pad_state), decoder)
        if _loaded(decoder):
            return None
        touches.append(_touches(decoder))
    return decoder.state() if touches[0] == touches[1] else None


def _loaded(decoder: PadDecoder) -> bool:
    progress = decoder.progress()
    return progress is None or bool(progress.loaded)


def _touches(decoder: PadDecoder) -> dict[str, int]:
    """What came of all petals that were loaded and are free again."""
    return {what: n for what, n in decoder.totals().items() if not what.startswith("scans")}


def _proves(window: SampleWindow, contacts: Sequence[Contact], pad: PadSetup) -> bool:
    return set(contacts) <= set(contacts_in(window, pad.decoder(window.pad_state)))


def _part(window: SampleWindow, start: int, stop: int, state: Floats) -> SampleWindow:
    part = slice(start, stop)
    return replace(
        window,
        t_ns=window.t_ns[part],
        codes=window.codes[part],
        pad_state=state,
        errors=window.errors[part],
    )
