"""The boards on the header against a real Linux kernel with a simulated chip; sticks on its disk.

``make proofs`` shows the figures and plays all 2000 pairs; ``make test`` a few of them.
"""

from __future__ import annotations

import json
import re

import pytest

from tests.hardware.guests import checks, guest, order, python_with

QUICK_PAIRS = 100
CHECKS = 39
"""Of gpiod, RPi.GPIO and sticks."""
PAIRS = 2_000


def judged(output: str, pairs: int) -> None:
    """Ours judged no pair wrongly; the figures are shown."""
    said = re.findall(r"^ORDER (.*)$", output, re.MULTILINE)
    assert said, output
    print(said[-1])  # noqa: T201 # the three error counts are for people
    report = json.loads(said[-1])
    assert report["pairs"] == pairs
    assert set(report["wrong"]) == {"khvatka", "rpigpio", "gpiozero"}
    assert report["wrong"]["khvatka"] == 0
    assert report["notes"] == []
    assert report["frames_per_s"] >= 59


def passed(output: str) -> list[int]:
    """So many checks in each run of pytest."""
    return [int(counted) for counted in re.findall(r"^(\d+) passed in", output, re.MULTILINE)]


@pytest.mark.slow
def test_the_header_and_a_stick_on_a_real_kernel() -> None:
    """gpiod and RPi.GPIO pass their checks, sticks with VFAT are pulled out while they are written,
    RPi.GPIO of Pis with older kernels is answered with the mend, by the library itself, and order
    holds under load; one boot for all, which takes as long as all."""
    python, old = python_with("rpi-lgpio"), python_with("rpi-gpio")
    jobs = (
        checks(python, "check_gpiod", "check_rpigpio", "check_sticks"),
        *(checks(old, each) for each in ("check_no_pi", "check_old_rpigpio")),  # imported once
        order(python, QUICK_PAIRS),
    )
    output = guest(" && ".join(jobs), timeout_s=1_500)
    assert passed(output) == [CHECKS, 1, 1], output
    judged(output, QUICK_PAIRS)


@pytest.mark.complete
def test_the_test_plug_on_a_real_kernel() -> None:
    """The command walks a builder with the plug through every hole and light of each table, by
    gpiod and by RPi.GPIO, and finds each fault."""
    output = guest(checks(python_with("rpi-lgpio"), "check_plug"), timeout_s=3_600)
    assert passed(output) == [9], output


@pytest.mark.complete
def test_order_under_load() -> None:
    """2000 pairs of presses on two lines in known order, as near as the chip resolves."""
    judged(guest(order(python_with("rpi-lgpio"), PAIRS), timeout_s=3_000), PAIRS)
