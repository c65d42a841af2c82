"""Files in the ways of the system that the tests run on; of the others see ``test_elsewhere``."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from console.system.disks import is_read_only
from console.system.files import is_there
from console.system.places import user_data_dir
from console.system.syncs import sync_file, sync_folder, write_synced
from tests.posix import without_rights


def test_what_may_not_be_looked_at_is_not_said_to_be_missing(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "file").touch()
    assert is_there(closed / "file")
    assert not is_there(closed / "other")
    assert not is_there(closed / "file" / "below")
    closed.chmod(0)
    with without_rights(), pytest.raises(PermissionError):
        is_there(closed / "file")
    closed.chmod(0o700)


def test_what_is_synced_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x")
    synced: list[str] = []
    really = os.fsync

    def fsync(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        really(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    sync_file(path)
    sync_folder(tmp_path)
    assert synced == ["file", tmp_path.name]


def test_a_disk_that_fails_keeps_what_was_there_and_no_half_of_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path := tmp_path / "kept.json").write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        write_synced(path, b"new")
    assert [(each, each.read_bytes()) for each in tmp_path.iterdir()] == [(path, b"old")]


@pytest.mark.parametrize(("fault", "told"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_a_folder_that_needs_no_sync_is_none_that_fails(
    fault: int, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_handle: int) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(os, "fsync", refuse)
    if told:
        with pytest.raises(OSError, match="error"):
            sync_folder(tmp_path)
    else:
        sync_folder(tmp_path)


def test_a_disk_that_takes_writes(tmp_path: Path) -> None:
    assert not is_read_only(tmp_path)


@pytest.mark.parametrize(
    ("system", "variable", "usual"),
    [
        ("linux", "XDG_DATA_HOME", ".local/share"),
        ("win32", "LOCALAPPDATA", "AppData/Local"),
        ("darwin", None, "Library/Application Support"),
    ],
)
def test_the_users_folder_is_where_the_system_has_it(
    system: str, variable: str | None, usual: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "named"))
    if variable is not None:
        assert user_data_dir() == tmp_path / "named"
        monkeypatch.setenv(variable, "relative")
    assert user_data_dir() == tmp_path / usual
