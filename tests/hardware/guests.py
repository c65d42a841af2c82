"""Jobs for the guest: where it cannot be had a test is skipped with the reason."""

from __future__ import annotations

import os
import sys
import sysconfig
from typing import Final, NoReturn

import pytest

from tests.hardware import kernel

RPI_PACKAGES: Final = ("rpi-lgpio>=0.6", "gpiozero>=2.0")


def guest(job: str, timeout_s: int) -> str:
    """What ``job`` said in the guest; fails with it if the job failed."""
    try:
        outcome = kernel.run(job, timeout_s)
    except kernel.RigMissing as missing:
        _without(str(missing))
    if outcome.status != 0:
        pytest.fail(f"the guest ended with {outcome.status}:\n{outcome.output}", pytrace=False)
    return outcome.output


def rpi_python() -> str:
    """A Python with rpi-lgpio and gpiozero besides all that this one has.

    They are no part of the project's own environment: rpi-lgpio and RPi.GPIO exclude each other.
    """
    major, minor = sys.version_info[:2]
    with kernel.only_one(f"rpi-python{major}.{minor}") as folder:
        venv, made = folder / "venv", folder / "made"
        python = str(venv / "bin/python")
        if not made.exists():
            install = ("-m", "pip", "install", "-q", "--disable-pip-version-check", *RPI_PACKAGES)
            try:
                kernel.tool(sys.executable, "-m", "venv", "--clear", str(venv))
                kernel.tool(python, *install)
            except kernel.RigMissing as missing:
                _without(str(missing))
            made.touch()
        packages = venv / f"lib/python{major}.{minor}/site-packages"
        (packages / "project.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def checks(python: str, module: str) -> str:
    """The guest's command for a module of checks: ordinary tests, but for its own kernel."""
    options = "-p no:cacheprovider --noconftest --color=no --tb=short"
    variables = "LG_WD=/tmp PYTEST_DISABLE_PLUGIN_AUTOLOAD=1"
    return f"{variables} {python} -m pytest {options} tests/hardware/guest/{module}.py"


def order(python: str, pairs: int) -> str:
    """The guest's command for ``order_load``."""
    return f"LG_WD=/tmp {python} -m tests.hardware.guest.order_load {pairs}"


def _without(reason: str) -> NoReturn:
    """Skip; in continuous integration, which must have every rig, fail."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
