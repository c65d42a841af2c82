"""The controller's serial port: found by its id, taken for us alone."""

from __future__ import annotations

import glob
import io
import select
import sys

import serial

from drivers.errors import BoardError, Sentence
from drivers.reasons import reason_of

DEFAULT_PORT = "/dev/serial/by-id/*[Kk]hvatka*"
BAUD = 115_200  # without meaning on USB
WRITE_TIMEOUT_S = 0.002
FAILURES: tuple[type[Exception], ...]
"""What pyserial raises for a port that fails: not everything that the terminal says is wrapped."""

if sys.platform == "win32":
    FAILURES = (OSError,)
else:
    import termios

    FAILURES = (OSError, termios.error)
_REFUSALS: tuple[type[Exception], ...] = (ValueError, *FAILURES)


def find(port: str) -> str:
    """``port`` itself, or the one that the pattern matches.

    Raises BoardError when a pattern matches none or several.
    """
    if "://" in port or not glob.has_magic(port):
        return port
    found = sorted(glob.glob(port))
    if not found:
        raise BoardError(
            "pad controller: no port is like {port}: plug it in, or install its program", port=port
        )
    if len(found) > 1:
        raise BoardError(
            "pad controller: {found} are all like {port}: unplug all but one, or name one "
            "in the board file",
            found=", ".join(found),
            port=port,
        )
    return found[0]


def open_port(port: str) -> serial.Serial:
    """Open a device, a pattern or a pyserial URL, exclusively; reading never waits.

    Raises BoardError naming the port and the mend.
    """
    name = find(port)
    try:
        link = serial.serial_for_url(
            name, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, do_not_open=True
        )
        link.exclusive = True
        link.open()
    except _REFUSALS as error:
        raise BoardError(
            "pad controller: {name} cannot be opened ({error}): is it plugged in, free, "
            "and may this user open it?",
            name=name,
            error=_reason(error),
        ) from error
    return link


def _reason(error: Exception) -> Sentence:
    """What the terminal says comes bare, or within what pyserial says."""
    for each in (error, error.__context__):
        if isinstance(each, FAILURES) and not isinstance(each, OSError):
            return reason_of(OSError(*each.args))
    return reason_of(error)


def send(port: serial.Serial, data: bytes) -> bool:
    """Write a frame if that needs no waiting; false if it must not be written now.

    A port that has just become full costs 2 ms, once. Raises OSError.
    """
    try:
        writable = bool(select.select((), (port.fileno(),), (), 0)[1])
    except io.UnsupportedOperation:  # a port without a file takes everything at once
        writable = True
    if writable:
        port.write(data)
    return writable


def let_go(port: serial.Serial, unsent: bool) -> bool:
    """Close it; ``unsent`` bytes are thrown away, a kernel would wait half a minute for somebody to
    take them. False if the port was gone already."""
    clean = True
    if unsent:
        try:
            port.reset_output_buffer()
        except FAILURES:
            clean = False
    try:
        port.close()
    except OSError:  # unplugged: there is nothing left to close
        clean = False
    return clean
