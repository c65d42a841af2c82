"""``khvatka league`` as an organiser types it; its JSON has the keys that the guide tells."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from console.cli import main
from console.desk.league.sending import LeagueMembership, LeagueSending
from console.desk.league.store import LeagueStore
from console.desk.store.database import DeskDatabase
from console.link.league import LeaguePoints, LeagueResult
from tests.console.cli.test_json import keys, objects, told_keys


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'desk.sqlite3'}"


def run(url: str, *words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["league", *words, "--database", url, "--lang", "en"])
    assert done.exit_code == status, done.output
    return done.output


def as_json(url: str, *words: str) -> dict[str, Any]:
    (told,) = objects(run(url, *words, "--json"))
    assert set(keys(told)) <= told_keys(f"league {words[0]}")
    return told


def played(url: str) -> None:
    database = DeskDatabase(url)
    store = LeagueStore(database)
    league = store.leagues()[0]
    made = tuple(LeaguePoints(name, n) for name, n in (("Аня", 840), ("Боря", 0)))
    result = LeagueResult(
        id="a-1",
        revision=0,
        evening="a",
        begun_ms=league.options.first_ms,
        game="chaos",
        persons=made,
    )
    store.take(league.id, 0, [result], league.options.first_ms)
    database.close()


def test_a_league_from_its_beginning(url: str) -> None:
    assert "begins one" in run(url, "status")
    league = as_json(url, "new", "Осень", "--weeks", "4", "--best", "2", "--first", "2026-09-01")
    assert len(as_json(url, "admit", "осень", "Юг")["token"]) == 32
    assert "nobody has played yet" in run(url, "status")
    played(url)
    told = as_json(url, "status", league["id"][:6])
    assert [(row["place"], row["name"], row["total"]) for row in told["standings"]] == [
        (1, "Аня", 840),
        (2, "Боря", 0),
    ]
    assert "Аня" in run(url, "status")
    as_json(url, "forget", "Осень", str(told["standings"][0]["person"]))
    assert "Аня" not in run(url, "status")
    assert as_json(url, "expel", "Осень", "Юг") == {"event": "expelled", "cafe": "Юг"}
    assert len(as_json(url, "status")["standings"]) == 2, "what it brought stays"
    assert as_json(url, "status")["cafes"] == ["Юг"]
    assert "--yes" in run(url, "expel", "Осень", "Юг", "--everything", status=2)
    as_json(url, "expel", "Осень", "Юг", "--everything", "--yes")
    assert as_json(url, "status")["standings"] == []
    assert "no café Запад" in run(url, "expel", "Осень", "Запад", status=2)


def test_which_league_is_meant(url: str) -> None:
    for name in ("Осень", "Зима"):
        as_json(url, "new", name)
    assert len(as_json(url, "status")["leagues"]) == 2
    assert "no such league" in run(url, "status", "Весна", status=2)
    assert "several leagues are meant" in run(url, "admit", "", "Юг", status=2)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new", "Осень", "--weeks", "3", "--best", "4"), "best 4 is not possible: give 1 to 3"),
        (("new", " "), "a league's name is one line"),
        (("forget", "Осень", "7"), "no such league"),
        (("join", "a b/c", "token"), "no address of a league"),
        (("join", "кафе", "token"), "no address of a league"),
        (("join", "http://[", "token"), "no address of a league"),
        (("join", "http://127.0.0.1:1", "жетон"), "'жетон' is no token"),
        (("join", "http://127.0.0.1:1", "0a\n"), "is no token"),
        (("join", "http://127.0.0.1:1", "0a"), "does not let us in"),
    ],
)
def test_what_cannot_be_is_told(url: str, words: tuple[str, ...], told: str) -> None:
    assert told in run(url, *words, status=2)


def test_a_café_leaves(url: str) -> None:
    database = DeskDatabase(url)
    LeagueSending(database).join(LeagueMembership("http://127.0.0.1:1", "token"))
    as_json(url, "leave")
    assert LeagueSending(database).membership() is None
    database.close()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("осень", "«осень» — не адрес базы данных: дайте sqlite:///ФАЙЛ"),
        ("postgresql+no://x", "— не адрес базы данных: дайте sqlite:///ФАЙЛ"),
        ("postgresql+psycopg://x", "-m pip install 'khvatka[postgresql]'"),
        ("mysql://x", "события хранятся в SQLite или PostgreSQL: дайте sqlite:///ФАЙЛ"),
    ],
)
def test_why_an_address_is_of_no_database_is_told_in_the_reader_s_words(
    address: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # its extra is not installed
    told = CliRunner().invoke(main, ["league", "status", "--database", address, "--lang", "ru"])
    assert told.exit_code == 2
    assert why in told.stderr
