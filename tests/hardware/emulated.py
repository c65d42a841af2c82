"""An emulated RP2040 that runs the controller's firmware, as a device behind ``sim://``."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from drivers.times import MS
from tests.hardware.rigs import HERE

EMULATOR = HERE / "rp2040" / "emulator.mjs"


class EmulatedPad:
    """``folder`` is the rig's. Its time begins at ``start_ns`` and moves by ``advance``.

    ``now_ns`` is its present. ``set`` changes what its pins, sensors and accelerometer show from
    then on; ``lights`` are the words that the WS2812 got, ``resets`` how often the watchdog bit.
    """

    def __init__(self, folder: Path, start_ns: int) -> None:
        self._program = subprocess.Popen(
            ["node", str(EMULATOR), "rom.bin", "firmware.bin"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._start_ns = self.now_ns = start_ns
        self._wishes: dict[str, object] = {}
        self._sent = b""
        self._heard = b""
        self.plugged = True
        self.attached = False
        self.lights: list[int] = []
        self.resets = 0

    def set(
        self,
        *,
        codes: list[int] | None = None,
        pins: Mapping[int, bool] | None = None,
        g: tuple[int, int, int] | None = None,
    ) -> None:
        for name, value in (("codes", codes), ("pins", pins), ("g", g)):
            if value is not None:
                self._wishes[name] = value

    def attach(self, attached: bool) -> None:
        self.attached = attached

    def next_ns(self) -> int:
        return self.now_ns + MS

    def advance(self, now_ns: int) -> None:
        """Let the emulator run to ``now_ns``, at least."""
        if now_ns <= self.now_ns:
            return
        wish = {**self._wishes, "until": now_ns - self._start_ns, "send": self._sent.hex()}
        self._wishes, self._sent = {}, b""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(json.dumps(wish) + "\n")
        self._program.stdin.flush()
        answer = json.loads(self._program.stdout.readline())
        self.now_ns = now_ns
        self._heard += bytes.fromhex(answer["out"])
        self.lights, self.resets = answer["lights"], answer["resets"]

    def receive(self, now_ns: int) -> bytes:
        heard, self._heard = self._heard, b""
        return heard

    def write(self, data: bytes, now_ns: int) -> None:
        self._sent += data

    def stop(self) -> None:
        self._program.kill()
        self._program.communicate()
