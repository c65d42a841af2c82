"""A real Debian root, where one can be had; test_install.py holds the same anywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = ("debootstrap", "systemd-nspawn")


@pytest.mark.slow
@pytest.mark.complete
def test_in_again_and_out_in_a_clean_debian(tmp_path: Path) -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or os.geteuid() != 0:
        pytest.skip(f"it takes root and {', '.join(missing or TOOLS)}")
    script = Path(__file__).with_name("debian_root.sh")
    done = subprocess.run(
        [script, tmp_path, sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("nothing is left behind\n")
