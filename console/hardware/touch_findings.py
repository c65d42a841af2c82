"""What ten touches at every seat say about its petal: plugs, wires, sensors at their limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from console.hardware.feed import Feed
from console.hardware.findings import Finding, Subject, failure, fine, warning
from console.hardware.station import BoardActors
from console.hardware.texts import Say, TextLine
from console.i18n import Words
from console.screens.names import seat_name
from console.screens.texts import fault_mend, fault_word
from drivers.events import STILL_TRUSTED, Contact, Fault, SeatFault

TOUCHES: Final = 10
QUIET_NS: Final = 15_000_000_000
"""Nobody touches any more."""
LONGEST_NS: Final = 300_000_000_000
OF_HANDS: Final = frozenset({Fault.LEANING, Fault.NEIGHBOUR})


def touch_findings(
    words: Words, feed: Feed, say: Say, hands: BoardActors | None
) -> Iterator[Finding]:
    """Ask for touches, feel them, and tell what they show. ``hands`` touch a simulated board."""
    text = words._(
        "At every seat now: press the petal {count} times, flat and grabbing in turn, not too"
        " lightly."
    )
    say(TextLine(text.format(count=TOUCHES), "touch"))
    seats = range(feed.board.info.seats)
    touches, faults = _felt(feed, hands)
    for seat in seats:
        name = seat_name(words, seat)
        found = [fault for fault in faults.get(seat, ()) if fault not in OF_HANDS]
        for fault in found:
            level = warning if fault in STILL_TRUSTED else failure
            text = f"{name}: {fault_word(words, fault)}"
            yield level(Subject.CHANNELS, text, fault_mend(words, fault))
        if not found and not touches[seat]:
            mend = words._(
                "Touch it while `khvatka hw watch` runs; if nothing comes, mend its wires"
            )
            yield failure(Subject.CHANNELS, words._("{seat}: no touch").format(seat=name), mend)
    if all(touches[seat] for seat in seats) and not any(faults.values()):
        yield fine(Subject.CHANNELS, words._("Every petal feels its touches"))


def _felt(feed: Feed, hands: BoardActors | None) -> tuple[Counter[int], dict[int, list[Fault]]]:
    """Touches and faults by seat, until all have had their touches or nobody goes on."""
    touches: Counter[int] = Counter()
    faults: dict[int, list[Fault]] = {}
    seats = range(feed.board.info.seats)
    last_ns = feed.clock.now_ns()
    for turn in feed.turns(LONGEST_NS):
        if hands is not None:
            hands.act(turn.now_ns)
        for event in turn.events:
            if isinstance(event, Contact):
                touches[event.seat] += 1
                last_ns = turn.now_ns
            elif isinstance(event, SeatFault):
                known = faults.setdefault(event.seat, [])
                if event.active:
                    known.append(event.fault)
                elif event.fault in known:
                    known.remove(event.fault)
                last_ns = turn.now_ns
        if turn.now_ns - last_ns >= QUIET_NS:
            break
        if all(touches[seat] >= TOUCHES or faults.get(seat) for seat in seats):
            break
    return touches, faults
