"""The controller's serial port: found by its id, taken for us alone."""

from __future__ import annotations

import glob

import serial

from drivers.errors import BoardError

DEFAULT_PORT = "/dev/serial/by-id/*[Kk]hvatka*"
BAUD = 115_200  # without meaning on USB
WRITE_TIMEOUT_S = 0.02
MOST_UNSENT = 1024


def find(port: str) -> str:
    """``port`` itself, or the one that the pattern matches.

    Raises BoardError when a pattern matches none or several.
    """
    if "://" in port or not glob.has_magic(port):
        return port
    found = sorted(glob.glob(port))
    if not found:
        raise BoardError(
            f"pad controller: no port is like {port}: plug it in, or install its program"
        )
    if len(found) > 1:
        raise BoardError(
            f"pad controller: {', '.join(found)} are all like {port}: "
            "unplug all but one, or name one in the board file"
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
    except (OSError, ValueError) as error:
        raise BoardError(
            f"pad controller: {name} cannot be opened ({error}): "
            "is it plugged in, free, and may this user open it?"
        ) from error
    return link
