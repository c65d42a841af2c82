"""``khvatka hw flash``: the pad controller's program onto a Pico.

One in boot mode gets it as a UF2 file (``boot_drive.py``). One that runs MicroPython gets its files
over mpremote, as a program of its own: its authors promise nothing about it as a library. The old
``main.py`` goes first and the new one comes last, by a rename, after everything else has been read
back: whatever is cut in between leaves a Pico without a program, never one with a mixture.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from console.hardware.boot_drive import boot_drives, copy_onto, program_in
from console.hardware.texts import Say, TextLine
from console.i18n import Words
from drivers import firmware
from drivers.clock import Clock
from drivers.controller.controller import PadController
from drivers.controller.link import leave
from drivers.controller.ports import find
from drivers.controller.program import PACKAGE, START, UF2, files
from drivers.errors import BoardError, ConfigError, Sentence, library_missing
from drivers.times import SECOND

NEW: Final = ".new"
RASPBERRY: Final = 0x2E8A
BOOTSEL: Final = "0003"
USB: Final = Path("/sys/bus/usb/devices")
LEAST: Final = (1, 25)
STEP_NS: Final = 100_000_000
GONE_NS: Final = 2 * SECOND
"""A controller that restarts is gone from the bus within that time."""
BACK_NS: Final = 10 * SECOND
ANSWER_NS: Final = 12 * SECOND
PROBE_S: Final = 25.0
COPY_S: Final = 180.0
AGAIN: Final = Sentence("run `khvatka hw flash` again")
INSTALL: Final = Sentence("hold its button BOOTSEL while plugging it in, then {again}", again=AGAIN)
MOUNT: Final = "sudo mount -o umask=0 /dev/disk/by-label/RPI-RP2 /mnt"
_PROBE: Final = "import rp2, sys; print('is', *sys.implementation[1][:2])"
_PREPARE: Final = """
import os
def gone(name):
    try:
        os.remove(name)
    except OSError:
        pass
gone("main.py")
gone("leave")
try:
    os.mkdir({package!r})
except OSError:
    pass
for name in os.listdir({package!r}):
    if name not in {keep!r}:
        gone({package!r} + "/" + name)
"""
_READ_BACK: Final = """
import binascii, hashlib
for name in {names!r}:
    whole = hashlib.sha256()
    with open(name, "rb") as file:
        part = file.read(512)
        while part:
            whole.update(part)
            part = file.read(512)
    print("has", name, binascii.hexlify(whole.digest()).decode())
"""
_SEATS: Final = """
import json, os
try:
    with open("pad.json") as file:
        known = json.load(file)
except OSError:
    known = {{}}
known["seats"] = {seats}
with open("pad.json.new", "w") as file:
    json.dump(known, file)
os.rename("pad.json.new", "pad.json")
"""
_START: Final = """
import os
for name in {names!r}:
    os.rename(name + {new!r}, name)
if hasattr(os, "sync"):
    os.sync()
