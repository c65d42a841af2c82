"""Why the system refuses something, in words that are told in each language."""

from __future__ import annotations

import errno
import socket
from typing import Final

from drivers.errors import Sentence

REASONS: Final = {
    errno.ENOENT: Sentence("No such file or directory"),
    errno.EACCES: Sentence("Permission denied"),
    errno.EPERM: Sentence("Operation not permitted"),
    errno.EROFS: Sentence("Read-only file system"),
    errno.EEXIST: Sentence("File exists"),
    errno.EISDIR: Sentence("Is a directory"),
    errno.ENOTDIR: Sentence("Not a directory"),
    errno.ENOTEMPTY: Sentence("Directory not empty"),
    errno.ENOSPC: Sentence("No space left on device"),
    errno.EDQUOT: Sentence("Disk quota exceeded"),
    errno.EFBIG: Sentence("File too large"),
    errno.EIO: Sentence("Input/output error"),
    errno.ENOTTY: Sentence("Inappropriate ioctl for device"),
    errno.EBUSY: Sentence("Device or resource busy"),
    errno.ENODEV: Sentence("No such device"),
    errno.ENXIO: Sentence("No such device or address"),
    errno.ENAMETOOLONG: Sentence("File name too long"),
    errno.ELOOP: Sentence("Too many levels of symbolic links"),
    errno.EMFILE: Sentence("Too many open files"),
    errno.ENOMEM: Sentence("Cannot allocate memory"),
    errno.EPIPE: Sentence("Broken pipe"),
    errno.ETIMEDOUT: Sentence("Connection timed out"),
    errno.ECONNREFUSED: Sentence("Connection refused"),
    errno.ENETUNREACH: Sentence("Network is unreachable"),
    errno.EHOSTUNREACH: Sentence("No route to host"),
    errno.EADDRINUSE: Sentence("Address already in use"),
    errno.EADDRNOTAVAIL: Sentence("Cannot assign requested address"),
}
"""The common ones; all others are told as the system tells them."""

_NO_NAME: Final = Sentence("Name or service not known")

OF_SQLITE: Final = {
    said.message: said
    for said in (
        Sentence("attempt to write a readonly database"),
        Sentence("database disk image is malformed"),
        Sentence("database is locked"),
        Sentence("database or disk is full"),
        Sentence("disk I/O error"),
        Sentence("file is not a database"),
        Sentence("unable to open database file"),
    )
}


def reason_of(fault: BaseException) -> Sentence:
    """What the system says of ``fault``, without the name of the file."""
    if isinstance(fault, OSError):
        if fault.errno == socket.EAI_NONAME:
            return _NO_NAME
        if isinstance(fault, TimeoutError):  # a socket's has no number
            return REASONS[errno.ETIMEDOUT]
        if known := REASONS.get(fault.errno or 0):
            return known
    said = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    return OF_SQLITE.get(said) or Sentence(said)
