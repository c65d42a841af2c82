"""Sockets between the programs of one machine."""

from __future__ import annotations

import socket
import sys


def datagrams() -> socket.socket:
    """For messages to and from a path of the file system. Raises OSError on Windows."""
    if sys.platform == "win32":
        raise OSError("Windows has no sockets that are paths")
    else:
        return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
