"""Every error of Khvatka has one root.

```
KhvatkaError
├── ConfigError      (ValueError)    a configuration, option or argument is wrong
├── BoardError       (OSError)       a board cannot be opened, read or written
│   ├── BoardClosed                  used before ``open`` or after ``close``
│   ├── ChipMissing                  no GPIO chip has a label wanted
│   └── ChipForbidden                a GPIO chip may not be opened
├── ClockStalled     (RuntimeError)  virtual time has nothing left to wait for
└── … the console adds its own leaves in ``console/errors.py``
```

The message of each is one sentence for a person: it names the place and the mend.
"""

from __future__ import annotations

import shlex
import sys


class KhvatkaError(Exception):
    """The root: catch this at the door, nothing broader."""


class ConfigError(KhvatkaError, ValueError):
    """A configuration, option or argument is wrong."""


class BoardError(KhvatkaError, OSError):
    """A board cannot be opened, read or written."""


class BoardClosed(BoardError):
    """A board was used before ``open`` or after ``close``."""


class ChipMissing(BoardError):
    """No GPIO chip here has one of the ``labels`` wanted; ``there`` are those of the others."""

    def __init__(self, labels: tuple[str, ...], there: tuple[str, ...]) -> None:
        wanted, found = " or ".join(labels), ", ".join(there) or "none"
        super().__init__(
            f"there is no GPIO chip {wanted} here (there are: {found}):"
            " name the right one in `buttons.chips`"
        )
        self.labels, self.there = labels, there


class ChipForbidden(BoardError):
    """The GPIO chip at ``path`` is not for this user."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} may not be opened: add yourself to the group gpio and log in again"
        )
        self.path = path


def library_missing(name: str, requirement: str) -> str:
    """The sentence for a library that is not installed, with the line that installs it."""
    line = shlex.join([sys.executable, "-m", "pip", "install", requirement])
    return f"the library {name} is missing: {line}"


class ClockStalled(KhvatkaError, RuntimeError):
    """Virtual time was asked to move on although nothing is scheduled."""
