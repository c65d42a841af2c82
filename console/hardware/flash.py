"""``khvatka hw flash``: the pad controller's program onto a Pico that runs MicroPython.

Over mpremote, as a program of its own: its authors promise nothing about it as a library. The old
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

from console.hardware.texts import Say, TextLine
from console.i18n import Words
from drivers import firmware
from drivers.clock import Clock
from drivers.controller.controller import PadController
from drivers.controller.link import leave
from drivers.controller.ports import find
from drivers.errors import BoardError, ConfigError, Sentence, library_missing

PROGRAM: Final = Path(firmware.__file__).parent
PACKAGE: Final = "firmware"
START: Final = ("boot.py", "main.py")
"""What lies at the root of the flash, the one that starts the program last."""
NEW: Final = ".new"
RASPBERRY: Final = 0x2E8A
BOOTSEL: Final = "0003"
USB: Final = Path("/sys/bus/usb/devices")
LEAST: Final = (1, 25)
STEP_NS: Final = 100_000_000
GONE_NS: Final = 2_000_000_000
"""A controller that restarts is gone from the bus within that time."""
BACK_NS: Final = 10_000_000_000
ANSWER_NS: Final = 12_000_000_000
PROBE_S: Final = 25.0
COPY_S: Final = 180.0
AGAIN: Final = Sentence("run `khvatka hw flash` again")
COPY: Final = Sentence(
    "copy the UF2 file of MicroPython 1.25 or newer for the Pico onto the drive RPI-RP2, then"
    " {again}",
    again=AGAIN,
)
INSTALL: Final = Sentence("hold its BOOTSEL button while plugging it in, {copy}", copy=COPY)
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


def flash(words: Words, say: Say, clock: Clock, port: str | None = None) -> None:
    """Install the program on the only Pico there is, or the one at ``port``, and hear from it.

    Raises BoardError: what is wrong with the Pico, and the mend; ConfigError without mpremote.
    """
    if find_spec("mpremote") is None:
        raise ConfigError(
            "{value}, then {again}",
            value=library_missing("mpremote", "mpremote>=1.24"),
            again=AGAIN,
        )
    pico = find_pico(port)
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
    _verify(pico, clock, version)
    text = words._("The pad controller answers; its program is {version}")
    say(TextLine(text.format(version=version), "answers", program=version))


def find_pico(port: str | None) -> Usb:
    """The Pico at ``port`` (a device or a pattern), or the only one that is plugged in.

    Raises BoardError when there is none or several.
    """
    there = [p for p in list_ports.comports() if p.vid == RASPBERRY]
    if port is not None:
        if "://" in port:
            raise BoardError("pad controller: {port} is simulated and needs no program", port=port)
        device = find(port)
        same = (p for p in there if os.path.realpath(p.device) == os.path.realpath(device))
        return Usb(device, next((p.serial_number for p in same), None))
    if not there:
        if waits_for_program():
            raise BoardError(
                "pad controller: the Pico is plugged in with BOOTSEL held and has no "
                "MicroPython running: {copy}",
                copy=COPY,
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


def files() -> dict[str, Path]:
    """What is installed: places on the Pico's flash and the files that go there."""
    package = {f"{PACKAGE}/{path.name}": path for path in sorted(PROGRAM.glob("*.py"))}
    return package | {name: PROGRAM / "start" / name for name in START}


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


def _verify(pico: Usb, clock: Clock, version: str) -> None:
    """Hear from the new program. Raises BoardError if it does not answer, or as another one."""
    device = _after_restart(pico, clock)
    end_ns = clock.now_ns() + ANSWER_NS
    while True:
        pad = PadController(device)
        try:
            pad.open()
            answered = pad.program
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
