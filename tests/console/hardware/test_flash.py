"""``khvatka hw flash``: each fault is one sentence with its mend (the whole of it against a real
MicroPython: ``tests/hardware/test_flash_unix.py``)."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from console.cli import main
from console.hardware.flash import BACK_NS, NEW, START, Usb, files, find_pico, flash
from console.hardware.flash import waits_for_program as in_bootsel
from console.i18n import Words
from drivers import firmware
from drivers.clock import VirtualClock
from drivers.errors import BoardError, ConfigError

FLASH = "console.hardware.flash"
WORDS = Words("en")
VERSION = ".".join(map(str, firmware.VERSION))
SENT = {
    place + NEW * (place in START): hashlib.sha256(path.read_bytes()).hexdigest()
    for place, path in files().items()
}
READ_BACK = "".join(f"has {place} {digest}\n" for place, digest in SENT.items())

Answer = tuple[int, str]


class Bench:
    """One Pico on the bus, mpremote and the link played: ``answers`` by a word of the command."""

    def __init__(self, mocker: MockerFixture) -> None:
        self.ports = [SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A, serial_number="E66")]
        self.answers: dict[str, Answer] = {"import rp2": (0, "is 1 27\n"), "has": (0, READ_BACK)}
        self.commands: list[list[str]] = []
        self.said: list[str] = []
        self.clock = VirtualClock()
        self.look = mocker.patch(f"{FLASH}.list_ports.comports", side_effect=lambda: self.ports)
        self.leave = mocker.patch(f"{FLASH}.leave")
        mocker.patch(f"{FLASH}.find_spec", return_value=object())
        self.run = mocker.patch(f"{FLASH}.subprocess.run", side_effect=self._run)
        self.pad = mocker.patch(f"{FLASH}.PadController").return_value
        self.pad.program = VERSION

    def _run(self, command: list[str], **_: object) -> SimpleNamespace:
        self.commands.append(command[3:])
        whole = " ".join(command)
        status, text = next((a for key, a in self.answers.items() if key in whole), (0, ""))
        return SimpleNamespace(returncode=status, stdout=text, stderr="")

    def flash(self, port: str | None = None) -> None:
        flash(WORDS, self.said.append, self.clock, port)

    def refuses(self, sentence: str, port: str | None = None) -> None:
        with pytest.raises(BoardError, match=re.escape(sentence)):
            self.flash(port)


@pytest.fixture
def bench(mocker: MockerFixture) -> Bench:
    return Bench(mocker)


def place_of(commands: list[list[str]], part: str) -> int:
    return next(i for i, command in enumerate(commands) if any(part in word for word in command))


def test_the_old_start_goes_first_and_the_new_one_comes_last(bench: Bench) -> None:
    bench.flash()
    commands = bench.commands
    bench.leave.assert_called_once_with("/dev/ttyACM0")
    copying = commands[place_of(commands, "cp")]
    assert copying[:3] == ["connect", "/dev/ttyACM0", "exec"]
    assert 'gone("main.py")' in copying[3]
    assert ":main.py" not in copying
    assert copying[-1] == ":main.py.new"
    order = [place_of(commands, part) for part in ("import rp2", "cp", "has", "rename", "reset")]
    assert order == sorted(order)
    assert bench.said[-1].endswith(VERSION)


def test_everything_the_controller_imports_is_installed() -> None:
    assert {"main.py", "boot.py", "firmware/__init__.py", "firmware/main.py"} < set(files())
    assert not [place for place in files() if place.startswith("firmware/start")]


def test_no_pico_is_told_and_one_in_bootsel_is_told_what_to_do(
    bench: Bench, mocker: MockerFixture
) -> None:
    bench.ports = [SimpleNamespace(device="/dev/ttyS0", vid=None, serial_number=None)]
    bench.refuses("no Pico is plugged in: use a USB cable that carries data")
    mocker.patch(f"{FLASH}.waits_for_program", return_value=True)
    bench.refuses("copy the UF2 file of MicroPython 1.25 or newer for the Pico onto the drive")
    assert not bench.commands


def test_a_pico_in_bootsel_is_seen_by_its_ids(tmp_path: Path) -> None:
    for name, vendor, product in (("1-1", "2e8a", "0005"), ("1-2", "1d6b", "0003")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text(vendor + "\n")
        (tmp_path / name / "idProduct").write_text(product + "\n")
    assert not in_bootsel(tmp_path)
    (tmp_path / "1-1" / "idProduct").write_text("0003\n")
    assert in_bootsel(tmp_path)


def test_several_picos_are_named(bench: Bench) -> None:
    other = SimpleNamespace(device="/dev/ttyACM1", vid=0x2E8A, serial_number="E77")
    bench.ports = [*bench.ports, other]
    bench.refuses("2 Picos are plugged in, /dev/ttyACM0 (E66), /dev/ttyACM1 (E77): unplug all but")
    assert find_pico("/dev/ttyACM1") == Usb("/dev/ttyACM1", "E77")


def test_without_mpremote_nothing_is_touched(bench: Bench, mocker: MockerFixture) -> None:
    mocker.patch(f"{FLASH}.find_spec", return_value=None)
    with pytest.raises(ConfigError, match=r"pip install .mpremote>=1\.24.,"):
        bench.flash()
    assert not bench.commands
    bench.leave.assert_not_called()


REPL = "mpremote.transport.TransportError: could not enter raw repl"
TAKEN = "mpremote: failed to access /dev/ttyACM0 (it may be in use by another program)"
CHANGED = READ_BACK.replace(SENT["firmware/wire.py"], "0" * 64)


@pytest.mark.parametrize(
    ("word", "answer", "sentence"),
    [
        (
            "import rp2",
            (1, REPL),
            "no MicroPython answers at /dev/ttyACM0: hold its BOOTSEL button",
        ),
        (
            "import rp2",
            (1, "ImportError: no module named 'rp2'"),
            "is no Pico: name another --port",
        ),
        ("import rp2", (0, "is 1 19\n"), "MicroPython 1.19 at /dev/ttyACM0 is too old: hold its"),
        ("import rp2", (0, ""), "of an unknown version at /dev/ttyACM0 is too old"),
        ("import rp2", (1, TAKEN), "/dev/ttyACM0 cannot be opened: end whatever else uses it"),
        ("cp", (1, "OSError: 28"), "failed (OSError: 28), so it has no program now: plug it in"),
        ("has", (0, CHANGED), "firmware/wire.py has not arrived as it was sent"),
        ("rename", (1, ""), "mpremote ended with 1"),
    ],
)
def test_what_goes_wrong_on_the_pico_is_one_sentence(
    bench: Bench, word: str, answer: Answer, sentence: str
) -> None:
    others = {key: value for key, value in bench.answers.items() if key != word}
    bench.answers = {word: answer} | others
    bench.refuses(sentence)
    commands = [word for command in bench.commands for word in command]
    assert "reset" not in commands, "what is not whole is not started"


def test_a_pico_that_says_nothing_does_not_hang_it(bench: Bench) -> None:
    bench.run.side_effect = subprocess.TimeoutExpired("mpremote", 25)
    bench.refuses("no MicroPython answers at /dev/ttyACM0")


def test_a_program_that_does_not_start_is_told_after_a_while(bench: Bench) -> None:
    bench.pad.open.side_effect = BoardError("nobody answers")
    bench.refuses("its new program does not start (nobody answers)")
    assert bench.pad.close.call_count == bench.pad.open.call_count > 3


def test_another_version_than_was_sent_is_told(bench: Bench) -> None:
    bench.pad.program = "0.9.0"
    bench.refuses(f"it answers as 0.9.0 and not as {VERSION}")


def test_a_pico_is_found_again_by_its_number_where_it_comes_back(bench: Bench) -> None:
    """A restart takes it from the bus and may give it another name."""
    home = bench.ports
    moved = [SimpleNamespace(device="/dev/ttyACM7", vid=0x2E8A, serial_number="E66")]
    looks = iter([home, home, [], [], moved])

    bench.look.side_effect = lambda: next(looks, moved)
    bench.flash()
    assert {command[1] for command in bench.commands} == {"/dev/ttyACM7"}


def test_a_pico_that_stays_away_is_told(bench: Bench) -> None:
    bench.leave.side_effect = lambda _: bench.ports.clear()
    bench.refuses("/dev/ttyACM0 has gone and does not come back: plug it in anew")
    assert bench.clock.now_ns() >= BACK_NS


def test_the_command_ends_with_one_sentence_and_status_2(bench: Bench) -> None:
    bench.ports = []
    result = CliRunner().invoke(main, ["hw", "flash"])
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
