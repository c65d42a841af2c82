"""Rigs that the tests build for themselves, once, in a folder outside the tree.

One process at a time has a rig. Where a rig cannot be had its tests are skipped with the reason;
under ``CI``, which must have every rig, they fail.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

import pytest

HERE: Final = Path(__file__).parent
NO_SOURCE: Final = 3
"""How a script ends where a rig cannot be had."""
BUILD_S: Final = 1_200
SHARED: Final = "build it as root with `KHVATKA_RIGS=FOLDER make proofs` and set KHVATKA_RIGS here"


class RigMissing(Exception):
    """The rig cannot be had on this machine; the sentence says why and what to do."""


def cache() -> Path:
    """Where rigs are kept: ``KHVATKA_RIGS``, or the person's own cache."""
    if given := os.environ.get("KHVATKA_RIGS"):
        return Path(given).absolute()
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "khvatka-rigs"


@contextmanager
def only_one(name: str) -> Iterator[Path]:
    """The folder of a rig, for one process at a time; another person's will do if it is built.

    Raises RigMissing where there is no folder and none can be made.
    """
    folder = cache() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            (folder / "lock").touch()
        held = (folder / "lock").open("rb")
    except OSError as error:
        raise RigMissing(f"{folder}: {error.strerror}: {SHARED}") from error
    with held:
        if sys.platform != "win32":
            fcntl.flock(held, fcntl.LOCK_EX)
        yield folder


@contextmanager
def built(script: str, name: str) -> Iterator[Path]:
    """What ``script`` builds in the folder ``name``: the path that it prints last, while in use."""
    try:
        with only_one(name) as folder:
            yield _build(script, folder)
    except RigMissing as missing:
        without(str(missing))


def _build(script: str, folder: Path) -> Path:
    command = ["bash", str(HERE / script), str(folder)]
    env = {**os.environ, "PYTHON": sys.executable}  # the machine's own knows none of our packages
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=BUILD_S, check=False, env=env
    )
    if done.returncode == 0:
        return Path(done.stdout.splitlines()[-1])
    reason = f"{script}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
    if done.returncode == NO_SOURCE:
        raise RigMissing(reason)
    pytest.fail(f"{reason}\n{done.stderr}")


def without(reason: str) -> NoReturn:
    """Skip; in continuous integration fail."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
