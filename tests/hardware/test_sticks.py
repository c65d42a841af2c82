"""Sticks with VFAT on a real Linux kernel, pulled out while they are written."""

from __future__ import annotations

import re
import shlex
import sys

import pytest

from tests.hardware.guests import checks, guest


@pytest.mark.slow
def test_a_vfat_stick() -> None:
    output = guest(checks(shlex.quote(sys.executable), "check_sticks"), timeout_s=500)
    assert re.search(r"^10 passed in", output, re.MULTILINE), output
