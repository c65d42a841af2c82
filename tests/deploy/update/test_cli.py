"""``khvatka-update`` on real folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from deploy.bundle.keys import Key
from deploy.update import cli, signature, steps
from deploy.update.disk import FolderDisk
from deploy.update.place import Installation
from tests.deploy.install.fake import new_key


@pytest.fixture
def disk(place: Installation, monkeypatch: pytest.MonkeyPatch) -> FolderDisk:
    """Versions 1 and 2 came up, 3 is on trial; nothing waits."""
    made = FolderDisk(place.versions)
    for version in ("1", "2", "3"):
        steps.stage(made, version, lambda folder: made.write(f"{folder}/program", b"whole"))
        if version != "3":
            steps.confirm(made)
    monkeypatch.setattr("deploy.update.cli.time.sleep", lambda s: None)
    return made


def run(place: Installation, *arguments: str) -> int:
    return cli.main(["--root", str(place.root), *arguments])


def test_three_starts_and_back(
    place: Installation, disk: FolderDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(steps.MOST):
        assert run(place, "attempt") == 0
    assert (capsys.readouterr().out, steps.current(disk)) == ("", "3")
    assert run(place, "attempt") == 0
    assert capsys.readouterr().out == "3 did not come up: back to 2\n"
    assert run(place, "status") == 0
    assert capsys.readouterr().out == "2  current\n3  did not come up and went back\n"


def test_it_stays_up_and_the_owner_goes_back(
    place: Installation, disk: FolderDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    run(place, "attempt")
    run(place, "status")
    assert "3  current, on trial, started 1 of 3 times\n" in capsys.readouterr().out
    assert run(place, "confirm") == 0
    assert capsys.readouterr().out == "3 stays up and is kept\n"
    assert not place.starts.exists()
    assert run(place, "back") == 0
    assert steps.current(disk) == "2"


def test_the_pause_grows_until_it_stays_up(
    place: Installation, disk: FolderDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    monkeypatch.setattr("deploy.update.cli.time.sleep", paused.append)
    for _ in range(3):
        run(place, "attempt")
    run(place, "confirm")
    run(place, "attempt")
    assert paused == [0, 2, 4, 0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["attempt"], "no version is installed: run install.sh"),
        (["status"], "no version is installed: run install.sh"),
        (["back"], "there is no other version here"),
        (["apply", "/nowhere.tar"], "/nowhere.tar: there is no such bundle"),
        (["check", "/nowhere.tar"], "/nowhere.tar: there is no such bundle"),
        (["install", "/nowhere.tar"], "/nowhere.tar: there is no such bundle"),
        (["trust", "/nowhere.pub"], "/nowhere.pub: there is no Ed25519 key in it"),
    ],
)
def test_a_failure_is_one_sentence(
    place: Installation, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert run(place, *arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("khvatka-update: ")
    assert (sentence in said, len(said.splitlines())) == (True, 1)


@pytest.mark.parametrize(
    "arguments", [["install", "x"], ["trust", "x"], ["back"], ["attempt"], ["confirm"]]
)
def test_what_is_roots_is_said_to_others_and_not_begun(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.setattr("deploy.update.cli.os.geteuid", lambda: 1000)
    assert cli.main(arguments) == 2
    assert capsys.readouterr().err == "khvatka-update: that is root's to do: run it as root\n"


def test_the_name_of_a_file_does_not_move_the_cursor(
    place: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(place, "check", "/nowhere\x1b[2J\n\udcff.tar") == 2
    said = capsys.readouterr().err
    assert said.startswith("khvatka-update: /nowhere?[2J??.tar: there is no such bundle")
    assert said.count("\n") == 1


def test_a_key_out_of_a_pipe_changes_nothing(
    place: Installation, tmp_path: Path, key: Key, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.write(writing, new_key(tmp_path / "other").public.read_bytes())
    os.close(writing)
    try:
        assert run(place, "trust", f"/dev/fd/{reading}") == 2
    finally:
        os.close(reading)
    assert "there is no Ed25519 key in it" in capsys.readouterr().err
    assert signature.fingerprint(place.signers) == key.fingerprint
