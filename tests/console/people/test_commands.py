"""``khvatka records`` and ``khvatka people`` in both languages, as text and as JSON lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from console.cli import main
from drivers.times import MS
from tests.console.people.evening import duel, ended, head, join, keep, match_of
from tests.console.store.test_faults import damage_all


def khvatka(path: Path, *command: str) -> Result:
    """Run a command on the data folder of ``path``."""
    return CliRunner().invoke(main, [*command, "--data", str(path.parent)])


def lines(path: Path, *command: str) -> list[str]:
    """What a command that goes well prints."""
    result = khvatka(path, *command)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def objects(path: Path, *command: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines(path, *command, "--json")]


@pytest.fixture
def evening(path: Path) -> Path:
    """A match of «Хаос» and one of IOTA between two with nicknames and a guest."""
    badger, owl = join(path, "Барсук", "Сова")
    start = head(players=3, profiles=(badger.id, None, owl.id), options={"last_card": "classic"})
    races = [duel(0, 0, 1, 251_300_000, 2_400_000), duel(1, 1, 2, 320 * MS)]
    keep(path, start, ended((0,), "cards", 0, 12, 18), races)
    match_of(path, (badger, owl), (1,))
    keep(path, head("iota", 2, profiles=(badger.id, owl.id)), ended((1,), "points", 61, 90))
    return path


def test_records_in_english(evening: Path) -> None:
    said = lines(evening, "records", "--lang", "en")
    assert said[0] == "Chaos · 2 players · 1 match"
    text = "\n".join(said)
    assert "Chaos · 3 players · The last card: classic · 1 match\n  Most duels won" in text
    assert "    1  251.3 ± 0.1 ms  Барсук  2026-05-01 20:15  match 1, duel 1" in said
    assert "    1  2.4 ± 0.1 ms   Барсук  2026-05-01 20:15  match 1, duel 1" in said
    assert "    2  320.0 ± 0.1 ms  Seat 2  2026-05-01 20:15  match 1, duel 2" in said
    assert "  Most points" in said
    assert "    1  90 points  Сова    2026-05-01 20:15  match 3" in said
    assert "    1  1 win  Барсук  of 1 match" in said


def test_records_in_russian(evening: Path) -> None:
    said = lines(evening, "records", "--game", "chaos", "--lang", "ru")
    assert "Хаос · 3 игрока · Последняя карта: классика · 1 партия" in said
    assert "  Лучшая реакция" in said
    assert "    1  251,3 ± 0,1 мс  Барсук   2026-05-01 20:15  партия 1, дуэль 1" in said
    assert not any("IOTA" in line for line in said)


def test_records_as_json_lead_to_the_photo_finish_and_rebuild_the_same(evening: Path) -> None:
    found = objects(evening, "records", "--game", "chaos")
    assert [t["players"] for t in found] == [2, 3]
    best = next(r for r in found[1]["records"] if r["kind"] == "reaction")
    assert (best["value_ns"], best["match"], best["duel"]) == (251_300_000, 1, 1)
    assert (best["seat"], best["nickname"]) == (0, "Барсук")
    most = next(r for r in found[1]["records"] if r["kind"] == "result")
    assert most["count"] > 0
    assert most["duel"] is None
    assert objects(evening, "records", "--game", "chaos", "--rebuild") == found


@pytest.mark.parametrize("language", ["ru", "en"])
def test_nothing_yet_is_said(path: Path, language: str) -> None:
    said = [
        lines(path, *command, "--lang", language)
        for command in (["records"], ["people"], ["people", "rating"])
    ]
    assert [len(text) for text in said] == [1, 1, 1]
    assert all(text[0].isascii() == (language == "en") for text in said)
    assert not path.exists()


def test_people_are_added_listed_renamed_and_forgotten(path: Path) -> None:
    assert lines(path, "people", "add", "Барсук", "--lang", "ru") == ["Барсук: прозвище сохранено."]
    assert lines(path, "people", "add", "Owl", "--lang", "en") == ["Owl is kept."]
    assert lines(path, "people", "rename", "owl", "Сова", "--lang", "en") == ["Now called Сова."]
    listed = lines(path, "people", "list", "--lang", "en")
    assert [line.split()[0] for line in listed] == ["Барсук", "Сова"]
    assert listed == lines(path, "people", "--lang", "en")
    assert [p["nickname"] for p in objects(path, "people")] == ["Барсук", "Сова"]
    assert lines(path, "people", "forget", "сова", "--yes", "--lang", "ru") == [
        "Забыто: в файле не осталось следа."
    ]
    assert [p["nickname"] for p in objects(path, "people")] == ["Барсук"]
    assert lines(path, "people", "forget", "--lang", "en") == [
        "Forgotten: the file holds no trace."
    ]


def test_the_rating_list(evening: Path) -> None:
    said = lines(evening, "people", "rating", "--lang", "en")
    assert said[0] == "Chaos"
    best, *_ = objects(evening, "people", "rating")
    assert said[1].split() == ["1", str(best["rating"]), "Сова", "1", "match", "1", "win"]
    assert (best["place"], best["nickname"], best["game"]) == (1, "Сова", "chaos")
    assert best["rating"] > 1000
    assert said[3] == "IOTA"


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (["records", "--game", "chess"], "--game 'chess' is not known: choose chaos"),
        (["people", "rating", "--game", "go"], "--game 'go' is not known"),
        (["people", "add", "Кот🐈"], "use letters of Русский, English"),
        (["people", "add", "БАРСУК"], "is taken"),
        (["people", "rename", "Никто", "Кто"], "nobody is called 'Никто'"),
        (["people", "forget", "Никто"], "nobody is called 'Никто'"),
    ],
)
def test_bad_input_is_one_sentence(path: Path, command: list[str], complaint: str) -> None:
    join(path, "Барсук")
    result = khvatka(path, *command)
    assert result.exit_code == 2
    assert result.stderr.startswith("khvatka: ")
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_damaged_store_is_one_sentence(path: Path) -> None:
    damage_all(path)
    for command in (["records"], ["people"], ["people", "add", "Кот"], ["people", "rating"]):
        result = khvatka(path, *command)
        assert result.exit_code == 2
        assert "is damaged" in result.stderr
        assert result.stderr.count("\n") == 1
