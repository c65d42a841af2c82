"""``khvatka hw flash`` with the real mpremote against a real MicroPython on a serial port."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from console.hardware import flash as flashing
from console.hardware.flash import FlashWish, flash
from console.i18n import Words
from drivers.clock import WallClock
from drivers.controller.controller import PadController
from drivers.controller.link import leave
from drivers.controller.program import files
from drivers.errors import BoardError
from tests.hardware.rigs import HERE, built

assert sys.platform == "linux", "its ports are terminals"

pytest.importorskip("mpremote")
WORDS = Words("en")


@dataclass(frozen=True)
class Pico:
    """``port`` with MicroPython behind it, whose flash is the folder ``root``."""

    port: str
    root: Path

    def installed(self) -> set[str]:
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file()}

    def restart(self) -> None:
        """Let it start what is on its flash now."""
        leave(self.port)
        command = ["-m", "mpremote", "connect", self.port, "reset"]
        subprocess.run([sys.executable, *command], check=True, timeout=300, capture_output=True)

    def version(self) -> str:
        """What the program answers to our own handshake. Raises BoardError."""
        pad = PadController(self.port)
        try:
            pad.open()
            return pad.program
        finally:
            pad.close()


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    """A Pico with nothing but MicroPython; it restarts as often as it is asked to."""
    master, slave = pty.openpty()
    root = tmp_path / "flash"
    root.mkdir()
    with built("micropython_unix.sh", "micropython") as micropython:
        again = f'while "{micropython}" "{HERE / "pico_on_unix.py"}" "{root}"; do :; done'
        board = subprocess.Popen(
            ["/bin/sh", "-c", again],
            stdin=master,
            stdout=master,
            start_new_session=True,
            env={k: v for k, v in os.environ.items() if k != "MICROPYPATH"},
        )
        yield Pico(os.ttyname(slave), root)
        os.killpg(board.pid, signal.SIGKILL)
        board.wait(60)
    for end in (master, slave):
        with contextlib.suppress(OSError):
            os.close(end)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port of this kind never leaves the bus, so nobody need wait for that; what is behind it
    shares its machine with others."""
    monkeypatch.setattr(flashing, "GONE_NS", 500_000_000)
    monkeypatch.setattr(flashing, "ANSWER_NS", 120_000_000_000)
    monkeypatch.setattr(flashing, "PROBE_S", 250.0)


@pytest.mark.slow
def test_a_bare_pico_gets_the_program_and_answers_with_its_version(pico: Pico) -> None:
    said: list[str] = []
    (pico.root / "pad.json").write_text('{"seats": 2}')
    flash(WORDS, said.append, WallClock(), FlashWish(pico.port))
    assert pico.installed() == {*files(), "pad.json"}
    for place, path in files().items():
        assert (pico.root / place).read_bytes() == path.read_bytes()
    assert said[-2:] == ["The pad controller answers; its program is 1.0.0", "It is set to 2 seats"]


@pytest.mark.slow
def test_the_number_of_seats_is_written_beside_what_the_pad_was_told(pico: Pico) -> None:
    said: list[str] = []
    (pico.root / "pad.json").write_text('{"seats": 2, "ring": 12}')
    flash(WORDS, said.append, WallClock(), FlashWish(pico.port, seats=8))
    assert said[-1] == "It is set to 8 seats"
    assert json.loads((pico.root / "pad.json").read_text()) == {"seats": 8, "ring": 12}
    assert pico.installed() == {*files(), "pad.json"}


@pytest.mark.slow
def test_an_older_program_leaves_nothing_behind_and_a_copy_that_breaks_off_no_mixture(
    pico: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    flash(WORDS, lambda _: None, WallClock(), FlashWish(pico.port))
    package = pico.root / "firmware"
    (package / "__init__.py").write_text("PROTOCOL = 1\nVERSION = (0, 9, 0)\n")
    (package / "gone.py").write_text("")
    (package / "wire.mpy").write_bytes(b"M")
    pico.restart()
    with pytest.raises(BoardError, match=r"0\.9\.0 is too old.*`khvatka hw flash`"):
        pico.version()
    with monkeypatch.context() as broken:
        cut = {"firmware/zzz.py": Path(__file__).with_name("no such file.py")}
        broken.setattr(flashing, "files", lambda: files() | cut)
        with pytest.raises(BoardError, match=r"has no program now: plug it in anew"):
            flash(WORDS, lambda _: None, WallClock(), FlashWish(pico.port))
    assert "firmware/wire.py" in pico.installed()
    assert "main.py" not in pico.installed()
    flash(WORDS, lambda _: None, WallClock(), FlashWish(pico.port))
    assert pico.installed() == set(files())
    assert pico.version() == "1.0.0"
