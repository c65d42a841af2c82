"""Real small and read-only disks for a test: a tmpfs in a mount namespace of its own, where this
machine lets us; else the disk of ``disk.remembered`` refuses as those would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.posix import is_root


@cache
def may_mount() -> bool:
    """Can a process of this user have mounts of its own?"""
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run(
        [*_unshare(), "sh", "-c", "mount -t tmpfs none /mnt"], capture_output=True, check=False
    )
    return tried.returncode == 0


def _unshare() -> list[str]:
    return ["unshare", "--mount"] if is_root() else ["unshare", "--mount", "--map-root-user"]


def on_a_disk_of(size: str, folder: Path, code: str) -> str:
    """Run ``code`` (sys.argv[1] is the folder) with a tmpfs of ``size`` there; what it prints."""
    script = f'mount -t tmpfs -o size={size} khvatka-test "$1" && exec "$2" -W error -c "$3" "$1"'
    ran = subprocess.run(
        [*_unshare(), "sh", "-c", script, "sh", str(folder), sys.executable, code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
