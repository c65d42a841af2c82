"""Whatever is given as a file, and however full the disk is: one sentence, status 2, no waiting."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from console.cli import main
from console.trials.fairness import run
from drivers import files
from tests.console.store.disks import may_mount, on_a_disk_of

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"

DEEP: Final = 100_000
ODD: Final[dict[str, Callable[[Path], object]]] = {
    "deep toml": lambda path: path.write_bytes(b"a = " + b"[" * DEEP),
    "deep json": lambda path: path.write_bytes(b'{"match":' * DEEP),
    "deep inside": lambda path: path.write_bytes(b"[options.chaos]\nspecials=" + b"{a=" * DEEP),
    "endless number": lambda path: path.write_bytes(b"a = " + b"9" * 10_000),
    "nul": lambda path: path.write_bytes(b"a = 1\0"),
    "latin-1": lambda path: path.write_bytes("a = 'Игра'".encode("cp1251")),
    "utf-16": lambda path: path.write_bytes("a = 1".encode("utf-16")),
    "folder": lambda path: path.mkdir(),
    "fifo": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "loop": lambda path: path.symlink_to(path.name),
    "nothing": lambda path: None,
}
READERS: Final = {
    "play --headless --seed 1 --config": "odd.toml",
    "play --headless --seed 1 --board": "odd.toml",
    "hw check --board": "odd.toml",
    "sim run": "odd.toml",
    "sim run ": "odd.json",
    "replay": "odd.crash",
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("line", READERS)
def test_what_is_no_such_file_is_one_sentence(
    line: str, odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SILENCE_S", 0.01)
    path = tmp_path / READERS[line]
    ODD[odd](path)
    told = CliRunner().invoke(main, [*line.split(), str(path)])
    assert told.exit_code == 2
    assert told.stdout == ""
    assert told.stderr.startswith("khvatka: ")
    assert told.stderr.count("\n") == 1
    assert str(path) in told.stderr


def test_a_wrong_configuration_is_told_alone_before_the_store_is_opened(tmp_path: Path) -> None:
    (store := tmp_path / "khvatka.sqlite3").write_bytes(damaged := b"no database" * 1000)
    line = ["play", "--headless", "--data", str(tmp_path), "--config", str(tmp_path / "odd.toml")]
    told = CliRunner().invoke(main, line)
    assert told.exit_code == 2
    assert told.stderr.count("\n") == 1
    assert "odd.toml" in told.stderr
    assert store.read_bytes() == damaged, "nothing was begun"


def test_a_configuration_out_of_a_pipe_is_read_once(tmp_path: Path) -> None:
    line = ["play", "--headless", "--seed", "1", "--data", str(tmp_path), "--config", "/dev/stdin"]
    done = subprocess.run(
        [sys.executable, "-m", "console", *line],
        input='[table]\nlanguage = "ru"\n',
        env={**os.environ, "LANG": "en_US.UTF-8", "LANGUAGE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Победа" in done.stdout


def test_an_option_is_not_nested(tmp_path: Path) -> None:
    line = ["play", "--headless", "--option", "last_card=" + "[" * DEEP]
    told = CliRunner().invoke(main, line)
    assert told.exit_code == 2
    assert told.stderr.count("\n") == 1


WRITERS: Final = (
    "sim fairness --duels 1 --processes 1 --out",
    "hw scope --seconds 0.1 --picture",
    "play --headless --seed 1 --pictures",
)


@pytest.mark.parametrize("line", WRITERS)
def test_what_cannot_be_written_is_one_sentence(line: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = tmp_path / "file" / "below.png"
    told = CliRunner().invoke(main, [*line.split(), str(place)])
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)
    assert str(place.parent) in told.stderr  # which is the file that is in the way


def test_a_folder_that_takes_no_report_is_told_before_the_trial(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run, "carry_out", lambda *given: pytest.fail("hours were spent first"))
    told = CliRunner().invoke(main, ["sim", "fairness", "--out", "/proc"])  # not even root's
    assert (told.exit_code, told.stdout, told.stderr.count("\n")) == (2, "", 1)
    assert "--out /proc: " in told.stderr


_FULL_DISK: Final = """
import subprocess, sys
from pathlib import Path
folder = Path(sys.argv[1])
for line in {lines!r}:
    command = (sys.executable, "-m", "console", *line.split(), "--data", str(folder / "data"))
    done = subprocess.run(command, capture_output=True, text=True)
    said = [text for text in done.stderr.splitlines() if text]
    assert done.returncode == {status}, (line, done.returncode, said)
    assert said, line
    assert all("no room" in text for text in said), (line, said)
"""
CHANGES: Final = (
    "people add Барсук",
    "service settings set table.language en",
    "service pin --reset",
)


@pytest.mark.parametrize("size_kb", [4, 8, 24, 40, 52])
def test_a_store_without_room_says_so(size_kb: int, tmp_path: Path) -> None:
    if not may_mount():
        pytest.skip("this machine lets nobody have a mount of their own")
    on_a_disk_of(f"{size_kb}k", tmp_path, _FULL_DISK.format(lines=CHANGES, status=2))


@pytest.mark.slow
def test_a_match_that_could_not_be_kept_is_told_and_is_no_success(tmp_path: Path) -> None:
    if not may_mount():
        pytest.skip("this machine lets nobody have a mount of their own")
    lines = ("play --headless --seed 1",)
    on_a_disk_of("40k", tmp_path, _FULL_DISK.format(lines=lines, status=1))


def test_a_disk_without_room_for_another_file_says_so(tmp_path: Path) -> None:
    if not may_mount():
        pytest.skip("this machine lets nobody have a mount of their own")
    code = _FULL_DISK.format(lines=CHANGES, status=2)
    on_a_disk_of("1m,nr_inodes=4", tmp_path, code)


@pytest.mark.slow
def test_a_file_that_may_not_grow_is_one_sentence(tmp_path: Path) -> None:
    for line in (*CHANGES, "matches", "hw calibrate"):
        data = tmp_path / line.partition("hw")[1]  # the tools tell of a broken store besides
        done = subprocess.run(  # -B: compiled modules would be cut off, and stay
            (sys.executable, "-B", "-m", "console", *line.split(), "--data", str(data)),
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000)),
        )
        assert done.returncode == 2, line
        assert done.stderr.startswith("khvatka: ")
        assert done.stderr.count("\n") == 1
