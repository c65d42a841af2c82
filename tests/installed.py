"""A distribution from elsewhere, installed by pip as a stranger has it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path


def installed(source: Path, folder: Path) -> Path:
    """Where pip has put what lies in ``source``, below an empty ``folder``."""
    shutil.copytree(source, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps")
    here = ("--no-build-isolation", "--target", str(folder / "site"), str(folder / "source"))
    subprocess.run((*pip, *here), check=True)
    return folder / "site"
