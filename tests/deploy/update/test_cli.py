"""``khvatka-update`` on real folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from deploy.update import cli, steps
from deploy.update.disk import FolderDisk


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FolderDisk:
    """Versions 1 and 2 came up, 3 is on trial; nothing waits."""
    made = FolderDisk(tmp_path)
    for version in ("1", "2", "3"):
        steps.stage(made, version, lambda folder: made.write(f"{folder}/program", b"whole"))
        if version != "3":
            steps.confirm(made)
    monkeypatch.setattr("deploy.update.cli.time.sleep", lambda s: None)
    return made


def run(disk: FolderDisk, *arguments: str) -> int:
    return cli.main(["--home", str(disk.root), "--starts", str(disk.root / "starts"), *arguments])


def test_three_starts_and_back(disk: FolderDisk, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(steps.MOST):
        assert run(disk, "attempt") == 0
    assert (capsys.readouterr().out, steps.current(disk)) == ("", "3")
    assert run(disk, "attempt") == 0
    assert capsys.readouterr().out == "3 did not come up: back to 2\n"
    assert run(disk, "status") == 0
    assert capsys.readouterr().out == "2  current\n3  did not come up and went back\n"


def test_it_stays_up_and_the_owner_goes_back(
    disk: FolderDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    run(disk, "attempt")
    run(disk, "status")
    assert "3  current, on trial, started 1 of 3 times\n" in capsys.readouterr().out
    assert run(disk, "confirm") == 0
    assert capsys.readouterr().out == "3 stays up and is kept\n"
    assert not (disk.root / "starts").exists()
    assert run(disk, "back") == 0
    assert steps.current(disk) == "2"


def test_the_pause_grows_until_it_stays_up(
    disk: FolderDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    monkeypatch.setattr("deploy.update.cli.time.sleep", paused.append)
    for _ in range(3):
        run(disk, "attempt")
    run(disk, "confirm")
    run(disk, "attempt")
    assert paused == [0, 2, 4, 0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["attempt"], "no version is installed: run install.sh"),
        (["status"], "no version is installed: run install.sh"),
        (["back"], "there is no other version here"),
        (["apply", "/nowhere.tar"], "/nowhere.tar: there is no such bundle"),
        (["check", "/nowhere.tar"], "/nowhere.tar: there is no such bundle"),
    ],
)
def test_a_failure_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert run(FolderDisk(tmp_path), *arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("khvatka-update: ")
    assert (sentence in said, len(said.splitlines())) == (True, 1)


def test_a_link_is_removed_and_not_what_it_points_to(disk: FolderDisk) -> None:
    disk.remove("current")
    assert steps.complete(disk, "3")
    assert disk.link("current") is None
