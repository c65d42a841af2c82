"""Sticks that are really mounted, for whoever may mount; elsewhere a test says what it lacks."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from console.service.store import ServiceStore
from console.store.log import DirectLog
from console.store.schema import store_path
from drivers.times import SECOND
from tests.console.store.matches import flip, header
from tests.hardware.rigs import without
from tests.posix import is_root

Mount = Callable[..., Path]


@pytest.fixture
def store(tmp_path: Path) -> ServiceStore:
    """A match log with two matches, let go of."""
    store = ServiceStore(store_path(tmp_path / "data"))
    log = DirectLog(store.path)
    for n in range(2):
        match = log.begin(header(people=("person",) * 8))
        log.action(match, 0, flip(0))
        log.end(match, {"winners": [0]} if n else None, 30 * SECOND)
    log.close()
    return store


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder as a stick's."""
    stick = tmp_path / "stick"
    stick.mkdir()
    return stick


def run(*command: str | Path) -> None:
    """A system's tool; a test that cannot have what it does is skipped, under CI it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        without(f"`{command[0]}` cannot be had: {done.stderr.strip() or done.returncode}")


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """``mount("ext4", "-o", "ro", …)`` makes a stick of 8 MB; ``on`` is where its image lies."""
    if not is_root():
        without("mounting a stick takes root")
    if shutil.which("mkfs.ext4") is None:
        without("there is no mkfs.ext4 here")
    with ExitStack() as mounted:

        def make(kind: str, *options: str, on: Path = tmp_path) -> Path:
            stick = tmp_path / f"stick{len(list(tmp_path.iterdir()))}"
            stick.mkdir()
            if kind == "tmpfs":
                run("mount", "-t", kind, *options, kind, stick)
            else:
                image = on / f"{stick.name}.img"
                with image.open("wb") as made:
                    made.truncate(8 << 20)
                run("mkfs.ext4", "-q", "-F", "-E", "nodiscard", image)
                run("mount", "-t", kind, "-o", "loop", *options, image, stick)
            mounted.callback(run, "umount", "--lazy", stick)
            return stick

        yield make
