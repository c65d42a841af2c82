"""What is held where no real Debian can be had is in ../update and ../install."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.attack.ground import PROJECT
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
    assert done.stdout.endswith(" 0 broke the table\n")
