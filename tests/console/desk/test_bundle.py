"""An event as one file: all of it comes back, and half of it is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from console.cli import main
from console.desk.bundle import Bundle, unpacked
from console.desk.store import KeptResult
from drivers.errors import ConfigError
from tests.console.events.evenings import begun, draw, report

RESULT = KeptResult("a\nb", "0" * 64, b'{"x":1}\n', 5, 3, None)


def bundle() -> Bundle:
    event = begun(4)
    match = draw(event)[0]
    report(event, match.number, *match.persons)
    return Bundle("0123abcdef", event.log, (RESULT, RESULT))


def test_all_of_it_comes_back() -> None:
    assert unpacked(bundle().encoded(), "stick") == bundle()


def test_whatever_is_cut_off_is_told() -> None:
    data = bundle().encoded()
    for length in range(len(data)):
        with pytest.raises(ConfigError, match=r"stick (is no event|has \d+ of 10 lines)"):
            unpacked(data[:length], "stick")


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"0123abcdef"', b'"../../etc"'), (b'"khvatka_bundle":1', b'"khvatka_bundle":2')],
)
def test_another_version_and_an_odd_id_are_told(old: bytes, new: bytes) -> None:
    with pytest.raises(ConfigError, match="another version"):
        unpacked(bundle().encoded().replace(old, new, 1), "stick")


def run(*line: str) -> Result:
    return CliRunner().invoke(main, ["event", *line, "--lang", "en"])


def test_an_event_is_begun_shown_taken_along_and_brought_back(tmp_path: Path) -> None:
    data, file = str(tmp_path / "data"), str(tmp_path / "evening.kv")
    second = f"sqlite:///{tmp_path / 'second.sqlite3'}"
    assert "No event is kept here" in run("status", "--data", data).stdout
    begun_ = run("new", "Пятница", "--game", "ignis", "--seed", "1", "--data", data)
    assert begun_.stdout.startswith("Пятница is event ")
    assert run("export", "пятница", "--out", file, "--data", data).exit_code == 0
    assert run("import", file, "--database", second).exit_code == 0
    there = run("status", "--database", second)
    assert there.stdout == run("status", "--data", data).stdout
    assert "0 entered" in there.stdout
    again = run("import", file, "--database", second)
    assert (again.exit_code, "is kept here already" in again.stderr) == (2, True)
    wrong = run("new", "two\nlines", "--data", data)
    assert (wrong.exit_code, "one line of at most 80" in wrong.stderr) == (2, True)


def test_without_the_extra_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "console.desk.database", None)
    told = run("status", "--data", str(tmp_path))
    assert told.exit_code == 2
    assert "extra events" in told.stderr
