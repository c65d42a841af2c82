"""Codes, secrets and guards, with the time passed in."""

from __future__ import annotations

import pytest

from console.phones.limits import MESSAGES_A_SECOND, message_bucket
from console.phones.messages import Known, Offer
from console.phones.sessions import ELSEWHERE, Sessions
from console.web.guards import (
    TRIES_A_MINUTE,
    TRIES_AT_ALL,
    Door,
    RefusalWord,
    Tries,
    WebRefusal,
    source_of,
)
from drivers.times import SECOND
from tests.console.phones.evening import Pane


@pytest.fixture
def sessions() -> Sessions:
    sessions = Sessions()
    sessions.offer(Offer(2, "code", 90), 0)
    return sessions


def test_a_code_pairs_once(sessions: Sessions) -> None:
    secret, session = sessions.pair("code", "a", 1)
    assert session.seat == 2
    assert session.generation is None
    assert sessions.known(secret) is session
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        sessions.pair("code", "a", 2)


def test_a_code_whose_answer_was_lost_is_good_again_for_its_page(sessions: Sessions) -> None:
    """For nobody else, and no more once its secret was used or its time is over."""
    secret, session = sessions.pair("code", "a", 1, "page")
    assert sessions.pair("code", "a", 2, "page") == (secret, session)
    for other in ("", "Page", "page "):
        with pytest.raises(WebRefusal, match=RefusalWord.CODE):
            sessions.pair("code", "b", 3, other)
    assert sessions.pair("code", "c", 90 * SECOND - 1, "page") == (secret, session)
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        sessions.pair("code", "c", 90 * SECOND, "page")
    later_ns = 91 * SECOND
    sessions.offer(Offer(2, "other", 90), later_ns)
    _, session = sessions.pair("other", "d", later_ns, "page")
    sessions.attach(session, Pane())
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        sessions.pair("other", "d", later_ns, "page")


def test_of_two_phones_with_one_code_the_first_is_in_doubt(sessions: Sessions) -> None:
    """Not by its own page, nor by its own secret, nor once the code would have ended."""
    secret, first = sessions.pair("code", "a", 1, "page")
    sessions.offer(Offer(0, "other", 90), 0)
    theirs = sessions.pair("other", "b", 2, "theirs")[0]
    sessions.attach(first, Pane())
    for page, had in (("page", ""), ("anew", secret)):
        assert sessions.rival("code", page, had, 3) is None
    for page, had in (("theirs", ""), ("", ""), ("theirs", theirs)):
        assert sessions.rival("code", page, had, 3) is first
    assert sessions.rival("code", "theirs", "", 90 * SECOND) is None
    sessions.drop(first.number, "left")
    assert sessions.rival("code", "theirs", "", 3) is None


def test_a_phone_that_is_let_in_keeps_its_own_with_an_old_code(sessions: Sessions) -> None:
    """While its session holds; a good code pairs it anew."""
    own = sessions.pair("code", "a", 1)
    assert sessions.pair("code", "a", 2, "page", own[0]) == own
    sessions.offer(Offer(0, "other", 90), 0)
    assert sessions.pair("other", "a", 3, "page", own[0])[1].seat == 0
    sessions.drop(own[1].number, "left")
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        sessions.pair("code", "a", 4, "page", own[0])


def test_a_phone_that_an_earlier_process_let_in_is_not_asked_about_again() -> None:
    """The table would drop it: nobody stands there with a code."""
    first = Sessions()
    first.offer(Offer(2, "code", 90), 0)
    secret, session = first.pair("code", "a", 1)
    again = Sessions([Known(session.number, 2, 5, session.kept)])
    kept, own = again.pair("code", "a", 2, "page", secret)
    assert (kept, own.generation, own.asked) == (secret, 5, True)


def test_a_session_that_is_over_is_not_paired_again(sessions: Sessions) -> None:
    _, session = sessions.pair("code", "a", 1, "page")
    sessions.drop(session.number, "refused")
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        sessions.pair("code", "a", 2, "page")


def test_a_code_ends(sessions: Sessions) -> None:
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        sessions.pair("code", "a", 90 * SECOND)


def test_a_new_code_makes_the_old_one_void(sessions: Sessions) -> None:
    sessions.offer(Offer(2, "newer", 90), 0)
    with pytest.raises(WebRefusal, match=RefusalWord.CODE):
        sessions.pair("code", "a", 1)
    assert sessions.pair("newer", "a", 1)[1].seat == 2


