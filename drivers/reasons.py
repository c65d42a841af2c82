"""Why the system refuses something, in words that are told in each language."""

from __future__ import annotations

import errno
from typing import Final

from drivers.errors import Sentence

_REASONS: Final = {
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
    errno.EBUSY: Sentence("Device or resource busy"),
    errno.ENODEV: Sentence("No such device"),
    errno.ENXIO: Sentence("No such device or address"),
    errno.ENAMETOOLONG: Sentence("File name too long"),
    errno.ELOOP: Sentence("Too many levels of symbolic links"),
    errno.EMFILE: Sentence("Too many open files"),
    errno.ENOMEM: Sentence("Cannot allocate memory"),
    errno.EPIPE: Sentence("Broken pipe"),
    errno.ETIMEDOUT: Sentence("Connection timed out"),
    errno.EADDRINUSE: Sentence("Address already in use"),
    errno.EADDRNOTAVAIL: Sentence("Cannot assign requested address"),
}
"""The common ones; all others are told as the system tells them."""


def reason_of(fault: BaseException) -> Sentence:
    """What the system says of ``fault``, without the name of the file."""
    known = _REASONS.get(fault.errno or 0) if isinstance(fault, OSError) else None
    said = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
    return known or Sentence(said)
