"""A table, the phones at its seats and the web behind it, without a socket: what a phone was sent
is kept, byte for byte."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from console.phones import messages
from console.phones.messages import Open
from console.phones.page import PhonePage
from console.phones.seat_phones import SeatPhones
from console.phones.sessions import PhoneSession
from console.phones.texts import nowhere_of, words_of
from console.phones.web import Web
from console.screens.palette import USUAL
from console.table.outputs import PhonesRefused
from console.table.phones import PhoneWanted, phones_at
from console.table.view import SEEN_NS, PhoneStage, PhonesView, Target, Who
from console.web.guards import WebRefusal
from console.web.messages import Message, Opened, plain, read
from drivers.events import Button
from drivers.times import MS
from tests.console.table.board_sitting import BoardSitting

PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)
HOST = "table.test:80"


def opening() -> Open:
    words, inks = words_of(["ru", "en"]), dict(USUAL.cards)
    return Open(
        host="127.0.0.1",
        port=0,
        language="en",
        words=words,
        nowhere=nowhere_of(["ru", "en"]),
        colours=USUAL.seats,
        inks=inks,
        sprites={"back": "<path/>"},
        art={"a": "<path/>"},
    )


@dataclass
class Pane:
    """A tab: what it was shown, and why it was closed."""

    shown: list[str] = field(default_factory=list)
    why: str | None = None

    def show(self, view: str) -> None:
        assert self.why is None, "a closed line is shown something"
        self.shown.append(view)

    def close(self, why: str) -> None:
        self.why = why

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.shown[-1])
        return found

    @property
    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.view["me"]
        return found


class Here:
    """A pipe without a process: every message goes through its bytes."""

    def __init__(self, now_ns: Any, known: tuple[messages.Known, ...] = ()) -> None:
        self.said: list[messages.ToTable] = [Opened(80)]
        self.public: list[str] = []
        self.web = Web(PhonePage(opening()), frozenset({HOST}), self.say, known, now_ns)
        self.closed = False

    def say(self, message: messages.ToTable) -> None:
        self.said.append(read(through(message), messages.ToTable))

    def tell(self, message: messages.ToWeb) -> None:
        again: messages.ToWeb = read(through(message), messages.ToWeb)
        if isinstance(again, messages.Public):
            self.public.append(again.view)
        self.web.hear(again)

    def hear(self) -> list[messages.ToTable]:
        said, self.said = self.said, []
        return said

    def close(self) -> None:
        self.closed = True


def through(message: Message) -> object:
    return msgspec.json.decode(msgspec.json.encode(plain(message)))


@dataclass
class Evening:
    """People at a table with phones."""

    sitting: BoardSitting
    at_seats: SeatPhones
    links: list[Here]
    seen: int = 0

    @classmethod
    def of(cls, game: str = "iota", who: tuple[Who, ...] = PEOPLE, **settings: Any) -> Evening:
        sitting = BoardSitting.of(game, who, **settings)
        return cls.at(sitting)

    @classmethod
    def at(cls, sitting: BoardSitting) -> Evening:
        links: list[Here] = []

        def begin(known: tuple[messages.Known, ...]) -> Here:
            links.append(Here(lambda: sitting.now_ns, known))
            return links[-1]

        at_seats = SeatPhones(sitting.table, begin, lambda port: f"http://table.test:{port}")
        evening = cls(sitting, at_seats, links)
        evening.turn()
        return evening

    @property
    def link(self) -> Here:
        return self.links[-1]

    @property
    def web(self) -> Web:
        return self.link.web

    def turn(self, ms: float = 20) -> None:
        """Some turns of the loop."""
        for _ in range(3):
            self.sitting.run(ms / 3)
            self.pump()
            self.at_seats.act(self.sitting.now_ns)
            self.at_seats.see(self.sitting.table, self.sitting.table.view(), self.sitting.now_ns)

    def pump(self) -> None:
        for output in self.sitting.outputs[self.seen :]:
            self.at_seats(output)
        self.seen = len(self.sitting.outputs)

    # -- phones --------------------------------------------------------------------------------

    def stage(self, seat: int) -> PhoneStage | None:
        return self.phones.stage(seat)

    @property
    def phones(self) -> PhonesView:
        """What the table knows of them."""
        found = phones_at(self.sitting.table)
        assert found is not None
        return found

    def code(self, seat: int) -> str:
        """The code that stands at the seat once it is asked for."""
        self.at_seats(PhoneWanted(seat))
        self.turn()
        at = self.phones.at_seat(seat)
        assert at is not None, "no code stands there"
        return at.url.rpartition("#")[2]

    def scan(self, seat: int, address: str = "10.0.0.9") -> PhoneSession:
        """A phone gives the seat's code, and whoever sits there has seen the question."""
        session = self.gives_code(seat, address)
        self.turn(SEEN_NS / MS)
        return session

    def gives_code(self, seat: int, address: str = "10.0.0.9") -> PhoneSession:
        """The question has just come up."""
        code = self.code(seat)
        _, session = self.web.sessions.pair(code, address, self.sitting.now_ns)
        self.link.say(messages.Asked(session.number, session.seat, session.kept, session.sign))
        self.turn()
        return session

    def open(self, session: PhoneSession) -> Pane:
        """A tab of that phone."""
        pane = Pane()
        self.web.sessions.attach(session, pane)
        self.link.say(messages.Seen(session.number, True))
        self.turn()
        return pane

    def shut(self, session: PhoneSession) -> None:
        session.socket = None
        self.link.say(messages.Seen(session.number, False))
        self.turn()

    def join(self, seat: int) -> tuple[PhoneSession, Pane]:
        """Scan, press ● at the seat, see."""
        session = self.scan(seat)
        pane = self.open(session)
        self.sitting.press(seat, Button.OK)
        self.turn()
        return session, pane

    def does(self, session: PhoneSession, do: str, **fields: Any) -> None:
        said = messages.PhoneMessage(do, **fields)
        try:
            self.web.acts(session, msgspec.json.encode(said).decode())
        except WebRefusal as refusal:
            self.web.door.refused[refusal.word] += 1
        self.turn()

    def pick(self, session: PhoneSession, pane: Pane, target: Target) -> None:
        self.does(session, "pick", at=pane.view["at"], kind=target.kind, to=target.at)

    def play(self, session: PhoneSession, pane: Pane, action: Any) -> None:
        """Make a legal action on the phone alone."""
        match = self.sitting.match
        for target in match.move_picker.picks(match.state, action):
            made = len(match.history)
            self.pick(session, pane, target)
            if pane.me.get("sure") and target.at == () and len(match.history) == made:
                self.pick(session, pane, target)

    def refused(self) -> Counter[str]:
        """What the owner's audits are told."""
        told = (o for o in self.sitting.outputs if isinstance(o, PhonesRefused))
        return sum((Counter(dict(one.counts)) for one in told), Counter())
