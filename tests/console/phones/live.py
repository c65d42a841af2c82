"""A table in real time with its web process: for browsers, which have a clock of their own."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, RLock, Thread
from typing import Any, TypeVar

from msgspec.structs import replace

from console.bots.worker import InProcess
from console.i18n import LANGUAGES
from console.phones.link import PhonesLink
from console.phones.messages import Known, Open, ToWeb
from console.phones.seat_phones import SeatPhones
from console.phones.sprites import art, sprites
from console.phones.texts import nowhere_of, words_of
from console.screens.palette import USUAL
from console.table.outputs import AgentQuestion, PhonesRefused
from console.table.phones import PhoneWanted, phones_at
from console.table.view import SEEN_NS, PhoneAt, PhoneStage, Who
from console.wiring.players.opponents import answer_of, thinking
from drivers.events import Button
from drivers.times import MS
from tests.console.table.board_sitting import BoardSitting

STEP_S = 0.005
PATIENCE_S = 60.0  # never waited out unless something is broken
T = TypeVar("T")


def opening(port: int = 0) -> Open:
    words, inks = words_of(LANGUAGES), dict(USUAL.cards)
    return Open(
        host="127.0.0.1",
        port=port,
        language="ru",
        words=words,
        nowhere=nowhere_of(LANGUAGES),
        colours=USUAL.seats,
        inks=inks,
        sprites=sprites(USUAL),
        art=art(USUAL),
    )


class Live:
    """``with live.lock`` whoever is no table may look at it."""

    def __init__(self, sitting: BoardSitting) -> None:
        self.sitting = sitting
        self.lock = RLock()
        self._turned = Condition(self.lock)
        self.links: list[PhonesLink] = []
        self._port = 0
        self.at_seats = SeatPhones(
            sitting.table, self._begin, lambda port: f"http://127.0.0.1:{port}"
        )
        self._minds = InProcess()
        self._base_ns = sitting.now_ns - time.monotonic_ns()
        self._seen = 0
        self._over = False
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _begin(self, known: tuple[Known, ...]) -> PhonesLink:
        self.links.append(PhonesLink(replace(opening(port=self._port), known=known)))
        return self.links[-1]

    @property
    def port(self) -> int:
        """Where it listens, and once more after its process has ended."""
        if not self._port:
            assert self.at_seats.url is not None
            self._port = int(self.at_seats.url.rpartition(":")[2])
        return self._port

    def _run(self) -> None:
        while not self._over:
            with self._turned:
                self.turn()
                self._turned.notify_all()
                link = self.links[-1]
            link.wait(STEP_S)

    def turn(self) -> None:
        sitting = self.sitting
        now_ns = time.monotonic_ns() + self._base_ns
        sitting.run(max(0.0, (now_ns - sitting.now_ns) / 1e6))
        for output in sitting.outputs[self._seen :]:
            self.at_seats(output)
            if isinstance(output, AgentQuestion):
                self._minds.ask(thinking(output, output.n))
        self._seen = len(sitting.outputs)
        for thought in self._minds.poll(sitting.now_ns):
            sitting.table.answer(answer_of(thought), sitting.now_ns)
        self.at_seats.act(sitting.now_ns)
        self.at_seats.see(sitting.table, sitting.table.view(), sitting.now_ns)

    def close(self) -> None:
        self._over = True
        self._thread.join()
        self.at_seats.close()

    def until(self, looks: Callable[[], T | None]) -> T:
        """What the table comes to, once it is true."""
        with self._turned:
            self._turned.wait_for(looks, PATIENCE_S)
            found = looks()
        assert found, "the table does not come to that"
        return found

    def press(self, seat: int, button: Button) -> None:
        """The table's own time passes while it is held."""
        with self.lock:
            self.sitting.press(seat, button)

    def stands(self, seat: int, stage: PhoneStage) -> PhoneAt | None:
        """What stands at the seat, if that does."""
        phones = phones_at(self.sitting.table)
        at = None if phones is None else phones.at_seat(seat)
        return at if at is not None and at.stage is stage else None

    def url(self, seat: int) -> str:
        """The code that stands at a seat."""
        self.until(lambda: self.at_seats.url)
        with self.lock:
            self.at_seats(PhoneWanted(seat))
            self.turn()
        return self.until(lambda: self.stands(seat, PhoneStage.CODE)).url

    def let_in(self, seat: int) -> None:
        """● once the seat asks."""
        self.asks(seat)
        self.press(seat, Button.OK)

    def asks(self, seat: int) -> None:
        """It does, and has been seen to: the table's time is moved on for that."""
        self.until(lambda: self.stands(seat, PhoneStage.ASKED))
        with self.lock:
            self.turn()
            self._base_ns += SEEN_NS
            self.sitting.run(SEEN_NS / MS)

    def tell(self, message: ToWeb) -> None:
        """The web process, as if the table did."""
        with self.lock:
            self.links[-1].tell(message)

    def publish(self) -> None:
        """What everybody sees is told once more."""
        with self.lock:
            self.at_seats._public, self.at_seats._view = b"", None

    def refused(self) -> Counter[str]:
        """What phones were refused, by word."""
        with self.lock:
            told = [o for o in self.sitting.outputs if isinstance(o, PhonesRefused)]
        return sum((Counter(dict(one.counts)) for one in told), Counter())

    def press_no(self, seat: int) -> None:
        """✕ once the seat asks, and it asks no longer."""
        self.asks(seat)
        self.press(seat, Button.BACK)
        self.until(lambda: not self.stands(seat, PhoneStage.ASKED))

    def bound(self) -> tuple[int, ...]:
        """The seats that have a phone."""
        phones = phones_at(self.sitting.table)
        return () if phones is None else phones.bound


@contextmanager
def live(game: str, who: tuple[Who, ...], **settings: Any) -> Iterator[Live]:
    found = Live(BoardSitting.of(game, who, **settings))
    try:
        yield found
    finally:
        found.close()
