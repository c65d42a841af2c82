"""A real Debian root and a real systemd in it, where they can be had; test_install.py and
test_units.py hold what they can anywhere."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hardware.rigs import without
from tests.posix import is_root

TOOLS = ("debootstrap", "systemd-nspawn")
DISKS = ("losetup", "mkfs.ext4", "nsenter")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the scripts make stays here: the clean root is made once."""
    return tmp_path_factory.mktemp("debian")


@pytest.mark.complete
@pytest.mark.parametrize(
    ("script", "tools", "last"),
    [
        ("debian_root.sh", TOOLS, "nothing is left behind"),
        ("readonly_root.sh", (*TOOLS, *DISKS), "only the partition was written"),
        ("sticks_root.sh", (*TOOLS, "nsenter"), "each stick was written, and nothing beside them"),
    ],
)
def test_in_a_real_debian(folder: Path, script: str, tools: tuple[str, ...], last: str) -> None:
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing or not is_root():
        without(f"it takes root and {', '.join(missing or tools)}")
    done = subprocess.run(
        [Path(__file__).with_name(script), folder, sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith(f"{last}\n")
