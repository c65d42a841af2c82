"""What a table has to say to its desk, in which order, how often. Time is passed in.

Results are sent until they are answered. What else is told is told once; a desk that does not take
it has its reasons.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import msgspec

from console.link.course import Waiting
from console.link.lines import DeskRequest, Reply
from console.link.messages import (
    OF_EVENT,
    Assignment,
    Outcome,
    ResultAnswer,
    ResultSent,
    TableReport,
    read_as,
)
from console.link.played import Posted
from drivers.times import SECOND

MOST_REPORTS: Final = 64
"""That wait; the oldest are told by people, then."""
AGAIN_NS: Final = 10 * SECOND
"""What a desk would not take as it is, it is asked again: somebody may have mended that."""
REPORT_PATH: Final = "/link/report"
_BUSY: Final = (408, 425, 429)
_RESULT: Final = msgspec.json.Decoder(ResultSent)
_ANSWER: Final = msgspec.json.Decoder(ResultAnswer)


class Came(Enum):
    """What an answer means for what was said."""

    DONE = auto()
    LATER = auto()
    """Nothing: the desk is busy, or it was none."""
    NOT_THIS = auto()
    """The desk does not take this as it is; all else it may."""
    NO_TOKEN = auto()


@dataclass(frozen=True, slots=True)
class Underway:
    """Something of an event on its way: a result, or something told."""

    what: Posted | TableReport
    event: str

    def asking(self) -> DeskRequest:
        """As it goes over the line."""
        of = (OF_EVENT, self.event)
        if not isinstance(self.what, Posted):
            return DeskRequest("POST", REPORT_PATH, msgspec.json.encode(self.what), (of,))
        digest = _RESULT.decode(self.what.body).digest
        path = f"/link/results/{self.what.id}"
        return DeskRequest("PUT", path, self.what.body, (("Khvatka-Digest", digest), of))

    def is_of(self, match: Assignment | None) -> bool:
        """Is it this match's result, of this game of it?"""
        if match is None or not isinstance(self.what, Posted):
            return False
        sent = _RESULT.decode(self.what.body)
        return (sent.match, sent.game) == (match.match, match.game_n)


def judge(said: Underway, reply: Reply) -> tuple[Came, ResultAnswer | None]:
    """What a reply means; of a result its answer. Only an answer for its very id is one."""
    if reply.status == 401:
        return Came.NO_TOKEN, None
    if reply.status >= 500 or reply.status in _BUSY:
        return Came.LATER, None
    if isinstance(said.what, Posted):
        try:
            answer = read_as(_ANSWER, reply.body)
        except ValueError:
            answer = None
        if answer is not None and answer.id == said.what.id:
            return Came.DONE, answer
        return (Came.NOT_THIS if reply.status >= 400 else Came.LATER), None
    if reply.status in (200, 204):
        return Came.DONE, None
    return (Came.NOT_THIS if reply.status >= 400 else Came.LATER), None


class Delivery:
    """The results that wait, in their order, and what else is to be told, which goes first."""

    def __init__(self) -> None:
        self.waiting = Waiting()
        self._results: dict[str, Posted] = {}
        self._not_before_ns: dict[str, int] = {}
        self._reports: deque[Underway] = deque(maxlen=MOST_REPORTS)

    def unsent(self, event: str) -> tuple[tuple[int, int], ...]:
        """The matches of an event, each with its game, of which the results wait."""
        of = (one for one in self._results.values() if one.event == event)
        sent = (_RESULT.decode(one.body) for one in of)
        return tuple((one.match, one.game) for one in sent if one.match is not None)

    @property
    def holds(self) -> bool:
        """Does any result wait?"""
        return bool(self._results)

    def hold(self, results: Iterable[Posted]) -> None:
        """What the outbox has now."""
        self._results = {one.id: one for one in results}
        self._not_before_ns = {i: t for i, t in self._not_before_ns.items() if i in self._results}

    def tell(self, report: TableReport, event: str) -> None:
        """Beside results."""
        self._reports.append(Underway(report, event))

    def now(self) -> None:
        """The desk is there again: nothing waits any longer."""
        self.waiting.answered()

    def next(self, now_ns: int) -> Underway | None:
        """What is to be said now, if anything is."""
        if now_ns < self.waiting.due_ns:
            return None
        if self._reports:
            return self._reports[0]
        ripe = (r for i, r in self._results.items() if now_ns >= self._not_before_ns.get(i, 0))
        found = next(ripe, None)
        return None if found is None else Underway(found, found.event)

    def due_ns(self) -> int | None:
        """When there is something to be said; None: not by itself."""
        if self._reports:
            return self.waiting.due_ns
        times = [self._not_before_ns.get(i, 0) for i in self._results]
        return max(self.waiting.due_ns, min(times)) if times else None

    def lost(self, now_ns: int) -> None:
        """Nobody has answered."""
        self.waiting.failed(now_ns)

    def came(self, said: Underway, reply: Reply, now_ns: int) -> tuple[Came, ResultAnswer | None]:
        """Take in an answer; of a result, what the outbox may do (``keeps``)."""
        came, answer = judge(said, reply)
        if came in (Came.LATER, Came.NO_TOKEN):
            self.waiting.failed(now_ns)
            return came, None
        self.waiting.answered()
        if not isinstance(said.what, Posted):
            if self._reports and self._reports[0] is said:
                self._reports.popleft()
        elif came is Came.DONE:
            self._results.pop(said.what.id, None)
        else:
            self._not_before_ns[said.what.id] = now_ns + AGAIN_NS
        return came, answer


def keeps(answer: ResultAnswer) -> bool:
    """Does a result stay in the outbox after this answer, as evidence?"""
    return answer.outcome is Outcome.DISPUTED
