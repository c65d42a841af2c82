"""A test that hangs fails, and so does what it waits for while it cleans up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there the whole run ends instead"),
]

OURS = """
import tests.conftest as ours

ours.AGAIN_S = 5.0  # on a slow machine too it has ended by then
pytest_timeout_set_timer = ours.pytest_timeout_set_timer
"""
HANGS = """
from threading import Event


def test_hangs_and_cleans_up_without_end():
    try:
        Event().wait()
    finally:
        Event().wait()


def test_after_it():
    pass
"""


def test_what_hangs_while_it_cleans_up_fails_too(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(OURS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_it.py").write_text(HANGS)
    root = Path(__file__).parents[1]
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--timeout", "3")
    done = subprocess.run(
        (*command, "-c", tmp_path / "pytest.ini", tmp_path),
        cwd=root,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
