"""From a café's desk to a league's over a real line, which is cut wherever it may be."""

from __future__ import annotations

import asyncio
import http.client
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from pytest_mock import MockerFixture

from console.desk.league import sender
from console.desk.league.sender import LeagueAway, checked_address, deliver
from console.desk.league.sending import LeagueMembership
from console.desk.league.store import LeagueStore
from console.desk.league.web import MOST_BYTES, RESULTS, LeagueWeb
from console.desk.store.database import DeskDatabase
from console.i18n import Words
from console.link.league import MOST_RESULTS, LeagueResult
from console.link.messages import ResultAnswer
from console.web.gate import Gate
from console.web.guards import WebRefusal
from console.web.serving import listening, server
from drivers.errors import ConfigError, Sentence
from tests.console.desk.league.test_sending import BEGUN_MS, LEAGUE, Café
from tests.console.desk.league.test_standings import told

PATIENCE_S = 60.0  # never waited out unless something is broken


@contextmanager
def serving(store: LeagueStore) -> Iterator[str]:
    """A league's desk on loopback; its address."""
    opened, hosts = listening("127.0.0.1", 0)
    web = LeagueWeb(store, hosts, now_ms=lambda: BEGUN_MS)
    running = server(web.app, Gate(web.door.refuse, 1024), 1024)
    thread = threading.Thread(target=lambda: asyncio.run(running.serve([opened])), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{opened.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join(PATIENCE_S)


@pytest.fixture
def café(tmp_path: Path) -> Iterator[Café]:
    café, league = (DeskDatabase(f"sqlite:///{tmp_path / name}") for name in ("cafe", "league"))
    yield Café(café, league)
    café.close()
    league.close()


def test_results_arrive_and_are_not_sent_again(café: Café) -> None:
    token = café.league.admit(café.id, "Юг")
    café.round()
    assert deliver(café.sending) == 0  # of no league
    with serving(café.league) as address:
        café.sending.join(LeagueMembership(address, token))
        assert deliver(café.sending) == 2
        assert deliver(café.sending) == 0
    assert café.totals() == café.made()


def test_an_answer_that_is_lost_is_asked_for_again(café: Café) -> None:
    token = café.league.admit(café.id, "Юг")
    café.round()

    def cut(to: LeagueMembership, results: Sequence[LeagueResult]) -> list[ResultAnswer]:
        sender.send(to, results)
        raise LeagueAway(Sentence("cut"))

    with serving(café.league) as address:
        café.sending.join(LeagueMembership(address, token))
        with pytest.raises(LeagueAway):
            deliver(café.sending, cut)
        assert deliver(café.sending) == 2
    with pytest.raises(LeagueAway):  # nobody is there any more
        sender.send(LeagueMembership(address, token), [told("a", {})])
    assert café.totals() == café.made()


def test_who_has_no_token_brings_nothing(café: Café) -> None:
    with serving(café.league) as address, pytest.raises(LeagueAway) as away:
        sender.send(LeagueMembership(address, "guessed"), [told("a", {"Аня": 840, "Боря": 0})])
    assert Words("ru").translated(away.value.why) == "отказывает (unknown)"
    assert café.league.standings(café.id) == []


def test_a_league_that_cannot_be_called_securely_is_said_to_be_one(café: Café) -> None:
    with serving(café.league) as address:
        secure = LeagueMembership(address.replace("http:", "https:"), "guessed")
        with pytest.raises(LeagueAway, match=r"no secure connection with it \(\[SSL") as away:
            sender.send(secure, [told("a", {})])
    assert "нет защищённого соединения с ней ([SSL" in Words("ru").translated(away.value.why)


def test_w8_a_café_that_is_expelled_brings_nothing_until_it_is_admitted_again(café: Café) -> None:
    token = café.league.admit(café.id, "Юг")
    other = café.league.admit(café.id, "Север")
    with serving(café.league) as address:
        café.sending.join(LeagueMembership(address, token))
        café.round()
        sent = deliver(café.sending)
        assert sent
        before = café.league.standings(café.id)
        café.league.expel(café.id, "Юг")
        café.round()
        with pytest.raises(LeagueAway, match="unknown"):
            deliver(café.sending)
        assert café.league.standings(café.id) == before, "what it brought stays"
        assert café.league.cafe_of(other) is not None, "others stay"
        café.sending.join(LeagueMembership(address, café.league.admit(café.id, "Юг")))
        assert deliver(café.sending) == 2 * sent, "all of it once more"
        assert {place.cafe for place in café.league.standings(café.id)} == {"Юг"}
    assert café.league.cafe_of(token) is None
    with pytest.raises(ConfigError, match="Запад"):
        café.league.expel(café.id, "Запад")


def asked(address: str, body: bytes, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE_S)
    connection.request("PUT", "/league/results", body, {"Origin": address, **headers})
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


@pytest.mark.parametrize("said", ['[{"x":' + "[" * 20_000, "[{", "<html>", "[]", "\ufffd"])
def test_what_is_no_answer_is_asked_for_again(said: str, mocker: MockerFixture) -> None:
    """Nested without end it ended what sends to the league, as long as the desk was open."""
    answer = mocker.Mock(status=200, read=lambda most: said.encode())
    mocker.patch.object(http.client.HTTPConnection, "request")
    mocker.patch.object(http.client.HTTPConnection, "getresponse", return_value=answer)
    with pytest.raises(LeagueAway, match="something else"):
        sender.send(LeagueMembership("http://127.0.0.1:9", "00"), [told("a", {})])


def test_what_is_no_message_is_refused_in_one_word(café: Café) -> None:
    token = café.league.admit(café.id, "Юг")
    many = [told(str(n), {}) for n in range(MOST_RESULTS + 1)]
    with serving(café.league) as address:
        bearer = {"Authorization": f"Bearer {token}"}
        assert asked(address, b"[", **bearer) == (400, "nonsense")
        assert asked(address, b"\xff", **bearer) == (400, "nonsense")
        assert asked(address, msgspec.json.encode(many), **bearer) == (413, "size")
        assert asked(address, b" " * (MOST_BYTES + 1), **bearer) == (413, "size")
        for name, wrong in (("id", '"' + "x" * 65 + '"'), ("revision", 1 << 31), ("revision", -1)):
            sound = msgspec.json.decode(msgspec.json.encode([told("a", {})]))
            sound[0][name] = msgspec.json.decode(str(wrong))
            assert asked(address, msgspec.json.encode(sound), **bearer) == (400, "nonsense")
        assert asked(address, b"[]", **bearer, Origin="http://elsewhere") == (403, "origin")
        assert asked(address, b"[]", **bearer, Host="elsewhere") == (421, "host")
        assert asked(address, b"[]", **bearer) == (200, "[]")


def read(address: str, path: str, language: str = "ru") -> tuple[int, str]:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE_S)
    connection.request("GET", path, headers={"Accept-Language": language})
    answer = connection.getresponse()
    told = answer.status, answer.read().decode()
    connection.close()
    return told


def test_the_standings_are_a_page_in_both_languages(café: Café) -> None:
    café.round()
    café.send()
    with serving(café.league) as address:
        status, page = read(address, "/")
        assert (status, page.count("<tr>")) == (200, 5)
        assert "лучший вечер" in page
        assert all(name in page for name in ("P0", "P1", "P2", "P3", "Север"))
        english = read(address, f"/league/{café.id}", "en-GB")[1]
        assert "best evening" in english
        assert "This is week 1." in english
        assert read(address, f"/league/{café.id}?lang=en&after=x")[1] == english
        for path in ("/league/none", "/lague", RESULTS):
            for language, told in (("ru", "по этому адресу ничего нет"), ("en", "nothing at this")):
                status, page = read(address, path, language)
                assert (status, told in page) == (404, True)
                assert f'href="/?lang={language}"' in page
        assert read(address, "/desk.css")[0] == 200


def test_a_page_goes_on_where_the_last_one_ended(café: Café) -> None:
    many = [told(f"m{n}", {f"A{n}": 840, f"B{n}": 0}) for n in range(40)]
    café.league.take(café.id, 0, many, BEGUN_MS)
    with serving(café.league) as address:
        path, seen = "/?lang=en", []
        while path:
            page = read(address, path)[1]
            seen += re.findall(r"<td>([AB]\d+)</td>", page)
            more = re.search(r"after=([\d.]+)", page)
            path = f"/league/{café.id}?lang=en&after={more[1]}" if more else ""
    assert len(seen) == 80
    assert len(set(seen)) == 80


def test_behind_a_proxy_it_is_called_by_its_name(café: Café) -> None:
    web = LeagueWeb(café.league, frozenset({"league.example"}), frozenset({"league.example"}))
    web.door.check("league.example", "https://league.example", acts=True)
    with pytest.raises(WebRefusal):
        web.door.check("league.example", "http://league.example", acts=True)


def test_points_are_written_as_each_language_does(café: Café) -> None:
    made = {"Аня": 840, "Боря": 560, "Вера": 280, "Глеб": 0}
    café.league.take(café.id, 0, [told("a", made)], BEGUN_MS)
    with serving(café.league) as address:
        assert "0,67" in read(address, "/", "ru")[1]
        assert "0.67" in read(address, "/", "en")[1]


def test_markup_in_a_café_is_text(café: Café) -> None:
    league = café.league.new(LEAGUE, BEGUN_MS)
    café.league.admit(league, "<b>Юг</b>")
    café.league.take(league, 0, [told("a", {"Аня": 840, "Боря": 0})], BEGUN_MS)
    with serving(café.league) as address:
        page = read(address, f"/league/{league}")[1]
    assert "&lt;b&gt;Юг" in page
    assert "<b>Юг" not in page


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("league.example", "http://league.example"),
        ("https://league.example/", "https://league.example"),
        ("192.0.2.1:8470", "http://192.0.2.1:8470"),
    ],
)
def test_an_address_is_kept_whole(typed: str, kept: str) -> None:
    assert checked_address(typed) == kept


@pytest.mark.parametrize("typed", ["", "ftp://x", "http://x/y", "x:99999999", "http://", "x?y"])
def test_what_is_no_address_is_told(typed: str) -> None:
    with pytest.raises(ConfigError, match="no address of a league"):
        checked_address(typed)


def test_leagues_have_the_week_of_the_event() -> None:
    assert LEAGUE.week_of(BEGUN_MS) == 0