"""


@dataclass(frozen=True, slots=True)
class Usb:
    """A Pico: where it is now, and the serial number by which it is found again."""

    device: str
    serial_number: str | None = None

    def found_again(self) -> str | None:
        """Where it is now, None while it is not there."""
        if self.serial_number is None:
            return self.device if os.path.exists(self.device) else None
        ports = (p.device for p in list_ports.comports() if p.serial_number == self.serial_number)
        return next(ports, None)


@dataclass(frozen=True, slots=True)
class FlashWish:
    """What the command line says: where the Pico is, as a port or as a drive in boot mode; another
    UF2 file; for how many seats its pad is, if that is to be told."""

    port: str | None = None
    drive: Path | None = None
    uf2: Path | None = None
    seats: int | None = None


def flash(words: Words, say: Say, clock: Clock, wish: FlashWish) -> None:
    """Install the program, and hear from it.

    Raises BoardError: what is wrong with the Pico, and the mend; ConfigError without mpremote or
    the UF2 file.
    """
    drive = _drive(wish)
    if drive is None or wish.seats is not None:
        _need_mpremote()
    if drive is None:
        pico = _by_files(words, say, clock, wish)
    else:
        pico = _by_drive(words, say, clock, drive, wish)
    if wish.seats is not None:
        _set_seats(pico, clock, wish.seats)
    version = ".".join(map(str, firmware.VERSION))
    seats = _verify(pico, clock, version)
    text = words._("The pad controller answers; its program is {version}").format(version=version)
    say(TextLine(text, "answers", program=version))
    text = words.n("It is set to {count} seat", "It is set to {count} seats", seats)
    say(TextLine(text.format(count=seats), "seats", seats=seats))


def _drive(wish: FlashWish) -> Path | None:
    """Where the UF2 goes; None for a Pico that runs MicroPython. Raises BoardError."""
    if wish.drive is not None or wish.port is not None:
        return wish.drive
    drives = boot_drives()
    if len(drives) > 1:
        raise BoardError(
            "pad controller: {count} Picos are in boot mode, {drives}: unplug all but one, or name"
            " one with --drive",
            count=len(drives),
            drives=", ".join(map(str, drives)),
        )
    return drives[0] if drives else None


def _need_mpremote() -> None:
    if find_spec("mpremote") is None:
        raise ConfigError(
            "{value}, then {again}",
            value=library_missing("mpremote", "mpremote>=1.24"),
            again=AGAIN,
        )


def _by_drive(words: Words, say: Say, clock: Clock, drive: Path, wish: FlashWish) -> Usb:
    file = wish.uf2 or UF2
    version, source = program_in(file)
    text = words._("The Pico at {drive} gets the program {version} ({source}).")
    said = text.format(drive=drive, version=version, source=source)
    say(TextLine(said, "found", port=str(drive), program=version))
    before = {port.device for port in _picos()}
    copy_onto(drive, file)
    say(TextLine(words._("Copied; waiting for it to start."), "copied"))
    end_ns = clock.now_ns() + BACK_NS
    while clock.now_ns() < end_ns:
        if new := [port for port in _picos() if port.device not in before]:
            return Usb(new[0].device, new[0].serial_number)
        _later(clock)
    if wish.seats is not None:
        raise BoardError(
            "pad controller: the Pico has its program and does not come back: plug it in anew, then"
            " tell it its seats: `{again}`",
            again=_flash_line(wish),
        )
    raise BoardError(
        "pad controller: the Pico has its program and does not come back: plug it in anew, then see"
        " what `khvatka hw check` says"
    )


def _flash_line(wish: FlashWish, *also: str) -> str:
    """What is to be typed so that the pad knows its seats too."""
    seats = () if wish.seats is None else ("--seats", str(wish.seats))
    return " ".join(("khvatka hw flash", *also, *seats))


def _by_files(words: Words, say: Say, clock: Clock, wish: FlashWish) -> Usb:
    pico = find_pico(wish)
    version = ".".join(map(str, firmware.VERSION))
    text = words._("The Pico at {port} gets the program {version}.")
    text = text.format(port=pico.device, version=version)
    say(TextLine(text, "found", port=pico.device, program=version))
    leave(pico.device)
    device = _after_restart(pico, clock)
    _probe(device)
    say(TextLine(words._("Its old program has stopped; the new one is being copied."), "copying"))
    _install(device)
    _mpremote(device, ["resume", "reset"], PROBE_S, _broken)
    say(TextLine(words._("Copied and read back; waiting for it to start."), "copied"))
    return pico


def _set_seats(pico: Usb, clock: Clock, seats: int) -> None:
    """Write the number of seats into its ``pad.json``, which keeps all else. Raises BoardError."""
    device = _after_restart(pico, clock)
    leave(device)
    device = _after_restart(pico, clock)
    _mpremote(device, ["exec", _SEATS.format(seats=seats)], PROBE_S, _broken)
    _mpremote(device, ["resume", "reset"], PROBE_S, _broken)


def find_pico(wish: FlashWish) -> Usb:
    """The Pico at its ``port`` (a device or a pattern), or the only one that is plugged in.

    Raises BoardError when there is none or several.
    """
    there, port = _picos(), wish.port
    if port is not None:
        if "://" in port:
            raise BoardError("pad controller: {port} is simulated and needs no program", port=port)
        device = find(port)
        same = (p for p in there if os.path.realpath(p.device) == os.path.realpath(device))
        return Usb(device, next((p.serial_number for p in same), None))
    if not there:
        if waits_for_program():
            raise BoardError(
                "pad controller: the Pico is in boot mode, but its drive RPI-RP2 is not mounted:"
                " `{mount}`, then `{again}`",
                mount=MOUNT,
                again=_flash_line(wish, "--drive /mnt"),
            )
        raise BoardError(
            "pad controller: no Pico is plugged in: use a USB cable that carries data, or name its"
            " port with --port"
        )
    if len(there) > 1:
        names = ", ".join(f"{p.device} ({p.serial_number})" for p in there)
        raise BoardError(
            "pad controller: {count} Picos are plugged in, {names}: unplug all but one, or "
            "name one with --port",
            count=len(there),
            names=names,
        )
    return Usb(there[0].device, there[0].serial_number)


def _picos() -> list[ListPortInfo]:
    return [port for port in list_ports.comports() if port.vid == RASPBERRY]


def waits_for_program(usb: Path = USB) -> bool:
    """Is a Pico there as a drive, with BOOTSEL held?"""
    for vendor in usb.glob("*/idVendor"):
        product = vendor.with_name("idProduct")
        try:
            ids = vendor.read_text().strip(), product.read_text().strip()
        except OSError:  # unplugged in this moment
            continue
        if ids == (f"{RASPBERRY:04x}", BOOTSEL):
            return True
    return False


def _after_restart(pico: Usb, clock: Clock) -> str:
    """Where it is once it has restarted; one that did not restart is where it was."""
    now_ns = clock.now_ns()
    end_ns = now_ns + GONE_NS
    while now_ns < end_ns and pico.found_again() is not None:
        now_ns = _later(clock)
    end_ns = now_ns + BACK_NS
    while now_ns < end_ns:
        device = pico.found_again()
        if device is not None:
            return device
        now_ns = _later(clock)
    raise BoardError(
        "pad controller: {device} has gone and does not come back: plug it in anew and {again}",
        device=pico.device,
        again=AGAIN,
    )


def _later(clock: Clock) -> int:
    clock.sleep_until(clock.now_ns() + STEP_NS)
    return clock.now_ns()


def _probe(device: str) -> None:
    """Raises BoardError unless a MicroPython that is new enough runs on a Pico there."""
    said = _mpremote(device, ["exec", _PROBE], PROBE_S, _silent)
    found = next((line.split()[1:] for line in said.splitlines() if line.startswith("is ")), [])
    version = tuple(int(part) for part in found if part.isdecimal())
    if version < LEAST:
        shown = ".".join(found) or "of an unknown version"
        raise BoardError(
            "pad controller: MicroPython {shown} at {device} is too old: {install}",
            shown=shown,
            device=device,
            install=INSTALL,
        )


def _silent(device: str, why: str) -> BoardError:
    if "rp2" in why:
        return BoardError(
            "pad controller: what runs MicroPython at {device} is no Pico: name another --port",
            device=device,
        )
    return BoardError(
        "pad controller: no MicroPython answers at {device}: {install}",
        device=device,
        install=INSTALL,
    )


def _broken(device: str, why: str) -> BoardError:
    return BoardError(
        "pad controller: copying to {device} failed ({why}), so it has no program now: "
        "plug it in anew and {again}",
        device=device,
        why=why,
        again=AGAIN,
    )


def _install(device: str) -> None:
    """Copy everything, read it back, and only then let it start. Raises BoardError."""
    wanted = files()
    package = [path for place, path in wanted.items() if place.startswith(PACKAGE + "/")]
    keep = [path.name for path in package]
    steps = ["exec", _PREPARE.format(package=PACKAGE, keep=keep)]
    steps += ["+", "fs", "cp", *map(str, package), f":{PACKAGE}/"]
    for name in START:
        steps += ["+", "fs", "cp", str(wanted[name]), f":{name}{NEW}"]
    _mpremote(device, steps, COPY_S, _broken)
    places = {place + NEW * (place in START): path for place, path in wanted.items()}
    ask = _READ_BACK.format(names=list(places))
    said = _mpremote(device, ["resume", "exec", ask], COPY_S, _broken)
    has = dict(line.split()[1:3] for line in said.splitlines() if line.startswith("has "))
    for place, path in places.items():
        if has.get(place) != hashlib.sha256(path.read_bytes()).hexdigest():
            raise _broken(device, f"{place} has not arrived as it was sent")
    start = _START.format(names=list(START), new=NEW)
    _mpremote(device, ["resume", "exec", start], PROBE_S, _broken)


def _mpremote(
    device: str, steps: list[str], patience_s: float, failed: Callable[[str, str], BoardError]
) -> str:
    """What mpremote printed. Raises what ``failed`` makes of the port and the reason."""
    command = [sys.executable, "-m", "mpremote", "connect", device, *steps]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=patience_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise failed(device, f"no answer for {patience_s:.0f} s") from error
    if done.returncode == 0:
        return done.stdout
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    why = lines[-1].strip() if lines else f"mpremote ended with {done.returncode}"
    if "failed to access" in why:
        raise BoardError(
            "pad controller: {device} cannot be opened: end whatever else uses it, and {again}",
            device=device,
            again=AGAIN,
        )
    raise failed(device, why)


def _verify(pico: Usb, clock: Clock, version: str) -> int:
    """Hear from the new program: for how many seats it is. Raises BoardError if it does not answer,
    or as another one."""
    device = _after_restart(pico, clock)
    end_ns = clock.now_ns() + ANSWER_NS
    while True:
        pad = PadController(device)
        try:
            pad.open()
            answered, seats = pad.program, len(pad.info.channels) // 2
            break
        except BoardError as error:
            if clock.now_ns() >= end_ns:
                raise BoardError(
                    "pad controller: its new program does not start ({error}): plug it in anew; if "
                    "nothing changes, {again}",
                    error=error,
                    again=AGAIN,
                ) from error
            _later(clock)
            device = pico.found_again() or device
        finally:
            pad.close()
    if answered != version:
        raise BoardError(
            "pad controller: it answers as {answered} and not as {version}: {again}",
            answered=answered,
            version=version,
            again=AGAIN,
        )
    return seats
