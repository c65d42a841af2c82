"""Files on a stick: whole, synced, or one sentence and nothing left behind."""

from __future__ import annotations

import csv
import errno
import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from console.service.audits import DayPresses, Evidence, KnownButton, audit
from console.service.export import AUDIT_COLUMNS, MATCH_COLUMNS, audits_csv, export
from console.service.sticks import Stick, on_stick
from drivers.errors import ConfigError
from tests.console.service.test_hints import left, match

EVIDENCE = Evidence(
    (match(1), left(2, 30_000), match(3, started="2026-05-02T21:00:00+03:00", playing=True)),
    (DayPresses("2026-05-01", 0, 2, 12, 34),),
    (KnownButton(0, 2, "2026-05-01T20:20:00+03:00", 3),),
    4,
)
DAY = "2026-05-02"


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def test_both_forms_tell_the_same(tmp_path: Path) -> None:
    found = audit(EVIDENCE)
    written = export(tmp_path, DAY, found, EVIDENCE)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(p.name for p in written)
    whole = json.loads((tmp_path / f"khvatka-audits-{DAY}.json").read_text("utf-8"))
    lines = rows((tmp_path / f"khvatka-audits-{DAY}.csv").read_text("utf-8"))
    assert tuple(lines[0]) == AUDIT_COLUMNS

    def figure(**wanted: str) -> str:
        (line,) = [one for one in lines if wanted.items() <= one.items()]
        return line["value"]

    assert figure(about="table", measure="plays") == str(whole["plays"]) == "3"
    assert figure(about="game", game="chaos", measure="left_early") == "1"
    assert figure(about="hour", game="chaos", hour="20") == str(whole["games"][0]["hours"][20])
    assert figure(about="button", seat="0", button="ok", measure="bounces") == "34"
    assert whole["buttons"][0]["bounces"] == 34


def test_a_match_is_a_line_without_names(tmp_path: Path) -> None:
    export(tmp_path, DAY, audit(EVIDENCE), EVIDENCE)
    lines = rows((tmp_path / f"khvatka-matches-{DAY}.csv").read_text("utf-8"))
    assert tuple(lines[0]) == MATCH_COLUMNS
    told = [(one["match"], one["minutes"], one["people"], one["outcome"]) for one in lines]
    assert told == [
        ("1", "5.0", "4", "finished"),
        ("2", "0.5", "4", "abandoned"),
        ("3", "5.0", "4", "finished"),
    ]


def test_the_matches_are_those_that_were_counted(tmp_path: Path) -> None:
    since = audit(EVIDENCE, date(2026, 5, 2))
    export(tmp_path, DAY, since, EVIDENCE)
    lines = rows((tmp_path / f"khvatka-matches-{DAY}.csv").read_text("utf-8"))
    assert [one["match"] for one in lines] == ["3"]


def test_an_export_of_the_same_day_replaces_the_first(tmp_path: Path) -> None:
    export(tmp_path, DAY, audit(Evidence()), Evidence())
    paths = export(tmp_path, DAY, audit(EVIDENCE), EVIDENCE)
    assert len(list(tmp_path.iterdir())) == len(paths)
    assert json.loads(paths[0].read_text("utf-8"))["plays"] == 3


def test_files_and_their_names_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []

    def sync(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)

    monkeypatch.setattr(os, "fsync", sync)
    paths = export(tmp_path, DAY, audit(EVIDENCE), EVIDENCE)
    assert synced == [*(path.name + ".new" for path in paths), tmp_path.name]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "is full"),
        (errno.EROFS, "cannot be written"),
        (errno.EACCES, "cannot be written"),
        (errno.EIO, "failed"),
    ],
)
def test_a_stick_that_refuses_is_one_sentence_and_keeps_what_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    export(tmp_path, DAY, audit(Evidence()), Evidence())
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}

    def refuse(_: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(ConfigError, match=said) as caught:
        export(tmp_path, DAY, audit(EVIDENCE), EVIDENCE)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_stick_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    with pytest.raises(ConfigError, match="plug the stick in"):
        export(stick, DAY, audit(Evidence()), Evidence())
    assert not stick.exists()


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOSPC, "is full: make room"), (errno.EROFS, "Read-only"), (errno.EACCES, "denied")],
)
def test_a_folder_that_refuses_is_no_stick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(_: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(ConfigError, match=said) as caught:
        export(tmp_path, DAY, audit(EVIDENCE), EVIDENCE, stick=False)
    assert "stick" not in str(caught.value)
    assert "name another folder" in str(caught.value)


def test_what_lies_on_a_stick_is_known_by_its_mount(tmp_path: Path) -> None:
    stick = Stick("OWNER", tmp_path / "media" / "OWNER", None)
    (stick.path / "tables").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "link").symlink_to(stick.path)
    places = ("media/OWNER", "media/OWNER/tables", "home/link", "home", "media/GONE", "nowhere")
    roots = (tmp_path / "media",)
    told = [place for place in places if on_stick(tmp_path / place, [stick], roots)]
    assert told == ["media/OWNER", "media/OWNER/tables", "home/link", "media/GONE"]


def test_figures_without_a_value_are_empty_cells() -> None:
    evidence = Evidence(buttons=(KnownButton(0, 2, None, 0),))
    lines = rows(audits_csv(audit(evidence)))
    assert [one["value"] for one in lines if one["measure"] == "last_edge"] == [""]
