"""Requests: answers what the table wants to know of people and records, from the store.

The work is done beside the loop, in a thread with connections of its own, and only while the table
is quiet and no match is under way, or waits below the owner's menu until the answer is there: not
even a synced commit or the wiping of the whole file makes the loop wait, and no race shares the
interpreter with it. The answers are told in the loop's next turn, so that the table stays without
threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from console.people.news import match_news
from console.people.profiles import Profiles
from console.people.ready_nicknames import ready_nicknames
from console.people.records import everything
from console.store.asking import Ask, here
from console.store.log import MatchLog
from console.store.problems import StoreError
from console.store.process import PATIENCE_S
from console.store.trimming import trim
from console.table.attract.leaderboard import LeaderboardRequest
from console.table.match import StoredStart
from console.table.names import KnownNames, NameChosen, NameGiven, NamesRequest
from console.table.outputs import MatchBegun, MatchEnded, Output
from console.table.records.requests import (
    ForgetRequest,
    Forgotten,
    PhotoGiven,
    PhotoRequest,
    RecordBroken,
    Records,
    RecordsRequest,
)
from console.table.response import Response
from console.table.seating import NamedPerson
from console.table.table import Table
from console.table.view import View
from console.terminal.speech import complain
from console.wiring.build import Running
from console.wiring.leaderboard import leaderboard_of
from console.wiring.matches.photos import stored_photo
from console.wiring.matches.stored import Offers, seating_of
from console.wiring.players.agents import join
from drivers.errors import KhvatkaError

LOOK_NS: Final = 10_000_000
"""So often it is looked whether an answer is there."""

Work = Callable[[], tuple[Response, ...]]


@dataclass(frozen=True, slots=True)
class _Offered(Response):
    """A match that was broken off, for the start screen."""

    start: StoredStart


class RequestHandler:
    """A sink and agents of the loop: takes the table's requests, brings the responses.

    ``offers`` has the store, which need not be there yet; ``log`` is what writes the matches,
    ``wall`` dates a new profile, ``samples_bytes`` is the room for samples. ``ask`` has the work on
    the store done beside the loop; without it that is done in the loop's turn, for virtual time.
    What cannot be read is told on standard error, once; the table plays on without it.
    """

    def __init__(
        self,
        table: Table,
        offers: Offers,
        log: MatchLog,
        wall: Callable[[], datetime],
        samples_bytes: int,
        ask: Ask | None = None,
    ) -> None:
        self._table = table
        self._offers, self._store = offers, offers.store
        self._people = Profiles(self._store.path)
        self._ask_store = ask or here
        self._log = log
        self._wall, self._samples_bytes = wall, samples_bytes
        self._thread = None if ask is None else ThreadPoolExecutor(1, "requests")
        self._waiting: deque[Work] = deque()
        self._open: Future[tuple[Response, ...]] | None = None
        self._now_ns = 0
        self._language = table.settings.language
        self._ask(self._hall)
        self._ask(self._trim)

    def __call__(self, output: Output) -> None:
        """A want of the table; and each match that it begins and ends."""
        match output:
            case NamesRequest():
                self._ask(self._names)
            case NameChosen(seat, nickname):
                self._ask(partial(self._name, seat, nickname))
            case RecordsRequest():
                self._ask(self._records)
            case PhotoRequest(number, verdict):
                self._ask(partial(self._photo, number, verdict))
            case ForgetRequest(profile):
                self._ask(partial(self._forget, profile))
            case LeaderboardRequest():
                self._ask(self._hall)
            case MatchBegun():
                self._table.respond(RecordBroken(), self._now_ns)
            case MatchEnded(abandoned=abandoned):
                self._ask(self._offered if abandoned else self._ended)
                self._ask(self._trim)

    def _ask(self, work: Work) -> None:
        self._waiting.append(work)

    # -- the loop's turn -----------------------------------------------------------------------

    def see(self, table: Table, view: View, shown_ns: int) -> None:
        """It looks at nothing but what it is asked."""

    def act(self, now_ns: int) -> None:
        """Tell what has been found, begin what waits."""
        self._now_ns = now_ns
        self._language = self._table.settings.language
        if self._open is not None and self._open.done():
            for response in self._open.result():
                self._tell(response)
            self._open = None
        if self._open is None and self._waiting and self._free:
            work = partial(self._done, self._waiting.popleft())
            if self._thread is not None:
                self._open = self._thread.submit(work)
            else:
                for response in work():
                    self._tell(response)

    @property
    def _free(self) -> bool:
        """Is nobody racing, and nobody about to?"""
        return self._table.scene.waiting or (self._table.quiet and self._between)

    @property
    def _between(self) -> bool:
        """Is no match under way?"""
        return self._table.match is None or self._table.ended

    def next_act_ns(self) -> int | None:
        """Soon, while something is open or waits."""
        busy = self._open is not None or (self._waiting and self._free)
        return self._now_ns + LOOK_NS if busy else None

    def _tell(self, response: Response) -> None:
        if isinstance(response, RecordBroken) and not self._between:
            return  # another match has begun
        if isinstance(response, _Offered):
            if self._between:
                self._table.offer(response.start)
            return
        if isinstance(response, Forgotten) and response.done and response.profile is not None:
            self._table.forget(response.profile)
            self._table.respond(RecordBroken(), self._now_ns)  # it calls people by their names
            self._ask(self._names)
            self._ask(self._hall)
        self._table.respond(response, self._now_ns)

    def close(self) -> None:
        """Finish what has begun; what waits is dropped. What takes longer than a while (a whole
        file to be wiped, a disk that hangs) the store's process finishes by itself.
        """
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
        if self._open is not None:
            wait([self._open], PATIENCE_S)

    # -- beside the loop -----------------------------------------------------------------------

    def _done(self, work: Work) -> tuple[Response, ...]:
        """What came of it; nothing when the store says no and no answer is owed."""
        try:
            return work()
        except KhvatkaError as error:
            complain(error)
            return ()

    def _names(self) -> tuple[Response, ...]:
        names = tuple(NamedPerson(p.id, p.nickname) for p in self._ask_store(self._people.latest))
        return (KnownNames(names, ready_nicknames(self._language)),)

    def _name(self, seat: int, nickname: str) -> tuple[Response, ...]:
        try:
            person = self._ask_store(self._people.called, nickname, self._wall())
        except StoreError as error:
            complain(error)
            return (NameGiven(seat, None),)
        except KhvatkaError:  # no nickname at all: the seat is told
            return (NameGiven(seat, None),)
        return NameGiven(seat, NamedPerson(person.id, person.nickname)), *self._names()

    def _records(self) -> tuple[Response, ...]:
        try:
            return (self._ask_store(everything, self._store.path),)
        except StoreError as error:
            complain(error)
            return (Records(readable=False),)

    def _hall(self) -> tuple[Response, ...]:
        return (leaderboard_of(self._ask_store(everything, self._store.path)),)

    def _photo(self, number: int, verdict: int) -> tuple[Response, ...]:
        try:
            stored = self._ask_store(self._store.match, number)
            found = next((v for v in stored.verdicts if v.n == verdict), None)
            photo = None if found is None else stored_photo(stored, found)
        except KhvatkaError as error:
            complain(error)
            return (PhotoGiven(number, verdict, None),)
        seating = seating_of(stored)
        names = {seat: seating.name_at(seat) for seat in seating.seats}
        return (PhotoGiven(number, verdict, photo, names),)

    def _forget(self, profile: int | None) -> tuple[Response, ...]:
        try:
            known = self._nickname(profile)
            if known is not None:
                self._ask_store(self._people.forget, known)
            elif profile is None:
                self._ask_store(self._people.wipe)
        except KhvatkaError as error:
            complain(error)
            return self._half_forgotten(profile), *self._records()
        return Forgotten(profile, done=True), *self._records()

    def _nickname(self, profile: int | None) -> str | None:
        people = self._ask_store(self._people.all)
        return next((p.nickname for p in people if p.id == profile), None)

    def _half_forgotten(self, profile: int | None) -> Forgotten:
        """The disk refused: at all, or only to overwrite what it held of a person who is gone."""
        try:
            return Forgotten(profile, done=self._nickname(profile) is None, wiped=False)
        except StoreError:
            return Forgotten(profile, done=False, wiped=False)

    def _offered(self) -> tuple[Response, ...]:
        """A match that people leave is offered again on the start screen at once."""
        if not self._log.flush():
            return ()
        start = self._offers.newest(self._table.settings, self._ask_store)
        return () if start is None else (_Offered(start),)

    def _ended(self) -> tuple[Response, ...]:
        """Count the match that has ended, once all of it is on the disk."""
        if not self._log.flush():
            return ()
        news = self._ask_store(match_news, self._store.path)
        return *((RecordBroken(news),) if news else ()), *self._hall()

    def _trim(self) -> tuple[Response, ...]:
        """A few of the samples that are too many go; the others once all that waits is done."""
        with suppress(StoreError):  # another time, then
            if self._ask_store(trim, self._store.path, self._samples_bytes):
                self._ask(self._trim)
        return ()


def open_request_handler(
    running: Running[Any],
    offers: Offers,
    log: MatchLog,
    wall: Callable[[], datetime],
    samples_bytes: int,
    ask: Ask | None = None,
) -> RequestHandler:
    """Requests of a running table are answered; whoever opens it closes it before its ``log``."""
    loop = running.loop
    handler = RequestHandler(running.table, offers, log, wall, samples_bytes, ask)
    loop.sinks = (*loop.sinks, handler)
    join(loop, handler)
    return handler
