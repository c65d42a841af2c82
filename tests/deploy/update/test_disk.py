"""A partition that somebody has prepared: nothing outside it is changed, and the rest is said."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from deploy.update import steps
from deploy.update.disk import LONGEST, FolderDisk
from deploy.update.posix import user
from deploy.update.steps import UpdateError

assert sys.platform == "linux"

ELSEWHERE = "what root has elsewhere"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    made = tmp_path / "elsewhere"
    made.mkdir()
    (made / "file").write_text(ELSEWHERE)
    (made / "complete").write_text(ELSEWHERE)
    return made


@pytest.fixture
def disk(tmp_path: Path) -> FolderDisk:
    """Versions 1 and 2 are there, 2 on trial."""
    made = FolderDisk(tmp_path / "versions")
    for version in ("1", "2"):
        steps.stage(made, version, lambda folder: made.write(f"{folder}/program", b"whole"))
    return made


def test_a_link_is_removed_and_not_what_it_points_to(disk: FolderDisk) -> None:
    disk.remove("current")
    assert steps.complete(disk, "2")
    assert disk.link("current") is None


@pytest.mark.parametrize("name", ["trial.json.new", "previous.new", "refused.new", "current.new"])
def test_nothing_is_written_through_a_link(disk: FolderDisk, elsewhere: Path, name: str) -> None:
    (disk.root / name).symlink_to(elsewhere / "file")
    for _ in range(steps.MOST + 1):
        steps.attempt(disk)
    assert steps.current(disk) == "1"
    steps.stage(disk, "3", lambda folder: disk.write(f"{folder}/program", b"whole"))
    steps.confirm(disk)
    assert (elsewhere / "file").read_text() == ELSEWHERE


@pytest.mark.parametrize("name", ["trial.json", "previous", "refused", "venvs/0/complete"])
def test_nothing_is_waited_for(disk: FolderDisk, name: str) -> None:
    """A pipe that nobody writes into, something that has no end, a link to what is root's."""
    place = disk.root / name
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    assert disk.read(name) is None
    place.unlink()
    place.write_bytes(b"[")
    os.truncate(place, 1 << 40)
    assert len(disk.read(name) or b"") == LONGEST
    steps.attempt(disk)
    place.unlink(missing_ok=True)
    place.symlink_to("/dev/zero")
    assert disk.read(name) is None


@pytest.mark.parametrize("planted", ["venvs", "venvs/0"])
def test_nothing_is_changed_below_a_link(disk: FolderDisk, elsewhere: Path, planted: str) -> None:
    if planted == "venvs":
        (disk.root / "venvs").rename(disk.root / "aside")
    (disk.root / planted).symlink_to(elsewhere)
    with pytest.raises(UpdateError, match="somebody else may change it"):
        steps.stage(disk, "3", lambda folder: disk.write(f"{folder}/program", b"whole"))
    assert {path.name for path in elsewhere.iterdir()} == {"file", "complete"}


def test_folders_that_others_may_change_are_not_used(disk: FolderDisk) -> None:
    disk.root.chmod(0o777)
    with pytest.raises(UpdateError, match="somebody else may change it"):
        steps.attempt(disk)


def test_folders_of_somebody_else_are_not_used(
    disk: FolderDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.update.disk.user", lambda: user() + 1)
    with pytest.raises(UpdateError, match="somebody else may change it"):
        steps.attempt(disk)


@pytest.mark.parametrize(
    "written",
    [
        b'{"version": "../../../etc", "previous": "1", "attempts": 0}',
        b'{"version": "2", "previous": "/etc", "attempts": 0}',
        b'{"version": "2", "previous": "1", "attempts": "0"}',
        b'{"version": "2", "previous": "1", "attempts": 0, "more": 0}',
        b"[]",
        b"\xff{",
    ],
)
def test_a_trial_that_none_of_ours_wrote_is_none(disk: FolderDisk, written: bytes) -> None:
    (disk.root / "trial.json").write_bytes(written)
    assert steps.trial(disk) is None
    assert steps.attempt(disk) == "2"
