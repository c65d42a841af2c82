"""What ten touches at every seat say about its petal: plugs, wires, sensors at their limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from console.hardware.feed import Feed
from console.hardware.findings import Finding, Subject, failure, fine, warning
from console.hardware.station import BoardActors
from console.hardware.texts import Say, TextLine, fault_mend
from console.i18n import Words
from console.screens.names import seat_name
from console.screens.texts import fault_word
from drivers.events import OF_HANDS, STILL_TRUSTED, Contact, Fault, SeatFault
from drivers.times import SECOND

TOUCHES: Final = 10
QUIET_NS: Final = 15 * SECOND
"""Nobody touches any more."""
DONE_NS: Final = 1_500_000_000
"""All have had their touches: what the last ones show is told once hands are off the pad."""
LONGEST_NS: Final = 300 * SECOND
_BROUGHT_BY: Final = {
    Fault.NONSENSE: frozenset({Fault.SATURATED}),
    Fault.UNEVEN: frozenset({Fault.DEAD_CHANNEL}),
}
"""Full scale is none of a wire's where hands bring it, and a dead sensor is unlike all others."""


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
        found = faults.get(seat, [])
        for fault in _by_themselves(found):
            level = warning if fault in STILL_TRUSTED else failure
            text = f"{name}: {fault_word(words, fault)}"
            yield level(Subject.CHANNELS, text, fault_mend(words, fault))
        if not found and not touches[seat]:
            mend = words._(
                "Touch it while `khvatka hw watch` runs; if nothing comes, mend its wires"
            )
            yield failure(Subject.CHANNELS, words._("{seat}: no touch").format(seat=name), mend)
        elif not found and touches[seat] < TOUCHES:
            text = words._("{seat}: {felt} of {count} touches were felt")
            text = text.format(seat=name, felt=touches[seat], count=TOUCHES)
            mend = words._("Check again: press it {count} times, not too lightly")
            yield warning(Subject.CHANNELS, text, mend.format(count=TOUCHES))
    if all(touches[seat] >= TOUCHES for seat in seats) and not any(faults.values()):
        yield fine(Subject.CHANNELS, words._("Every petal feels its touches"))


def _by_themselves(found: list[Fault]) -> list[Fault]:
    """The faults but those that another of them brings with it, whose mend is another."""
    return [fault for fault in found if not _BROUGHT_BY.get(fault, frozenset()) & set(found)]


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
            elif isinstance(event, SeatFault) and event.fault not in OF_HANDS:
                known = faults.setdefault(event.seat, [])
                if event.active:
                    known.append(event.fault)
                elif event.fault in known:
                    known.remove(event.fault)
                last_ns = turn.now_ns
        enough = all(touches[seat] >= TOUCHES or faults.get(seat) for seat in seats)
        if turn.now_ns - last_ns >= (DONE_NS if enough else QUIET_NS):
            break
    return touches, faults
