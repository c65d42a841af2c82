"""Every error of Khvatka has one root.

```
KhvatkaError
├── ConfigError      (ValueError)    a configuration, option or argument is wrong
├── BoardError       (OSError)       a board cannot be opened, read or written
│   └── BoardClosed                  used before ``open`` or after ``close``
├── ClockStalled     (RuntimeError)  virtual time has nothing left to wait for
└── … the console adds its own leaves in ``console/errors.py``
```

The message of each is one sentence for a person: it names the place and the mend.
"""

from __future__ import annotations


class KhvatkaError(Exception):
    """The root: catch this at the door, nothing broader."""


class ConfigError(KhvatkaError, ValueError):
    """A configuration, option or argument is wrong."""


class BoardError(KhvatkaError, OSError):
    """A board cannot be opened, read or written."""


class BoardClosed(BoardError):
    """A board was used before ``open`` or after ``close``."""


class ClockStalled(KhvatkaError, RuntimeError):
    """Virtual time was asked to move on although nothing is scheduled."""
