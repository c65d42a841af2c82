"""Rigs that the tests build for themselves, once, in a folder of the virtual environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NO_SOURCE = 3
BUILD_S = 1_200


def rigs_folder() -> Path:
    """Where rigs are kept: ``KHVATKA_RIGS``, or a folder of the virtual environment."""
    return Path(os.environ.get("KHVATKA_RIGS") or Path(sys.prefix) / "rigs")


def build(script: str, name: str) -> Path:
    """What ``script`` builds in the folder ``name``; the path that it prints last.

    Where packages cannot be had the test is skipped with the reason; under ``CI``, and wherever
    they can be had but building fails, it fails.
    """
    command = ["bash", str(HERE / script), str(rigs_folder() / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_S, check=False)
    if done.returncode == 0:
        return Path(done.stdout.splitlines()[-1])
    reason = f"{script}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
    if done.returncode == NO_SOURCE and not os.environ.get("CI"):
        pytest.skip(reason)
    pytest.fail(f"{reason}\n{done.stderr}")
