"""``make versions``: which Pythons it finds, and what it says of those that it does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import versions


def python(path: Path, version: str | None) -> Path:
    """A command that says that it is this version; None: a shim of pyenv's that stands for none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    says = f"echo {version}" if version else "echo 'pyenv: command not found' >&2; exit 127"
    path.write_text(f"#!/bin/sh\n{says}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a few Pythons."""
    path = [tmp_path / "shims", tmp_path / "bin"]
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, [*path, "/usr/bin", "/bin"])))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    python(tmp_path / "shims/python3.98", None)
    python(tmp_path / "bin/python3.98", "3.98.2")
    python(tmp_path / "versions/3.98.1/bin/python3.98", "3.98.1")
    python(tmp_path / "versions/3.98.2/bin/python3.98", "3.98.2")
    python(tmp_path / "shims/python3.99", None)
    return tmp_path


def test_all_on_the_path_and_all_of_pyenv_are_found_once(machine: Path) -> None:
    assert set(versions.pythons("3.98")) == {"3.98.1", "3.98.2"}
    assert versions.pythons("3.99") == {}


def test_what_is_not_found_is_told_and_is_no_failure(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert versions.main(["2", "3.99"]) == 0
    assert capsys.readouterr().out == "Python 3.99: not found\n"


@pytest.mark.slow
def test_what_cannot_be_made_is_told_and_leaves_nothing(
    machine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """These make no environment."""
    monkeypatch.setattr(versions, "ROOT", machine)
    assert versions.main(["2", "3.98"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all("FAILED, no environment can be made" in line for line in lines)
    assert list(machine.glob(".venv-*")) == []


def test_the_classifiers_name_each_version_since_the_oldest() -> None:
    named = versions.named()
    assert named[0] == "3.11"
    assert named == tuple(f"3.{minor}" for minor in range(11, 11 + len(named)))
