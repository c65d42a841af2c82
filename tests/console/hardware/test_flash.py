"""``khvatka hw flash``: each fault is one sentence with its mend (the whole of it against a real
MicroPython: ``tests/hardware/test_flash_unix.py``)."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from console.cli import main
from console.hardware.boot_drive import INFO, boot_drives, copy_onto
from console.hardware.flash import BACK_NS, NEW, FlashWish, Usb, find_pico, flash
from console.hardware.flash import waits_for_program as in_bootsel
from console.i18n import Words
from drivers import firmware
from drivers.clock import VirtualClock
from drivers.controller.program import START, files, packed, program_id
from drivers.errors import BoardError, ConfigError

FLASH = "console.hardware.flash"
WORDS = Words("en")
VERSION = ".".join(map(str, firmware.VERSION))
SENT = {
    place + NEW * (place in START): hashlib.sha256(path.read_bytes()).hexdigest()
    for place, path in files().items()
}
READ_BACK = "".join(f"has {place} {digest}\n" for place, digest in SENT.items())

ANYWHERE = FlashWish()

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
        self.pad.info.channels = range(12)
        self.drives = mocker.patch(f"{FLASH}.boot_drives", return_value=[])

    def _run(self, command: list[str], **_: object) -> SimpleNamespace:
        self.commands.append(command[3:])
        whole = " ".join(command)
        status, text = next((a for key, a in self.answers.items() if key in whole), (0, ""))
        return SimpleNamespace(returncode=status, stdout=text, stderr="")

    def flash(self, wish: FlashWish = ANYWHERE) -> None:
        flash(WORDS, self.said.append, self.clock, wish)

    def refuses(self, sentence: str, wish: FlashWish = ANYWHERE) -> None:
        with pytest.raises((BoardError, ConfigError), match=re.escape(sentence)):
            self.flash(wish)


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
    assert bench.said[-2].endswith(VERSION)
    assert bench.said[-1] == "It is set to 6 seats"


def test_everything_the_controller_imports_is_installed() -> None:
    assert {"main.py", "boot.py", "firmware/__init__.py", "firmware/main.py"} < set(files())
    assert not [place for place in files() if place.startswith("firmware/start")]


def test_no_pico_is_told_and_one_in_bootsel_is_told_what_to_do(
    bench: Bench, mocker: MockerFixture
) -> None:
    bench.ports = [SimpleNamespace(device="/dev/ttyS0", vid=None, serial_number=None)]
    bench.refuses("no Pico is plugged in: use a USB cable that carries data")
    mocker.patch(f"{FLASH}.waits_for_program", return_value=True)
    bench.refuses("its drive RPI-RP2 is not mounted: `sudo mount -o umask=0 /dev/disk/by-label")
    assert not bench.commands
    bench.refuses("then `khvatka hw flash --drive /mnt --seats 8`", FlashWish(seats=8))


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
    assert find_pico(FlashWish("/dev/ttyACM1")) == Usb("/dev/ttyACM1", "E77")


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
            "no MicroPython answers at /dev/ttyACM0: hold its button BOOTSEL",
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


class Drive:
    """A Pico in boot mode, mounted; it comes back as a port once it has the whole file."""

    def __init__(self, bench: Bench, folder: Path, mocker: MockerFixture) -> None:
        self.folder, self.uf2 = folder / "RPI-RP2", folder / "pad.uf2"
        self.folder.mkdir()
        (self.folder / INFO).write_text("UF2 Bootloader v3.0\r\nBoard-ID: RPI-RP2\r\n")
        self.uf2.write_bytes(packed(b"\0" * 300 + program_id().encode() + b"\0" * 300))
        come, bench.ports = bench.ports, []
        bench.drives.return_value = [self.folder]

        def copied(drive: Path, file: Path) -> None:
            copy_onto(drive, file)
            bench.ports = come

        mocker.patch(f"{FLASH}.copy_onto", side_effect=copied)


@pytest.fixture
def drive(bench: Bench, tmp_path: Path, mocker: MockerFixture) -> Drive:
    return Drive(bench, tmp_path, mocker)


def test_a_pico_in_boot_mode_gets_the_file_and_is_heard(bench: Bench, drive: Drive) -> None:
    bench.flash(FlashWish(uf2=drive.uf2))
    assert (drive.folder / "pad.uf2").read_bytes() == drive.uf2.read_bytes()
    assert not bench.commands, "mpremote has no part in it"
    assert bench.said[-2].endswith(VERSION)


def test_a_pico_in_boot_mode_may_be_told_its_seats(bench: Bench, drive: Drive) -> None:
    bench.flash(FlashWish(uf2=drive.uf2, seats=8))
    told = bench.commands[place_of(bench.commands, "pad.json")]
    assert 'known["seats"] = 8' in told[-1]
    bench.leave.assert_called_once_with("/dev/ttyACM0")


def test_a_pico_that_does_not_come_back_from_boot_mode_is_told(bench: Bench, drive: Drive) -> None:
    bench.look.side_effect = list
    bench.refuses(
        "has its program and does not come back: plug it in anew", FlashWish(uf2=drive.uf2)
    )
    bench.refuses("its seats: `khvatka hw flash --seats 8`", FlashWish(uf2=drive.uf2, seats=8))


def test_two_in_boot_mode_are_named(bench: Bench, drive: Drive, tmp_path: Path) -> None:
    bench.drives.return_value = [drive.folder, tmp_path / "other"]
    bench.refuses("2 Picos are in boot mode, ")
    bench.flash(FlashWish(drive=drive.folder, uf2=drive.uf2))


@pytest.mark.parametrize(
    ("uf2", "sentence"),
    [
        (b"", "this is no whole UF2 file: copy it again"),
        (packed(bytes(600))[:-512], "this is no whole UF2 file: copy it again"),
        (packed(bytes(600)), "the pad controller's program is not in it"),
        (packed(b"khvatka-pad 0.9.0 0123456789ab"), "it has the program 0.9.0 (0123456789ab)"),
        (packed(bytes(600)).replace(b"\x56\xff\x8b\xe4", b"\x59\xff\x8b\xe4"), "another chip"),
        (None, "there is no file"),
    ],
)
def test_a_wrong_file_never_reaches_the_pico(
    bench: Bench, drive: Drive, uf2: bytes | None, sentence: str
) -> None:
    drive.uf2.unlink()
    if uf2 is not None:
        drive.uf2.write_bytes(uf2)
    bench.refuses(sentence, FlashWish(uf2=drive.uf2))
    bench.refuses("is a device: name a file", FlashWish(uf2=Path("/dev/zero")))
    assert [path.name for path in drive.folder.iterdir()] == [INFO]


def test_a_stale_file_of_make_firmware_is_refused(
    bench: Bench, drive: Drive, mocker: MockerFixture
) -> None:
    drive.uf2.write_bytes(packed(f"khvatka-pad {VERSION} 0123456789ab".encode()))
    bench.flash(FlashWish(uf2=drive.uf2))  # given by name: another build of the same version
    bench.ports = []
    mocker.patch(f"{FLASH}.UF2", drive.uf2)
    mocker.patch("console.hardware.boot_drive.UF2", drive.uf2)
    bench.refuses("run `make firmware`")


def test_another_drive_is_no_pico(bench: Bench, drive: Drive) -> None:
    (drive.folder / INFO).unlink()
    bench.refuses("this is no Pico in boot mode", FlashWish(drive=drive.folder, uf2=drive.uf2))


@pytest.mark.skipif(sys.platform != "linux", reason="mounts as Linux tells them")
def test_drives_are_found_where_they_are_mounted(
    drive: Drive, tmp_path: Path, mocker: MockerFixture
) -> None:
    spaced = tmp_path / "a stick"
    spaced.mkdir()
    mounts = tmp_path / "mounts"
    places = (str(spaced).replace(" ", r"\040"), str(drive.folder))
    lines = [f"/dev/sda1 {place} vfat rw 0 0\n" for place in places]
    mounts.write_text("/dev/root / ext4 rw 0 0\n" + "".join(lines))
    mocker.patch("console.hardware.boot_drive.MOUNTS", mounts)
    assert boot_drives() == [drive.folder]
    (spaced / INFO).write_text("Board-ID: RPI-RP2\n")
    assert boot_drives() == [spaced, drive.folder]
