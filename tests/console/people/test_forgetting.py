"""Profiles in a real file; a person who is forgotten leaves no byte behind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from console.cli import main
from console.people.profiles import Profiles
from console.people.records import ratings, record_tables
from console.store.problems import StoreError
from console.store.reader import Store
from console.store.schema import open_for_reading
from console.store.writer import MatchWriter
from drivers.errors import ConfigError
from tests.console.people.evening import NOW, duel, ended, head, join, keep, match_of


def files(path: Path) -> dict[str, bytes]:
    """The store and whatever SQLite keeps beside it."""
    return {f.name: f.read_bytes() for f in sorted(path.parent.iterdir()) if f.is_file()}


def traces(path: Path, *words: str) -> list[str]:
    """The files that hold one of the words, as written or folded, in any encoding of SQLite's."""
    needles = [
        form.encode(code)
        for word in words
        for form in (word, word.casefold())
        for code in ("utf-8", "utf-16-le")
    ]
    return [name for name, body in files(path).items() if any(n in body for n in needles)]


def test_people_are_added_found_and_renamed(path: Path) -> None:
    people = Profiles(path)
    assert people.all() == ()
    joined = people.add("  Барсук ", NOW)
    assert people.find("БАРСУК") == joined
    assert people.rename("барсук", "Ёж").id == joined.id
    assert [p.nickname for p in people.all()] == ["Ёж"]
    assert people.rename("Ёж", "Еж").nickname == "Еж"  # the same person may
    with pytest.raises(ConfigError, match="nobody is called 'Барсук'"):
        people.find("Барсук")


def test_a_nickname_belongs_to_one_person(path: Path) -> None:
    join(path, "Кот", "Сова")
    with pytest.raises(ConfigError, match="is taken"):
        Profiles(path).add("KOT", NOW)
    with pytest.raises(ConfigError, match="is taken"):
        Profiles(path).rename("Сова", "кот")


def test_a_match_knows_its_people_and_the_others_are_guests(path: Path) -> None:
    badger, owl = join(path, "Барсук", "Сова")
    stored = Store(path).match(match_of(path, (badger, None, owl, None), (2,)))
    assert stored.header.profiles == (badger.id, None, owl.id, None)
    assert stored.nicknames == ("Барсук", None, "Сова", None)
    guests = Store(path).match(match_of(path, (None, None, None), (0,)))
    assert (guests.header.profiles, guests.nicknames) == ((), ())
    assert [(p.nickname, p.matches, p.wins) for p in Profiles(path).all()] == [
        ("Барсук", 1, 0),
        ("Сова", 1, 1),
    ]


def test_the_last_match_of_somebody_is_known_to_its_end_or_not(path: Path) -> None:
    badger, _ = join(path, "Барсук", "Сова")
    days = ("2026-05-01T20:15:00+03:00", "2026-05-09T18:00:00+03:00")
    keep(
        path,
        head(profiles=(badger.id, None), started_wall=days[0]),
        ended((0,), "cards", 0, 1, 2, 3),
    )
    keep(path, head(profiles=(badger.id, None), started_wall=days[1]), None)
    known = {p.nickname: (p.matches, p.last) for p in Profiles(path).all()}
    assert known == {"Барсук": (1, days[1]), "Сова": (0, None)}


def test_nobody_is_two_players_of_a_match_and_a_forgotten_one_is_a_guest(path: Path) -> None:
    badger, owl = join(path, "Барсук", "Сова")
    Profiles(path).forget("Сова")
    stored = Store(path).match(match_of(path, (badger, badger, owl), (0,)))
    assert stored.nicknames == ("Барсук", None, None)


def test_a_forgotten_person_leaves_no_byte_while_a_match_is_being_played(path: Path) -> None:
    """The writer of the running match holds the file; old nicknames go too."""
    names = ("Барсукович", "Badgerino")
    person, _ = join(path, names[0], "Сова")
    for n in range(30):  # old copies in pages that are split and freed
        join(path, f"Гость {n}")
    for n in range(9):
        Profiles(path).rename(names[n % 2], names[(n + 1) % 2])
    number = match_of(path, (person, None, None), (0,))
    log = MatchWriter(path)
    log.begin(head(profiles=(person.id, None, None, None)))
    assert log.flush()
    assert traces(path, *names) != []
    Profiles(path).forget(names[1])
    assert traces(path, *names) == []
    log.action(2, 0, {"type": "flip"})
    assert log.flush()
    log.close()
    assert traces(path, *names) == []
    assert Store(path).match(number).header.profiles == ()
    exports = [
        CliRunner().invoke(main, [*command, "--data", str(path.parent), "--json"]).stdout
        for command in (["replay", str(number)], ["matches"], ["records"], ["people"])
    ]
    assert not any(name in export for name in names for export in exports)
    with closing(open_for_reading(path)) as connection:
        rows = connection.execute("SELECT * FROM sitter WHERE profile = ?", (person.id,))
        assert rows.fetchall() == []


def test_records_stay_as_a_guest_s_and_ratings_as_if_a_guest_had_played(path: Path) -> None:
    badger, owl, fox = join(path, "Барсук", "Сова", "Лиса")
    start = head(players=3, profiles=(badger.id, owl.id, fox.id))
    keep(path, start, ended((0,), "cards", 0, 3, 5), [duel(0, 0, 1)])
    keep(path, head("ignis", 2, profiles=(owl.id, fox.id)), ended((0,), "pieces", 2, 0))
    assert {r.nickname for r in ratings(path, "chaos")} == {"Барсук", "Сова", "Лиса"}
    Profiles(path).forget("Барсук")
    (table,) = record_tables(path, "chaos")
    assert {(r.nickname, r.seat) for r in table.records} == {(None, 0)}
    assert table.wins == ()
    assert ratings(path, "chaos") == ()
    assert [r.nickname for r in ratings(path, "ignis")] == ["Сова", "Лиса"]


def test_a_file_that_somebody_reads_is_told_and_wiped_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.store.schema.BUSY_MS", 10)
    join(path, "Барсукович", "Сова")
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM profile").fetchone()
        with pytest.raises(StoreError, match="once more, without a name"):
            Profiles(path).forget("Барсукович")
    assert [p.nickname for p in Profiles(path).all()] == ["Сова"]
    Profiles(path).wipe()
    assert traces(path, "Барсукович") == []
