"""``khvatka service …`` as the owner types it, in both languages."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from console.cli import main
from console.service.first_pin import FirstPin
from console.service.sticks import mounted
from console.service.sticks.mounted import Stick
from console.service.store import ServiceStore
from console.settings.declared import SETTINGS
from console.settings.profiles import CLOSED, PROFILES
from console.store.log import DirectLog
from console.store.records import ButtonCount
from drivers.clock import WallClock
from drivers.times import SECOND
from tests.console.store.matches import flip, header

Service = Callable[..., Result]


@pytest.fixture
def service(tmp_path: Path, at_once: None) -> Service:
    def run(*arguments: str, typed: str | None = None) -> Result:
        line = ["service", *arguments, "--data", str(tmp_path)]
        result = CliRunner().invoke(main, line, input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return run


@pytest.fixture
def evening(store: ServiceStore) -> None:
    """Five matches, three of them left at once; a button, seen before them only."""
    log = DirectLog(store.path)
    log.pressed([ButtonCount(0, 2, "2026-05-01", 9, 40, "2026-05-01T20:00:00+03:00")])
    for n in range(5):
        match = log.begin(header(people=("person",) * 8))
        log.action(match, 0, flip(0))
        log.end(match, None if n < 3 else {"winners": [0]}, 30 * SECOND)
    log.close()


@pytest.mark.parametrize("language", ["ru", "en"])
def test_all_settings_are_listed_in_either_language(service: Service, language: str) -> None:
    text = service("settings", "--lang", language).stdout
    assert all(key in text for key in SETTINGS)
    assert {"ru": "Громкость игры", "en": "Volume of play"}[language] in text


def test_a_setting_is_set_got_and_reset(service: Service, store: ServiceStore) -> None:
    done = service("settings", "set", "match.pace_ms", "800", "--lang", "ru")
    assert done.exit_code == 0
    assert done.stdout.startswith("match.pace_ms: 0,8 с\n")
    got = json.loads(service("settings", "get", "match.pace_ms", "--json").stdout)
    assert (got["value"], got["default"], got["range"], got["changed"]) == (
        800,
        600,
        [300, 5000],
        True,
    )
    assert "0.6 s" in service("settings", "reset", "match.pace_ms", "--lang", "en").stdout
    assert store.adjustments().adjusted.given == {}


def test_a_star_marks_what_was_changed(service: Service) -> None:
    service("settings", "set", "sound.quiet_hours", "22:30-8:00")
    lines = service("settings", "list").stdout.splitlines()
    assert [one.split()[1:3] for one in lines if one.startswith("*")] == [
        ["sound.quiet_hours", "22:30–08:00"]
    ]
    asked = service("settings", "reset")  # of all of them: nobody is there to be asked
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert "`khvatka service settings reset --yes` does it" in asked.stderr
    assert service("settings", "reset", "--yes").exit_code == 0
    assert "*" not in service("settings").stdout


def test_the_tables_own_language_is_spoken_unless_another_is_asked_for(service: Service) -> None:
    assert "Range" in service("settings", "get", "match.auto").stdout
    assert "Диапазон" in service("settings", "set", "table.language", "ru").stdout
    assert "Диапазон" in service("settings", "get", "match.auto").stdout
    assert "Range" in service("settings", "get", "match.auto", "--lang", "en").stdout
    assert "настройки «nothing» нет" in service("settings", "get", "nothing").stderr
    assert "no setting 'nothing'" in service("settings", "get", "nothing", "--lang", "en").stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["settings", "set", "match.pace_ms", "80"], "from 300 to 5000"),
        (["settings", "set", "match.pace_ms", "-5"], "from 300 to 5000"),
        (["settings", "set", "match.auto", "maybe"], "on or off"),
        (["settings", "set", "table.language", "xx"], "one of system, ru, en"),
        (["settings", "set", "sound.quiet_hours", "25:00-8:00"], "00:00 to 23:59"),
        (["settings", "set", "match.pce_ms", "800"], "is it match.pace_ms?"),
        (["settings", "get", "nothing"], "lists all"),
        (["settings", "reset", "nothing"], "lists all"),
        (["settings", "set", "match.auto"], "set KEY VALUE"),
        (["settings", "list", "match.auto"], "set KEY VALUE"),
        (["settings", "get"], "get KEY"),
        (["audits", "--since", "monday"], "2026-05-01"),
        (["audits", "--json", "--csv"], "exclude each other"),
        (["hints", "--since", "monday"], "2026-05-01"),
        (["export", "/nowhere/at/all"], "there is no folder /nowhere/at/all: make it"),
        (["export", "/media/nowhere"], "plug the stick in"),
        (["reset", "audits"], "--yes"),
        (["reset", "records"], "--yes"),
        (["pin", "--set", "--reset"], "exclude each other"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_changes_nothing(
    service: Service, store: ServiceStore, arguments: list[str], said: str
) -> None:
    result = service(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert store.adjustments().adjusted.given == {}


def test_a_store_that_is_none_is_one_sentence(service: Service, store: ServiceStore) -> None:
    store.path.write_bytes(b"something else" * 1000)
    for what in (["settings"], ["audits"], ["hints"], ["pin"], ["reset", "audits", "--yes"]):
        result = service(*what)
        assert result.exit_code == 2
        assert "damaged" in result.stderr


def test_a_pin_is_set_and_forgotten(
    service: Service, store: ServiceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hashlib, "scrypt", _quick)
    assert "нет" in service("pin", "--lang", "ru").stdout
    told = service("pin", "--set", "--lang", "en", typed="2580\n2580\n")
    assert "A PIN is set." in told.stdout
    assert "2580" not in told.output
    kept = store.pin()
    assert kept is not None
    assert kept.is_right("2580")
    said = service("pin", "--reset", "--lang", "en").stdout
    assert said == "There is no PIN: for 10 minutes one can be chosen at the table.\n"
    assert store.pin() is None


def test_without_a_pin_who_can_choose_one_is_said(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = service("pin", "--lang", "en").stdout
    assert said == "There is no PIN, so nobody can open the service menu: --set sets one.\n"
    FirstPin(tmp_path).offer()
    assert "once it runs" in service("pin", "--lang", "en").stdout
    now_ns = WallClock().now_ns()
    FirstPin(tmp_path).begin(now_ns)
    monkeypatch.setattr(WallClock, "now_ns", lambda _: now_ns + 9 * 60 * SECOND)
    assert "for 1 minute one" in service("pin", "--lang", "en").stdout


def _quick(digits: bytes, *, salt: bytes, **_: object) -> bytes:
    return (digits + salt).ljust(32)[:32]


@pytest.mark.parametrize(
    ("typed", "said"), [("2580\n2581\n", "differ"), ("12\n12\n", "4 to 12"), ("abcd\nabcd\n", "4")]
)
def test_what_is_no_pin_sets_none(
    service: Service, store: ServiceStore, typed: str, said: str
) -> None:
    result = service("pin", "--set", typed=typed)
    assert result.exit_code == 2
    assert said in result.stderr
    assert store.pin() is None


def test_a_new_pin_is_as_long_as_the_owner_wants_it(service: Service) -> None:
    service("settings", "set", "service.pin_digits", "6")
    assert "6 to 12" in service("pin", "--set", typed="2580\n2580\n").stderr


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("language", "told", "edge"),
    [
        ("ru", "5 партий · до конца: 2 · брошено: 3", "01.05.2026 20:00"),
        ("en", "5 matches · to the end: 2", "01/05/2026 20:00"),
    ],
)
def test_audits_as_people_read_them(service: Service, language: str, told: str, edge: str) -> None:
    text = service("audits", "--lang", language).stdout
    assert text.startswith(told)
    assert edge in text


@pytest.mark.usefixtures("evening")
def test_bounces_a_press_stand_beside_the_bounces(service: Service) -> None:
    lines = service("audits", "--lang", "en").stdout.splitlines()
    heads = next(line for line in lines if "Bounces" in line)
    assert re.split(r"\s{2,}", heads.strip())[2:] == [
        "Bounces",
        "A press",
        "Last signal",
        "Games unseen",
    ]


@pytest.mark.usefixtures("evening")
def test_audits_for_programs(service: Service) -> None:
    whole = json.loads(service("audits", "--json").stdout)
    assert (whole["plays"], whole["abandoned"], whole["minutes"]) == (5, 3, 2.5)
    later = json.loads(service("audits", "--json", "--since", "2026-05-02").stdout)
    assert later["plays"] == 0
    assert "game,chaos,,,,left_early,3" in service("audits", "--csv").stdout.splitlines()


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("language", "told"), [("ru", "в первую минуту"), ("en", "in the first minute")]
)
def test_hints_in_either_language(service: Service, language: str, told: str) -> None:
    assert told in service("hints", "--lang", language).stdout
    (hint,) = (json.loads(one) for one in service("hints", "--json").stdout.splitlines())
    assert (hint["hint"], hint["game"], hint["value"]) == ("left_early", "chaos", 60)


def test_without_anything_to_say_that_is_said(service: Service) -> None:
    assert "Всё в порядке" in service("hints", "--lang", "ru").stdout
    assert service("hints", "--json").stdout == ""


@pytest.mark.usefixtures("evening")
def test_an_export_names_its_files_and_a_stick_can_be_taken_out(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    names = service("export", str(place), "--lang", "en").stdout.splitlines()
    (folder,) = place.iterdir()
    assert sorted(names) == sorted(str(path) for path in folder.iterdir())
    monkeypatch.setattr(mounted, "find_sticks", lambda: (Stick(place),))
    *others, last = service("export", "--lang", "en").stdout.splitlines()
    assert last == "All is on the stick; it can be taken out."
    assert others == [name.replace(str(folder), f"{folder}-2") for name in names]


@pytest.mark.usefixtures("evening")
def test_an_export_finds_the_only_stick(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sticks: list[Stick] = []
    monkeypatch.setattr(mounted, "find_sticks", lambda: tuple(sticks))
    refused = service("export")
    assert refused.exit_code == 2
    assert "sticks that are plugged in: none" in refused.stderr
    folder = tmp_path / "stick"
    folder.mkdir()
    sticks.append(Stick(folder))
    assert service("export").exit_code == 0
    assert len(list(folder.iterdir())) == 1
    sticks.append(Stick(tmp_path))
    assert service("export").exit_code == 2


@pytest.mark.parametrize(("language", "told"), [("ru", "Версия"), ("en", "Version")])
def test_about_tells_version_and_room(service: Service, language: str, told: str) -> None:
    text = service("about", "--lang", language).stdout
    assert text.startswith(told)
    facts = json.loads(service("about", "--lang", language, "--json").stdout)
    assert list(facts) == ["version", "data", "free_mb", "temperature_c", "uptime_s"]
    assert facts["free_mb"] > 0


def test_logs_without_a_journal_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    refused = CliRunner().invoke(main, ["service", "logs"])
    assert refused.exit_code == 2
    assert refused.stderr.startswith("khvatka: there is no journal here")


def test_logs_are_the_journal_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "journalctl"
    journal.write_text('#!/bin/sh\necho "$@"\n')
    journal.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    told = CliRunner().invoke(main, ["service", "logs", "-n", "7"])
    assert told.stdout == "--quiet --unit khvatka --no-pager --lines 7\n"
    journal.write_text("#!/bin/sh\n")
    monkeypatch.setenv("LANGUAGE", "ru")
    told = CliRunner().invoke(main, ["service", "logs"])
    assert told.stdout == "Программа стола здесь ещё ничего не сказала.\n"


def test_profiles_tell_what_they_close_and_which_is_chosen(service: Service) -> None:
    service("settings", "set", "guests.profile", "cafe")
    lines = service("profiles", "--lang", "en").stdout.splitlines()
    assert [line[0] for line in lines] == [" ", " ", "*", " "]
    assert "not offered: the rules' house options, the pace, who flips" in lines[2]


def test_all_that_a_profile_closes_has_a_name() -> None:
    assert CLOSED.keys() >= frozenset().union(*(p.closed for p in PROFILES.values()))


def test_resets_say_what_begins_anew(service: Service) -> None:
    assert "counted from now on" in service("reset", "audits", "--yes", "--lang", "en").stdout
    assert json.loads(service("audits", "--json").stdout)["plays"] == 0
    assert "заново" in service("reset", "records", "--yes", "--lang", "ru").stdout


def test_a_setting_takes_effect_in_the_next_match(service: Service, tmp_path: Path) -> None:
    """What the service sets, ``khvatka play`` reads."""
    service("settings", "set", "match.game", "ignis")
    line = ["play", "--headless", "--people", "level_1,level_1", "--seed", "1", "--json"]
    played = CliRunner().invoke(main, [*line, "--data", str(tmp_path)])
    assert json.loads(played.stdout.splitlines()[0])["game"] == "ignis"
    apart = CliRunner().invoke(main, [*line[:2], "--players", "2", "--seed", "1", "--json"])
    assert json.loads(apart.stdout.splitlines()[0])["game"] == "chaos"
