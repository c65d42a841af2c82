"""What is held where no real Debian can be had is in ../update and ../install."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from console.terminal.columns import say
from tests.deploy.attack import __main__ as attacks
from tests.deploy.attack.__main__ import NOT_HERE, NOTHING
from tests.deploy.attack.ground import PROJECT, Attack, Ground, NotHereError, NotTriedError
from tests.hardware.rigs import without
from tests.posix import is_root

TOOLS = ("debootstrap", "systemd-nspawn", "nsenter", "losetup", "mkfs.ext4")


@pytest.mark.complete
def test_the_table_holds(tmp_path: Path) -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or not is_root():
        without(f"it takes root and {', '.join(missing or TOOLS)}")
    done = subprocess.run(
        [sys.executable, "-m", "tests.deploy.attack", tmp_path / "ground"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, cwd=PROJECT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert ", 0 broke the table" in lines[-1]
    say([*(line for line in lines if f": {NOT_HERE}: " in line), lines[-1]])


@pytest.mark.parametrize(
    ("comes", "told", "last", "status"),
    [
        ("", ": held (", "1 attacks, 0 broke the table", 0),
        ("a payload was root", ": BROKEN: a payload was root (", "1 attacks, 1 broke the table", 1),
        (ValueError("none"), ": BROKEN: the attack itself failed: ", ", 1 broke the table", 1),
        (NotTriedError("not built"), f": {NOTHING}: not built (", f", 1 {NOTHING}", 1),
        (NotHereError("no groups"), f": {NOT_HERE}: no groups (", f", 1 {NOT_HERE}", 0),
    ],
)
def test_what_was_not_tried_has_not_held(
    comes: str | Exception,
    told: str,
    last: str,
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run(_: Ground) -> str:
        if isinstance(comes, Exception):
            raise comes
        return comes

    attack = Attack(1, "something", "root", run)
    results = Counter([attacks.told(Ground(tmp_path, PROJECT), attack)])
    assert attacks.closing(results) == status
    line, end = capsys.readouterr().out.splitlines()
    assert told in line
    assert end.endswith(last)


def test_none_tried_has_not_held(capsys: pytest.CaptureFixture[str]) -> None:
    assert attacks.closing(Counter()) == 1
