"""Jobs for the guest: where it cannot be had a test is skipped with the reason."""

from __future__ import annotations

import os

import pytest

from tests.hardware import kernel


def guest(job: str, timeout_s: int) -> str:
    """What ``job`` said in the guest; fails with it if the job failed.

    On a machine without the rig the test is skipped with the reason; under ``CI`` it fails.
    """
    try:
        outcome = kernel.run(job, timeout_s)
    except kernel.RigMissing as missing:
        if os.environ.get("CI"):
            pytest.fail(f"continuous integration must have the rig: {missing}")
        pytest.skip(str(missing))
    if outcome.status != 0:
        pytest.fail(f"the guest ended with {outcome.status}:\n{outcome.output}", pytrace=False)
    return outcome.output


def checks(python: str, *modules: str) -> str:
    """The guest's command for check modules, which are ordinary tests for its own kernel."""
    files = " ".join(f"tests/hardware/guest/{module}.py" for module in modules)
    options = "-p no:cacheprovider --noconftest --color=no --tb=short"
    return f"PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 {python} -m pytest {options} {files}"
