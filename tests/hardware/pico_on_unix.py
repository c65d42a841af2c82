"""A Pico's flash, its start and its REPL in a real MicroPython on a PC: standard streams for a
serial port, a folder for the flash. The installed package runs here; only what drives the Pico's
own parts (``firmware/main.py``) has a stand-in.

usage: micropython pico_on_unix.py FOLDER      ends with status 0 to be started anew
"""

# mypy: ignore-errors
# MicroPython's modules: its time, sys and select have names that CPython's lack.

import io
import json
import os
import select
import sys
import time

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
RAW = b"raw REPL; CTRL-B to exit\r\n>"


def hear() -> bytes:
    data = sys.stdin.buffer.read(1)
    if not data:
        sys.exit(1)
    return data


def say(data: bytes) -> None:
    sys.stdout.buffer.write(data)


class Usb:
    BUILTIN_DEFAULT = type("Default", (), {"desc_dev": b"", "desc_cfg": b""})

    def config(self, *_) -> None: ...

    def active(self, _) -> None: ...


class Machine:
    USBDevice = Usb

    @staticmethod
    def reset() -> None:
        sys.exit(0)


class Main:
    """In the place of ``firmware.main``."""

    @staticmethod
    def start() -> None:
        if "leave" in os.listdir():
            os.remove("leave")
            return
        from firmware.session import SEATED, Description, Session

        seats = 2
        if "pad.json" in os.listdir():
            with open("pad.json") as file:
                seats = json.load(file)["seats"]
        channels = [(seat, part, 60 * seat + 30 * part) for seat in range(seats) for part in (0, 1)]
        pad = Description(
            pad_id=b"unixport",
            seats=seats,
            full_code=4095,
            divider_ohm=10_000,
            scan_period_us=1_000,
            lamps=3,
            channels=channels,
            lines=[SEATED],
        )
        session = Session(pad, 0x1234)
        session.edges.start(0, True)
        poll = select.poll()
        poll.register(sys.stdin, select.POLLIN)
        while not session.leaving:
            now = time.ticks_us() & ((1 << 30) - 1)
            session.tick(now)
            for frame in session.take():
                say(frame)
            if poll.poll(1):
                session.receive(hear(), now)
        with open("leave", "w"):
            pass
        sys.exit(0)


def run(code: str, names: dict) -> bytes:
    """Execute a raw REPL's command; what it says of an error."""
    try:
        exec(code, names)
    except SystemExit:
        raise
    except BaseException as error:
        told = io.StringIO()
        sys.print_exception(error, told)
        return told.getvalue().encode()
    return b""


def raw_repl() -> None:
    say(RAW)
    code, names = b"", {"__name__": "__main__"}
    while True:
        data = hear()
        if data == CTRL_A:
            say(RAW)
        elif data == CTRL_B:
            say(b"\r\n>>> ")
            return
        elif data == CTRL_C:
            code = b""
        elif data == CTRL_E and not code:
            hear(), hear()
            say(b"R\x00")  # no raw paste here
        elif data != CTRL_D:
            code += data
        elif not code:
            names = {"__name__": "__main__"}
            say(b"OK\r\nMPY: soft reboot\r\n" + RAW)
        else:
            say(b"OK")
            error = run(code.decode(), names)
            say(CTRL_D + error + CTRL_D + b">")
            code = b""


os.chdir(sys.argv[1])
sys.path.insert(0, sys.argv[1])
sys.modules["machine"] = Machine
sys.modules["rp2"] = Machine
if "main.py" in os.listdir():
    import firmware

    firmware.main = sys.modules["firmware.main"] = Main
    for name in ("boot.py", "main.py"):
        with open(name) as file:
            exec(file.read(), {"__name__": name})
say(b"\r\nMicroPython\r\n>>> ")
while True:
    if hear() == CTRL_A:
        raw_repl()
