"""Jobs for the guest: where it cannot be had a test is skipped with the reason."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.hardware import kernel
from tests.hardware.rigs import RigMissing, only_one, without

LIBRARIES: Final = {
    "rpi-lgpio": ("rpi-lgpio>=0.6", "gpiozero>=2.0"),
    "rpi-gpio": ("RPi.GPIO>=0.7.1",),
}
"""They are no part of the project's own environment: the two exclude each other."""


def guest(job: str, timeout_s: int) -> str:
    """What ``job`` said in the guest; fails with it if the job failed."""
    try:
        outcome = kernel.run(job, timeout_s)
    except RigMissing as missing:
        without(str(missing))
    if outcome.status != 0:
        pytest.fail(f"the guest ended with {outcome.status}:\n{outcome.output}", pytrace=False)
    return outcome.output


def python_with(library: str) -> str:
    """The guest's command for this Python with one of ``LIBRARIES`` before all that it has."""
    major, minor = sys.version_info[:2]
    try:
        with only_one(f"{library}-python{major}.{minor}") as folder:
            packages = _packages(folder, LIBRARIES[library])
    except RigMissing as missing:
        without(str(missing))
    return f"PYTHONPATH={shlex.quote(str(packages))} {shlex.quote(sys.executable)}"


def _packages(folder: Path, wanted: tuple[str, ...]) -> Path:
    packages, made = folder / "packages", folder / "made-from"
    if made.exists() and made.read_text() == repr(wanted):
        return packages
    if not os.access(folder, os.W_OK):
        raise RigMissing(f"{folder} lacks {' and '.join(wanted)}: let its owner run the tests once")
    install = ("-m", "pip", "install", "-q", "--disable-pip-version-check", "--upgrade")
    kernel.tool(sys.executable, *install, "--target", str(packages), *wanted)
    made.write_text(repr(wanted))
    return packages


def checks(python: str, *modules: str) -> str:
    """The guest's command for modules of checks: ordinary tests, but for its own kernel. The
    project's own warnings name Hypothesis, which would be loaded for that, for seconds."""
    options = "-p no:cacheprovider --noconftest --color=no --tb=short -o filterwarnings=error"
    paths = " ".join(f"tests/hardware/guest/{module}.py" for module in modules)
    return f"{python} -m pytest {options} {paths}"


def order(python: str, pairs: int) -> str:
    """The guest's command for ``order_load``."""
    return f"{python} -m tests.hardware.guest.order_load {pairs}"
