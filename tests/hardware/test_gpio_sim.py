"""The boards on the header against a real Linux kernel with a simulated chip."""

from __future__ import annotations

import re
import sys

import pytest

from tests.hardware.guests import checks, guest


@pytest.mark.slow
def test_the_board_of_gpiod_on_a_real_kernel() -> None:
    output = guest(checks(sys.executable, "check_gpiod"), timeout_s=300)
    assert re.search(r"^\d+ passed in", output, re.MULTILINE), output