def test_secrets_are_long_and_kept_as_hashes_only(sessions: Sessions) -> None:
    secret, session = sessions.pair("code", "a", 1)
    assert len(secret) >= 22  # 128 bits in base 64
    assert secret not in repr((vars(sessions), session))
    for forged in (None, "", str(session.number), secret[:-1], secret + "a"):
        with pytest.raises(WebRefusal, match=RefusalWord.UNKNOWN):
            sessions.known(forged)


def test_the_newest_tab_has_the_hand(sessions: Sessions) -> None:
    _, session = sessions.pair("code", "a", 1)
    sessions.bind(session.number, 7)
    old, new = Pane(), Pane()
    sessions.attach(session, old)
    sessions.attach(session, new)
    sessions.show(session.number, 7, "view")
    assert (old.why, old.shown, new.shown) == (ELSEWHERE, [], ["view"])


def test_a_view_of_an_older_binding_is_nobodys(sessions: Sessions) -> None:
    _, session = sessions.pair("code", "a", 1)
    pane = Pane()
    sessions.attach(session, pane)
    sessions.show(session.number, 1, "before ●")
    sessions.bind(session.number, 2)
    sessions.show(session.number, 1, "of an older one")
    sessions.show(session.number, 2, "its own")
    assert pane.shown == ["its own"]


def test_what_is_over_has_no_secret(sessions: Sessions) -> None:
    secret, session = sessions.pair("code", "a", 1)
    pane = Pane()
    sessions.attach(session, pane)
    sessions.drop(session.number, "left")
    assert pane.why == "left"
    with pytest.raises(WebRefusal, match=RefusalWord.UNKNOWN):
        sessions.known(secret)


def test_pairings_from_an_address_and_at_all() -> None:
    pairings = Tries()
    for _ in range(TRIES_A_MINUTE):
        pairings.check("a", 0)
    with pytest.raises(WebRefusal, match=RefusalWord.OFTEN):
        pairings.check("a", 1)
    pairings.check("a", 60 * SECOND)
    for n in range(TRIES_AT_ALL - 1):
        pairings.check(f"{n}", 60 * SECOND)
    with pytest.raises(WebRefusal, match=RefusalWord.OFTEN):
        pairings.check("of nobody yet", 60 * SECOND)


def test_a_network_of_ipv6_is_one_address() -> None:
    assert source_of("2001:db8::1") == source_of("2001:db8::ffff:1") != source_of("2001:db8:0:1::1")
    assert source_of("::ffff:10.0.0.1") == "10.0.0.1" == source_of("10.0.0.1")


def test_strangers_tries_keep_nobody_out_who_has_read_the_code(sessions: Sessions) -> None:
    for n in range(TRIES_AT_ALL):
        with pytest.raises(WebRefusal, match=RefusalWord.CODE):
            sessions.pair("guessed", f"{n}", 1)
    for address in ("0", "of nobody yet"):
        with pytest.raises(WebRefusal, match=RefusalWord.OFTEN):
            sessions.pair("guessed", address, 1)
    secret, session = sessions.pair("code", "0", 1, "page")
    assert sessions.pair("code", "0", 1, "page") == (secret, session)  # its answer was lost
    assert sessions.pair("code", "0", 1, "other", had=secret) == (secret, session)


def test_ten_messages_a_second() -> None:
    bucket = message_bucket()
    taken = [bucket.take(n * SECOND // 100) for n in range(100)]
    assert MESSAGES_A_SECOND <= sum(taken) <= 2 * MESSAGES_A_SECOND
    assert all(bucket.take((2 + n) * SECOND // 10 + 5 * SECOND) for n in range(100))


@pytest.mark.parametrize(
    ("host", "origin", "acts", "word"),
    [
        ("table:80", None, False, None),
        ("TABLE:80", None, False, None),
        ("table:80", "http://table:80", True, None),
        (None, None, False, RefusalWord.HOST),
        ("evil.test", None, False, RefusalWord.HOST),
        ("table", None, False, RefusalWord.HOST),
        ("table:80.evil.test", None, False, RefusalWord.HOST),
        ("table:80", None, True, RefusalWord.ORIGIN),
        ("table:80", "null", True, RefusalWord.ORIGIN),
        ("table:80", "http://evil.test", False, RefusalWord.ORIGIN),
        ("table:80", "https://table:80", True, RefusalWord.ORIGIN),
        ("evil.test", "http://evil.test", True, RefusalWord.HOST),
    ],
)
def test_the_door(
    host: str | None, origin: str | None, acts: bool, word: RefusalWord | None
) -> None:
    door = Door(frozenset({"table:80"}))
    if word is None:
        door.check(host, origin, acts=acts)
        return
    with pytest.raises(WebRefusal, match=word):
        door.check(host, origin, acts=acts)
