"""Who holds which hand, as the web process knows it: codes, secrets, the newest tab.
No view is kept here.

Possession of the seat pairs: its strip shows a code, a phone gives it and gets a secret, and what
may be seen with that the table says, after ● at that seat. Time is passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from os import urandom
from typing import Final, Protocol

from console.phones.limits import message_bucket
from console.phones.messages import Known, Offer
from console.web.guards import Bucket, RefusalWord, Tries, WebRefusal
from console.web.secret import hashed, new_secret, secret_from
from drivers.times import SECOND

KEY_BYTES: Final = 32
MOST_SESSIONS: Final = 64
ELSEWHERE: Final = "elsewhere"
"""Why an older tab is closed: the newest one has the hand."""


class Socket(Protocol):
    """A phone's open line."""

    def show(self, view: str) -> None:
        """This is to be shown now; what was not sent yet is not to be sent any more."""
        ...

    def close(self, why: str) -> None:
        """It is told why, and closed."""
        ...


@dataclass(slots=True)
class PhoneSession:
    """A phone. ``generation`` is None until the table lets it in; ``kept`` is the hash of its
    secret, in hex. ``asked``: the table was told of it. Until ``again_ns`` the page that gave the
    code may give it again: no line was opened with the secret, so the answer was lost. ``code`` is
    the hash of what it gave, which would have counted until ``until_ns``."""

    number: int
    seat: int
    kept: str
    generation: int | None = None
    again_ns: int = 0
    code: bytes = b""
    until_ns: int = 0
    asked: bool = False
    socket: Socket | None = None
    says: Bucket = field(default_factory=message_bucket)

    @property
    def sign(self) -> int:
        """Two figures that it and its seat show until ● lets it in, so that a guest whose own
        phone has not come yet sees that another one has: those of phones near each other differ,
        and no seat has such a number."""
        return 10 + self.number * 37 % 90


class Sessions:
    """All of them."""

    def __init__(self, known: Sequence[Known] = ()) -> None:
        self._offers: dict[bytes, tuple[int, int]] = {}  # hashed code: seat, until when
        self._by_hash = {
            bytes.fromhex(one.kept): PhoneSession(
                one.session, one.seat, one.kept, one.generation, asked=True
            )
            for one in known
        }
        self._tries = Tries()
        self._key = urandom(KEY_BYTES)
        self._last = max((one.session for one in known), default=0)

    def offer(self, offer: Offer, now_ns: int) -> None:
        """The seat's code from now on."""
        self.withdraw(offer.seat)
        until_ns = now_ns + round(offer.seconds * SECOND)
        self._offers[hashed(offer.code)] = offer.seat, until_ns

    def withdraw(self, seat: int) -> None:
        """No code of the seat counts any more."""
        self._offers = {code: at for code, at in self._offers.items() if at[0] != seat}

    def pair(
        self, code: str, address: str, now_ns: int, page: str = "", had: str = ""
    ) -> tuple[str, PhoneSession]:
        """A secret for a code, which is used up; ``page`` is what the page that gives it drew of
        chance, so that it and nobody else may ask once more for an answer that was lost. A code
        that is none leaves a phone with the secret that it ``had``, while that holds.

        Raises WebRefusal. Only what is wrong counts as a try: a code that a strip shows nobody
        guesses, and strangers' tries must not keep out who has read it.
        """
        secret = secret_from(self._key, code, page) if page else new_secret()
        kept = hashed(secret)
        given = self._by_hash.get(kept)
        if given is not None and now_ns < given.again_ns:
            return secret, given
        seat, until_ns = self._offers.pop(hashed(code), (0, now_ns))
        if now_ns >= until_ns:
            own = self._by_hash.get(hashed(had))
            if own is None:
                self._tries.check(address, now_ns)
                raise WebRefusal(RefusalWord.CODE)
            return had, own
        if len(self._by_hash) >= MOST_SESSIONS:
            raise WebRefusal(RefusalWord.FULL)
        self._last += 1
        session = self._by_hash[kept] = PhoneSession(
            self._last,
            seat,
            kept.hex(),
            again_ns=until_ns if page else 0,
            code=hashed(code),
            until_ns=until_ns,
        )
        return secret, session

    def rival(self, code: str, page: str, had: str, now_ns: int) -> PhoneSession | None:
        """Another phone that gave this code before, while it would count still: one of the two is
        not whom the strip showed it to."""
        own = hashed(secret_from(self._key, code, page)).hex(), hashed(had).hex()
        at = hashed(code)
        gave = (s for s in self._by_hash.values() if s.code == at and now_ns < s.until_ns)
        return next((s for s in gave if s.kept not in own), None)

    def known(self, secret: str | None) -> PhoneSession:
        """Whose secret that is. Raises WebRefusal."""
        session = None if secret is None else self._by_hash.get(hashed(secret))
        if session is None:
            raise WebRefusal(RefusalWord.UNKNOWN)
        return session

    def numbered(self, number: int) -> PhoneSession | None:
        """The table's word for it; None once it is over."""
        return next((s for s in self._by_hash.values() if s.number == number), None)

    def attach(self, session: PhoneSession, socket: Socket) -> None:
        """The newest tab has the hand; an older one is told. What it shows the table makes anew."""
        if session.socket is not None:
            session.socket.close(ELSEWHERE)
        session.socket, session.again_ns = socket, 0

    def bind(self, number: int, generation: int) -> None:
        """The table lets it in."""
        if (session := self.numbered(number)) is not None:
            session.generation = generation

    def show(self, number: int, generation: int, view: str) -> None:
        """The newest view; one of an older binding is nobody's."""
        session = self.numbered(number)
        if session is not None and session.generation == generation and session.socket is not None:
            session.socket.show(view)

    def drop(self, number: int, why: str) -> None:
        """It is over: its secret is none any more."""
        session = self.numbered(number)
        if session is None:
            return
        self._by_hash = {h: s for h, s in self._by_hash.items() if s is not session}
        if session.socket is not None:
            session.socket.close(why)
