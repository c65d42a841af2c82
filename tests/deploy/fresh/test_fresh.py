"""Two commands on a fresh machine, in real bare roots where they can be had; test_environment.py
and package/ hold what they can anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hardware.rigs import without

assert sys.platform == "linux", "signals, pipes and terminals are POSIX's"

TOOLS = ("debootstrap", "systemd-nspawn", "Xvfb", "xdotool")


@pytest.mark.complete
@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_a_new_user_at_a_bare_system(suite: str, tmp_path: Path) -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or os.geteuid() != 0:
        without(f"it takes root and {', '.join(missing or TOOLS)}")
    done = subprocess.run(
        [Path(__file__).with_name("fresh_root.sh"), tmp_path, sys.executable],
        env={**os.environ, "SUITE": suite},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("all of it works\n")
