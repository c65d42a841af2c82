"""What goes over the wire, looked at whole: nothing hidden reaches who looks on, a screen on the
wall, or another's phone."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from hashlib import sha256
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from console.table.view import Who
from console.web.guards import Bucket
from drivers.times import SECOND
from tests.console.phones.attacker import Guest, code_at, hand_of, pair, socket_of
from tests.console.phones.live import Live, live

pytestmark = pytest.mark.slow

PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)
OPEN = {"grid", "draft", "chain", "discard", "taken"}
"""Where cards lie open, in what is sent of a board."""


class Ear:
    """Keeps every text that a socket is sent but the answers to its beats, without which it is
    dropped."""

    def __init__(self, table: Live, path: str, cookie: str = "") -> None:
        self.line = socket_of(table.port, path, cookie)
        self.heard: list[str] = []
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        beats = Bucket(1, SECOND)
        with suppress(ConnectionClosed):
            while True:
                if beats.take(time.monotonic_ns()):
                    self.line.send("b")
                with suppress(TimeoutError):
                    said = self.line.recv(timeout=1.0)
                    assert isinstance(said, str)
                    self.heard += [said] if said != "b" else []

    def close(self) -> list[Any]:
        self.line.close()
        self._thread.join()
        return [json.loads(said) for said in self.heard]


def leaves(found: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    """Every value with the keys that lead to it."""
    if isinstance(found, dict):
        return [leaf for key, value in found.items() for leaf in leaves(value, (*path, key))]
    if isinstance(found, list):
        return [leaf for value in found for leaf in leaves(value, path)]
    return [(path, found)]


def played(table: Live, moves: int, ears: list[Ear]) -> None:
    """Some moves by the strip, while everybody listens."""
    for n in range(moves):
        with table.lock:
            match = table.sitting.match
            table.sitting.read_news()
            if match.mover is None:
                return
            legal = match.game.legal_actions(match.state)
            table.sitting.play(legal[(5 * n) % len(legal)])
        before = [len(ear.heard) for ear in ears]
        table.until(lambda then=before: [len(ear.heard) for ear in ears] > then)  # type: ignore[misc]


def test_who_looks_on_gets_nothing_hidden() -> None:
    """Every face that is sent lies open on the board, in the same message; no key of a hand, no
    code, no secret, no hash of one."""
    with live("iota", PEOPLE) as table:
        table.until(lambda: table.at_seats.url)
        ears = [Ear(table, "/live"), Ear(table, "/live")]
        guest = Guest(table, 0)
        ears.append(Ear(table, "/live", guest.cookie))
        code = code_at(table, 2)
        guest.looks()
        played(table, 6, ears)
        guest.looks()
        kept = table.at_seats._phones[0].kept
        hands = {seat: hand_of(table, seat) for seat in (0, 2)}
        guest.close()
        secret = guest.cookie.partition("=")[2]
        for ear in ears:
            views = ear.close()
            assert len(views) > 3
            for view in views:
                board = view.get("board", {})
                lying = {card[2] for key in ("grid", "draft") for card in board.get(key, [])}
                for path, value in leaves(view):
                    assert not {"hand", "secret", "me", "targets", "picked", "kept"} & {*path}
                    if isinstance(value, str) and value in {*hands[0], *hands[2]}:
                        assert {*path} & OPEN, (path, value)
                        assert value in lying
            said = "".join(ear.heard)
            hashed = (sha256(word.encode()).hexdigest() for word in (secret, code, guest.code))
            for hidden in (secret, code, guest.code, kept, *hashed):
                assert hidden not in said


def test_a_guest_gets_his_own_hand_alone() -> None:
    with live("iota", PEOPLE) as table:
        guests = [Guest(table, 0), Guest(table, 2)]
        hands = [hand_of(table, 0), hand_of(table, 2)]
        ears = []
        for guest, own, other in zip(guests, hands, reversed(hands), strict=True):
            assert guest.looks() == own
            guest.tell(do="peek")
            view = guest.until(lambda view: "hand" in view["me"])
            faces = [value for _, value in leaves(view) if isinstance(value, str)]
            assert not {*other} - {*own} & {*faces}
            guest.tell(do="hide")
            ears.append(view["me"]["seat"])
        assert ears == [0, 2]
        for guest in guests:
            guest.close()


def test_what_is_answered_to_a_pairing_tells_a_seat_alone() -> None:
    with live("iota", PEOPLE) as table:
        table.until(lambda: table.at_seats.url)
        head, _, body = pair(table.port, code_at(table, 2)).partition(b"\r\n\r\n")
        assert json.loads(body) == {"seat": 2}
        (cookie,) = [line for line in head.lower().split(b"\r\n") if b"set-cookie" in line]
        assert b"httponly" in cookie
        assert b"samesite=strict" in cookie
        assert b"domain" not in cookie
