"""RPi.GPIO itself where there is no Raspberry Pi; run inside the guest."""

from __future__ import annotations

import pytest

from drivers.boards.rpi_lines import RpiGpioLines
from drivers.errors import BoardError
from tests.hardware.guest.table import header


def test_no_pi_is_answered_with_the_mend() -> None:
    for _ in range(2):  # and a second attempt says the same
        with pytest.raises(BoardError, match=r"Raspberry Pi only \(This module can only be run"):
            RpiGpioLines(header()).open()
