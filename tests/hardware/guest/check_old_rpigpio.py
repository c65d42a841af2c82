"""RPi.GPIO itself, whose way to edges newer kernels have closed; run inside the guest.

The library believes itself on a Pi 4: it reads the revision and maps the chip's registers, and
both are files here. Its edges go through ``/sys/class/gpio``, and that is this kernel's own.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from drivers.boards.rpi_lines import RpiGpioLines
from drivers.errors import BoardError
from tests.hardware.guest.table import header

CPU = "Hardware\t: BCM2711\nRevision\t: c03111\nModel\t: Raspberry Pi 4 Model B Rev 1.1\n"
REGISTERS = Path("/dev/gpiomem")


def opened() -> str:
    with pytest.raises(BoardError) as caught:
        RpiGpioLines(header()).open()
    return str(caught.value)


def test_no_edges_are_answered_with_the_mend(tmp_path: Path) -> None:
    cpu = tmp_path / "cpuinfo"
    cpu.write_text(CPU)
    REGISTERS.write_bytes(bytes(4_096))
    subprocess.run(["mount", "--bind", str(cpu), "/proc/cpuinfo"], check=True)
    for _ in range(2):  # and a second attempt says the same
        assert "cannot detect edges on this kernel" in opened()
        assert "set `driver` to gpiod in `buttons`, or install rpi-lgpio" in opened()
    subprocess.run(["umount", "/proc/cpuinfo"], check=True)
    REGISTERS.unlink()
